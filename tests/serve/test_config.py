"""Configuration: precedence, readable units, errors in one sentence, and `--show-config` that can be read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Meta

from knobel.cli import app
from knobel.rules.errors import KnobelError
from knobel.serve.config import Config, Option, load, options, show
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.telling.refusals import error_text
from knobel.words import words


def _file(folder: Path, text: str) -> Path:
    file = folder / "knobel.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_command_line_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = _file(tmp_path, 'bots = 2\nnode = "a"\nport = 1\n[limits]\ntables = 7\n')
    environment = {"KNOBEL_NODE": "b", "KNOBEL_PORT": "2", "KNOBEL_LIMITS_TABLES": "8"}
    loaded = load(file, environment, {"port": 3})
    config = loaded.config
    assert (config.bots, config.node, config.port, config.rate, config.limits.tables) == (2, "b", 3, 20, 8)
    assert loaded.sources == {
        "bots": "knobel.toml",
        "node": "KNOBEL_NODE",
        "port": "command line",
        "limits.tables": "KNOBEL_LIMITS_TABLES",
    }


def test_units_and_lists(tmp_path: Path) -> None:
    text = """
        data = "store"
        trusted_proxy = ["10.0.0.0/8", "::1"]
        [limits]
        commands = "10/min, 3 at once"
        emotes = "unlimited"
        unread_bytes = "2 MiB"
        [retention]
        lobby = "7d"
        playing = "off"
    """
    config = load(_file(tmp_path, text), {"KNOBEL_TRUSTED_PROXY": "127.0.0.1, 192.168.0.0/16"}, {}).config
    assert config.data == tmp_path / "store", "relative to the file"
    assert config.trusted_proxy == ("127.0.0.1", "192.168.0.0/16")
    assert config.limits.commands == RateLimit(10 / 60, 3)
    assert config.limits.emotes == RateLimit(0, 0)
    assert config.limits.unread_bytes == 2 << 20
    assert (config.retention.lobby, config.retention.playing) == (7 * 86400, None)


def test_rate_sets_the_limits_that_are_not_set_themselves() -> None:
    config = load(None, {"KNOBEL_LIMITS_COMMANDS": "7/s, 7 at once"}, {"rate": 10}).config
    assert config.limits.commands == RateLimit(7, 7)
    assert config.limits.commands_of_address == RateLimit(100, 300)
    assert load(None, {}, {"rate": 0}).config.limits.requests_of_address.per_second == 0
    assert load(None, {}, {}).config == Config(limits=Limits())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "knobel.toml has an unknown key prot; did you mean port?"),
        ("[limits]\ncomands = 1", "knobel.toml has an unknown key limits.comands; did you mean limits.commands?"),
        ("bots = 0", "bots in knobel.toml must be a whole number from 1 to 64, not 0"),
        ("bots = true", "bots in knobel.toml must be a whole number from 1 to 64, not True"),
        ("lan = 1", "lan in knobel.toml must be true or false, not 1"),
        (
            '[limits]\ncommands = "fast"',
            (
                'limits.commands in knobel.toml must be a rate such as "20/s, 60 at once", "3/min, 60 at once" or '
                "\"unlimited\", not 'fast'"
            ),
        ),
        (
            "[retention]\nlobby = 7",
            'retention.lobby in knobel.toml must be a duration such as "90s", "12h", "7d" or "off", not 7',
        ),
        ('[retention]\nlobby = "0d"', "retention.lobby in knobel.toml must be a duration of at least 1h, not '0d'"),
        (
            '[quotas]\ntotal = "big"',
            'quotas.total in knobel.toml must be a size such as "512 MiB", "2 GB" or "off", not \'big\'',
        ),
        (
            'trusted_proxy = ["proxy"]',
            "trusted_proxy in knobel.toml must list IP addresses or networks such as \"10.0.0.0/8\", not ['proxy']",
        ),
        ('admin = "9100"', "admin in knobel.toml must be HOST:PORT such as \"127.0.0.1:9100\", not '9100'"),
        ("[log]\nsize = 0", "log.size in knobel.toml must be a size of at least 1 kB, not 0"),
        ('[log]\nsize = "999 B"', "log.size in knobel.toml must be a size of at least 1 kB, not '999 B'"),
        (
            '[limits]\nheader_timeout = "2min"',
            "limits.header_timeout in knobel.toml must be a duration from 1s to 1min, not '2min'",
        ),
        (
            '[limits]\npresence_timeout = "off"',
            "limits.presence_timeout in knobel.toml must be a duration from 20s to 10min, not 'off'",
        ),
        (
            '[limits]\ncommand_size = "1 KiB"',
            "limits.command_size in knobel.toml must be a size from 8 KiB to 64 KiB, not '1 KiB'",
        ),
        (
            "[limits]\nreplay_events = 0",
            "limits.replay_events in knobel.toml must be a whole number from 100 to 50000, not 0",
        ),
        ('[log]\nage = "5min"', "log.age in knobel.toml must be a duration of at least 1h, not '5min'"),
        ("[log]\nkeep = 0", "log.keep in knobel.toml must be a whole number from 1 to 1000, not 0"),
        ("host = 1", "host in knobel.toml must be a text, not 1"),
        ("limits = 1", "limits in knobel.toml must be a section, [limits], not 1"),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(KnobelError) as caught:
        load(_file(tmp_path, text), {}, {})
    assert str(caught.value) == sentence
    german = error_text(words("de"), caught.value)
    assert german != sentence
    assert caught.value.key is not None


def test_invalid_toml_and_missing_files_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(KnobelError, match=r"knobel\.toml is not valid TOML: "):
        load(_file(tmp_path, "bots ="), {}, {})
    with pytest.raises(KnobelError, match="cannot be read"):
        load(tmp_path / "missing.toml", {}, {})


def test_unknown_variables_of_a_section_and_misspelt_ones_are_errors_and_others_are_not() -> None:
    with pytest.raises(KnobelError, match=r"KNOBEL_LIMITS_COMANDS; did you mean KNOBEL_LIMITS_COMMANDS\?"):
        load(None, {"KNOBEL_LIMITS_COMANDS": "1"}, {})
    with pytest.raises(KnobelError, match=r"KNOBEL_TRUSTED_PROXIES; did you mean KNOBEL_TRUSTED_PROXY\?"):
        load(None, {"KNOBEL_TRUSTED_PROXIES": "10.0.0.0/8"}, {})
    with pytest.raises(KnobelError, match=r"KNOBEL_CONFIGS; did you mean KNOBEL_CONFIG\?"):
        load(None, {"KNOBEL_CONFIGS": "knobel.toml"}, {})
    others = ("KNOBEL_LANG", "KNOBEL_SERVER", "KNOBEL_NAME", "KNOBEL_DICE", "KNOBEL_PREPARE", "KNOBEL_NODES")
    assert load(None, dict.fromkeys(others, "x"), {}).config == Config()


def _another_value(option: Option, folder: Path) -> object:
    """A value that is not the default of the option, as the command line or the environment has it."""
    written, meta = str(option.kind), getattr(option.kind, "__metadata__", (Meta(),))[0]
    low = round(meta.ge or 0)
    for part, value in (
        ("RateLimit", "7/min, 2 at once"),
        ("'duration'", "90min" if meta.le is None else f"{low}s"),
        ("'size'", "12345 B" if meta.le is None else f"{low} B"),
        ("'networks'", ["::1", "10.0.0.0/8"]),
        ("'bots'", ["clever = my_package.bots:clever", "stubborn"]),
        ("'endpoint'", "[::1]:9100"),
        ("'url'", "nats://bus:4222"),
        ("'door'", "kila-bomu"),
        ("Path", folder / "file.md"),
        ("bool", not option.default),
        ("int", max(7, low)),
    ):
        if part in written:
            return value
    assert "str" in written, written
    return 'a"\\b'


def _value(config: Config, option: Option) -> object:
    return getattr(getattr(config, option.section) if option.section else config, option.name)


def test_what_is_shown_can_be_read_again(tmp_path: Path) -> None:
    """Every option has a value that is not its default; secrets stay in the environment."""
    given = {key: _another_value(option, tmp_path) for key, option in options().items()}
    del given["store"], given["door_code"]
    secrets = {"KNOBEL_STORE": "postgresql://knobel:secret@db/knobel", "KNOBEL_DOOR_CODE": "4711"}
    loaded = load(None, secrets, given)
    assert [key for key, option in options().items() if _value(loaded.config, option) == option.default] == []
    text = show(loaded)
    assert "secret@" not in text
    assert "4711" not in text
    assert load(_file(tmp_path, text), secrets, {}).config == loaded.config


def test_what_follows_from_the_rate_or_is_off_can_be_read_again(tmp_path: Path) -> None:
    loaded = load(None, {}, {"rate": 7, "quotas.free_space": "off"})
    text = show(loaded)
    assert 'commands = "7/s, 21 at once"  # rate' in text
    assert 'free_space = "off"  # command line' in text
    assert load(_file(tmp_path, text), {}, {}).config == loaded.config


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://knobel:geheim@db/knobel",
        "postgresql://knobel:ge:heim@db/knobel",
        "postgresql://knobel:a,geheim/b@c@db/knobel",
        "postgresql://db/knobel?sslmode=require&password=geheim",
        "postgresql://db/knobel?sslpassword=geheim&user=knobel",
        "nats://geheim@bus:4222",
    ],
)
def test_secrets_in_urls_are_masked(url: str) -> None:
    shown = show(load(None, {"KNOBEL_NATS": url}, {}))
    assert "heim" not in shown
    assert '# nats = "' in shown
    assert "***" in shown
    assert "KNOBEL_NATS; secret: set KNOBEL_NATS" in shown


def test_every_option_and_limit_is_shown_in_its_section() -> None:
    """Analyses, for example, have a limit and an age."""
    section, seen = "", list[tuple[str, str]]()
    for line in show(load(None, {}, {})).splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            seen.append((section, line.removeprefix("# ").split()[0]))
    assert seen == [(option.section, option.name) for option in options().values()]


def test_show_config_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _file(tmp_path, "bots = 2")
    app.main(["serve", "--config", str(file), "--port", "81", "--show-config"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "bots = 2  # knobel.toml" in shown
    assert "port = 81  # command line" in shown


def test_an_open_admin_address_needs_a_flag() -> None:
    with pytest.raises(KnobelError, match="add --admin-open"):
        app.main(["serve", "--admin", "0.0.0.0:9100"], standalone_mode=False)
