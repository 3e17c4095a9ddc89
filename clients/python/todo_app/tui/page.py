"""What every page can do, and the questions that stand below one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from todo_client import ChangeList

from ..screen import YES
from ..text import clean
from .editor import Editor, wrapped
from .keys import command
from .painting import Canvas, Style
from .reading import Query

if TYPE_CHECKING:
    from .app import App


_MOST_LINES = 4  # Of a question; its end, where it says what to type, is always seen.


class Page:
    """Draws itself, all but the last two rows, and takes the keys while it is on top."""

    pulse: float | None = None
    """Seconds after which it wants to be drawn again though nothing has happened."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.say = app.say

    def draw(self, canvas: Canvas) -> bool:
        """Gives whether all that it shows is known."""
        raise NotImplementedError

    def key(self, key: str) -> None:
        raise NotImplementedError

    def hints(self) -> str:
        """What can be typed."""
        return ""

    def query(self) -> Query | None:
        """What it wants to know next."""
        return None

    def apply(self, changes: ChangeList) -> None:
        """Somebody has changed something."""

    def everything_is_stale(self) -> None:
        """So much has changed that it is not told one by one."""

    def undone(self, result: Any) -> None:
        """A change was taken back, or made again; None where nobody knows what it touched."""


class Question(Page):
    """A yes or a no, below the page that asks. Anything but a yes is a no."""

    def __init__(self, app: App, text: str, on_yes: Callable[[], None], on_no: str = "") -> None:
        super().__init__(app)
        self._text = text
        self._on_yes = on_yes
        self._on_no = on_no

    def draw(self, canvas: Canvas) -> bool:
        is_whole = self.app.under(self).draw(canvas)
        lines = wrapped(clean(self._text), canvas.columns - 2)[-_MOST_LINES:]
        for row, line in enumerate(lines, canvas.height - 2 - len(lines)):
            canvas.clear(row)
            canvas.fill(row, Style.REVERSE)
            column = canvas.put(row, 1, line, Style.BOLD)
            canvas.cursor = (row, min(column, canvas.columns - 1))
        return is_whole

    def key(self, key: str) -> None:
        self.app.close(self)
        if key in YES or command(key) == "y":
            self._on_yes()
        else:
            self.app.notice = self._on_no


class Prompt(Page):
    """One line of text, below the page that asks. Enter hands it on, Esc forgets it."""

    def __init__(self, app: App, label: str, on_text: Callable[[str], None], hint: str = "") -> None:
        super().__init__(app)
        self._label = label
        self._on_text = on_text
        self._hint = hint
        self._editor = Editor()

    def draw(self, canvas: Canvas) -> bool:
        is_whole = self.app.under(self).draw(canvas)
        row = canvas.height - 3
        canvas.clear(row)
        column = canvas.put(row, 1, f"{self._label}: ", Style.BOLD)
        text, cursor = self._editor.window(max(1, canvas.columns - column - 1))
        canvas.put(row, column, text)
        canvas.cursor = (row, min(column + cursor, canvas.columns - 1))
        return is_whole

    def hints(self) -> str:
        return self._hint

    def key(self, key: str) -> None:
        if key == "esc":
            self.app.close(self)
        elif key == "enter":
            self.app.close(self)
            self._on_text(self._editor.text.strip())
        else:
            self._editor.key(key)


class KeyPrompt(Prompt):
    """One character."""

    def key(self, key: str) -> None:
        self.app.close(self)
        if len(key) == 1:
            self._on_text(key)
