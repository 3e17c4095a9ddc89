"""The asyncio client, against the real server, and against odd ones for its patience."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import unittest
import unittest.mock
from collections.abc import Callable
from typing import Any

from support import HERE, LIMIT, SERVER, StoreCase

import todo_asyncio.methods
import todo_client
from todo_asyncio import AsyncClient
from todo_client import GONE, OFFLINE_OPTIONS, Client, Framing


class AsyncCase(StoreCase, unittest.IsolatedAsyncioTestCase):
    """Each test has a store, and clients that are closed when it ends."""

    async def start(self, command: Any = SERVER, **options: Any) -> AsyncClient:
        asyncio.get_running_loop().slow_callback_duration = LIMIT  # A busy machine is no news.
        client = AsyncClient(command, self.store, **options)
        await client.start()
        self.addAsyncCleanup(client.close)
        return client

    async def odd(self, kind: str, *words: str, **options: Any) -> AsyncClient:
        command = [sys.executable, str(HERE / "odd_server.py"), kind, *words]
        return await self.start(command, **{"timeout": 0.2, "close_timeout": 0.2, **options})


async def within(awaitable: Any) -> Any:
    return await asyncio.wait_for(awaitable, LIMIT)


async def eventually(condition: Callable[[], bool]) -> None:
    async def poll() -> None:
        while not condition():
            await asyncio.sleep(0.01)

    await within(poll())


class SameNamesCase(unittest.TestCase):
    """Whoever knows one client knows the other."""

    def test_every_method_of_the_other_client_is_here(self) -> None:
        for kind in ("Todo", "Section", "Change", "Pet"):
            there = getattr(todo_client, f"{kind}Methods")
            here = getattr(todo_asyncio.methods, f"Async{kind}Methods")
            self.assertEqual(_names(here), _names(there))
            for name in _names(here):
                self.assertEqual(getattr(here, name).__doc__, getattr(there, name).__doc__)
        self.assertEqual(_names(Client) - _names(AsyncClient), set())


def _names(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


class ConversationCase(AsyncCase):
    framing: Framing = "lines"

    async def asyncSetUp(self) -> None:
        self.client = await self.start(framing=self.framing)

    async def test_todos_are_created_changed_moved_listed_and_deleted(self) -> None:
        todo = self.client.todo
        a = await todo.create("가", category="X", due_on="2030-01-01")
        b = await todo.create("b", before=a["id"])
        self.assertEqual(await todo.get(a["id"]), a)
        self.assertIsNone((await todo.update(a["id"], due_on=None))["dueOn"])
        await todo.move(b["id"], after=a["id"])
        self.assertEqual([each["title"] async for each in todo.all({"category": "X"}, page_size=1)], ["가", "b"])
        self.assertEqual((await todo.list(limit=1))["todos"][0]["id"], a["id"])
        await todo.update_many([a["id"], b["id"]], is_today=True)
        self.assertEqual((await todo.delete_many(filter={"isToday": True}))["ids"], [a["id"], b["id"]])
        self.assertEqual(len((await todo.undo())["todos"]), 2)
        self.assertEqual((await todo.delete(b["id"]))["title"], "b")

    async def test_sections_and_changes_have_their_methods_too(self) -> None:
        cursor = (await self.client.changes.since())["cursor"]
        await self.client.batch([("todo.create", {"title": f"t{n}", "category": "X"}) for n in range(5)])
        (section,) = (await self.client.sections.list(limit=2))["sections"]
        titles = [todo["title"] async for todo in self.client.sections.todos(section)]
        self.assertEqual(titles, [f"t{n}" for n in range(5)])
        self.assertEqual((await self.client.sections.rename(section["id"], "Y"))["title"], "Y")
        self.assertEqual(len((await self.client.changes.since(cursor))["changes"]), 5)
        self.assertEqual(len((await self.client.sections.delete(section["id"], delete_todos=True))["ids"]), 5)

    async def test_many_tasks_share_a_client(self) -> None:
        todos = await asyncio.gather(*(self.client.todo.create(f"t{n}") for n in range(100)))
        self.assertEqual([todo["title"] for todo in todos], [f"t{n}" for n in range(100)])

    async def test_long_texts_pass_in_both_directions(self) -> None:
        detail = "가" * 300_000
        todo = await self.client.todo.create("a", detail=detail)
        self.assertEqual((await self.client.todo.get(todo["id"]))["detail"], detail)

    async def test_errors_are_those_of_the_other_client(self) -> None:
        with self.assertRaises(todo_client.NotFound):
            await self.client.todo.get(7)
        with self.assertRaises(todo_client.InvalidParams) as caught:
            await self.client.todo.create(" ")
        self.assertEqual((caught.exception.path, caught.exception.reason), ("/title", "empty"))
        answers = await self.client.batch([("todo.get", {"id": 7}), ("todo.create", {"title": "a"})])
        self.assertIsInstance(answers[0], todo_client.NotFound)
        self.assertEqual(answers[1]["title"], "a")


class HeaderConversationCase(ConversationCase):
    framing: Framing = "headers"


class NotificationCase(AsyncCase):
    async def test_they_come_one_by_one_until_the_client_is_closed(self) -> None:
        client = await self.start()
        await client.initialize()
        heard = client.notifications()
        todo = await client.todo.create("a")
        method, params = await within(anext(heard))
        self.assertEqual((method, params["ids"], params["origin"]), ("todo.didChange", [todo["id"]], "self"))
        waiting = asyncio.create_task(_all(heard))
        await client.close()
        self.assertEqual(await within(waiting), [])

    async def test_a_callback_hears_them_and_its_faults_stay_its_own(self) -> None:
        numbers = []

        def take(method: str, params: dict[str, Any]) -> None:
            if method == "news":
                numbers.append(params["number"])
                raise RuntimeError("a fault of the callback")

        client = await self.odd("chatty", timeout=LIMIT, on_notification=take)
        with unittest.mock.patch("traceback.print_exc"):
            self.assertEqual(await client.call("anything"), "after the news")
        self.assertEqual(numbers, list(range(1500)))

    async def test_the_oldest_give_way(self) -> None:
        client = await self.odd("chatty", timeout=LIMIT)
        heard = client.notifications()
        await client.call("anything")
        self.assertEqual(await anext(heard), ("news", {"number": 500}))

    async def test_the_end_of_the_server_is_news_too(self) -> None:
        client = await self.start(safe_retries=True)
        await client.initialize(locale="ko")
        heard = client.notifications()
        os.kill(client.process_id, signal.SIGKILL)
        self.assertEqual((await within(anext(heard)))[0], GONE)
        with self.assertRaisesRegex(todo_client.InvalidParams, "모두 입력되지"):
            await client.call("todo.create", {})
        await client.todo.create("a")
        self.assertEqual((await within(anext(heard)))[0], "todo.didChange")


async def _all(notifications: Any) -> list[Any]:
    return [each async for each in notifications]


class LifecycleCase(AsyncCase):
    async def test_async_with_starts_and_ends_a_server(self) -> None:
        async with AsyncClient(SERVER, self.store) as client:
            await client.todo.create("kept")
            self.assertIsNone(client.exit_status)
        self.assertEqual(client.exit_status, 0)
        self.assertEqual(self.titles(), ["kept"])

    async def test_close_carries_out_what_was_sent_before_and_may_be_called_again(self) -> None:
        client = await self.start()
        pendings = [client.send("todo.create", {"title": f"t{n}"}) for n in range(50)]
        await client.close()
        await client.close()
        self.assertEqual(len([await pending.result(0) for pending in pendings]), 50)

    async def test_what_has_not_been_started_says_so(self) -> None:
        for client in (AsyncClient(SERVER, self.store), AsyncClient(SERVER, self.store, safe_retries=True)):
            with self.assertRaisesRegex(todo_client.ServerGone, "async with"):
                await client.todo.list()

    async def test_a_server_that_cannot_be_started_is_not_found(self) -> None:
        with self.assertRaises(todo_client.ServerNotFound):
            await AsyncClient(self.folder / "no-such-server").start()

    async def test_a_pet_comes_in_its_own_time(self) -> None:
        client = await self.start(options=["--cache", str(self.cache), *OFFLINE_OPTIONS])
        pet = await client.pet.random("cat", allow_offline=True)
        self.assertEqual((await client.pet.image("cat", pet["id"]))["mimeType"], "image/png")
        with self.assertRaises(todo_client.PetUnavailable):
            await client.pet.random("dog")


class RetryCase(AsyncCase):
    async def test_whatever_moment_the_server_is_killed_at_nothing_is_lost_or_done_twice(self) -> None:
        seed = random.randrange(1_000_000)
        print(f"[killed while it works, seed {seed}]", end=" ", file=sys.stderr, flush=True)
        dice = random.Random(seed)
        client = await self.start(safe_retries=True)
        kills = 0

        def kill() -> None:
            nonlocal kills
            with contextlib.suppress(ProcessLookupError):  # It was about to be started anyway.
                os.kill(client.process_id, signal.SIGKILL)
                kills += 1

        for number in range(30):
            await client.todo.list(limit=1)
            asyncio.get_running_loop().call_later(dice.uniform(0, 0.02), kill)
            before = kills
            await client.todo.create(f"t{number}")
            while kills == before:
                await client.todo.list(limit=1)
        self.assertEqual([todo["title"] async for todo in client.todo.all()], [f"t{n}" for n in range(30)])

    async def test_a_change_whose_reply_was_lost_is_not_made_again(self) -> None:
        client = await self.odd("forgetful", str(self.folder / "memory"), SERVER, safe_retries=True, timeout=LIMIT)
        first = client.process_id
        await client.todo.create("a")
        self.assertNotEqual(client.process_id, first)
        await client.close()
        self.assertEqual(self.titles(), ["a"])

    async def test_what_has_no_key_is_sent_once(self) -> None:
        client = await self.start(safe_retries=True)
        todo = await client.todo.create("a", category="X")
        os.kill(client.process_id, signal.SIGSTOP)
        undo = asyncio.create_task(client.todo.undo(todo["revision"]))
        await asyncio.sleep(0)  # Lets the task send.
        os.kill(client.process_id, signal.SIGKILL)
        with self.assertRaises(todo_client.ServerGone):
            await within(undo)
        self.assertEqual((await client.todo.undo(todo["revision"]))["todos"], [None])

    async def test_a_session_whose_opening_was_cancelled_is_opened_by_the_next_server(self) -> None:
        memory = self.folder / "memory"
        client = await self.odd("hesitant", str(memory), SERVER, safe_retries=True, timeout=LIMIT)
        await client.initialize(locale="ko")
        os.kill(client.process_id, signal.SIGKILL)
        call = asyncio.create_task(client.todo.list())
        await eventually(lambda: len(memory.read_text().splitlines()) == 2)
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await within(call)
        news = client.notifications()
        with self.assertRaisesRegex(todo_client.InvalidParams, "모두 입력되지"):
            await client.call("todo.create", {})
        await client.todo.create("a")
        while (await within(anext(news)))[0] != "todo.didChange":
            pass  # The end of the server that was given up.

    async def test_a_change_waits_for_whoever_has_locked_the_store_or_says_so(self) -> None:
        client, reader = await self.start(safe_retries=True), await self.start()
        await client.todo.create("a")
        with self.locked() as unlock:
            change = asyncio.create_task(client.todo.create("b"))
            self.assertEqual(len((await reader.todo.list())["todos"]), 1)
            self.assertFalse(change.done())
            unlock()
            self.assertEqual((await within(change))["id"], 2)
        with self.locked():
            with self.assertRaises(todo_client.StoreUnavailable) as caught:
                await client.todo.create("c", key="k")
            self.assertEqual(caught.exception.reason, "locked")
        for _ in range(2):
            await client.todo.create("c", key="k")
        self.assertEqual(self.titles(), ["a", "b", "c"])

    async def test_a_server_that_always_dies_is_given_up(self) -> None:
        with unittest.mock.patch("todo_asyncio.client.PAUSES", (0.0, 0.01)):
            client = await self.odd("dying", safe_retries=True, stderr="capture", timeout=LIMIT)
            with self.assertRaisesRegex(todo_client.ServerGone, "exit status 3.*out of luck"):
                await client.todo.list()

    async def test_a_closed_client_starts_nothing(self) -> None:
        client = await self.start(safe_retries=True)
        await client.close()
        for call in (client.reconnect, client.todo.list):
            with self.assertRaises(todo_client.ServerGone):
                await call()


class PatienceCase(AsyncCase):
    async def test_a_request_without_an_answer_times_out_and_is_cancelled(self) -> None:
        client = await self.odd("silent")
        heard = client.notifications()
        with self.assertRaisesRegex(todo_client.ClientTimeout, "todo.list"):
            await client.todo.list()
        self.assertEqual(await within(anext(heard)), ("heard", {"id": 1}))

    async def test_a_task_that_is_cancelled_cancels_its_request(self) -> None:
        client = await self.odd("silent", timeout=LIMIT)
        heard = client.notifications()
        task = asyncio.create_task(client.todo.list())
        await asyncio.sleep(0)  # Lets the task send.
        task.cancel()
        self.assertEqual(await within(anext(heard)), ("heard", {"id": 1}))
        with self.assertRaises(asyncio.CancelledError):
            await task

    async def test_a_server_that_does_not_read_cannot_hold_the_client_up(self) -> None:
        client = await self.odd("deaf")
        with self.assertRaises(todo_client.ClientTimeout):
            await client.todo.create("a", detail="x" * 1_000_000)
        await within(client.close())
        self.assertEqual(client.exit_status, -9)

    async def test_replies_are_matched_by_id_whatever_their_order(self) -> None:
        client = await self.odd("backwards", timeout=LIMIT)
        pendings = [client.send(method) for method in ("one", "two", "three")]
        self.assertEqual([await pending.result() for pending in pendings], ["one", "two", "three"])

    async def test_an_error_without_an_id_goes_to_the_oldest_message(self) -> None:
        client = await self.odd("puzzled", timeout=LIMIT)
        answers = await client.batch([("todo.list", {}), ("todo.list", {})])
        self.assertEqual([type(answer) for answer in answers], [todo_client.ParseError] * 2)

    async def test_output_that_is_no_message_ends_the_conversation(self) -> None:
        for kind in ("babbling", "confused"):
            client = await self.odd(kind, timeout=LIMIT)
            with self.assertRaisesRegex(todo_client.ServerGone, "unreadable"):
                await client.todo.list()

    async def test_a_reply_that_nobody_waits_for_any_more_harms_nobody(self) -> None:
        client = await self.start()
        client.send("todo.list").future.cancel()
        self.assertEqual((await client.todo.list())["todos"], [])


if __name__ == "__main__":
    unittest.main()
