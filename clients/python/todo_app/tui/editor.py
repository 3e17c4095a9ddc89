"""Editing text: a line, or several. No screen, no keyboard; a page hands keys in and draws what comes out."""

from __future__ import annotations

import functools
from collections.abc import Callable

from ..text import clean, clusters, width
from .keys import Paste, is_text


class Editor:
    """A text and a cursor in it. Without `is_long` it has one line: what comes in loses its line ends."""

    def __init__(self, text: str = "", *, is_long: bool = False) -> None:
        self._is_long = is_long
        self._pieces = clusters(text)
        self._at = len(self._pieces)

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def key(self, key: str) -> bool:
        """Takes a key if it is one for editing, and says whether it was."""
        if is_text(key):
            self._insert(self._line(key))
        elif key == "enter" and self._is_long:
            self._insert("\n")
        elif action := _ACTIONS.get(key):
            action(self)
        else:
            return False
        return True

    def _line(self, text: str) -> str:
        if not isinstance(text, Paste):
            return text
        lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
        return "\n".join(lines) if self._is_long else " ".join(line.strip() for line in lines)

    def _insert(self, text: str) -> None:
        """It may belong to the character before it, as an accent does."""
        start = max(0, self._at - 1)
        pieces = clusters("".join(self._pieces[start:self._at]) + text)
        self._pieces[start:self._at] = pieces
        self._at = start + len(pieces)

    # Moving and deleting

    def _left(self) -> None:
        self._at = max(0, self._at - 1)

    def _right(self) -> None:
        self._at = min(len(self._pieces), self._at + 1)

    def _backspace(self) -> None:
        del self._pieces[max(0, self._at - 1):self._at]
        self._left()

    def _delete(self) -> None:
        del self._pieces[self._at:self._at + 1]

    def _home(self) -> None:
        self._at = self._line_start()

    def _end(self) -> None:
        while self._at < len(self._pieces) and self._pieces[self._at] != "\n":
            self._at += 1

    def _line_start(self) -> int:
        start = self._at
        while start and self._pieces[start - 1] != "\n":
            start -= 1
        return start

    def _clear(self) -> None:
        """All of the line that is before the cursor."""
        self._delete_from(self._line_start())

    def _delete_word(self) -> None:
        start = self._at
        while start and self._pieces[start - 1].isspace():
            start -= 1
        while start and not self._pieces[start - 1].isspace():
            start -= 1
        self._delete_from(start)

    def _delete_from(self, start: int) -> None:
        del self._pieces[start:self._at]
        self._at = start

    def up(self) -> bool:
        """To the line above, as near to the same column as can be; False where there is none."""
        start = self._line_start()
        if not start:
            return False
        column = self._column()
        self._at = start - 1
        self._at = self._line_start()
        self._to_column(column)
        return True

    def down(self) -> bool:
        column, at = self._column(), self._at
        self._end()
        if self._at == len(self._pieces):
            self._at = at
            return False
        self._at += 1
        self._to_column(column)
        return True

    def _column(self) -> int:
        return width("".join(self._pieces[self._line_start():self._at]))

    def _to_column(self, column: int) -> None:
        while self._at < len(self._pieces) and self._pieces[self._at] != "\n":
            column -= width(self._pieces[self._at])
            if column < 0:
                return
            self._at += 1

    # Looking

    def window(self, columns: int) -> tuple[str, int]:
        """The part of a single line that is to be seen in so many columns, and the cursor's column in it."""
        pieces = [_visible(piece) for piece in self._pieces]
        first, cursor = self._at, 0
        while first and cursor + width(pieces[first - 1]) < columns:
            first -= 1
            cursor += width(pieces[first])
        last, end = self._at, cursor
        while last < len(pieces) and end + width(pieces[last]) <= columns:
            end += width(pieces[last])
            last += 1
        return "".join(pieces[first:last]), cursor

    def lines(self, columns: int) -> tuple[list[str], int, int]:
        """The whole text in lines of at most so many columns, and the row and column of the cursor."""
        above, _, here = "".join(self._pieces[:self._at]).rpartition("\n")
        rows = wrapped(_visible(above), columns) if self._line_start() else []
        rows_here = wrapped(_visible(here), columns)
        row, column = len(rows) + len(rows_here) - 1, width(rows_here[-1])
        if column >= columns:
            row, column = row + 1, 0
        whole = wrapped(_visible(self.text), columns)
        return whole + [""] * (row + 1 - len(whole)), row, column


_ACTIONS: dict[str, Callable[[Editor], None]] = {
    "left": Editor._left, "right": Editor._right, "ctrl-b": Editor._left, "ctrl-f": Editor._right,
    "home": Editor._home, "end": Editor._end, "ctrl-a": Editor._home, "ctrl-e": Editor._end,
    "backspace": Editor._backspace, "delete": Editor._delete, "ctrl-d": Editor._delete,
    "ctrl-u": Editor._clear, "ctrl-w": Editor._delete_word,
}  # fmt: skip


def _visible(text: str) -> str:
    """As it will be seen, for it is that whose columns count."""
    return clean(text.replace("\t", " "), keep="\n")


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns. They are cut where a row is full, not between words, so that the same text
    before a cursor always has the same lines."""
    return [row for line in text.split("\n") for row in _rows(line, max(1, columns))]


@functools.lru_cache(2000)
def _rows(line: str, columns: int) -> tuple[str, ...]:
    """Kept, since of a long text all but one line are the same as before."""
    rows, row, room = [], "", columns
    for piece in clusters(line):
        room -= width(piece)
        if room < 0 and row:
            rows.append(row)
            row, room = "", columns - width(piece)
        row += piece
    return (*rows, row)
