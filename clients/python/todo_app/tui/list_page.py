"""The page with the list: moving in it, and all that can be done to the todo under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from todo_client import ChangeList, ClientError, Todo

from ..text import clean, index_title
from .actions import ask_delete, edit, label, star, tick
from .deeds import Deed
from .detail_page import DetailPage
from .dragging import Drag
from .editor import Editor
from .form_page import FormPage
from .help_page import HelpPage
from .keys import command
from .lists import Line, Listing, View
from .page import KeyPrompt, Page, Prompt, Question
from .painting import Canvas, Style
from .pet_page import PetPage
from .reading import Query
from .rows import Rows, index_bar
from .viewport import Viewport

if TYPE_CHECKING:
    from .app import App

_TABS = (View("category"), View("today"), View("upcoming"), View("initial"))
_TOP = 1  # The first row of the list; above it are the tabs, below it two rows of the app.


class ListPage(Page):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._port = Viewport(Listing(_TABS[0]))
        self._search: Editor | None = None  # While a text is typed.
        self._former = _TABS[0]
        self._places: dict[View, int | None] = {}

    @property
    def _listing(self) -> Listing:
        return self._port.listing

    # Drawing

    def draw(self, canvas: Canvas) -> bool:
        port, listing = self._port, self._listing
        port.height = max(1, canvas.height - 2 - _TOP)
        had_drag = port.drag is not None
        port.follow()
        if had_drag and not port.drag:
            self.app.notice = self.say("tui.todo.gone")
        self._tabs(canvas)
        end = self._index(canvas)
        is_whole = listing.show(port.top, port.last) and not port.goal
        rows = Rows(canvas, self.say, listing.view, self.app.today, end - 1)
        for number in range(port.top, port.last):
            self._line(rows, _TOP + number - port.top, listing.line(number))
        if port.last and listing.line(port.top).index >= 0:
            canvas.clear(_TOP, end)  # The section goes on from above: its header is there, in place of the line.
            rows.header(_TOP, listing.line(port.top).group)
        if listing.is_known and not any(group.rows for group in listing.groups):
            empty = "tui.empty" if listing.view.kind == "category" else "list.empty.view"
            canvas.put(_TOP + listing.lines + 1, 4, self.say(empty), Style.DIM)
        return is_whole

    def _index(self, canvas: Canvas) -> int:
        """The column at which the index begins."""
        listing, cursor = self._listing, self._port.cursor
        titles = [title for title, _ in listing.index] if listing.view.kind in ("category", "initial") else []
        return index_bar(canvas, _TOP, _TOP + self._port.height, titles, cursor.group.index_title if cursor else "")

    def _line(self, rows: Rows, row: int, line: Line) -> None:
        if line.index < 0:
            rows.header(row, line.group)
        elif not line.is_todo:
            rows.footer(row, line.group)
        else:
            todo = self._listing.todos.get(line.id) if line.id is not None else None
            drag = self._port.drag
            rows.todo(row, todo, is_selected=line == self._port.cursor, is_held=drag is not None and drag.id == line.id)

    def _tabs(self, canvas: Canvas) -> None:
        column = 1
        if self._listing.view.kind == "search" or self._search:
            column = canvas.put(0, column, self.say("tui.search") + ": ", Style.BOLD)
            text = self._listing.view.text
            if self._search:
                text, cursor = self._search.window(max(1, canvas.columns - column - 1))
                canvas.cursor = (0, column + cursor)
            canvas.put(0, column, text)
            return
        for number, view in enumerate(_TABS, 1):
            style = Style.REVERSE if view == self._listing.view else Style.PLAIN
            column = canvas.put(0, column, f" {number} {self.say(f'tui.view.{view.kind}')} ", style) + 1
        groups = self._listing.groups
        completed, count = sum(group.completed for group in groups), sum(group.count or 0 for group in groups)
        if self._listing.is_known and column < canvas.columns - 12:
            canvas.put_right(0, f"{completed}/{count}", Style.DIM, canvas.columns - 1)

    def hints(self) -> str:
        if self._port.drag:
            return self.say("tui.hints.drag")
        return self.say("tui.hints.search" if self._search else "tui.hints.list")

    # Keys

    def key(self, key: str) -> None:
        self._port.goal = None
        if self._search:
            self._search_key(key)
        elif self._port.drag:
            self._drag_key(self._port.drag, command(key))
        elif action := self._moves().get(command(key)):
            action()
        elif view := dict(zip("1234", _TABS)).get(command(key)):
            self._show(view)
        elif action := self._actions().get(command(key)):
            action()
        elif (todo := self._todo()) and (deed := self._deeds().get(command(key))):
            deed(todo)

    def _moves(self) -> dict[str, Callable[[], None]]:
        port = self._port
        return {
            "up": lambda: port.go_by(-1), "k": lambda: port.go_by(-1),
            "down": lambda: port.go_by(1), "j": lambda: port.go_by(1),
            "page up": lambda: port.turn_page(-1), "ctrl-b": lambda: port.turn_page(-1),
            "page down": lambda: port.turn_page(1), "ctrl-f": lambda: port.turn_page(1),
            "home": lambda: port.go(0), "end": port.go_to_end,
            "[": lambda: port.go_to_section(-1), "]": lambda: port.go_to_section(1),
        }  # fmt: skip

    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "q": self._quit,
            "esc": self._leave_search,
            "tab": lambda: self._next_tab(1),
            "back tab": lambda: self._next_tab(-1),
            "/": self._begin_search,
            "i": self._ask_index,
            "a": self._add,
            "u": self.app.undo,
            "r": self.app.redo,
            "ctrl-r": self.app.redo,
            "p": lambda: self.app.open(PetPage(self.app)),
            "?": lambda: self.app.open(HelpPage(self.app)),
        }

    def _deeds(self) -> dict[str, Callable[[Todo], None]]:
        return {
            "enter": lambda todo: self.app.open(DetailPage(self.app, todo)),
            "right": lambda todo: self.app.open(DetailPage(self.app, todo)),
            " ": lambda todo: tick(self.app, todo),
            "x": lambda todo: tick(self.app, todo),
            "t": lambda todo: star(self.app, todo),
            "e": lambda todo: edit(self.app, todo),
            "d": lambda todo: ask_delete(self.app, todo),
            "delete": lambda todo: ask_delete(self.app, todo),
            "m": self._ask_category,
            "g": self._grab,
        }

    def _todo(self) -> Todo | None:
        """The one under the cursor, if it has come."""
        return self._listing.todos.get(self._port.id) if self._port.id is not None else None

    def _quit(self) -> None:
        if self.app.is_changing:
            self.app.open(Question(self.app, self.say("tui.quit.ask"), self.app.quit))
        else:
            self.app.quit()

    # Views

    def _show(self, view: View) -> None:
        if view == self._listing.view:
            return
        self._places[self._listing.view] = self._port.id
        if self._listing.view.kind != "search":
            self._former = self._listing.view
        self._port = Viewport(Listing(view), self._places.get(view))

    def _next_tab(self, step: int) -> None:
        view = self._listing.view
        number = _TABS.index(view) if view in _TABS else _TABS.index(self._former)
        self._show(_TABS[(number + step) % len(_TABS)])

    def _begin_search(self) -> None:
        self._search = Editor(self._listing.view.text)

    def _leave_search(self) -> None:
        if self._listing.view.kind == "search":
            self._show(self._former)

    def _search_key(self, key: str) -> None:
        assert self._search
        if key == "esc":
            self._search = None
            self._leave_search()
        elif key in ("enter", "down", "up", "tab"):
            self._search = None
        elif self._search.key(key):
            text = self._search.text.strip()
            self._show(View("search", text) if text else self._former)

    def _ask_index(self) -> None:
        titles = ", ".join(title for title, _ in self._listing.index) or "–"
        self.app.open(KeyPrompt(self.app, self.say("tui.index"), self._jump, titles))

    def _jump(self, letter: str) -> None:
        wanted = index_title(letter)
        numbers = dict(self._listing.index)
        groups = self._listing.groups
        if wanted in numbers and numbers[wanted] < len(groups) and groups[numbers[wanted]].rows:
            self._port.go_to(groups[numbers[wanted]])
        else:
            self.app.notice = self.say("jump.none", title=wanted, titles=", ".join(numbers) or "–")

    # Changing

    def _add(self) -> None:
        category = (self._port.cursor.group.category or "") if self._port.cursor else ""
        FormPage.to_add(self.app, category, self._added, is_today=self._listing.view.kind == "today")

    def _added(self, todo: Todo) -> None:
        self._port.goal = todo

    def _ask_category(self, todo: Todo) -> None:
        def move(category: str) -> None:
            if not category:
                return
            params = {"id": todo["id"], "category": "" if category == self.say("no.category") else category}
            deed = Deed("todo.move", params, label(self.app, "move.done", todo), todo["revision"])
            deed.on_done = self._added
            self.app.do(deed)

        known = ", ".join(clean(group.category) for group in self._listing.groups[:8] if group.category)
        self.app.open(Prompt(self.app, self.say("tui.move"), move, known))

    def undone(self, result: Any) -> None:
        """What was taken back is shown."""
        todos = [todo for todo in result["todos"] if todo] if result else []
        if todos:
            self._added(todos[0])

    # Dragging

    def _grab(self, todo: Todo) -> None:
        if self._listing.view.kind != "category":
            self.app.notice = self.say("tui.drag.where")
        elif self._port.cursor:
            self._port.drag = Drag(self._listing, self._port.cursor)

    def _drag_key(self, drag: Drag, key: str) -> None:
        moves: dict[str, Callable[[], None]] = {
            "up": drag.up, "k": drag.up, "down": drag.down, "j": drag.down,
            "home": drag.to_top, "end": drag.to_bottom,
            "[": lambda: drag.to_next(-1), "page up": lambda: drag.to_next(-1), "left": lambda: drag.to_next(-1),
            "]": lambda: drag.to_next(1), "page down": lambda: drag.to_next(1), "right": lambda: drag.to_next(1),
        }  # fmt: skip
        if drag.is_dropping:
            return
        if key in moves:
            moves[key]()
        elif key in ("enter", " ", "g"):
            self._drop(drag)
        elif key in ("esc", "q"):
            drag.put_back()
            self._port.drag = None

    def _drop(self, drag: Drag) -> None:
        todo = self._listing.todos[drag.id]
        if drag.is_home:
            self._port.drag = None
            return
        drag.is_dropping = True
        params = {"id": drag.id, **drag.destination()}

        def done(result: Todo) -> None:
            drag.dropped(result)
            self._port.drag = None

        def failed(error: ClientError) -> None:
            drag.put_back()
            self._port.drag = None

        deed = Deed("todo.move", params, label(self.app, "move.done", todo), todo["revision"], done, failed)
        self.app.do(deed)

    # News

    def query(self) -> Query | None:
        return self._listing.query()

    def apply(self, changes: ChangeList) -> None:
        self._listing.apply(changes)

    def everything_is_stale(self) -> None:
        self._listing.everything_is_stale()

