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
from .lists import Group, Line, Listing, View
from .page import KeyPrompt, Page, Prompt, Question
from .painting import Canvas, Style
from .pet_page import PetPage
from .reading import Query
from .rows import Rows, index_bar

if TYPE_CHECKING:
    from .app import App

_TABS = (View("category"), View("today"), View("upcoming"), View("initial"))
_TOP = 1  # The first row of the list; above it are the tabs, below it two rows of the app.


class ListPage(Page):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._listing = Listing(_TABS[0])
        self._cursor: Line | None = None
        self._id: int | None = None
        self._number = 0  # Of the line under the cursor, as long as that is not known.
        self._top = 0
        self._height = 1
        self._version = -1
        self._goal: tuple[int, str] | None = None
        self._drag: Drag | None = None
        self._search: Editor | None = None  # While a text is typed.
        self._former = _TABS[0]
        self._places: dict[View, int | None] = {}

    # Drawing

    def draw(self, canvas: Canvas) -> bool:
        self._height = max(1, canvas.height - 2 - _TOP)
        self._follow()
        self._tabs(canvas)
        listing, bottom = self._listing, _TOP + self._height
        titles = [title for title, _ in listing.index] if listing.view.kind in ("category", "initial") else []
        current = self._cursor.group.index_title if self._cursor else ""
        end = index_bar(canvas, _TOP, bottom, titles, current)
        last = min(self._top + self._height, listing.lines)
        is_whole = listing.show(self._top, last) and (not self._goal or self._number < last)
        rows = Rows(canvas, self.say, listing.view, self.app.today, end - 1)
        for number in range(self._top, last):
            self._line(rows, _TOP + number - self._top, listing.line(number))
        if last and not listing.line(self._top).index == -1:
            self._sticky_header(canvas, rows, listing.line(self._top).group)
        if listing.is_known and not any(group.rows for group in listing.groups):
            empty = "tui.empty" if listing.view.kind == "category" else "list.empty.view"
            canvas.put(_TOP + 1, 4, self.say(empty), Style.DIM)
        return is_whole

    def _line(self, rows: Rows, row: int, line: Line) -> None:
        if line.index < 0:
            rows.header(row, line.group)
        elif not line.is_todo:
            rows.footer(row, line.group)
        else:
            id = line.id
            todo = self._listing.todos.get(id) if id is not None else None
            is_held = bool(self._drag) and self._drag is not None and self._drag.id == id
            rows.todo(row, todo, is_selected=line == self._cursor, is_held=is_held)

    def _sticky_header(self, canvas: Canvas, rows: Rows, group: Group) -> None:
        """The header of a section that goes on from above, in place of the topmost line."""
        canvas.rows[_TOP].spans[:] = [span for span in canvas.rows[_TOP].spans if span.column >= canvas.columns - 4]
        rows.header(_TOP, group)

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
        if self._drag:
            return self.say("tui.hints.drag")
        return self.say("tui.hints.search" if self._search else "tui.hints.list")

    # Keeping to the todo under the cursor

    def _follow(self) -> None:
        """After a change the cursor is still on its todo, and that still on its row."""
        listing = self._listing
        if self._version == listing.version and self._cursor:
            self._scroll()
            return
        if self._drag:
            self._drag.hold_on()
            if self._drag.is_over:
                self._drag = None
                self.app.notice = self.say("tui.drag.gone")
        self._version = listing.version
        row = self._number - self._top
        self._reach_goal()
        line = self._present_line()
        self._cursor, self._id = line, line.id if line else None
        if line:
            self._number = listing.number_of(line)
            self._top = self._number - row
        self._scroll()

    def _present_line(self) -> Line | None:
        listing = self._listing
        if self._drag:
            return self._drag.line
        if self._id is not None and (found := listing.find(self._id)):
            return found
        if self._cursor and (group := listing.group(self._cursor.group.id)) and group.rows:
            return Line(group, min(self._cursor.index, group.rows - 1))
        return self._nearest(self._number)

    def _nearest(self, number: int) -> Line | None:
        """The todo at that line, or the next one, or the last one before it."""
        lines = self._listing.lines
        if not lines:
            return None
        number = min(max(0, number), lines - 1)
        for candidate in [*range(number, lines), *range(number, -1, -1)]:
            line = self._listing.line(candidate)
            if line.is_todo:
                return line
        return None

    def _scroll(self) -> None:
        """Shows the cursor, and the header above it."""
        self._top = min(self._top, max(0, self._number - 1))
        self._top = max(self._top, self._number - self._height + 1)
        if self._cursor and self._cursor.index == self._cursor.group.rows - 1 and self._height > 3:
            self._top = max(self._top, self._number - self._height + 2)  # And the footer below the last one.
        self._top = max(0, min(self._top, self._listing.lines - self._height))

    def _reach_goal(self) -> None:
        """A todo that has just been added or moved is looked for where it must be."""
        if not self._goal:
            return
        id, category = self._goal
        if self._listing.find(id):
            self._id, self._goal = id, None
            return
        groups = self._listing.groups
        target = self._listing.of_category(category)
        for group in [target] if target else groups if self._listing.view.kind != "category" else []:
            if group.is_complete and not group.is_stale:
                continue
            self._listing.want_whole(group)

    # Moving the cursor

    def _go(self, number: int, step: int = 1) -> None:
        """To that line, or on from it in the direction of the step, to a todo."""
        lines = self._listing.lines
        if not lines:
            return
        number = min(max(0, number), lines - 1)
        while 0 <= number < lines and not self._listing.line(number).is_todo:
            number += step
        line = self._listing.line(number) if 0 <= number < lines else self._nearest(number)
        if line and line.is_todo:
            self._cursor, self._id, self._number = line, line.id, self._listing.number_of(line)
            self._goal = None

    def _page(self, step: int) -> None:
        rows = max(1, self._height - 2)
        self._top += step * rows
        self._go(self._number + step * rows, step)

    def _to_section(self, step: int) -> None:
        if not self._cursor:
            return
        groups = [group for group in self._listing.groups if group.rows]
        number = groups.index(self._cursor.group) + step
        if step < 0 and self._cursor.index > 0:
            number += 1  # To the beginning of this one first.
        if 0 <= number < len(groups):
            self._go_to(groups[number])

    def _go_to(self, group: Group) -> None:
        number = self._listing.number_of(Line(group, 0))
        self._top = number - 1
        self._go(number)

    # Keys

    def key(self, key: str) -> None:
        if self._search:
            self._search_key(key)
        elif self._drag:
            self._drag_key(self._drag, command(key))
        elif action := self._moves().get(command(key)):
            action()
        elif view := dict(zip("1234", _TABS)).get(command(key)):
            self._show(view)
        elif action := self._actions().get(command(key)):
            action()
        elif (todo := self._todo()) and (deed := self._deeds().get(command(key))):
            deed(todo)

    def _moves(self) -> dict[str, Callable[[], None]]:
        def by(step: int) -> Callable[[], None]:
            return lambda: self._go(self._number + step, step)

        return {
            "up": by(-1), "k": by(-1), "down": by(1), "j": by(1),
            "page up": lambda: self._page(-1), "ctrl-b": lambda: self._page(-1),
            "page down": lambda: self._page(1), "ctrl-f": lambda: self._page(1),
            "home": lambda: self._go(0), "end": lambda: self._go(self._listing.lines - 1, -1),
            "[": lambda: self._to_section(-1), "]": lambda: self._to_section(1),
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
        return self._listing.todos.get(self._id) if self._id is not None else None

    def _quit(self) -> None:
        if self.app.is_changing:
            self.app.open(Question(self.app, self.say("tui.quit.ask"), self.app.quit))
        else:
            self.app.quit()

    # Views

    def _show(self, view: View) -> None:
        if view == self._listing.view:
            return
        self._places[self._listing.view] = self._id
        if self._listing.view.kind != "search":
            self._former = self._listing.view
        self._listing = Listing(view)
        self._cursor, self._id, self._goal = None, self._places.get(view), None
        self._number, self._top, self._version = 0, 0, -1

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
            self._go_to(groups[numbers[wanted]])
        else:
            self.app.notice = self.say("jump.none", title=wanted, titles=", ".join(numbers) or "–")

    # Changing

    def _add(self) -> None:
        category = (self._cursor.group.category or "") if self._cursor else ""
        FormPage.to_add(self.app, category, self._added, is_today=self._listing.view.kind == "today")

    def _added(self, todo: Todo) -> None:
        self._goal = (todo["id"], todo["category"])
        self._version = -1

    def _ask_category(self, todo: Todo) -> None:
        def move(category: str) -> None:
            params = {"id": todo["id"], "category": category}
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
        elif self._cursor:
            self._drag = Drag(self._listing, self._cursor)

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
            self._drag = None

    def _drop(self, drag: Drag) -> None:
        todo = self._listing.todos[drag.id]
        if drag.is_home:
            self._drag = None
            return
        drag.is_dropping = True
        params = {"id": drag.id, **drag.destination()}

        def done(result: Todo) -> None:
            drag.dropped(result)
            self._drag = None

        def failed(error: ClientError) -> None:
            drag.put_back()
            self._drag = None

        deed = Deed("todo.move", params, label(self.app, "move.done", todo), todo["revision"], done, failed)
        self.app.do(deed)

    # News

    def query(self) -> Query | None:
        return self._listing.query()

    def apply(self, changes: ChangeList) -> None:
        self._listing.apply(changes)

    def everything_is_stale(self) -> None:
        self._listing.everything_is_stale()

