"""The commands that change todos: add, edit, tick, untick, star, unstar, move, delete, clean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from todo_client import UNSET, Due, ServerError, Todo

from .app import FAILED, App, Misuse
from .drafts import Draft, day, draft_to_add, draft_to_edit
from .screen import person_is_here

# Adding and editing


def add(app: App) -> int:
    draft = draft_to_add(app)
    if draft.title and not app.args.yes:  # Without a title there is nothing to agree to: the server says so.
        _preview(app, draft)
        if not app.talk.confirms(app.say("add.ask")):
            app.talk.line(app.say("add.declined"))
            return FAILED
    todo = app.client.todo.create(
        draft.title,
        detail=draft.detail or None,
        category=draft.category or None,
        is_today=app.args.today,
        due_on=UNSET if draft.due_on is None else draft.due_on,
    )
    return app.show(todo, lambda: app.views.outcome(app.say("add.done"), [todo]))


def _preview(app: App, draft: Draft) -> None:
    app.views_on(app.talk).draft(draft.title, draft.detail, draft.category, draft.due_on)


def edit(app: App) -> int:
    args = app.args
    todo = app.client.todo.get(app.rows.id_of(args.row))
    if any(value is not None for value in (args.title, args.detail, args.category, args.due)):
        due: Due = UNSET if args.due is None else day(app, args.due)
        category = None if args.category is None else app.category_named(args.category)
        edited = app.client.todo.update(todo["id"], title=args.title, detail=args.detail, category=category, due_on=due)
    elif person_is_here():
        draft = draft_to_edit(app, todo)
        if draft.title and not args.yes:
            _preview(app, draft)
            if not app.talk.confirms(app.say("edit.ask")):
                app.talk.line(app.say("edit.declined"))
                return FAILED
        edited = _save(app, todo, draft)
    else:
        raise Misuse(app.say("edit.nothing"))
    return app.show(edited, lambda: app.views.outcome(app.say("edit.done"), [edited]))


def _save(app: App, todo: Todo, draft: Draft) -> Todo:
    """Only if the todo is still the one that the person saw."""
    return app.client.todo.update(
        todo["id"],
        title=draft.title,
        detail=draft.detail,
        category=draft.category,
        due_on=draft.due_on,
        if_revision=todo["revision"],
    )


# Several at a time


def tick(app: App) -> int:
    return _set(app, "tick.done", is_completed=True)


def untick(app: App) -> int:
    return _set(app, "untick.done", is_completed=False)


def star(app: App) -> int:
    return _set(app, "star.done", is_today=True)


def unstar(app: App) -> int:
    return _set(app, "unstar.done", is_today=False)


def _set(app: App, deed: str, *, is_completed: bool | None = None, is_today: bool | None = None) -> int:
    """All or none, and one step to undo."""
    ids = _ids(app)
    app.client.todo.update_many(ids, is_completed=is_completed, is_today=is_today)
    return app.report(deed, _found(app, ids))


def delete(app: App) -> int:
    todos = [_or_raise(answer) for answer in app.client.batch(("todo.get", {"id": id}) for id in _ids(app))]
    if not app.args.yes:
        for todo in todos:
            app.views_on(app.talk).detail(todo, app.rows.numbers.get(todo["id"]))
        if not app.talk.confirms(app.say("delete.ask")):
            app.talk.line(app.say("delete.declined"))
            return FAILED
    if len(todos) == 1:  # Only if it is still the one that the person saw.
        app.client.todo.delete(todos[0]["id"], if_revision=todos[0]["revision"])
    else:
        app.client.todo.delete_many([todo["id"] for todo in todos])
    return app.report("delete.done", todos)


def clean(app: App) -> int:
    """Deletes what is completed: of what the person saw, that which still is."""
    todos = list(app.client.todo.all({"isCompleted": True}, page_size=1000))
    if not todos:
        return app.show(todos, lambda: app.talk.line(app.say("clean.none")))
    if not app.args.yes:
        app.views_on(app.talk).todos(todos, app.rows.numbers, app.today)
        if not app.talk.confirms(app.say("clean.ask", count=len(todos))):
            app.talk.line(app.say("delete.declined"))
            return FAILED
    seen = [todo["id"] for todo in todos]
    deleted = set(app.client.todo.delete_many(filter={"ids": seen, "isCompleted": True})["ids"])
    return app.report("delete.done", [todo for todo in todos if todo["id"] in deleted])


def _ids(app: App) -> list[int]:
    """Every row is looked up before anything changes, so that the numbers mean what the person saw."""
    return list(dict.fromkeys(app.rows.id_of(word) for word in app.args.row))


def _found(app: App, ids: Sequence[int]) -> list[Todo]:
    """Those todos as they are now, in the order in which they were named."""
    todos = {todo["id"]: todo for todo in app.client.todo.all({"ids": list(ids)}, page_size=1000)}
    return [todos[id] for id in ids if id in todos]


def _or_raise(answer: Any) -> Any:
    if isinstance(answer, ServerError):
        raise answer
    return answer


# Moving


def move(app: App) -> int:
    args = app.args
    if sum(value is not None for value in (args.to, args.before, args.after, args.category)) != 1:
        raise Misuse(app.say("move.where"))
    id = app.rows.id_of(args.row)
    if args.to is not None and app.rows.id_at(args.to) == id:
        moved = app.client.todo.get(id)  # It is there already, and has no place beside itself.
    else:
        moved = app.client.todo.move(id, **_destination(app, id))
    return app.report("move.done", [moved])


def _destination(app: App, id: int) -> dict[str, Any]:
    args = app.args
    if args.category is not None:
        return {"category": app.category_named(args.category)}
    if args.before is not None:
        return {"before": app.rows.id_of(args.before)}
    if args.after is not None:
        return {"after": app.rows.id_of(args.after)}
    return _place_at_row(app, id, args.to)


def _place_at_row(app: App, id: int, row: int) -> dict[str, Any]:
    """Beside the todo that is at that row now, on the side that makes the moved one end up at that row."""
    there = app.rows.id_at(row)
    goes_down = app.rows.numbers.get(id, 0) < row
    return {"after" if goes_down else "before": there}
