"""Which lines of a list are on the screen, and which todo the cursor is on, whatever happens to the list."""

from __future__ import annotations

from todo_client import Todo

from .dragging import Drag
from .lists import Group, Line, Listing


class Viewport:
    """id: the todo to begin with, if it is found at once."""

    def __init__(self, listing: Listing, id: int | None = None) -> None:
        self.listing = listing
        self.cursor: Line | None = None
        self.id = id
        self.drag: Drag | None = None
        self.top = 0
        self.height = 1
        self.goal: Todo | None = None
        """A todo that this app has just added, moved or brought back, to go to as soon as it is listed."""
        self._number = 0  # Of the cursor's line.
        self._version = -1

    @property
    def last(self) -> int:
        """Behind the last line on the screen."""
        return min(self.top + self.height, self.listing.lines)

    # After a change

    def follow(self) -> None:
        """The cursor stays on its todo, and that on its row."""
        if self._version != self.listing.version or self.goal or not self.cursor:
            if self.drag:
                self.drag.hold_on()
                self.drag = None if self.drag.is_over else self.drag
            self._version = self.listing.version
            has_moved = self._reach_goal() or self.drag is not None
            self._find_cursor(has_moved)
        self._scroll()

    def _reach_goal(self) -> bool:
        """Whether the cursor is to go there now."""
        goal, listing = self.goal, self.listing
        if not goal:
            return False
        if listing.has_caught_up(goal):
            self.id, self.goal = goal["id"], None
            return True
        if listing.view.kind == "category":
            if target := listing.of_category(goal["category"]):
                listing.want_whole(target)
        else:
            for group in listing.groups:
                listing.want_whole(group)
        return False

    def _find_cursor(self, has_moved: bool) -> None:
        """Where the person has moved the todo, the list stays where it is; else the todo does."""
        row = self._number - self.top
        self.cursor = self._present_line()
        if self.cursor:
            self.id = self.cursor.id
            self._number = self.listing.number_of(self.cursor)
            self.top = self.top if has_moved else self._number - row

    def _present_line(self) -> Line | None:
        if self.drag:
            return self.drag.line
        if self.id is not None and (found := self.listing.find(self.id)):
            return found
        if self.cursor and (group := self.listing.group(self.cursor.group.id)) and group.rows:
            return Line(group, min(self.cursor.index, group.rows - 1))
        return self._nearest(self._number)

    def _nearest(self, number: int) -> Line | None:
        """The todo at that line, or the next one, or the last one before it."""
        lines = self.listing.lines
        number = max(0, min(number, lines - 1))
        for candidate in [*range(number, lines), *range(min(number, lines) - 1, -1, -1)]:
            line = self.listing.line(candidate)
            if line.is_todo:
                return line
        return None

    def _scroll(self) -> None:
        """Shows the cursor, the line above it (a header, often) and, below the last todo, the footer."""
        self.top = min(self.top, max(0, self._number - 1))
        below = 1 if self.cursor and self.cursor.index == self.cursor.group.rows - 1 and self.height > 2 else 0
        self.top = max(self.top, self._number + below - self.height + 1)
        self.top = max(0, min(self.top, self.listing.lines - self.height))

    # Moving

    def go_by(self, step: int) -> None:
        self.go(self._number + step, step)

    def go(self, number: int, step: int = 1) -> None:
        """To that line, or on from it in the direction of the step, to a todo."""
        lines = self.listing.lines
        number = max(0, min(number, lines - 1))
        while 0 <= number < lines and not self.listing.line(number).is_todo:
            number += step
        line = self.listing.line(number) if 0 <= number < lines else self._nearest(number)
        if line:
            self.cursor, self.id, self._number = line, line.id, self.listing.number_of(line)

    def go_to_end(self) -> None:
        self.go(self.listing.lines - 1, -1)

    def turn_page(self, step: int) -> None:
        rows = max(1, self.height - 2)
        self.top += step * rows
        self.go(self._number + step * rows, step)

    def go_to_section(self, step: int) -> None:
        """To the beginning of the next one; back to that of this one first."""
        if not self.cursor:
            return
        groups = [group for group in self.listing.groups if group.rows]
        number = groups.index(self.cursor.group) + step
        if step < 0 and self.cursor.index > 0:
            number += 1
        if 0 <= number < len(groups):
            self.go_to(groups[number])

    def go_to(self, group: Group) -> None:
        number = self.listing.number_of(Line(group, 0))
        self.top = number - 1
        self.go(number)
