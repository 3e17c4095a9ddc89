"""A live copy of a store, beside todo_client.py.

    from todo_client import Client
    from todo_mirror import Mirror

    with Client(store="todos.sqlite", safe_retries=True) as client, Mirror(client) as mirror:
        for section in mirror.snapshot.sections():
            print(section["title"], [todo["title"] for todo in section["todos"]])
        mirror.wait(60)  # Until anyone, in any process, changes anything.

The server only hints that something has changed (`todo.didChange`); what it was, the mirror learns by its cursor
(`changes.since`). So a hint may come late, twice or not at all, and a server may die and start again: the next pull
is complete. Changes do not tell places; where a todo came or moved, the order of its section is listed anew. And
since that is another request, the changes are asked for once more behind it, until they say that nothing happened
in between. Only then is there a new snapshot: each is the store as it was at one moment.
"""

from __future__ import annotations

import threading
import traceback
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from todo_client import GONE, Change, ChangeList, Client, ClientError, Gone, Section, ServerError, Todo, TodoPage

_PAGE = 1000
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0


@dataclass(frozen=True)
class Heading:
    """A section without its todos. `category` is None as long as it has none, for then nothing tells it."""

    id: str
    title: str
    index_title: str
    category: str | None


@dataclass(frozen=True)
class Snapshot:
    """The store as it was at one moment. It never changes; do not change the todos in it either."""

    number: int
    todos: Mapping[int, Todo]
    headings: Sequence[Heading]
    order: Mapping[str, Sequence[int]]

    def sections(self, *, include_empty: bool = False) -> list[Section]:
        """As `client.sections.list()` gives them, but each with all of its todos."""
        sections = [self._section(heading) for heading in self.headings]
        return [section for section in sections if section["count"] or include_empty]

    def all(self) -> Iterator[Todo]:
        """Every todo in the order of the list, as `client.todo.all()` gives them."""
        return (self.todos[id] for heading in self.headings for id in self.order[heading.id])

    def _section(self, heading: Heading) -> Section:
        todos = [self.todos[id] for id in self.order[heading.id]]
        return {
            "id": heading.id,
            "title": heading.title,
            "indexTitle": heading.index_title,
            "count": len(todos),
            "completedCount": sum(todo["isCompleted"] for todo in todos),
            "todos": todos,
            "nextCursor": None,
        }


@dataclass
class _Draft:
    """The next snapshot while it is put together: all that is known at `cursor`, and what must be listed anew. An
    error may interrupt that at any request; the next attempt goes on from here."""

    cursor: str
    todos: dict[int, Todo] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)
    order: dict[str, list[int]] = field(default_factory=dict)
    section_of: dict[int, str] = field(default_factory=dict)
    needs_headings: bool = False
    needs_order: set[str] = field(default_factory=set)
    unplaced: set[int] = field(default_factory=set)
    has_changed: bool = False

    @property
    def is_settled(self) -> bool:
        return not self.needs_headings and not self.needs_order

    def apply(self, changes: ChangeList) -> None:
        taken_out: set[int] = set()
        sections = self._sections_by_category()
        for change in changes["changes"]:
            self._apply(change, sections, taken_out)
        self._take_out(taken_out)
        self.needs_headings |= changes["sectionsChanged"]
        self.has_changed |= changes["sectionsChanged"] or bool(changes["changes"])
        self.cursor = changes["cursor"]

    def _apply(self, change: Change, sections: Mapping[str, str], taken_out: set[int]) -> None:
        id, todo = change["id"], change["todo"]
        if todo is None:
            self.todos.pop(id, None)
            self.unplaced.discard(id)
            taken_out.add(id)
            return
        before = self.todos.get(id)
        self.todos[id] = todo
        section = sections.get(todo["category"])
        if section is None:
            taken_out.add(id)
            self.unplaced.add(id)
            self.needs_headings = True
        elif before is None or change["kind"] != "updated" or section != self.section_of.get(id):
            taken_out.add(id)
            self.needs_order.add(section)

    def _take_out(self, ids: set[int]) -> None:
        for section in {self.section_of.pop(id) for id in ids if id in self.section_of}:
            self.order[section] = [id for id in self.order[section] if id not in ids]

    def _sections_by_category(self) -> dict[str, str]:
        return {heading.category: heading.id for heading in self.headings if heading.category is not None}

    def take_headings(self, sections: Sequence[Section]) -> None:
        """The sections, each listed with its first todo: that alone tells the category, for a title may be made up."""
        known = self.order
        self.headings = [_heading(section) for section in sections]
        self.order = {heading.id: known.get(heading.id, []) for heading in self.headings}
        self.needs_order |= self.order.keys() - known.keys()
        self.needs_order &= self.order.keys()
        for id in {id for section in known.keys() - self.order.keys() for id in known[section]}:
            del self.section_of[id]
        for heading in self.headings:
            self._rename(heading)
        self._place()
        self.needs_headings = False

    def _rename(self, heading: Heading) -> None:
        """A section's new title is the category of its todos, whose revisions stay as they are."""
        category = heading.category
        if category is None:
            return
        for id in self.order[heading.id]:
            todo = self.todos.get(id)
            if todo is not None and todo["category"] != category:
                self.todos[id] = {**todo, "category": category}

    def _place(self) -> None:
        """Now the sections of those are known that came into one that was not."""
        sections = self._sections_by_category()
        placed = {id for id in self.unplaced if self.todos[id]["category"] in sections}
        self.needs_order |= {sections[self.todos[id]["category"]] for id in placed}
        self.unplaced -= placed

    def take_order(self, section: str, ids: Sequence[int]) -> None:
        self._take_out({*self.order[section], *ids})
        self.order[section] = list(ids)
        self.section_of |= dict.fromkeys(ids, section)
        self.needs_order.discard(section)

    def snapshot(self, number: int) -> Snapshot:
        order = {id: tuple(ids) for id, ids in self.order.items()}
        return Snapshot(number, _read_only(dict(self.todos)), tuple(self.headings), _read_only(order))


_read_only = types.MappingProxyType


def _heading(section: Section) -> Heading:
    first = next(iter(section["todos"]), None)
    return Heading(section["id"], section["title"], section["indexTitle"], first and first["category"])


class Mirror:
    """Stays equal to the store, whoever changes it. Any number of threads may use it.

    on_change: called with each new snapshot after the first, on the thread that found it, one call at a time.
    """

    def __init__(self, client: Client, on_change: Callable[[Snapshot], None] | None = None) -> None:
        self._client = client
        self._on_change = on_change
        self._pulling = threading.RLock()
        self._news = threading.Condition()
        self._hint = threading.Event()
        self._closed = threading.Event()
        self.error: ClientError | None = None
        """Why the last attempt to catch up failed; None when it went well. The mirror goes on trying."""
        if not client.is_initialized:
            client.initialize()
        self._stop_listening = client.listen(self._hear)
        try:
            self._draft = self._list_everything()
            self._catch_up(self._draft)
        except BaseException:
            self._stop_listening()
            raise
        self._draft.has_changed = False
        self._snapshot = self._draft.snapshot(0)
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def __enter__(self) -> Mirror:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Looking

    @property
    def snapshot(self) -> Snapshot:
        """The newest. It costs nothing, and waits for nothing."""
        return self._snapshot

    @property
    def todos(self) -> Mapping[int, Todo]:
        return self._snapshot.todos

    def sections(self, *, include_empty: bool = False) -> list[Section]:
        return self._snapshot.sections(include_empty=include_empty)

    # Waiting

    def refresh(self) -> Snapshot:
        """Asks the server now: what was committed before this call is in the snapshot."""
        with self._pulling:
            try:
                self._catch_up(self._draft)
            except Gone:
                self._draft = self._list_everything()
                self._draft.has_changed = True
                self._catch_up(self._draft)
            if self._draft.has_changed:
                self._publish()
            return self._snapshot

    def wait(self, timeout: float | None = None, *, since: Snapshot | None = None) -> bool:
        """Waits until there is a snapshot other than `since`, by default the present one. False: too late, or
        the mirror was closed."""
        with self._news:
            old = since or self._snapshot
            self._news.wait_for(lambda: self._snapshot is not old or self._closed.is_set(), timeout)
            return self._snapshot is not old

    def close(self) -> None:
        """Leaves the last snapshot as it is. The client goes on."""
        self._stop_listening()
        self._end()
        self._hint.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _end(self) -> None:
        with self._news:
            self._closed.set()
            self._news.notify_all()

    # Following

    def _hear(self, method: str, params: Mapping[str, Any]) -> None:
        if method in ("todo.didChange", GONE):
            self._hint.set()

    def _follow(self) -> None:
        pause = _SHORTEST_PAUSE
        while not self._closed.is_set():
            self._hint.wait()
            self._hint.clear()
            try:
                self._client.reconnect()
                self.refresh()
                self.error, pause = None, _SHORTEST_PAUSE
            except ClientError as error:
                if self._client.is_closed:
                    break
                self.error = error
                self._hint.set()
                self._closed.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        self._end()

    def _publish(self) -> None:
        self._draft.has_changed = False
        with self._news:
            self._snapshot = self._draft.snapshot(self._snapshot.number + 1)
            self._news.notify_all()
        if self._on_change:
            try:
                self._on_change(self._snapshot)
            except Exception:  # The callback's fault; the next change must still be told.
                traceback.print_exc()

    # Asking the server

    def _list_everything(self) -> _Draft:
        """The whole store, from a cursor on that is older than the list: what is between them comes again."""
        draft = _Draft(self._client.changes.since()["cursor"])
        sections = self._client.sections.list(include_empty=True, limit=_PAGE)["sections"]
        for section in sections:
            section["todos"] = list(self._client.sections.todos(section))
            draft.todos |= {todo["id"]: todo for todo in section["todos"]}
        draft.take_headings(sections)
        for section in sections:
            draft.take_order(section["id"], [todo["id"] for todo in section["todos"]])
        return draft

    def _catch_up(self, draft: _Draft) -> None:
        self._take_changes(draft, self._client.changes.since(draft.cursor, limit=_PAGE))
        while not draft.is_settled:
            self._take_changes(draft, self._list_anew(draft))

    def _take_changes(self, draft: _Draft, changes: ChangeList) -> None:
        draft.apply(changes)
        while changes["hasMore"]:
            changes = self._client.changes.since(draft.cursor, limit=_PAGE)
            draft.apply(changes)

    def _list_anew(self, draft: _Draft) -> ChangeList:
        """Lists what the draft needs, and behind it the changes, in one message: little can happen in between."""
        orders = sorted(draft.needs_order)
        calls: list[tuple[str, dict[str, Any]]] = [("todo.list", _order_params(id)) for id in orders]
        if draft.needs_headings:
            calls.append(("sections.list", {"includeEmpty": True, "fields": ["category"], "limit": 1}))
        calls.append(("changes.since", {"cursor": draft.cursor, "limit": _PAGE}))
        answers = self._client.batch(calls)
        for answer in answers:
            if isinstance(answer, ServerError):
                raise answer
        has_pages = False
        for id, page in zip(orders, answers):
            has_pages |= page["nextCursor"] is not None
            draft.take_order(id, self._ids(id, page))
        if draft.needs_headings:
            draft.take_headings(answers[len(orders)]["sections"])
        changes: ChangeList = answers[-1]
        return self._client.changes.since(draft.cursor, limit=_PAGE) if has_pages else changes

    def _ids(self, section: str, page: TodoPage) -> list[int]:
        """Those of the first page, and of all that follow it."""
        ids = [todo["id"] for todo in page["todos"]]
        while page["nextCursor"] is not None:
            page = self._client.todo.list(**_page_after(section, page["nextCursor"]))
            ids += [todo["id"] for todo in page["todos"]]
        return ids


def _order_params(section: str) -> dict[str, Any]:
    return {"filter": {"section": section}, "fields": ["id"], "limit": _PAGE}


def _page_after(section: str, cursor: str) -> dict[str, Any]:
    return {**_order_params(section), "cursor": cursor}
