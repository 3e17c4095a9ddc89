"""Editing text: a line, or several. No screen, no keyboard; a page hands keys in and draws what comes out."""

from __future__ import annotations

from ..text import clusters, width
from .keys import Paste, is_text


class Editor:
    """A text and a cursor in it. Without `is_long` it has one line: what comes in loses its line ends."""

    def __init__(self, text: str = "", *, is_long: bool = False) -> None:
        self._is_long = is_long
        self._before = self._pieces(text)
        self._after: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self._before + self._after)

    def key(self, key: str) -> bool:
        """Takes a key if it is one for editing, and says whether it was."""
        if is_text(key):
            self._before = self._pieces("".join(self._before) + self._line(key))
        elif key == "enter" and self._is_long:
            self._before.append("\n")
        elif action := _ACTIONS.get(key):
            action(self)
        else:
            return False
        return True

    def _pieces(self, text: str) -> list[str]:
        return clusters(text)

    def _line(self, text: str) -> str:
        if not isinstance(text, Paste):
            return text
        lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
        return "\n".join(lines) if self._is_long else " ".join(line.strip() for line in lines)

    # Moving and deleting

    def _left(self) -> None:
        if self._before:
            self._after.insert(0, self._before.pop())

    def _right(self) -> None:
        if self._after:
            self._before.append(self._after.pop(0))

    def _backspace(self) -> None:
        if self._before:
            self._before.pop()

    def _delete(self) -> None:
        if self._after:
            self._after.pop(0)

    def _home(self) -> None:
        while self._before and self._before[-1] != "\n":
            self._left()

    def _end(self) -> None:
        while self._after and self._after[0] != "\n":
            self._right()

    def _clear(self) -> None:
        """All of the line that is before the cursor."""
        while self._before and self._before[-1] != "\n":
            self._before.pop()

    def _delete_word(self) -> None:
        while self._before and self._before[-1].isspace():
            self._before.pop()
        while self._before and not self._before[-1].isspace():
            self._before.pop()

    def up(self) -> bool:
        """To the line above, as near to the same column as can be; False where there is none."""
        return self._to_line(-1)

    def down(self) -> bool:
        return self._to_line(1)

    def _to_line(self, step: int) -> bool:
        lines = self.text.split("\n")
        before = "".join(self._before)
        number = before.count("\n")
        if not 0 <= number + step < len(lines):
            return False
        column = width(before.rpartition("\n")[2])
        start = sum(len(line) + 1 for line in lines[:number + step])
        position = start + _position(lines[number + step], column)
        self._before, self._after = self._pieces(self.text[:position]), self._pieces(self.text[position:])
        return True

    # Looking

    def window(self, columns: int) -> tuple[str, int]:
        """The part of a single line that is to be seen in so many columns, and the cursor's column in it."""
        before, after = list(self._before), list(self._after)
        first = 0
        while width("".join(before[first:])) >= columns and first < len(before):
            first += 1
        seen = "".join(before[first:])
        cursor = width(seen)
        for piece in after:
            if width(seen + piece) > columns:
                break
            seen += piece
        return seen, cursor

    def lines(self, columns: int) -> tuple[list[str], int, int]:
        """The whole text in lines of at most so many columns, and the row and column of the cursor."""
        above = wrapped("".join(self._before), columns)
        row, column = len(above) - 1, width(above[-1])
        if column >= columns:
            row, column = row + 1, 0
        whole = wrapped(self.text, columns)
        return whole + [""] * (row + 1 - len(whole)), row, column


_ACTIONS = {
    "left": Editor._left, "right": Editor._right, "ctrl-b": Editor._left, "ctrl-f": Editor._right,
    "home": Editor._home, "end": Editor._end, "ctrl-a": Editor._home, "ctrl-e": Editor._end,
    "backspace": Editor._backspace, "delete": Editor._delete, "ctrl-d": Editor._delete,
    "ctrl-u": Editor._clear, "ctrl-w": Editor._delete_word,
}  # fmt: skip


def _position(line: str, column: int) -> int:
    """Behind how many characters of the line that column is, or its end."""
    position = 0
    for piece in clusters(line):
        if width(line[:position + len(piece)]) > column:
            break
        position += len(piece)
    return position


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns. They are cut where a row is full, not between words, so that the same text
    before a cursor always has the same lines."""
    lines = []
    for line in text.split("\n"):
        row, room = "", max(1, columns)
        for piece in clusters(line):
            room -= width(piece)
            if room < 0 and row:
                lines.append(row)
                row, room = "", max(1, columns) - width(piece)
            row += piece
        lines.append(row)
    return lines
