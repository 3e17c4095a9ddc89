"""A program that changes a store at random, as somebody else's would: vandal.py SERVER STORE SEED STEPS [SPARED].
It leaves the todos up to the id SPARED alone."""

from __future__ import annotations

import pathlib
import random
import sys
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from todo_client import Client, Conflict, InvalidParams, NotFound, Section, StoreUnavailable  # noqa: E402

NAMES = ("", "Home", "Work", "한글", "No category", "Garden", "e\u0301", "é")


class Vandal:
    def __init__(self, client: Client, seed: int, spared: int = 0) -> None:
        self._client = client
        self._random = random.Random(seed)
        self._spared = spared

    def step(self) -> None:
        """One change, or an attempt at one: what somebody else has taken away meanwhile cannot be changed."""
        deeds = (
            (8, self._create), (4, self._update), (4, self._move), (1, self._delete), (3, self._undo),
            (1, self._update_many), (1, self._delete_many),
            (2, self._rename_section), (2, self._move_section), (1, self._delete_section),
        )  # fmt: skip
        (deed,) = self._random.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])
        self.attempt(deed)

    def attempt(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except (NotFound, Conflict, InvalidParams, StoreUnavailable):
            pass

    def _ids(self) -> list[int]:
        ids = [todo["id"] for todo in self._client.todo.all(fields=["id"], page_size=1000)]
        return [id for id in ids if id > self._spared] or [self._spared + 1]

    def _some_id(self) -> int:
        return self._random.choice(self._ids())

    def _some_ids(self) -> list[int]:
        ids = self._ids()
        return self._random.sample(ids, min(len(ids), self._random.randint(1, 5)))

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _section(self) -> Section:
        listing = self._client.sections.list(include_todos=False, include_empty=True)
        return self._random.choice(listing["sections"])

    def _create(self) -> None:
        place = self._random.choice(({}, {"index": self._random.randint(0, 4)}, {"before": self._some_id()}))
        category = {} if "before" in place else {"category": self._name()}
        self._client.call("todo.create", {"title": f"t{self._random.random()}", **category, **place})

    def _update(self) -> None:
        members = self._random.choice(({"isCompleted": True}, {"category": self._name()}, {"title": "new"}))
        self._client.call("todo.update", {"id": self._some_id(), **members})

    def _move(self) -> None:
        place = self._random.choice(
            ({"index": self._random.randint(0, 9)}, {"category": self._name()}, {"after": self._some_id()})
        )
        self._client.call("todo.move", {"id": self._some_id(), **place})

    def _delete(self) -> None:
        self._client.todo.delete(self._some_id())

    def _undo(self) -> None:
        self._client.todo.undo(scope="session" if self._spared else self._random.choice(("session", "store")))

    def _update_many(self) -> None:
        self._client.todo.update_many(self._some_ids(), category=self._name(), is_today=True)

    def _delete_many(self) -> None:
        self._client.todo.delete_many(self._some_ids())

    def _rename_section(self) -> None:
        self._client.sections.rename(self._section()["id"], self._name() or "Odds")

    def _move_section(self) -> None:
        self._client.sections.move(self._section()["id"], index=self._random.randint(0, 5))

    def _delete_section(self) -> None:
        fate = self._random.choice(({"delete_todos": True}, {"move_to": self._section()["id"]}))
        self._client.sections.delete(self._section()["id"], **fate)


def main(server: str, store: str, seed: str, steps: str, spared: str = "0") -> None:
    with Client(server, store) as client:
        client.todo.create("There is always a section")
        vandal = Vandal(client, int(seed), int(spared))
        for _ in range(int(steps)):
            vandal.step()


if __name__ == "__main__":
    main(*sys.argv[1:])
