"""How todos and sections look."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence

from todo_client import Section, Todo

from .messages import Messages
from .screen import Screen
from .text import clean, cut, pad, width

_ROW, _INDEX = 4, 2
_BESIDE_TITLE = _ROW + len("  [x] ★ ") + len("  #1234  overdue 2000-01-01")
_NARROWEST, _WIDEST = 12, 60


class Views:
    """Draws on one screen, in one language."""

    def __init__(self, screen: Screen, say: Messages) -> None:
        self._screen = screen
        self._say = say

    # Lists

    def sections(self, sections: Sequence[Section], rows: Mapping[int, int], today: datetime.date) -> None:
        columns = self._title_columns(todo for section in sections for todo in section["todos"])
        for number, section in enumerate(sections):
            if number:
                self._screen.line()
            self._screen.line(self.heading(section))
            for todo in section["todos"]:
                self._screen.line(self._row(todo, rows.get(todo["id"]), columns, today))

    def todos(self, todos: Sequence[Todo], rows: Mapping[int, int], today: datetime.date) -> None:
        """Todos of several sections, each with the name of its own."""
        columns = self._title_columns(todos)
        for todo in todos:
            line = self._row(todo, rows.get(todo["id"]), columns, today)
            self._screen.line(f"{line}  {clean(todo['category'])}".rstrip())

    def heading(self, section: Section) -> str:
        """Sections by initial are called as the index calls them, which is said once."""
        counts = self._screen.dim(f"{section['completedCount']}/{section['count']}")
        index, title = clean(section["indexTitle"]), self.title_of(section)
        beside = "" if title == index else f"{pad(index, _INDEX)} "
        return f"{beside}{self._screen.bold(title)}  {counts}"

    def section_table(self, sections: Sequence[Section]) -> None:
        for number, section in enumerate(sections, 1):
            self._screen.line(f"{number:>{_ROW}}  {self.heading(section)}")

    def title_of(self, section: Section) -> str:
        return clean(section["title"]) or self._say("no.category")

    def _row(self, todo: Todo, row: int | None, columns: int, today: datetime.date) -> str:
        title = cut(clean(todo["title"]), columns) if self._screen.columns else clean(todo["title"])
        gap = " " * (columns - width(title))
        marks = f"{row or '':>{_ROW}}  {self._marks(todo)} {self._title(todo, title)}{gap}"
        return "  ".join([marks, self._screen.dim(f"#{todo['id']}"), *self._due(todo, today)])

    def _title_columns(self, todos: Iterable[Todo]) -> int:
        """As wide as the widest title, within reason and within the terminal."""
        room = _WIDEST
        if self._screen.columns:
            room = max(_NARROWEST, min(room, self._screen.columns - _BESIDE_TITLE))
        return min(room, max((width(clean(todo["title"])) for todo in todos), default=0))

    def _marks(self, todo: Todo) -> str:
        star = self._screen.yellow("★") if todo["isToday"] else " "
        return f"{'[x]' if todo['isCompleted'] else '[ ]'} {star}"

    def _title(self, todo: Todo, title: str) -> str:
        return self._screen.struck(title) if todo["isCompleted"] else title

    def _due(self, todo: Todo, today: datetime.date) -> list[str]:
        """Nothing, or one text. Days as the protocol writes them compare as text."""
        day = todo["dueOn"]
        if day is None:
            return []
        if day < today.isoformat() and not todo["isCompleted"]:
            return [self._screen.red(self._say("overdue", day=day_words(self._say, day, today)))]
        return [self._say("due", day=day_words(self._say, day, today))]

    # One todo

    def outcome(self, deed: str, todos: Iterable[Todo]) -> None:
        for todo in todos:
            self._screen.line(self.deed(deed, todo))

    def deed(self, deed: str, todo: Todo) -> str:
        title, id = self._title(todo, clean(todo["title"])), self._screen.dim(f"#{todo['id']}")
        return f"{deed}: {self._marks(todo)} {title}  {id}"

    def detail(self, todo: Todo, row: int | None) -> None:
        place = f"{row or '':>{_ROW}}  {self._marks(todo)} "
        self._screen.line(place + self._screen.bold(self._title(todo, clean(todo["title"]))))
        self._fields(
            {
                "field.category": todo["category"] or self._say("no.category"),
                "field.due": todo["dueOn"],
                "field.today": self._say("yes") if todo["isToday"] else None,
                "field.created": local_time(todo["createdAt"]),
                "field.modified": local_time(todo["modifiedAt"]),
                "field.completed": local_time(todo["completedAt"]),
            }
        )
        self._screen.line(self._screen.dim(f"      #{todo['id']}"))
        if todo["detail"]:
            self._screen.line()
            self._screen.line(clean(todo["detail"], keep="\n\t"))

    def draft(self, title: str, detail: str, category: str, due_on: str | None) -> None:
        """What is about to be stored."""
        self._fields(
            {
                "field.title": title,
                "field.detail": detail,
                "field.category": category or self._say("no.category"),
                "field.due": due_on,
            }
        )

    def _fields(self, fields: Mapping[str, str | None]) -> None:
        names = {key: self._say(key) for key in fields}
        columns = max(map(width, names.values()))
        for key, value in fields.items():
            if value:
                self._screen.line(f"      {self._screen.dim(pad(names[key], columns))}  {clean(value)}")


def day_words(say: Messages, day: str, today: datetime.date) -> str:
    """A day of the protocol as a person calls it."""
    names = {-1: "day.yesterday", 0: "day.today", 1: "day.tomorrow"}
    key = names.get((datetime.date.fromisoformat(day) - today).days)
    return say(key) if key else day


def local_time(instant: str | None) -> str | None:
    """A moment of the protocol (UTC) on the person's own clock, to the minute."""
    if instant is None:
        return None
    moment = datetime.datetime.fromisoformat(instant.replace("Z", "+00:00"))
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
