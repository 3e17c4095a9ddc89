"""What can be done to one todo, in the list and on its own page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from todo_client import Todo

from ..text import clean
from .deeds import Deed
from .form_page import FormPage
from .page import Question

if TYPE_CHECKING:
    from .app import App


def label(app: App, key: str, todo: Todo) -> str:
    return f"{app.say(key)}: {clean(todo['title'])}"


def tick(app: App, todo: Todo) -> None:
    is_completed = not todo["isCompleted"]
    _update(app, todo, "tick.done" if is_completed else "untick.done", isCompleted=is_completed)


def star(app: App, todo: Todo) -> None:
    is_today = not todo["isToday"]
    _update(app, todo, "star.done" if is_today else "unstar.done", isToday=is_today)


def _update(app: App, todo: Todo, key: str, **members: Any) -> None:
    app.do(Deed("todo.update", {"id": todo["id"], **members}, label(app, key, todo), todo["revision"]))


def edit(app: App, todo: Todo) -> None:
    FormPage.to_edit(app, todo["id"])


def ask_delete(app: App, todo: Todo, on_done: Callable[[Any], None] | None = None) -> None:
    """As one of many: unlike deleting one, that tells the revision, by which it can be undone."""

    def delete() -> None:
        deed = Deed("todo.deleteMany", {"ids": [todo["id"]]}, label(app, "delete.done", todo), None, on_done)
        app.do(deed)

    question = app.say("tui.delete.ask", title=clean(todo["title"]))
    app.open(Question(app, question, delete, app.say("delete.declined")))
