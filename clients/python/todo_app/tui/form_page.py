"""The page on which a todo is written: a new one, or one that is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from todo_client import ChangeList, ClientError, Conflict, InvalidParams, NotFound, Todo

from ..dates import due_day, is_day
from ..text import clean, width
from .deeds import Deed
from .editor import Editor
from .page import Page, Question
from .painting import Canvas, Style
from .reading import Query

if TYPE_CHECKING:
    from .app import App

_LABELS = {"title": "field.title", "category": "field.category", "dueOn": "field.due", "detail": "field.detail"}


@dataclass
class _Field:
    """`name` is the protocol's."""

    name: str
    label: str
    editor: Editor


class FormPage(Page):
    """With `id` it changes that todo, and shows what others change in it meanwhile. Without, it adds one.

    What is written stays until it is stored, whatever the server answers."""

    def __init__(
        self, app: App, heading: str, values: Mapping[str, str], id: int | None, on_saved: Callable[[Todo], None]
    ) -> None:
        super().__init__(app)
        self._heading = heading
        self._id = id
        self._on_saved = on_saved
        self._base: Todo | None = None  # As it was when the writing began.
        self._now: Todo | None = None
        self._is_fresh = id is None
        self._is_saving = False
        self._error = ""
        self._place = 0
        self._more: Mapping[str, Any] = {}
        self._fields: list[_Field] = []
        if id is None:
            self._fill(values)

    @staticmethod
    def to_add(app: App, category: str, on_saved: Callable[[Todo], None], *, is_today: bool) -> None:
        page = FormPage(app, app.say("tui.form.add"), {"category": category}, None, on_saved)
        page._more = {"isToday": True} if is_today else {}
        app.open(page)

    @staticmethod
    def to_edit(app: App, id: int) -> None:
        app.open(FormPage(app, app.say("tui.form.edit"), {}, id, lambda todo: None))

    def _fill(self, values: Mapping[str, Any]) -> None:
        self._written = {name: str(values.get(name) or "") for name in _LABELS}
        self._fields = [
            _Field(name, self.say(label), Editor(self._written[name], is_long=name == "detail"))
            for name, label in _LABELS.items()
        ]

    # Drawing

    def draw(self, canvas: Canvas) -> bool:
        canvas.put(0, 1, self._heading, Style.BOLD)
        if not self._fields:
            canvas.put(2, 2, self.say("tui.loading"), Style.DIM)
            return False
        start = 4 + max(width(field.label) for field in self._fields)
        for number, field in enumerate(self._fields[:-1]):
            self._line(canvas, 2 + 2 * number, field, start, number == self._place)
        self._text(canvas, 2 + 2 * len(self._fields[:-1]), start)
        if self._error:
            canvas.put(canvas.height - 3, 1, self._error, Style.RED)
        return True

    def _line(self, canvas: Canvas, row: int, field: _Field, start: int, is_here: bool) -> None:
        canvas.put(row, 2, field.label, Style.BOLD if is_here else Style.DIM)
        text, cursor = field.editor.window(max(1, canvas.columns - start - 1))
        end = canvas.put(row, start, text)
        if is_here:
            canvas.cursor = (row, min(start + cursor, canvas.columns - 1))
        if note := self._note(field.name):
            canvas.put(row + 1, start, note, Style.YELLOW)
        elif field.name == "dueOn" and is_here and not text:
            canvas.put(row, end + 1, self.say("tui.form.due"), Style.DIM)

    def _text(self, canvas: Canvas, row: int, start: int) -> None:
        """The detail, as much of it as there is room for around the cursor."""
        field = self._fields[-1]
        is_here = self._place == len(self._fields) - 1
        canvas.put(row, 2, field.label, Style.BOLD if is_here else Style.DIM)
        room = max(1, canvas.height - 3 - row)
        if note := self._note(field.name):
            canvas.put(row, start, note, Style.YELLOW)
            row, room = row + 1, max(1, room - 1)
        lines, cursor_row, cursor_column = field.editor.lines(max(1, canvas.columns - start - 2))
        top = max(0, cursor_row - room + 1) if is_here else 0
        for number, line in enumerate(lines[top:top + room]):
            canvas.put(row + number, start, line)
        if is_here:
            canvas.cursor = (row + cursor_row - top, start + cursor_column)

    def _note(self, name: str) -> str:
        """What somebody else has made of this member since."""
        base, now = self._base, self._now
        if not base or not now or base.get(name) == now.get(name):
            return ""
        return self.say("tui.form.now", value=clean(str(now.get(name) or "–")))

    def hints(self) -> str:
        return self.say("tui.hints.form")

    # Keys

    def key(self, key: str) -> None:
        if self._is_saving:
            return
        if key == "esc":
            self._leave()
        elif not self._fields:
            return
        elif key == "ctrl-s" or (key == "enter" and self._place < len(self._fields) - 1):
            self._save()
        elif key in ("tab", "back tab"):
            self._move(1 if key == "tab" else -1)
        elif key in ("up", "down"):
            editor = self._fields[self._place].editor
            if not (editor.up() if key == "up" else editor.down()):
                self._move(1 if key == "down" else -1)
        else:
            self._fields[self._place].editor.key(key)

    def _move(self, step: int) -> None:
        self._place = (self._place + step) % len(self._fields)

    def _leave(self) -> None:
        if any(field.editor.text != self._written[field.name] for field in self._fields):
            self.app.open(Question(self.app, self.say("tui.form.discard"), lambda: self.app.close(self)))
        else:
            self.app.close(self)

    # Saving

    def _members(self) -> dict[str, Any]:
        """What was written, as the protocol wants it; of a todo that is there, what is different."""
        members: dict[str, Any] = {}
        for field in self._fields:
            text = field.editor.text
            if text != self._written[field.name] or (self._id is None and (text or field.name == "title")):
                members[field.name] = self._value(field.name, text)
        return members

    def _value(self, name: str, text: str) -> str | None:
        match name:
            case "dueOn":
                return due_day(text, self.app.today)
            case "category" if text.strip() == self.say("no.category"):
                return ""
        return text

    def _save(self) -> None:
        members = self._members()
        if not is_day(members.get("dueOn")):
            self._refuse("dueOn", self.say("due.unknown", words=clean(members["dueOn"])))
        elif self._id is None and not members["title"].strip():
            self._create(members)  # There is nothing to agree to: the server says what is missing.
        elif self._id is None:
            question = Question(self.app, self.say("add.ask"), lambda: self._create(members), self.say("add.declined"))
            self.app.open(question)
        elif members and self._base:
            self._update(self._id, members, self._base["revision"])
        else:
            self.app.close(self)

    def _refuse(self, name: str, why: str) -> None:
        self._error = why
        self._place = [field.name for field in self._fields].index(name)

    def _create(self, members: Mapping[str, Any]) -> None:
        self._do("todo.create", {**members, **self._more}, "add.done", None)

    def _update(self, id: int, members: Mapping[str, Any], revision: int) -> None:
        """Only if the todo still is what the person has seen."""
        self._do("todo.update", {"id": id, **members, "ifRevision": revision}, "edit.done", revision)

    def _do(self, method: str, params: Mapping[str, Any], key: str, unchanged: int | None) -> None:
        self._is_saving, self._error = True, ""
        label = f"{self.say(key)}: {clean(self._fields[0].editor.text.strip())}"
        self.app.do(Deed(method, params, label, unchanged, self._saved, self._failed))

    def _saved(self, todo: Todo) -> None:
        self.app.close(self)
        self._on_saved(todo)

    def _failed(self, error: ClientError) -> None:
        self._is_saving = False
        self._error, self.app.notice = self.app.words(error), ""
        if isinstance(error, InvalidParams):
            names = [field.name for field in self._fields]
            name = error.path.removeprefix("/")
            self._place = names.index(name) if name in names else self._place
        elif isinstance(error, Conflict) and error.reason == "revision" and (current := error.current) and self._id:
            id, self._now = self._id, current
            text = self.say("tui.form.overwrite", reason=error.message)
            overwrite = lambda: self._update(id, self._members(), current["revision"])  # noqa: E731
            self.app.open(Question(self.app, text, overwrite))

    # What others do to it meanwhile

    def query(self) -> Query | None:
        if self._is_fresh or self._id is None:
            return None
        self._is_fresh = True
        id = self._id
        return Query(lambda client: client.todo.get(id), self._take, self._lost)

    def apply(self, changes: ChangeList) -> None:
        for change in changes["changes"]:
            if change["id"] == self._id:
                if change["todo"]:
                    self._take(change["todo"])
                else:
                    self._is_gone()

    def everything_is_stale(self) -> None:
        self._is_fresh = self._id is None

    def _take(self, todo: Todo) -> None:
        self._now = todo
        if self._base is None:
            self._base = todo
            self._fill(todo)

    def _lost(self, error: ClientError) -> None:
        self._is_fresh = False
        if isinstance(error, NotFound):
            self._is_fresh = True
            self._is_gone()

    def _is_gone(self) -> None:
        self._error = self.say("tui.todo.gone")
