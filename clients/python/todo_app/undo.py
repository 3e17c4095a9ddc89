"""The command that takes back a change, and says what it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from todo_client import Section, Todo, Undone

from .app import FAILED, App
from .screen import Screen
from .text import clean, cut

_SHOWN = 20  # How many todos are told one by one.
_COLUMNS = 40  # And how much of a text.
_FIELDS = {
    "title": "field.title",
    "detail": "field.detail",
    "category": "field.category",
    "dueOn": "field.due",
    "isCompleted": "field.done",
    "isToday": "field.today",
}


@dataclass(frozen=True)
class _Store:
    """What is needed of a store to tell afterwards what an undo did."""

    todos: dict[int, Todo]
    sections: list[Section]
    cursor: str

    @staticmethod
    def now(app: App) -> _Store:
        cursor = app.client.changes.since()["cursor"]
        todos = {todo["id"]: todo for todo in app.client.todo.all(page_size=1000)}
        return _Store(todos, _all_sections(app), cursor)


def undo(app: App) -> int:
    """By its number, what the person means is clear. The newest change may be somebody else's, and what it was
    only the undo itself tells: so it is done, shown, and put back after anything but a yes."""
    before = _Store.now(app)
    if app.args.revision is not None:
        undone = app.client.todo.undo(app.args.revision)
    else:
        undone = app.client.todo.undo(scope="store")
    asks = app.args.revision is None and not app.args.yes
    if asks and not _is_confirmed(app, before, undone):
        app.client.todo.undo(undone["revision"])
        app.talk.line(app.say("undo.declined"))
        return FAILED
    is_told = asks and app.talk is app.out
    status = app.show(undone, lambda: None if is_told else _tell(app, app.out, before, undone))
    _tell_redo(app, undone)
    return status


def _is_confirmed(app: App, before: _Store, undone: Undone) -> bool:
    _tell(app, app.talk, before, undone)
    try:
        return app.talk.confirms(app.say("undo.ask"))
    except KeyboardInterrupt:
        return False


def _tell(app: App, screen: Screen, before: _Store, undone: Undone) -> None:
    for line in [*_todo_lines(app, screen, before, undone), *_section_lines(app, before)]:
        screen.line(line)


def _tell_redo(app: App, undone: Undone) -> None:
    if not app.args.json:
        app.out.line(app.say("undo.done", undone=undone["undone"], revision=undone["revision"]))


def _todo_lines(app: App, screen: Screen, before: _Store, undone: Undone) -> list[str]:
    views = app.views_on(screen)
    lines: list[str] = []
    pairs: list[tuple[Todo | None, Todo | None]] = [(todo, None) for todo in _taken_away(app, before)]
    pairs += [(before.todos.get(todo["id"]), todo) for todo in undone["todos"] if todo]
    for old, new in pairs[:_SHOWN]:
        if old and new:
            lines += [views.deed(app.say("undo.as_before"), new), *_differences(app, old, new)]
        elif todo := new or old:
            lines.append(views.deed(app.say("undo.back" if new else "undo.gone"), todo))
    if len(pairs) > _SHOWN:
        lines.append(app.say("watch.more", count=len(pairs) - _SHOWN))
    return lines


def _taken_away(app: App, before: _Store) -> list[Todo]:
    """The undo gives nothing for those that it took away again; the changes tell which they were."""
    changes = app.client.changes.since(before.cursor, limit=1000)["changes"]
    ids = [change["id"] for change in changes if change["todo"] is None]
    return [before.todos[id] for id in ids if id in before.todos]


def _differences(app: App, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    lines = []
    for member, key in _FIELDS.items():
        if old[member] != new[member]:
            values = (_value(app, each[member]) for each in (old, new))
            lines.append(f"      {app.say(key)}: {' → '.join(values)}")
    return lines


def _value(app: App, value: str | bool | None) -> str:
    if isinstance(value, bool):
        return app.say("yes" if value else "no")
    return cut(clean(value or ""), _COLUMNS) or "–"


def _section_lines(app: App, before: _Store) -> list[str]:
    old = {section["id"]: section for section in before.sections}
    new = {section["id"]: section for section in _all_sections(app)}
    title = app.views.title_of
    lines = [app.say("undo.section.back", title=title(new[id])) for id in new if id not in old]
    lines += [app.say("undo.section.gone", title=title(old[id])) for id in old if id not in new]
    both = [id for id in old if id in new]
    lines += [
        app.say("undo.section.title", old=title(old[id]), new=title(new[id]))
        for id in both
        if old[id]["title"] != new[id]["title"]
    ]
    if both != [id for id in new if id in old]:
        lines.append(app.say("undo.section.order"))
    return lines


def _all_sections(app: App) -> list[Section]:
    return app.client.sections.list(include_todos=False, include_empty=True)["sections"]
