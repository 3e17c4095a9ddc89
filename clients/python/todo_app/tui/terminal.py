"""The terminal: what it can do (terminfo, by curses), its modes, its size, keys in and text out."""

from __future__ import annotations

import contextlib
import curses
import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Mapping

from .. import pictures
from .keys import Keys
from .painting import Style

_ESCAPE_PAUSE = 0.05  # Seconds after which an Esc that begins no sequence is the key.
_KEYS = {
    "kcuu1": "up", "kcud1": "down", "kcub1": "left", "kcuf1": "right", "khome": "home", "kend": "end",
    "kpp": "page up", "knp": "page down", "kdch1": "delete", "kbs": "backspace", "kcbt": "back tab",
}  # fmt: skip
_PASTES_APART, _PASTES_AS_EVER = "\033[?2004h", "\033[?2004l"  # Terminals that don't know it pass over it.
_RED, _YELLOW = 1, 3
_SIZE = 24, 80  # Of a terminal that does not tell.


class NoTerminal(Exception):
    """There is no terminal, or one that cannot show a whole screen."""


class Terminal:
    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NoTerminal
        try:
            curses.setupterm(fd=sys.stdout.fileno())
        except curses.error:
            raise NoTerminal from None
        if not curses.tigetstr("cup"):
            raise NoTerminal
        self.clear = _capability("clear")
        self.hide_cursor, self.show_cursor = _capability("civis"), _capability("cnorm")
        self.remove_pictures = "\033_Ga=d,q=2\033\\" if pictures.protocol(environ) == "kitty" else ""
        self._on = {
            Style.BOLD: _capability("bold"),
            Style.DIM: _capability("dim"),
            Style.REVERSE: _capability("rev"),
            # What is done is struck through where the terminal says that it can, and dim in any case.
            Style.STRUCK: _capability("smxx") + _capability("dim"),
        }
        if not environ.get("NO_COLOR"):
            self._on |= {Style.RED: _colour(_RED), Style.YELLOW: _colour(_YELLOW)}
        self._off = _capability("sgr0")
        self._keys = Keys({sequence: key for name, key in _KEYS.items() if (sequence := _capability(name))})
        self._modes = termios.tcgetattr(sys.stdin)

    def __enter__(self) -> Terminal:
        self.enter()
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    def enter(self) -> None:
        tty.setraw(sys.stdin, termios.TCSADRAIN)
        on = [_capability(name) for name in ("smcup", "smkx", "rmam")]  # Another page, all keys, no wrapping.
        self.write("".join(on) + _PASTES_APART)

    def leave(self) -> None:
        off = [_capability(name) for name in ("sgr0", "smam", "rmkx", "cnorm", "rmcup")]
        with contextlib.suppress(OSError):  # The terminal may be gone.
            self.write(self.remove_pictures + _PASTES_AS_EVER + "".join(off))
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)

    def suspend(self) -> None:
        """As Ctrl-Z does elsewhere; goes on when the shell says so, or at once where there is none."""
        self.leave()
        os.kill(os.getpid(), signal.SIGTSTP)
        self.enter()

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        try:
            size = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return _SIZE
        return size.lines or _SIZE[0], size.columns or _SIZE[1]

    # Out

    def at(self, row: int, column: int) -> str:
        return _text(curses.tparm(curses.tigetstr("cup") or b"", row, column))

    def styled(self, text: str, style: Style) -> str:
        on = "".join(sequence for each, sequence in self._on.items() if each in style)
        return f"{on}{text}{self._off}" if on else text

    def write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    # In

    def read(self, bell: int, seconds: float | None) -> list[str] | None:
        """The keys that were typed, none when the bell rings first or the time is over; None at the end."""
        typed = sys.stdin.fileno()
        if typed not in select.select([bell, typed], [], [], seconds)[0]:
            return []
        data = os.read(typed, 65536)
        if not data:
            return None
        keys = self._keys.feed(data)
        while self._keys.is_waiting:
            if not select.select([typed], [], [], _ESCAPE_PAUSE)[0]:
                return keys + self._keys.flush()
            data = os.read(typed, 65536)
            if not data:
                return None
            keys += self._keys.feed(data)
        return keys


def _capability(name: str) -> str:
    return _text(curses.tigetstr(name) or b"")


def _colour(number: int) -> str:
    set_colour = curses.tigetstr("setaf")
    return _text(curses.tparm(set_colour, number)) if set_colour else ""


def _text(sequence: bytes) -> str:
    """Without its pauses, which no terminal of today needs."""
    return re.sub(r"\$<[^>]*>", "", sequence.decode("latin-1"))
