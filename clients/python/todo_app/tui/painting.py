"""What the screen is to show, and how that gets there with few bytes.

The windows of curses are not used. They keep a picture of the screen by their own idea of how wide each character
is, and where the terminal has another one (emoji that are joined, say) everything behind it shifts; and they cannot
strike through. Here each piece of a row is put at its own column, so nothing depends on the width of what is before it,
and only rows that differ are drawn again.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..text import clean, cut, width


class Style(enum.Flag):
    PLAIN = 0
    BOLD = enum.auto()
    DIM = enum.auto()
    REVERSE = enum.auto()
    STRUCK = enum.auto()
    RED = enum.auto()
    YELLOW = enum.auto()


class Span(NamedTuple):
    column: int
    text: str
    style: Style


@dataclass
class Row:
    """`style` is that of its first `end` columns, under all that is put there."""

    style: Style = Style.PLAIN
    end: int = 0
    spans: list[Span] = field(default_factory=list)


class Picture(NamedTuple):
    """Escape sequences of a picture, and the place of its upper left corner."""

    row: int
    column: int
    data: str


@dataclass
class Canvas:
    """One screenful in the making."""

    height: int
    columns: int
    rows: list[Row] = field(init=False)
    cursor: tuple[int, int] | None = None
    picture: Picture | None = None

    def __post_init__(self) -> None:
        self.rows = [Row() for _ in range(self.height)]

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN, end: int | None = None) -> int:
        """Writes as much of the text as fits before `end`, by default the edge. Gives the column behind it."""
        room = min(self.columns, self.columns if end is None else end) - column
        if not 0 <= row < self.height or column < 0 or room <= 0:
            return column
        shown = cut(clean(text.replace("\t", " ")), room)
        if shown:
            self.rows[row].spans.append(Span(column, shown, style))
        return column + width(shown)

    def put_right(self, row: int, text: str, style: Style = Style.PLAIN, end: int | None = None) -> int:
        """Writes it so that it ends before `end`. Gives the column at which it begins."""
        start = max(0, (self.columns if end is None else end) - width(clean(text)))
        self.put(row, start, text, style, end)
        return start

    def fill(self, row: int, style: Style, end: int | None = None) -> None:
        """The style of the row, up to the column `end`, under all that is put on it."""
        if 0 <= row < self.height:
            self.rows[row].style, self.rows[row].end = style, self.columns if end is None else end

    def clear(self, row: int, end: int | None = None) -> None:
        """Takes away what was put on the row before the column `end`."""
        if 0 <= row < self.height:
            spans = self.rows[row].spans
            spans[:] = [span for span in spans if end is not None and span.column >= end]
            self.fill(row, Style.PLAIN)


class Device(Protocol):
    """What a painter needs of a terminal: sequences for places and styles, and a way to write."""

    def at(self, row: int, column: int) -> str: ...

    def styled(self, text: str, style: Style) -> str: ...

    def write(self, text: str) -> None: ...

    clear: str
    hide_cursor: str
    show_cursor: str
    remove_pictures: str


class Painter:
    """Knows what is on the screen."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._shown: Canvas | None = None

    def forget(self) -> None:
        """Somebody else has written on the screen: the next time all is drawn."""
        self._shown = None

    def paint(self, canvas: Canvas) -> None:
        device, old = self._device, self._shown
        if old == canvas:
            return
        if old and (old.height, old.columns) != (canvas.height, canvas.columns):
            old = None
        pieces = [device.hide_cursor]
        if old and old.picture and old.picture != canvas.picture:
            pieces.append(device.remove_pictures)
            old = None
        if old is None:
            pieces.append(device.clear)
        for number, row in enumerate(canvas.rows):
            if old is None or row != old.rows[number]:
                pieces.append(self._row(number, row, canvas.columns))
        if canvas.picture and (old is None or old.picture != canvas.picture):
            pieces += [device.at(canvas.picture.row, canvas.picture.column), canvas.picture.data]
        if canvas.cursor:
            pieces += [device.at(*canvas.cursor), device.show_cursor]
        device.write("".join(pieces))
        self._shown = canvas

    def _row(self, number: int, row: Row, columns: int) -> str:
        """Blanks over all that was there, then each span at its place."""
        device = self._device
        pieces = [device.at(number, 0), device.styled(" " * row.end, row.style), " " * (columns - row.end)]
        for column, text, style in row.spans:
            under = row.style if column < row.end else Style.PLAIN
            pieces += [device.at(number, column), device.styled(text, style | under)]
        return "".join(pieces)
