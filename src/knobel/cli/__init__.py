"""`knobel …`: the command line. Each command's module is imported when it is called."""

from __future__ import annotations

import errno
import io
import os
import sys

import click

from .. import __version__
from .commands import INTERRUPTED, Group, lang, speech


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        print(f"knobel {__version__}")
        ctx.exit()


@click.pass_context
def _without_command(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        from ..serve.config import load_configured
        from .serve import start

        start(load_configured(None, {"open": True}).config)


app = Group(
    "knobel",
    key="knobel",
    lazy={
        "play": "knobel.cli.play:play",
        "serve": "knobel.cli.serve:serve",
        "backup": "knobel.cli.serve:backup",
        "check": "knobel.cli.check:check",
        "admin": "knobel.cli.admin:app",
        "move-store": "knobel.cli.stores:move_store",
        "club": "knobel.cli.club:app",
        "rules": "knobel.cli.rules:rules",
        "odds": "knobel.cli.odds:app",
        "solve": "knobel.cli.solve:app",
        "coach": "knobel.cli.coach:coach",
        "replay": "knobel.cli.replay:replay",
        "verify": "knobel.cli.verify:verify",
        "simulate": "knobel.cli.simulate:simulate",
        "arena": "knobel.cli.arena:arena",
        "prepare": "knobel.cli.prepare:prepare",
        "completion": "knobel.cli.completion:completion",
    },
    callback=_without_command,
    invoke_without_command=True,
)
app.params.append(click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version))
lang(app)


def main() -> None:
    """Run the program: a user's mistake is one sentence on stderr and exit code 2."""
    _repair_streams()
    if os.environ.get("_KNOBEL_COMPLETE"):
        from click.shell_completion import add_completion_class

        from .completion import KnobelBashComplete

        add_completion_class(KnobelBashComplete)
    try:
        try:
            sys.exit(_run())
        finally:
            sys.stdout.flush()  # raises here what would otherwise fail at exit
    except OSError as error:
        if error.filename is not None:
            raise  # about a file, not about stdout
        _discard_output()
        if error.errno == errno.EPIPE:
            sys.exit(1)  # the reader has closed the pipe
        print(f"knobel: {speech()('error-output', why=error.strerror or '')}", file=sys.stderr)
        sys.exit(2)


def _run() -> int:
    """The exit code."""
    from ..rules.errors import KnobelError

    try:
        code = app.main(prog_name="knobel", complete_var="_KNOBEL_COMPLETE", standalone_mode=False)
    except KnobelError as error:
        from ..telling.refusals import error_text

        print(f"knobel: {error_text(speech(), error)}", file=sys.stderr)
        return 2
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else "", file=sys.stderr)
        return 2
    except click.Abort:
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _discard_output() -> None:
    """Send what is still buffered for stdout to nowhere: it would fail again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _repair_streams() -> None:
    """Replace closed streams by empty ones, and characters that the terminal cannot show by question marks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
