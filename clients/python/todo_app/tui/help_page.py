"""The page that says what can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .keys import command
from .page import Page
from .painting import Canvas, Style

if TYPE_CHECKING:
    from .app import App


class HelpPage(Page):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._lines = self.say("tui.help").splitlines()
        self._top = 0

    def draw(self, canvas: Canvas) -> bool:
        room = canvas.height - 4
        self._top = max(0, min(self._top, len(self._lines) - room))
        canvas.put(0, 1, self.say("tui.help.app"), Style.BOLD)
        for row, line in enumerate(self._lines[self._top:self._top + room], 2):
            canvas.put(row, 1, line)
        return True

    def hints(self) -> str:
        return self.say("tui.hints.help")

    def key(self, key: str) -> None:
        match command(key):
            case "up" | "k":
                self._top -= 1
            case "down" | "j":
                self._top += 1
            case _:
                self.app.close(self)
