"""A list as far as it is known: sections with their counts, the ids in them as far as anybody has scrolled, and the
todos of the rows on the screen. What is missing is asked for page by page; what has changed is asked for again.

Ids are cheap (a thousand come in one request), so that of 100,000 todos the last one is not far. Titles are asked for
only where they are seen.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from todo_client import Change, ChangeList, Client, ClientError, Filter, SectionList, Todo

from .reading import Query

_FIELDS = ("title", "category", "isCompleted", "isToday", "dueOn", "revision")
_PAGE = 1000
_PAGES_AT_ONCE = 20  # Then what else is wanted has its turn.
_MOST_ROWS = 500
_MOST_KEPT = 5000

Kind = Literal["category", "today", "upcoming", "initial", "search"]


class View(NamedTuple):
    """What is listed. A search has a text."""

    kind: Kind
    text: str = ""


@dataclass(eq=False)
class Group:
    """A section. `count` is the server's, None for a search; `category` is None where no todo tells it."""

    id: str
    filter: Filter
    title: str = ""
    index_title: str = ""
    count: int | None = None
    completed: int = 0
    category: str | None = None
    ids: list[int] = field(default_factory=list)
    cursor: str | None = None
    is_complete: bool = False
    is_stale: bool = True
    anew: list[int] | None = None  # The ids so far, while a stale section is listed from its beginning.
    lent: int = 0  # How many more it shows than it has, since a todo is held here, or away from here.

    @property
    def rows(self) -> int:
        if self.is_complete:
            return len(self.ids)
        return len(self.ids) + 1 if self.count is None else max(self.count + self.lent, len(self.ids))


@dataclass(frozen=True)
class Line:
    """`index` counts the todos of the section; it is -1 for the header, and their number for the footer."""

    group: Group
    index: int

    @property
    def is_todo(self) -> bool:
        return 0 <= self.index < self.group.rows

    @property
    def id(self) -> int | None:
        """None as long as nobody knows."""
        return self.group.ids[self.index] if 0 <= self.index < len(self.group.ids) else None


class Listing:
    def __init__(self, view: View) -> None:
        self.view = view
        self.groups: list[Group] = []
        self.index: list[tuple[str, int]] = []
        self.todos: dict[int, Todo] = {}
        self.is_known = False
        """Whether the sections have come."""
        self.version = 0
        """Rises whenever lines may have become others."""
        self._headings_are_stale = True
        self._fresh: set[int] = set()  # Of the todos, those that nothing has happened to since they came.
        self._where: dict[int, Group] = {}
        self._placed: dict[int, int] = {}
        self._wanted: dict[Group, int] = {}
        self._wanted_whole: list[Group] = []
        self._wanted_ids: list[int] = []
        self._starts: list[int] | None = None
        if view.kind == "search":
            self.groups = [Group("", {"text": view.text})]
            self.is_known = True

    # Lines

    @property
    def lines(self) -> int:
        return self._first_lines()[-1]

    def line(self, number: int) -> Line:
        starts = self._first_lines()
        group = bisect.bisect_right(starts, number, hi=len(starts) - 1) - 1
        return Line(self.groups[group], number - starts[group] - 1)

    def number_of(self, line: Line) -> int:
        return self._first_lines()[self.groups.index(line.group)] + 1 + line.index

    def find(self, id: int) -> Line | None:
        group = self._where.get(id)
        return Line(group, group.ids.index(id)) if group else None

    def group(self, id: str) -> Group | None:
        return next((group for group in self.groups if group.id == id), None)

    def has_caught_up(self, todo: Todo) -> bool:
        """Whether this todo is listed as it is here, or as it was later."""
        group, known = self._where.get(todo["id"]), self.todos.get(todo["id"])
        is_listed = group is not None and not group.is_stale and group.anew is None
        return is_listed and known is not None and known["revision"] >= todo["revision"]

    def of_category(self, category: str) -> Group | None:
        return next((group for group in self.groups if group.category == category), None)

    def _first_lines(self) -> list[int]:
        """The line number of each header, and behind them the number of lines."""
        if self._starts is None:
            starts = [0]
            for group in self.groups:
                starts.append(starts[-1] + group.rows + 2)
            self._starts = starts
        return self._starts

    def has_changed(self) -> None:
        self._starts = None
        self.version += 1

    # What is wanted

    def show(self, first: int, last: int) -> bool:
        """Says which lines are on the screen, and gives whether all of them are known. As many above and below
        are asked for too, so that they are there when somebody turns the page."""
        self._wanted = {}
        seen: list[int] = []
        near: list[int] = []
        is_known = self.is_known
        margin = last - first
        for number in range(max(0, first - margin), min(self.lines, last + margin)):
            line = self.line(number)
            if not line.is_todo:
                continue
            self._wanted[line.group] = line.index + 1
            is_seen = first <= number < last
            if line.id is not None:
                (seen if is_seen else near).append(line.id)
            if is_seen and line.id not in self.todos:
                is_known = False
        self._wanted_ids = (seen + near)[:_MOST_ROWS]
        return is_known

    def want_whole(self, group: Group) -> None:
        """Lists all of its ids, however far away they are."""
        if group not in self._wanted_whole:
            self._wanted_whole.append(group)

    def query(self) -> Query | None:
        """What to ask the server next, the most urgent first."""
        if self._headings_are_stale and self.view.kind != "search":
            self._headings_are_stale = False
            return self._headings_query()
        unknown = [id for id in self._wanted_ids if id not in self._fresh]
        if any(id not in self.todos for id in unknown):
            return self._todos_query(unknown)
        for group in list(self._wanted_whole):
            if group not in self.groups or (group.is_complete and not group.is_stale and group.anew is None):
                self._wanted_whole.remove(group)
        for group, count in [*self._wanted.items(), *((group, group.rows) for group in self._wanted_whole)]:
            is_short = len(group.ids) < count and not group.is_complete
            if group in self.groups and (group.is_stale or group.anew is not None or is_short):
                return self._ids_query(group, count)
        return self._todos_query(unknown) if unknown else None

    # Sections

    def _headings_query(self) -> Query:
        match self.view.kind:
            case "category":
                # The first todo of each alone tells the category, for a title may be made up.
                return self._sections_query("category", fields=["category"], limit=1)
            case "initial":
                return self._sections_query("initial", include_todos=False)
        return self._sections_query("schedule", include_todos=False)

    def _sections_query(self, grouping: Any, **options: Any) -> Query:
        def fail(error: ClientError) -> None:
            self._headings_are_stale = True

        return Query(lambda client: client.sections.list(grouping, **options), self._take_headings, fail)

    def _take_headings(self, listing: SectionList) -> None:
        former = {group.id: group for group in self.groups}
        self.groups = []
        for section in listing["sections"]:
            if self.view.kind in ("today", "upcoming") and section["id"] != self.view.kind:
                continue
            group = former.pop(section["id"], None) or Group(section["id"], {"section": section["id"]})
            group.title, group.index_title = section["title"], section["indexTitle"]
            group.count, group.completed = section["count"], section["completedCount"]
            for todo in section.get("todos", []):
                group.category = todo["category"]
            if len(group.ids) - group.lent > group.count or (group.is_complete and self._is_short(group)):
                group.is_stale = True
            self.groups.append(group)
        for group in former.values():
            self._forget(group)
        self.index = [(entry["title"], entry["section"]) for entry in listing["index"]]
        self.is_known = True
        self.has_changed()

    def _is_short(self, group: Group) -> bool:
        return group.count is not None and len(group.ids) - group.lent < group.count

    def _forget(self, group: Group) -> None:
        for id in group.ids:
            if self._where.get(id) is group:
                del self._where[id]

    # Ids

    def _ids_query(self, group: Group, count: int) -> Query:
        """The next pages of a section, or of a stale one all anew, as far as it is wanted. A section that becomes
        stale while it is listed is listed to the end first: else many changes could keep it from ever coming."""
        if group.is_stale and group.anew is None:
            group.is_stale, group.anew, group.cursor = False, [], None
        known = len(group.ids if group.anew is None else group.anew)
        cursor = group.cursor

        def ask(client: Client) -> tuple[list[int], str | None]:
            ids: list[int] = []
            at = cursor
            for _ in range(_PAGES_AT_ONCE):
                page = client.todo.list(group.filter, fields=["id"], limit=_PAGE, cursor=at)
                ids += [todo["id"] for todo in page["todos"]]
                at = page["nextCursor"]
                if at is None or known + len(ids) >= count:
                    break
            return ids, at

        def take(answer: tuple[list[int], str | None]) -> None:
            ids, group.cursor = answer
            if group.anew is None:
                self.take_ids(group, [*group.ids, *ids])
                return
            group.anew += ids
            if group.cursor is None or len(group.anew) >= count:
                self.take_ids(group, group.anew)

        def fail(error: ClientError) -> None:
            group.is_stale, group.anew = True, None

        return Query(ask, take, fail)

    def take_ids(self, group: Group, ids: Iterable[int]) -> None:
        """What was moved while its section was listed comes twice, or in two sections: it counts once."""
        group.anew, group.is_complete = None, group.cursor is None
        self._forget(group)
        group.ids = list(dict.fromkeys(ids))
        for id in group.ids:
            other = self._where.get(id)
            if other:
                other.ids.remove(id)
            self._where[id] = group
        self.has_changed()

    def remove(self, id: int) -> None:
        group = self._where.pop(id, None)
        if group:
            group.ids.remove(id)
            self.has_changed()

    def insert(self, id: int, group: Group, index: int) -> None:
        group.ids.insert(index, id)
        self._where[id] = group
        self.has_changed()

    # Todos

    def _todos_query(self, ids: list[int]) -> Query:
        def ask(client: Client) -> list[Todo]:
            return client.todo.list({"ids": ids}, fields=_FIELDS, limit=_PAGE)["todos"]

        def take(todos: Sequence[Todo]) -> None:
            self.todos.update((todo["id"], todo) for todo in todos)
            self._fresh.update(ids)
            for id in set(ids) - {todo["id"] for todo in todos}:
                self.todos.pop(id, None)  # It was deleted while its section was listed.
                self.remove(id)
            self._tidy()
            self.has_changed()

        return Query(ask, take)

    def _tidy(self) -> None:
        """Whoever scrolls through everything need not have everything in memory."""
        if len(self.todos) > _MOST_KEPT:
            wanted = set(self._wanted_ids)
            self.todos = {id: todo for id, todo in self.todos.items() if id in wanted}
            self._fresh &= wanted

    # Changes

    def counts_are_stale(self) -> None:
        self._headings_are_stale = True
        self.has_changed()

    def everything_is_stale(self) -> None:
        self._headings_are_stale = True
        self._fresh.clear()
        self._all_are_stale()

    def apply(self, changes: ChangeList) -> None:
        self._headings_are_stale = True
        if changes["sectionsChanged"]:
            self._fresh.clear()  # Their categories may be called otherwise.
            if self.view.kind != "category":
                self._all_are_stale()
        for change in changes["changes"]:
            self._apply(change)
        self.has_changed()

    def _apply(self, change: Change) -> None:
        id, todo = change["id"], change["todo"]
        before = self.todos.get(id)
        if todo is None:
            self.todos.pop(id, None)
            self.remove(id)
            return
        self.todos[id] = todo
        self._fresh.add(id)
        if self._is_in_place(change["kind"], before, todo):
            return
        if self.view.kind != "category":
            self._all_are_stale()
            return
        target = self.of_category(todo["category"])
        if target:
            target.is_stale = True
        if self._where.get(id) is not target:
            self.remove(id)

    def _is_in_place(self, kind: str, before: Todo | None, todo: Todo) -> bool:
        """Whether it is still where it is listed, as far as the change tells."""
        group = self._where.get(todo["id"])
        if self._placed.pop(todo["id"], None) == todo["revision"]:
            return True
        if kind != "updated" or group is None or before is None:
            return False
        match self.view.kind:
            case "category":
                return group is self.of_category(todo["category"])
            case "initial":
                return before["title"] == todo["title"]
            case "search":
                return False  # It may have been found by its detail, and nobody knows what that was.
        return all(before.get(name) == todo.get(name) for name in ("isToday", "dueOn", "isCompleted", "category"))

    def is_placed(self, todo: Todo) -> None:
        """This app has moved it, and shows it where it is: the news of that is none."""
        self.todos[todo["id"]] = todo
        self._placed[todo["id"]] = todo["revision"]

    def _all_are_stale(self) -> None:
        for group in self.groups:
            group.is_stale = True
