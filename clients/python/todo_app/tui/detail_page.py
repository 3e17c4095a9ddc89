"""The page of one todo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from todo_client import ChangeList, ClientError, NotFound, Todo

from ..text import clean, pad, width
from ..views import day_words, local_time
from .actions import ask_delete, edit, star, tick
from .editor import wrapped
from .keys import command
from .page import Page
from .painting import Canvas, Style
from .reading import Query

if TYPE_CHECKING:
    from .app import App


class DetailPage(Page):
    """todo: as far as it is known; the rest is asked for."""

    def __init__(self, app: App, todo: Todo) -> None:
        super().__init__(app)
        self._todo = todo
        self._is_fresh = False
        self._top = 0
        self._room = 1

    def draw(self, canvas: Canvas) -> bool:
        lines = self._lines(max(1, canvas.columns - 4))
        self._room = canvas.height - 3
        self._top = max(0, min(self._top, len(lines) - self._room))
        for row, (column, text, style) in enumerate(lines[self._top:self._top + self._room], 1):
            canvas.put(row, 2 + column, text, style)
        return "detail" in self._todo

    def _lines(self, columns: int) -> list[tuple[int, str, Style]]:
        todo = self._todo
        marks = f"{'[x]' if todo['isCompleted'] else '[ ]'} {'★' if todo['isToday'] else ' '} "
        style = Style.STRUCK if todo["isCompleted"] else Style.BOLD
        title = wrapped(clean(todo["title"]), columns - width(marks))
        lines = [(0, marks + title[0], style), *((width(marks), line, style) for line in title[1:])]
        lines.append((0, "", Style.PLAIN))
        for name, value in self._fields():
            lines.append((0, f"{name}  {value}", Style.PLAIN))
        lines += [(0, "", Style.PLAIN), *((0, line, Style.PLAIN) for line in self._detail(columns))]
        return lines

    def _fields(self) -> list[tuple[str, str]]:
        todo, say = self._todo, self.say
        day = todo["dueOn"]
        values = {
            "field.category": clean(todo["category"]) or say("no.category"),
            "field.due": day_words(say, day, self.app.today) if day else "–",
            "field.today": say("yes" if todo["isToday"] else "no"),
            "field.created": local_time(todo.get("createdAt")),
            "field.modified": local_time(todo.get("modifiedAt")),
            "field.completed": local_time(todo.get("completedAt")),
        }
        columns = max(width(say(key)) for key in values)
        return [(pad(say(key), columns), value) for key, value in values.items() if value]

    def _detail(self, columns: int) -> list[str]:
        if "detail" not in self._todo:
            return [self.say("tui.loading")]
        return wrapped(clean(self._todo["detail"].replace("\t", "    "), keep="\n"), columns)

    def hints(self) -> str:
        return self.say("tui.hints.detail")

    def key(self, key: str) -> None:
        todo = self._todo
        match command(key):
            case "esc" | "q" | "left" | "enter":
                self.app.close(self)
            case " " | "x":
                tick(self.app, todo)
            case "t":
                star(self.app, todo)
            case "e":
                edit(self.app, todo)
            case "d" | "delete":
                ask_delete(self.app, todo, lambda _: self.app.close(self))
            case "u":
                self.app.undo()
            case "r" | "ctrl-r":
                self.app.redo()
            case "up" | "k":
                self._top -= 1
            case "down" | "j":
                self._top += 1
            case "page up":
                self._top -= self._room
            case "page down":
                self._top += self._room
            case "home":
                self._top = 0
            case "end":
                self._top = 1 << 30

    # News

    def query(self) -> Query | None:
        if self._is_fresh:
            return None
        self._is_fresh = True
        id = self._todo["id"]
        return Query(lambda client: client.todo.get(id), self._take, self._fail)

    def apply(self, changes: ChangeList) -> None:
        if changes["sectionsChanged"]:
            self._is_fresh = False
        for change in changes["changes"]:
            if change["id"] == self._todo["id"]:
                self._take(change["todo"])

    def everything_is_stale(self) -> None:
        self._is_fresh = False

    def _take(self, todo: Any) -> None:
        if todo is None:
            self._is_gone()
        else:
            self._todo = todo

    def _fail(self, error: ClientError) -> None:
        self._is_fresh = False
        if isinstance(error, NotFound):
            self._is_gone()

    def _is_gone(self) -> None:
        self.app.close(self)
        self.app.notice = self.app.notice or self.say("tui.todo.gone")
