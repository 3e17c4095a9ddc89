"""The library against the real server; against odd ones only where the client's own patience is at stake."""

from __future__ import annotations

import contextlib
import datetime
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock
import zlib
from typing import Any

import support
from support import HERE, LIMIT, SERVER, StoreCase

import todo_client
from todo_client import OFFLINE_OPTIONS, Client, Framing


class ConversationCase(StoreCase):
    """Everything that must go the same way in both framings."""

    framing: Framing = "lines"

    def setUp(self) -> None:
        super().setUp()
        self.client = self.connect(framing=self.framing)

    def test_a_todo_is_created_read_changed_and_deleted(self) -> None:
        todo = self.client.todo.create("Milk", detail="two litres", category="Home", is_today=True)
        self.assertEqual(self.client.todo.get(todo["id"]), todo)
        self.assertEqual((todo["title"], todo["detail"], todo["category"]), ("Milk", "two litres", "Home"))
        self.assertEqual((todo["isToday"], todo["isCompleted"], todo["dueOn"]), (True, False, None))
        changed = self.client.todo.update(todo["id"], title="Oat milk", is_completed=True)
        self.assertEqual((changed["title"], changed["detail"]), ("Oat milk", "two litres"))
        self.assertIsNotNone(changed["completedAt"])
        self.assertEqual(self.client.todo.delete(todo["id"]), changed)
        self.assertEqual(list(self.client.todo.all()), [])

    def test_a_day_left_out_stays_and_none_clears_it(self) -> None:
        todo = self.client.todo.create("Rent", due_on=datetime.date(2031, 5, 1))
        self.assertEqual(todo["dueOn"], "2031-05-01")
        self.assertEqual(self.client.todo.update(todo["id"], title="The rent")["dueOn"], "2031-05-01")
        self.assertIsNone(self.client.todo.update(todo["id"], due_on=None)["dueOn"])

    def test_text_comes_back_code_point_for_code_point(self) -> None:
        text = "한글 \u1112\u1161\u11ab e\u0301 👨‍👩‍👧 🇰🇷 \\ \""
        todo = self.client.todo.create(text, detail=f"{text}\n\t\u2028")
        self.assertEqual(todo["title"], text)
        self.assertEqual(self.client.todo.get(todo["id"])["detail"], f"{text}\n\t\u2028")

    def test_a_message_of_many_kilobytes_goes_through_whole(self) -> None:
        detail = "한" * 300_000
        todo = self.client.todo.create("long", detail=detail)
        self.assertEqual(self.client.todo.get(todo["id"])["detail"], detail)

    def test_all_gives_every_todo_once_over_several_pages(self) -> None:
        self.client.batch(("todo.create", {"title": f"t{n}"}) for n in range(25))
        pages = self.client.todo.list(limit=10)
        self.assertEqual(len(pages["todos"]), 10)
        titles = [todo["title"] for todo in self.client.todo.all(page_size=10)]
        self.assertEqual(titles, [f"t{n}" for n in range(25)])

    def test_a_filter_and_fields_choose_what_comes(self) -> None:
        self.client.todo.create("Call Bob", is_today=True)
        bread = self.client.todo.create("Bread")
        self.assertEqual(
            self.client.todo.list({"isToday": False}, fields=["title"])["todos"],
            [{"id": bread["id"], "title": "Bread"}],
        )

    def test_a_batch_gives_results_and_errors_in_their_places(self) -> None:
        first, missing, last = self.client.batch(
            [("todo.create", {"title": "a"}), ("todo.get", {"id": 999}), ("todo.create", {"title": "b"})]
        )
        self.assertEqual((first["title"], last["title"]), ("a", "b"))
        self.assertIsInstance(missing, todo_client.NotFound)
        self.assertEqual(self.client.batch([]), [])

    def test_requests_under_way_together_get_each_its_own_reply(self) -> None:
        pendings = [self.client.send("todo.create", {"title": f"t{n}"}) for n in range(300)]
        self.assertEqual([pending.result()["title"] for pending in pendings], [f"t{n}" for n in range(300)])

    def test_several_threads_share_one_client(self) -> None:
        seen: dict[str, str] = {}

        def create(title: str) -> None:
            seen[title] = self.client.todo.create(title)["title"]

        threads = [threading.Thread(target=create, args=(f"t{n}",)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIMIT)
        self.assertEqual(seen, {f"t{n}": f"t{n}" for n in range(20)})

    def test_todos_move_within_and_between_sections(self) -> None:
        a, b, c = (self.client.todo.create(title, category="X") for title in "abc")
        other = self.client.todo.create("o", category="Y")
        self.client.todo.move(c["id"], before=a["id"])
        self.assertEqual(self._order("X"), "cab")
        self.client.todo.move(c["id"], after=a["id"])
        self.assertEqual(self._order("X"), "acb")
        self.client.todo.move(a["id"], index=2)
        self.assertEqual(self._order("X"), "cba")
        self.client.todo.move(b["id"], category="Y", index=0)
        self.assertEqual((self._order("X"), self._order("Y")), ("ca", "bo"))
        self.assertEqual(self.client.todo.move(other["id"], category="X")["category"], "X")
        self.client.todo.create("p", before=c["id"])
        self.assertEqual(self._order("X"), "pcao")

    def _order(self, category: str) -> str:
        return "".join(todo["title"] for todo in self.client.todo.all({"category": category}))

    def test_sections_are_listed_renamed_moved_and_deleted(self) -> None:
        self.client.todo.create("a", category="Home", is_completed=True)
        self.client.todo.create("b", category="Work")
        home, work = self.client.sections.list()["sections"]
        self.assertEqual((home["title"], home["indexTitle"]), ("Home", "H"))
        self.assertEqual((home["count"], home["completedCount"]), (1, 1))
        self.assertEqual(self.client.sections.rename(home["id"], "House")["id"], home["id"])
        self.client.sections.move(work["id"], before=home["id"])
        listing = self.client.sections.list(include_todos=False)
        self.assertEqual([section["title"] for section in listing["sections"]], ["Work", "House"])
        self.assertNotIn("todos", listing["sections"][0])
        with self.assertRaises(todo_client.Conflict):
            self.client.sections.delete(home["id"])
        self.assertEqual(len(self.client.sections.delete(home["id"], move_to=work["id"])["ids"]), 1)
        self.assertEqual(self._order("Work"), "ba")
        self.client.sections.delete(work["id"], delete_todos=True)
        self.assertEqual(list(self.client.todo.all()), [])

    def test_a_section_gives_its_todos_beyond_the_limit(self) -> None:
        self.client.batch(("todo.create", {"title": f"t{n}", "category": "X"}) for n in range(7))
        (section,) = self.client.sections.list(limit=3)["sections"]
        self.assertEqual(len(section["todos"]), 3)
        titles = [todo["title"] for todo in self.client.sections.todos(section)]
        self.assertEqual(titles, [f"t{n}" for n in range(7)])

    def test_a_schedule_takes_the_day_that_the_client_gives(self) -> None:
        self.client.todo.create("late", due_on="2024-06-01")
        self.client.todo.create("soon", due_on="2024-06-16")
        today, upcoming = self.client.sections.list("schedule", today="2024-06-15")["sections"]
        self.assertEqual([todo["title"] for todo in today["todos"]], ["late"])
        self.assertEqual([todo["title"] for todo in upcoming["todos"]], ["soon"])


    def test_many_change_in_one_step_by_ids_or_by_filter_or_none_of_them_does(self) -> None:
        a, b, c = (self.client.todo.create(title, category="X")["id"] for title in "abc")
        touched = self.client.todo.update_many([a, c], is_today=True, due_on="2031-05-01", category="Y")
        self.assertEqual(touched["ids"], [a, c])
        self.assertEqual(self._order("Y"), "ac")
        with self.assertRaises(todo_client.NotFound):
            self.client.todo.update_many([b, 999], is_completed=True)
        self.assertFalse(self.client.todo.get(b)["isCompleted"])
        self.client.todo.update_many(filter={"isToday": True}, due_on=None, is_completed=True)
        self.assertIsNone(self.client.todo.get(a)["dueOn"])
        self.assertEqual(self.client.todo.delete_many(filter={"isCompleted": True})["ids"], [a, c])
        self.assertEqual(self.client.todo.delete_many([b])["ids"], [b])
        self.assertEqual(list(self.client.todo.all()), [])

    def test_an_undo_takes_back_one_step_and_can_itself_be_undone(self) -> None:
        a, b = (self.client.todo.create(title, category="X") for title in "ab")
        deleted = self.client.todo.delete_many([a["id"], b["id"]])
        undone = self.client.todo.undo()
        self.assertEqual(undone["undone"], deleted["revision"])
        self.assertEqual([todo and todo["title"] for todo in undone["todos"]], ["a", "b"])
        self.assertEqual(self._order("X"), "ab")
        self.assertEqual(self.client.todo.undo(undone["revision"])["todos"], [None, None])
        self.assertEqual(self._order("X"), "")

    def test_an_undo_is_of_this_session_unless_the_whole_store_is_meant(self) -> None:
        mine = self.client.todo.create("mine")
        self.fill({"title": "theirs"})
        self.assertEqual(self.client.todo.undo()["undone"], mine["revision"])
        self.assertEqual(self.client.todo.undo(scope="store")["undone"], mine["revision"] + 1)
        with self.assertRaises(todo_client.Conflict):
            self.client.todo.undo()

    def test_changes_come_by_cursor_each_todo_once(self) -> None:
        a, b = (self.client.todo.create(title) for title in "ab")
        cursor = self.client.changes.since()["cursor"]
        self.assertEqual(self.client.changes.since(cursor)["changes"], [])
        self.client.todo.update(a["id"], title="A")
        self.client.todo.delete(b["id"])
        updated = self.client.todo.update(a["id"], is_today=True)
        changes = self.client.changes.since(cursor)
        self.assertEqual(
            changes["changes"],
            [
                {"id": b["id"], "kind": "deleted", "todo": None},
                {"id": a["id"], "kind": "updated", "todo": updated},
            ],
        )
        self.assertTrue(self.client.changes.since(cursor, limit=1)["hasMore"])
        self.assertEqual(self.client.changes.since(changes["cursor"])["changes"], [])

    def test_the_same_key_gives_the_first_reply_again(self) -> None:
        first = self.client.todo.create("a", key="k1")
        self.assertEqual(self.client.todo.create("a", key="k1"), first)
        with self.assertRaises(todo_client.Conflict):
            self.client.todo.create("b", key="k1")
        for again in range(2):
            moved = self.client.todo.move(first["id"], category="X", key="k2")
            updated = self.client.todo.update(first["id"], title="A", key="k3")
            many = self.client.todo.update_many([first["id"]], is_today=True, key="k4")
            gone = self.client.todo.delete(first["id"], key="k5")
            none = self.client.todo.delete_many([], key="k6") if again else None
        self.assertEqual((moved["category"], updated["title"], many["ids"]), ("X", "A", [first["id"]]))
        self.assertEqual((gone["title"], none and none["ids"]), ("A", []))
        self.assertEqual(list(self.client.todo.all()), [])


class HeaderConversationCase(ConversationCase):
    framing: Framing = "headers"


class FrameCase(unittest.TestCase):
    """Messages arrive in whatever pieces the pipe makes of them."""

    def test_lines_come_whole_and_blank_ones_not_at_all(self) -> None:
        data = '{"a":"가"}\n\r\n[1]\r\n{}'.encode()
        for size in range(1, len(data)):
            frames = todo_client.Frames("lines")
            got = [part for start in range(0, len(data), size) for part in frames.feed(data[start:start + size])]
            self.assertEqual([part.strip() for part in got], ['{"a":"가"}'.encode(), b"[1]"], size)

    def test_headers_tell_how_much_follows(self) -> None:
        data = b"Content-Length: 4\r\n\r\n\n[1]X: y\r\ncontent-length:2\r\n\r\n{}Content-Length: 9\r\n\r\n{"
        for size in range(1, len(data)):
            frames = todo_client.Frames("headers")
            got = [part for start in range(0, len(data), size) for part in frames.feed(data[start:start + size])]
            self.assertEqual(got, [b"\n[1]", b"{}"], size)

    def test_a_header_without_a_length_is_an_error(self) -> None:
        for data in (b"X: y\r\n\r\n{}", b"Content-Length: x\r\n\r\n"):
            with self.assertRaises(ValueError):
                list(todo_client.Frames("headers").feed(data))


class ErrorCase(StoreCase):
    """What the server refuses comes as an exception that says all that the server said."""

    def setUp(self) -> None:
        super().setUp()
        self.client = self.connect()

    def test_a_todo_that_is_not_there_is_not_found(self) -> None:
        with self.assertRaises(todo_client.NotFound) as caught:
            self.client.todo.get(7)
        self.assertEqual((caught.exception.code, caught.exception.kind), (404, "notFound"))
        self.assertEqual(caught.exception.data["id"], 7)
        self.assertEqual(str(caught.exception), caught.exception.message)

    def test_bad_params_name_the_member_and_the_reason(self) -> None:
        with self.assertRaises(todo_client.InvalidParams) as caught:
            self.client.todo.create("a", due_on="2024-02-30")
        self.assertEqual((caught.exception.path, caught.exception.code), ("/dueOn", -32602))
        with self.assertRaises(todo_client.InvalidParams) as caught:
            self.client.todo.create(" ")
        self.assertEqual((caught.exception.path, caught.exception.reason), ("/title", "empty"))

    def test_a_misspelt_param_comes_with_a_hint(self) -> None:
        with self.assertRaises(todo_client.InvalidParams) as caught:
            self.client.call("todo.create", {"titel": "a"})
        self.assertEqual(caught.exception.data["hint"], "title")

    def test_a_conflict_carries_the_todo_as_it_is(self) -> None:
        todo = self.client.todo.create("a")
        self.client.todo.update(todo["id"], title="b")
        with self.assertRaises(todo_client.Conflict) as caught:
            self.client.todo.update(todo["id"], title="c", if_revision=todo["revision"])
        assert caught.exception.current is not None
        self.assertEqual(caught.exception.current["title"], "b")

    def test_an_unknown_method_is_said_to_be_one(self) -> None:
        with self.assertRaises(todo_client.MethodNotFound):
            self.client.call("todo.creat")

    def test_messages_speak_the_language_of_the_session(self) -> None:
        self.client.initialize(locale="ko")
        with self.assertRaises(todo_client.InvalidParams) as caught:
            self.client.call("todo.create", {})
        self.assertEqual(caught.exception.message, "내용이 모두 입력되지 않았습니다.")

    def test_a_file_that_is_no_store_is_reported_and_left_alone(self) -> None:
        letter = self.folder / "letter.txt"
        letter.write_text("Dear store, " * 1000)
        with Client(SERVER, letter, stderr="capture") as client:
            with self.assertRaises(todo_client.StoreUnavailable) as caught:
                client.todo.list()
        self.assertEqual(caught.exception.reason, "notAStore")
        self.assertEqual(letter.read_text(), "Dear store, " * 1000)

    def test_text_that_is_not_unicode_is_refused_before_it_is_sent(self) -> None:
        with self.assertRaises(UnicodeEncodeError):
            self.client.todo.create("\udcff")
        self.assertEqual(list(self.client.todo.all()), [])


class LifecycleCase(StoreCase):
    def test_a_session_opens_and_names_the_server(self) -> None:
        session = self.connect().initialize()
        self.assertEqual((session["serverInfo"]["name"], session["protocolVersion"]), ("todo-server", 1))

    def test_close_lets_the_server_end_in_good_order(self) -> None:
        with self.connect() as client:
            client.todo.create("kept")
            self.assertIsNone(client.exit_status)
        self.assertEqual(client.exit_status, 0)
        self.assertEqual([todo["title"] for todo in self.connect().todo.all()], ["kept"])

    def test_close_carries_out_what_was_sent_before(self) -> None:
        client = self.connect()
        pendings = [client.send("todo.create", {"title": f"t{n}"}) for n in range(50)]
        client.close()
        self.assertEqual(len([pending.result(0) for pending in pendings]), 50)

    def test_close_may_be_called_twice_and_after_shutdown(self) -> None:
        client = self.connect()
        client.shutdown()
        with self.assertRaises(todo_client.InvalidRequest):
            client.todo.list()
        client.close()
        client.close()
        self.assertEqual(client.exit_status, 0)
        with self.assertRaises(todo_client.ServerGone):
            client.todo.list()

    def test_ctrl_c_is_for_the_program_and_not_for_its_server(self) -> None:
        program = (
            "import os, signal, sys\n"
            "from todo_client import Client\n"
            "with Client(*sys.argv[1:]) as client:\n"
            "    client.todo.list()\n"
            "    signal.signal(signal.SIGINT, lambda *_: None)\n"
            "    os.killpg(0, signal.SIGINT)\n"
            "    print(client.todo.create('still here')['title'])\n"
            "sys.exit(client.exit_status)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, SERVER, str(self.store)],
            capture_output=True,
            timeout=LIMIT,
            cwd=HERE.parent,
            start_new_session=True,
        )
        self.assertEqual((done.returncode, done.stdout), (0, b"still here\n"), done.stderr)

    def test_a_server_that_cannot_be_started_is_not_found(self) -> None:
        with self.assertRaises(todo_client.ServerNotFound):
            Client(self.folder / "no-such-server")

    def test_the_environment_names_the_server_to_start(self) -> None:
        with unittest.mock.patch.dict("os.environ", {"TODO_SERVER": SERVER, "PATH": ""}):
            with Client(store=self.store) as client:
                self.assertEqual(client.todo.create("a")["title"], "a")

    def test_the_path_is_searched_for_the_server(self) -> None:
        (self.folder / "todo-server").symlink_to(SERVER)
        with unittest.mock.patch.dict("os.environ", {"TODO_SERVER": "", "PATH": str(self.folder)}):
            self.assertEqual(todo_client.find_server(), str(self.folder / "todo-server"))


class RetryCase(StoreCase):
    """What happens when the server dies between a request and its reply."""

    def test_whatever_moment_the_server_is_killed_at_nothing_is_lost_or_done_twice(self) -> None:
        seed = random.randrange(1_000_000)
        print(f"[killed while it works, seed {seed}]", end=" ", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        client = self.connect(safe_retries=True)
        titles = []
        kills = 0

        def kill() -> None:
            nonlocal kills
            with contextlib.suppress(ProcessLookupError):  # It was about to be started anyway.
                os.kill(client.process_id, signal.SIGKILL)
                kills += 1

        for number in range(50):
            client.todo.list(limit=1)
            killer = threading.Timer(dice.uniform(0, 0.02), kill)
            killer.start()
            todo = client.todo.create(f"t{number}")
            todo = client.todo.update(todo["id"], title=f"T{number}", if_revision=todo["revision"])
            if number % 3:
                titles.append(client.todo.move(todo["id"], index=0, if_revision=todo["revision"])["title"])
            else:
                client.todo.delete(todo["id"], if_revision=todo["revision"])
            self.assertEqual(len(client.batch([("todo.create", {"title": "b"})] * 2)), 2)
            client.todo.delete_many(filter={"text": "b"})
            killer.join(LIMIT)
        self.assertEqual([todo["title"] for todo in client.todo.all()], titles[::-1])
        self.assertGreater(kills, 40)

    def forgetful(self) -> list[str]:
        memory = str(self.folder / "memory")
        return [sys.executable, str(HERE / "odd_server.py"), "forgetful", memory, SERVER]

    def test_a_change_whose_reply_was_lost_is_not_made_again(self) -> None:
        command = self.forgetful()
        for name, change in (
            ("create", lambda client: client.todo.create("a")),
            ("batch", lambda client: client.batch([("todo.create", {"title": "b"})])),
        ):
            (self.folder / "memory").unlink(missing_ok=True)
            with self.subTest(name), Client(command, self.store, safe_retries=True) as client:
                first = client.process_id
                change(client)
                self.assertNotEqual(client.process_id, first)
        self.assertEqual(self.titles(), ["a", "b"])

    def test_without_the_option_the_caller_sends_it_again_with_its_own_key(self) -> None:
        command = self.forgetful()
        with Client(command, self.store) as client:
            with self.assertRaises(todo_client.ServerGone):
                client.todo.create("a", key="k")
            with self.assertRaises(todo_client.ServerGone):
                client.todo.create("a", key="k")
            client.reconnect()
            self.assertEqual(client.todo.create("a", key="k")["id"], 1)
        self.assertEqual(self.titles(), ["a"])

    def test_what_has_no_key_is_sent_once(self) -> None:
        client = self.connect(safe_retries=True)
        todo = client.todo.create("a", category="X")
        os.kill(client.process_id, signal.SIGSTOP)
        killer = threading.Timer(0.1, os.kill, (client.process_id, signal.SIGKILL))
        killer.start()
        with self.assertRaises(todo_client.ServerGone):
            client.todo.undo(todo["revision"])
        killer.join(LIMIT)
        self.assertEqual(client.todo.undo(todo["revision"])["todos"], [None])

    def test_a_session_keeps_its_language_and_its_notifications(self) -> None:
        client = self.connect(safe_retries=True)
        client.initialize(locale="ko")
        os.kill(client.process_id, signal.SIGKILL)
        with self.assertRaisesRegex(todo_client.InvalidParams, "모두 입력되지"):
            client.call("todo.create", {})
        client.todo.create("a")
        self.assertEqual(client.notifications.get(timeout=LIMIT)[0], "todo.didChange")

    def test_a_session_that_could_not_be_opened_again_in_time_is_opened_by_the_next_server(self) -> None:
        command = [sys.executable, str(HERE / "odd_server.py"), "hesitant", str(self.folder / "memory"), SERVER]
        with Client(command, self.store, safe_retries=True, timeout=LIMIT) as client:
            client.initialize(locale="ko")
            os.kill(client.process_id, signal.SIGKILL)
            client.timeout = 2.0  # Enough for the second one to be started, and to say nothing.
            with self.assertRaises(todo_client.ClientTimeout):
                client.todo.list()
            client.timeout = LIMIT
            with self.assertRaisesRegex(todo_client.InvalidParams, "모두 입력되지"):
                client.call("todo.create", {})
            client.todo.create("a")
            self.assertEqual(client.notifications.get(timeout=LIMIT)[0], "todo.didChange")

    def test_a_server_that_always_dies_is_given_up(self) -> None:
        command = [sys.executable, str(HERE / "odd_server.py"), "dying"]
        with unittest.mock.patch("todo_client.PAUSES", (0.0, 0.01)):
            client = Client(command, stderr="capture", safe_retries=True)
            self.addCleanup(client.close)
            with self.assertRaisesRegex(todo_client.ServerGone, "out of luck"):
                client.todo.list()

    def test_a_closed_client_starts_nothing(self) -> None:
        client = self.connect(safe_retries=True)
        client.close()
        for call in (client.reconnect, client.todo.list):
            with self.assertRaises(todo_client.ServerGone):
                call()


class OthersCase(StoreCase):
    """Whatever others do to the store meanwhile."""

    def test_a_change_waits_for_whoever_has_locked_the_store(self) -> None:
        client = self.connect()
        client.todo.create("a")
        with self.locked() as unlock:
            change = client.send("todo.update", {"id": 1, "isCompleted": True})
            looked = client.send("todo.list", {"limit": 1})
            with self.connect() as reader:
                self.assertFalse(reader.todo.get(1)["isCompleted"])
            self.assertFalse(change.future.done())
            unlock()
            self.assertTrue(change.result()["isCompleted"])
            self.assertTrue(looked.result()["todos"][0]["isCompleted"])

    def test_a_store_that_stays_locked_is_told_and_the_same_key_makes_the_change_once_later(self) -> None:
        client = self.connect(safe_retries=True)
        client.todo.create("a")
        with self.locked():
            with self.assertRaises(todo_client.StoreUnavailable) as caught:
                client.todo.create("b", key="k")
            self.assertEqual((caught.exception.reason, caught.exception.data["path"]), ("locked", str(self.store)))
            self.assertEqual([todo["title"] for todo in client.todo.all()], ["a"])
        for _ in range(2):
            self.assertEqual(client.todo.create("b", key="k")["id"], 2)
        self.assertEqual(self.titles(), ["a", "b"])

    def test_what_stays_comes_once_in_all_pages_while_others_change_everything_else(self) -> None:
        stay = {todo["id"] for todo in self.fill(*({"title": f"stays {number}"} for number in range(60)))}
        client = self.connect()
        vandal = [sys.executable, str(HERE / "vandal.py"), SERVER, str(self.store), "1", "150"]
        with subprocess.Popen([*vandal, "60"]) as process:
            rounds = 0
            while process.poll() is None or not rounds:
                seen = [todo["id"] for todo in client.todo.all(page_size=7) if todo["id"] in stay]
                self.assertEqual(sorted(seen), sorted(stay))
                rounds += 1
            self.assertEqual(process.returncode, 0)

    def test_an_undo_takes_back_nothing_that_somebody_has_changed_since(self) -> None:
        client, other = self.connect(), self.connect()
        todo = client.todo.create("a", category="X")
        client.todo.update(todo["id"], title="b")
        other.todo.update(todo["id"], title="theirs")
        with self.assertRaises(todo_client.Conflict) as caught:
            client.todo.undo()
        self.assertEqual((caught.exception.current or {})["title"], "theirs")
        other.todo.delete(todo["id"])
        with self.assertRaises(todo_client.NotFound):
            client.todo.update(todo["id"], title="c")
        self.assertEqual(other.todo.undo()["todos"][0], other.todo.get(todo["id"]))
        self.assertEqual(self.titles(), ["theirs"])


class OddServerCase(unittest.TestCase):
    """The client's own patience, against servers that no real one should be."""

    def connect(self, kind: str, **options: Any) -> Client:
        command = [sys.executable, str(HERE / "odd_server.py"), kind]
        client = Client(command, **{"timeout": 0.2, "close_timeout": 0.2, **options})
        self.addCleanup(client.close)
        return client

    def test_a_request_without_an_answer_times_out_and_is_cancelled(self) -> None:
        client = self.connect("silent")
        with self.assertRaises(todo_client.ClientTimeout) as caught:
            client.todo.list()
        self.assertIn("todo.list", str(caught.exception))
        self.assertEqual(client.notifications.get(timeout=LIMIT), ("heard", {"id": 1}))

    def test_a_batch_without_an_answer_times_out_and_all_of_it_is_cancelled(self) -> None:
        client = self.connect("silent")
        with self.assertRaises(todo_client.ClientTimeout):
            client.batch([("todo.list", {}), ("todo.list", {})])
        heard = {client.notifications.get(timeout=LIMIT)[1]["id"] for _ in range(3)}
        self.assertEqual(heard, {1, 2})

    def test_one_call_may_be_more_patient_than_the_client(self) -> None:
        client = self.connect("silent")
        start = time.monotonic()
        with self.assertRaises(todo_client.ClientTimeout):
            client.call("todo.list", timeout=0.6)
        self.assertGreaterEqual(time.monotonic() - start, 0.6)

    def test_a_server_that_does_not_read_cannot_hold_the_client_up(self) -> None:
        client = self.connect("deaf")
        with self.assertRaises(todo_client.ClientTimeout):
            client.todo.create("a", detail="x" * 1_000_000)

    def test_close_kills_a_server_that_hangs(self) -> None:
        client = self.connect("deaf")
        start = time.monotonic()
        client.close()
        self.assertLess(time.monotonic() - start, LIMIT)
        self.assertEqual(client.exit_status, -9)

    def test_replies_are_matched_by_id_whatever_their_order(self) -> None:
        client = self.connect("backwards", timeout=LIMIT)
        pendings = [client.send(method) for method in ("one", "two", "three")]
        self.assertEqual([pending.result() for pending in pendings], ["one", "two", "three"])

    def test_notifications_wait_and_the_oldest_give_way(self) -> None:
        client = self.connect("chatty", timeout=LIMIT)
        self.assertEqual(client.call("anything"), "after the news")
        self.assertEqual(client.notifications.qsize(), 1000)
        self.assertEqual(client.notifications.get_nowait(), ("news", {"number": 500}))

    def test_a_callback_gets_the_notifications_and_its_faults_stay_its_own(self) -> None:
        numbers = []

        def take(method: str, params: dict[str, Any]) -> None:
            numbers.append(params["number"])
            raise RuntimeError("a fault of the callback")

        client = self.connect("chatty", timeout=LIMIT, on_notification=take)
        with unittest.mock.patch("traceback.print_exc") as told:
            self.assertEqual(client.call("anything"), "after the news")
        self.assertEqual(numbers, list(range(1500)))
        self.assertEqual(told.call_count, 1500)

    def test_an_error_without_an_id_goes_to_the_oldest_message(self) -> None:
        client = self.connect("puzzled", timeout=LIMIT)
        with self.assertRaises(todo_client.ParseError) as caught:
            client.todo.list()
        self.assertEqual(caught.exception.message, "What?")
        answers = client.batch([("todo.list", {}), ("todo.list", {})])
        self.assertEqual([type(answer) for answer in answers], [todo_client.ParseError] * 2)

    def test_output_that_is_no_message_ends_the_conversation(self) -> None:
        for kind in ("babbling", "confused"):
            client = self.connect(kind, timeout=LIMIT)
            with self.assertRaisesRegex(todo_client.ServerGone, "unreadable"):
                client.todo.list()

    def test_a_server_that_dies_leaves_its_status_and_last_words(self) -> None:
        client = self.connect("dying", timeout=LIMIT, stderr="capture")
        with self.assertRaisesRegex(todo_client.ServerGone, "exit status 3.*out of luck"):
            client.todo.list()
        with self.assertRaises(todo_client.ServerGone):
            client.todo.list()


class PetCase(StoreCase):
    def test_offline_a_pet_that_comes_with_the_server_is_given_and_says_so(self) -> None:
        client = self.connect(options=["--cache", str(self.cache), *OFFLINE_OPTIONS])
        for kind in ("cat", "dog"):
            pet = client.pet.random(kind, allow_offline=True)
            self.assertEqual((pet["kind"], pet["source"]), (kind, "bundled"))
            image = client.pet.image(kind, pet["id"])
            picture = pathlib.Path(image["path"]).read_bytes()
            self.assertEqual(len(picture), image["byteCount"])
            self.assertTrue(picture.startswith(b"\x89PNG"))

    def test_without_the_network_a_pet_is_unavailable_and_the_reason_is_told(self) -> None:
        client = self.connect(options=["--cache", str(self.cache), *OFFLINE_OPTIONS])
        with self.assertRaises(todo_client.PetUnavailable) as caught:
            client.pet.random("cat")
        self.assertEqual((caught.exception.code, caught.exception.reason), (502, "offline"))

    def test_a_pet_comes_from_the_service_with_its_picture(self) -> None:
        picture = png(2, 3)

        def answer(path: str) -> tuple[str, bytes]:
            if path.startswith("/v1/images/search"):
                url = f"{self.base}/p/abc.png"
                return "application/json", f'[{{"id":"abc","url":"{url}","width":2,"height":3}}]'.encode()
            return "image/png", picture

        with support.web_server(answer) as self.base:
            client = self.connect(options=["--cache", str(self.cache), "--cat-api", self.base])
            pet = client.pet.random("cat")
            self.assertEqual((pet["id"], pet["source"], pet["width"]), ("abc", "network", 2))
            image = client.pet.image("cat", "abc")
        self.assertEqual(pathlib.Path(image["path"]).read_bytes(), picture)

    def test_no_todo_waits_for_a_slow_pet(self) -> None:
        asked, released = threading.Event(), threading.Event()

        def answer(path: str) -> tuple[str, bytes]:
            asked.set()
            released.wait(LIMIT)
            return "application/json", b'[{"id":"slow","url":"http://127.0.0.1:9/slow.png"}]'

        with support.web_server(answer) as base:
            self.addCleanup(released.set)
            client = self.connect(options=["--cache", str(self.cache), "--dog-api", base])
            pet = client.send("pet.random", {"kind": "dog"})
            self.assertTrue(asked.wait(LIMIT))
            self.assertEqual(client.todo.create("meanwhile")["title"], "meanwhile")
            self.assertFalse(pet.future.done())
            released.set()
            self.assertEqual(pet.result()["id"], "slow")

    def test_a_pet_that_is_cancelled_is_answered_so(self) -> None:
        asked, released = threading.Event(), threading.Event()

        def answer(path: str) -> tuple[str, bytes]:
            asked.set()
            released.wait(LIMIT)
            return "application/json", b"[]"

        with support.web_server(answer) as base:
            client = self.connect(options=["--cache", str(self.cache), "--dog-api", base])
            pet = client.send("pet.random", {"kind": "dog"})
            self.assertTrue(asked.wait(LIMIT))
            pet.cancel()
            with self.assertRaises(todo_client.Cancelled):
                pet.result()
            released.set()


def png(width: int, height: int) -> bytes:
    """A small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


if __name__ == "__main__":
    unittest.main()
