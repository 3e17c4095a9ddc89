"""A todo that is being dragged: the list shows it where it would be dropped, and whatever comes from the server
meanwhile, it stays in the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from todo_client import Todo

from .lists import Group, Line, Listing


class Drag:
    """`line` is where it is now. `is_over` becomes true when somebody else deletes it, or its section."""

    def __init__(self, listing: Listing, line: Line) -> None:
        assert line.id is not None
        self.id = line.id
        self.is_over = False
        self.is_dropping = False
        self._listing = listing
        self._origin = (line.group.id, line.index)
        self._group = line.group
        self._index = line.index

    @property
    def line(self) -> Line:
        return Line(self._group, self._index)

    @property
    def is_home(self) -> bool:
        return (self._group.id, self._index) == self._origin

    # Moving

    def up(self) -> None:
        if self._index:
            self._to(self._group, self._index - 1)
        elif above := self._neighbour(-1):
            self.to_end(above)

    def down(self) -> None:
        if self._index + 1 < self._group.rows:
            self._to(self._group, self._index + 1)
        elif below := self._neighbour(1):
            self._to(below, 0)

    def to_top(self) -> None:
        self._to(self._group, 0)

    def to_bottom(self) -> None:
        self.to_end(self._group)

    def to_next(self, step: int) -> None:
        """To the beginning of another section, the next one or the one before."""
        if group := self._neighbour(step):
            self._to(group, 0)

    def to_end(self, group: Group) -> None:
        """Only where the end is known. If it is not, it is asked for, and the next key finds it."""
        if group.is_complete:
            self._to(group, len(group.ids))
        else:
            self._listing.want_whole(group)

    def _to(self, group: Group, index: int) -> None:
        """The place is counted without the todo itself."""
        if index > len(group.ids):
            self._listing.want_whole(group)
            return
        self._listing.remove(self.id)
        self._group.lent -= 1
        group.lent += 1
        self._group, self._index = group, min(index, len(group.ids))
        self._listing.insert(self.id, group, self._index)

    def _neighbour(self, step: int) -> Group | None:
        number = self._listing.groups.index(self._group) + step
        return self._listing.groups[number] if 0 <= number < len(self._listing.groups) else None

    # What comes from the server meanwhile

    def hold_on(self) -> None:
        """Puts it back into the place where it is held, after the list has changed."""
        groups = self._listing.groups
        if self._group not in groups or self.id not in self._listing.todos:
            self.is_over = True
            self._let_go()
        elif self._index >= len(self._group.ids) or self._group.ids[self._index] != self.id:
            self._listing.remove(self.id)
            self._index = min(self._index, len(self._group.ids))
            self._listing.insert(self.id, self._group, self._index)

    # The end

    def destination(self) -> Mapping[str, Any]:
        """Where to move it, as the protocol says it: beside a neighbour, whom others cannot shift."""
        ids, index = self._group.ids, self._index
        if index:
            return {"after": ids[index - 1]}
        if index + 1 < len(ids):
            return {"before": ids[index + 1]}
        return {"category": self._group.category or "", "index": 0}

    def dropped(self, todo: Todo) -> None:
        """It is there now in the store too. The counts may have come already, or not."""
        for group in self._listing.groups:
            group.lent = 0
        self._listing.is_placed(todo)
        self._listing.counts_are_stale()

    def put_back(self) -> None:
        self._listing.remove(self.id)
        group = self._listing.group(self._origin[0])
        if group:
            self._listing.insert(self.id, group, min(self._origin[1], len(group.ids)))
        self._let_go()

    def _let_go(self) -> None:
        """What the list shows is the store's business again."""
        for group in self._listing.groups:
            if group.lent:
                group.lent, group.is_stale = 0, True
        self._listing.has_changed()
