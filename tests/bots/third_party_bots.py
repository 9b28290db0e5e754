"""Third-party bots for tests: good ones, and some that fail, hang, cheat, or return nonsense."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Final

from knobel.rules import zock


def first(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return {moves[0]: 1.0}


def mixed(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return dict.fromkeys(moves, 2.0)


def prints(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    print('{"type":"answer","id":1,"weights":[[0,1.0]]}')
    os.write(1, b"bytes without a line end")
    sys.stdout.flush()
    assert sys.stdin.read() == "", "the questions do not come from here"
    return {moves[0]: 1.0}


def fails(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    raise ZeroDivisionError("on purpose")


def fails_once(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    _asked.append(None)
    if len(_asked) == 1:
        raise ZeroDivisionError("on purpose")
    return {moves[0]: 1.0}


_asked: Final = list[None]()


def exits(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    sys.exit(3)


def dies(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    os._exit(3)


def hangs(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    while True:
        time.sleep(1)


def hangs_with_a_child(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    """The child holds the pipe to the parent open."""
    os.fork()
    return hangs(view, moves)


def cheats(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return {zock.Cover(view.seat, (1, 2, 3, 4, 5, 6, 7, 8, 9)): 1.0}


def says_nothing(view: Any, moves: tuple[Any, ...]) -> None:
    return None


def says_nan(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return {moves[0]: float("nan")}


def says_less_than_nothing(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return {moves[0]: -1.0}


def says_zero(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    return dict.fromkeys(moves, 0.0)


def takes_memory(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    taken = bytearray(3 << 29)
    return {moves[len(taken) % 1]: 1.0}


def peeks(view: Any, moves: tuple[Any, ...]) -> dict[Any, float]:
    """Fail unless the cups of all others that are still in are face down."""
    rivals = [seat for seat, dropped in enumerate(view.dropped) if not dropped and seat != moves[0].seat]
    if view.phase == "decide":
        assert all(0 in view.cups[seat] for seat in rivals)
    return {moves[0]: 1.0}


only_zock: Final = {"zock": first}
not_a_bot: Final = 7
of_no_game: Final = {"halma": first}
