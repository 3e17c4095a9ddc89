"""How the lines of a list look."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from todo_client import Todo

from ..messages import Messages
from ..text import clean, width
from ..views import day_words
from .lists import Group, View
from .painting import Canvas, Style

_INDEX = 3  # Columns of the index title before a header.
_TITLE = 8  # The column at which titles begin.
_WIDEST_CATEGORY = 20


class Rows:
    """Draws into the columns up to `end`."""

    def __init__(self, canvas: Canvas, say: Messages, view: View, today: datetime.date, end: int) -> None:
        self._canvas = canvas
        self._say = say
        self._view = view
        self._today = today
        self._end = end

    def header(self, row: int, group: Group) -> None:
        title = clean(group.title) or self._say("tui.results" if self._view.kind == "search" else "no.category")
        if self._view.kind == "category":
            self._canvas.put(row, 1, group.index_title, Style.BOLD, self._end)
        self._canvas.put(row, 1 + _INDEX, title, Style.BOLD, self._end)

    def footer(self, row: int, group: Group) -> None:
        if self._view.kind == "search":
            count = f"{len(group.ids)}{'' if group.is_complete else '+'}"
            text = self._say("tui.found", count=count)
        else:
            text = self._say("tui.footer", completed=group.completed, count=group.count)
        self._canvas.put(row, 1 + _INDEX, text, Style.DIM, self._end)

    def todo(self, row: int, todo: Todo | None, *, is_selected: bool, is_held: bool) -> None:
        if is_selected:
            self._canvas.fill(row, Style.REVERSE, self._end)
        if is_held:
            self._canvas.put(row, 0, "↕", Style.BOLD)
        if todo is None:
            self._canvas.put(row, 2, "[ ]   ···", Style.DIM, self._end)
            return
        self._canvas.put(row, 2, "[x]" if todo["isCompleted"] else "[ ]")
        if todo["isToday"]:
            self._canvas.put(row, 6, "★", Style.YELLOW)
        end = self._beside(row, todo)
        style = Style.STRUCK if todo["isCompleted"] else Style.BOLD if is_held else Style.PLAIN
        self._canvas.put(row, _TITLE, todo["title"], style, end - 1)

    def _beside(self, row: int, todo: Todo) -> int:
        """The day, and in lists of several categories the category. Gives the column at which they begin."""
        end = self._end - 1
        day = todo["dueOn"]
        if day is not None:
            is_late = day < self._today.isoformat() and not todo["isCompleted"]
            key, style = ("overdue", Style.RED) if is_late else ("due", Style.DIM)
            words = self._say(key, day=day_words(self._say, day, self._today))
            end = self._canvas.put_right(row, words, style, end)
        if self._view.kind != "category" and todo["category"] and self._end > 50:
            category = clean(todo["category"])
            columns = min(width(category), _WIDEST_CATEGORY)
            self._canvas.put(row, end - columns - 2, category, Style.DIM, end - 2)
            end -= columns + 2
        return end


def index_bar(canvas: Canvas, first: int, last: int, titles: Sequence[str], current: str) -> int:
    """The index titles down the right side, as many as fit, the current one among them. Gives the column at which
    the bar begins."""
    if not titles:
        return canvas.columns
    room = last - first
    columns = max(map(width, titles))
    start = canvas.columns - columns - 1
    for row, title in enumerate(_some(titles, current, room), first):
        canvas.put(row, start, title, Style.REVERSE if title == current else Style.DIM)
    return start


def _some(titles: Sequence[str], current: str, room: int) -> Sequence[str]:
    if len(titles) <= room:
        return titles
    numbers = {round(step * (len(titles) - 1) / max(1, room - 1)) for step in range(room)}
    if current in titles and titles.index(current) not in numbers:
        here = titles.index(current)
        numbers.remove(min(numbers, key=lambda number: abs(number - here)))
        numbers.add(here)
    return [titles[number] for number in sorted(numbers)]

