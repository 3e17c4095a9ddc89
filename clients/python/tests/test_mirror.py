"""The mirror against the real server, while other processes change the store under it."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock
from collections.abc import Callable

from support import HERE, LIMIT, SERVER, StoreCase

from todo_client import Client
from todo_mirror import Mirror, Snapshot

STEPS = 60  # Of each of two processes.


class MirrorCase(StoreCase):
    def setUp(self) -> None:
        super().setUp()
        self.client = self.connect(safe_retries=True)
        self.other = self.connect()

    def mirror(self, on_change: Callable[[Snapshot], None] | None = None) -> Mirror:
        mirror = Mirror(self.client, on_change)
        self.addCleanup(mirror.close)
        return mirror

    def kill_server(self) -> None:
        with contextlib.suppress(ProcessLookupError):  # The last kill may have come just before.
            os.kill(self.client.process_id, signal.SIGKILL)

    def assert_follows(self, mirror: Mirror) -> None:
        """By hints alone the mirror becomes what the server lists."""
        listing = self.other.sections.list(include_empty=True, limit=1000)["sections"]
        for section in listing:
            section["todos"] = list(self.other.sections.todos(section))
            section["nextCursor"] = None
        deadline = time.monotonic() + LIMIT
        while mirror.sections(include_empty=True) != listing and time.monotonic() < deadline:
            mirror.wait(0.05)
        self.assertEqual(mirror.sections(include_empty=True), listing)
        self.assertEqual(mirror.sections(), [section for section in listing if section["todos"]])
        todos = [todo for section in listing for todo in section["todos"]]
        self.assertEqual(list(mirror.snapshot.all()), todos)
        self.assertEqual(mirror.todos, {todo["id"]: todo for todo in todos})


class FollowingCase(MirrorCase):
    def test_it_equals_the_store_after_random_changes_by_others_and_kills_of_its_server(self) -> None:
        seed = random.randrange(1_000_000)
        print(f"[random changes, seed {seed}]", end=" ", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        mirror = self.mirror()
        vandals = [self.vandal(seed + number) for number in range(2)]
        kills = 0
        while any(vandal.poll() is None for vandal in vandals):
            time.sleep(dice.uniform(0.05, 0.3))
            self.kill_server()
            kills += 1
        self.assertEqual([vandal.returncode for vandal in vandals], [0, 0])
        self.assertGreater(kills, 0)
        self.assert_follows(mirror)

    def test_it_is_never_anything_but_the_store_at_one_moment(self) -> None:
        """Two todos that always change together are the same in every snapshot."""
        a, b = (self.other.todo.create("a", category=name)["id"] for name in "XY")
        seen: list[tuple[str, str, int]] = []

        def see(new: Snapshot) -> None:
            seen.append((new.todos[a]["category"], new.todos[b]["category"], len(list(new.all()))))

        mirror = self.mirror(see)
        for number in range(40):
            self.other.todo.update_many([a, b], category=f"c{number % 5}")
            if number % 8 == 7:  # However the hints are joined, these are snapshots of their own.
                self.assert_follows(mirror)
        self.assertGreater(len(seen), 1)
        self.assertEqual([(one, count) for one, _, count in seen], [(two, 2) for _, two, _ in seen])

    def vandal(self, seed: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(HERE / "vandal.py"), SERVER, str(self.store), str(seed), str(STEPS)]
        vandal = subprocess.Popen(command)
        self.addCleanup(vandal.wait)
        self.addCleanup(vandal.kill)
        return vandal

    def test_places_and_sections_are_followed_too(self) -> None:
        mirror = self.mirror()
        a, b, c = (self.other.todo.create(title, category="X")["id"] for title in "abc")
        home = self.other.sections.list()["sections"][0]["id"]
        for step in (
            lambda: self.other.todo.create("first", category="X", index=0),
            lambda: self.other.todo.create("none"),
            lambda: self.other.todo.move(c, before=a),
            lambda: self.other.todo.move(b, category="Y"),
            lambda: self.other.todo.undo(),
            lambda: self.other.sections.rename(home, "X2"),
            lambda: self.other.todo.update(a, category="Z"),
            lambda: self.other.sections.move(home, index=9),
            lambda: self.other.todo.delete_many([a]),
            lambda: self.other.todo.create("x", category="No category"),  # As the section of "" is titled.
            lambda: self.other.sections.delete(home, delete_todos=True),
            lambda: self.other.todo.undo(),
        ):
            step()
            self.assert_follows(mirror)

    def test_a_section_of_several_pages_is_followed(self) -> None:
        self.other.batch(("todo.create", {"title": f"t{n}", "category": "X"}) for n in range(2300))
        mirror = self.mirror()
        self.assert_follows(mirror)
        self.other.todo.move(2300, index=0)
        self.other.todo.delete(5)
        self.assert_follows(mirror)
        self.other.todo.delete_many(filter={"text": "t1"})
        self.assert_follows(mirror)

    def test_what_happened_while_the_server_was_dead_is_caught_up(self) -> None:
        mirror = self.mirror()
        self.kill_server()
        self.other.todo.create("meanwhile", category="X")
        self.assert_follows(mirror)

    def test_another_store_in_the_place_of_the_first_is_listed_anew(self) -> None:
        self.other.todo.create("old")
        mirror = self.mirror()
        self.other.close()
        with Client(SERVER, self.folder / "new.sqlite") as new:
            new.batch(("todo.create", {"title": f"new {n}", "category": "X"}) for n in range(3))
        for suffix in ("-wal", "-shm"):
            (self.folder / f"todos.sqlite{suffix}").unlink(missing_ok=True)
        os.replace(self.folder / "new.sqlite", self.store)
        self.kill_server()
        self.other = self.connect()
        self.assert_follows(mirror)


class UsingCase(MirrorCase):
    def test_a_change_wakes_who_waits_and_is_told_to_the_callback(self) -> None:
        told: list[Snapshot] = []
        mirror = self.mirror(told.append)
        before = mirror.snapshot
        timer = threading.Timer(0.1, self.other.todo.create, ("a",))
        timer.start()
        self.assertTrue(mirror.wait(LIMIT))
        timer.join()
        self.assertTrue(mirror.wait(0, since=before))
        self.assertEqual([todo["title"] for todo in mirror.snapshot.all()], ["a"])
        self.assertEqual((list(before.all()), before.sections()), ([], []))
        mirror.refresh()
        self.assertIs(told[-1], mirror.snapshot)

    def test_without_a_change_a_wait_ends_by_its_limit(self) -> None:
        self.assertFalse(self.mirror().wait(0.05))

    def test_refresh_has_what_was_committed_before_it(self) -> None:
        mirror = self.mirror()
        for number in range(20):
            todo = self.other.todo.create(f"t{number}")
            self.assertEqual(mirror.refresh().todos[todo["id"]], todo)

    def test_its_own_clients_changes_are_in_it_too(self) -> None:
        mirror = self.mirror()
        self.client.todo.create("mine", category="X")
        self.assert_follows(mirror)

    def test_many_threads_may_ask_at_once(self) -> None:
        mirror = self.mirror()
        threads = [threading.Thread(target=mirror.refresh) for _ in range(8)]
        for thread in threads:
            thread.start()
            self.other.todo.create("x")
        for thread in threads:
            thread.join(LIMIT)
        self.assert_follows(mirror)

    def test_a_callback_that_fails_stops_nothing(self) -> None:
        with unittest.mock.patch("traceback.print_exc") as told:
            mirror = self.mirror(lambda _: 1 / 0)
            for title in "ab":
                self.other.todo.create(title)
                self.assert_follows(mirror)
        self.assertGreater(told.call_count, 0)

    def test_a_closed_mirror_keeps_its_last_snapshot_and_its_client(self) -> None:
        mirror = self.mirror()
        mirror.close()
        self.other.todo.create("a")
        self.assertFalse(mirror.wait(LIMIT))
        self.assertEqual(mirror.sections(), [])
        self.assertEqual(len(list(self.client.todo.all())), 1)

    def test_a_closed_client_ends_the_wait(self) -> None:
        mirror = self.mirror()
        timer = threading.Timer(0.1, self.client.close)
        timer.start()
        self.assertFalse(mirror.wait(LIMIT))
        timer.join()


if __name__ == "__main__":
    unittest.main()
