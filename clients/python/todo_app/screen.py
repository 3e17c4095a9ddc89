"""What the app writes on and asks through: a terminal, or something that must not get escape sequences."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import sys
import termios
import tty
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from .text import clean

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (from here on `input` has arrow keys, for Hangul too)

YES = ("y", "yes", "ㅛ", "네", "예", "응")  # ㅛ is the key of y on a Korean keyboard.


class Screen:
    """One output stream. Styles (bold, struck through) need a terminal; colours also heed NO_COLOR."""

    def __init__(self, stream: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self.is_terminal = stream.isatty()
        self._has_styles = self.is_terminal and environ.get("TERM") != "dumb"
        self._has_colours = self._has_styles and not environ.get("NO_COLOR")
        self.columns = shutil.get_terminal_size().columns if self.is_terminal else None

    def line(self, text: str = "") -> None:
        print(text, file=self._stream)

    def flush(self) -> None:
        self._stream.flush()

    def bold(self, text: str) -> str:
        return self._style(text, "1", "22", self._has_styles)

    def dim(self, text: str) -> str:
        return self._style(text, "2", "22", self._has_styles)

    def struck(self, text: str) -> str:
        return self._style(text, "9", "29", self._has_styles)

    def red(self, text: str) -> str:
        return self._style(text, "31", "39", self._has_colours)

    def yellow(self, text: str) -> str:
        return self._style(text, "33", "39", self._has_colours)

    def _style(self, text: str, on: str, off: str, wanted: bool) -> str:
        return f"\033[{on}m{text}\033[{off}m" if wanted and text else text

    def ask(self, question: str) -> str:
        """One line from the standard input. Its end, where nobody can answer, is an EOFError."""
        question = clean(question)
        if self._stream is sys.stdout and self.is_terminal:
            return input(question).strip()
        print(question, end="", file=self._stream, flush=True)
        answer = sys.stdin.readline()
        if not answer:
            print(file=self._stream)
            raise EOFError
        return answer.strip()

    def confirms(self, question: str) -> bool:
        """Anything but a yes is a no, and so is silence."""
        try:
            return self.ask(question).lower() in YES
        except EOFError:
            return False


class Sketch(Screen):
    """Keeps the lines that the other screen would get, in its size and its styles."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen._stream)
        self.lines: list[str] = []

    def line(self, text: str = "") -> None:
        self.lines.append(text)


class LiveScreen:
    """The whole terminal for a picture that is drawn again and again; what was there before comes back."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def __enter__(self) -> LiveScreen:
        self._keys = termios.tcgetattr(sys.stdin) if person_is_here() else None
        if self._keys:
            tty.setcbreak(sys.stdin)
        self._write("\033[?1049h\033[?25l\033[?7l")  # Another page, no cursor, no wrapping.
        return self

    def __exit__(self, *error: object) -> None:
        self._write("\033[?7h\033[?25h\033[?1049l")
        if self._keys:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._keys)

    def draw(self, lines: Sequence[str], more: Callable[[int], str]) -> None:
        """In one go, line over line, so that nothing flickers. `more` says how many did not fit."""
        rows = shutil.get_terminal_size().lines
        if len(lines) > rows:
            lines = [*lines[:rows - 1], more(len(lines) - rows + 1)]
        self._write("\033[H" + "\033[K\r\n".join(lines) + "\033[J")

    def key(self, bell: int, seconds: float | None) -> str:
        """What is typed next, Ctrl-D where that ends; "" when the bell rings first, or the time is over."""
        readable = select.select([bell, *([sys.stdin] if self._keys else [])], [], [], seconds)[0]
        if sys.stdin not in readable:
            return ""
        return os.read(sys.stdin.fileno(), 64).decode(errors="replace") or "\x04"

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def person_is_here() -> bool:
    return sys.stdin.isatty()
