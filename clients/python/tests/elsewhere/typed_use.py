"""Somebody else's program, which mypy checks against the clients. What it must refuse stands with the complaint."""

from typing_extensions import assert_type

from todo_asyncio import AsyncClient
from todo_client import Client, SectionList, Todo, TodoPage
from todo_mirror import Mirror


def synchronous(client: Client, mirror: Mirror) -> None:
    assert_type(client.todo.create("Milk", due_on=None), Todo)
    assert_type(mirror.todos[1], Todo)
    client.todo.create("Milk", titel="Milk")  # type: ignore[call-arg]
    client.pet.random("horse")  # type: ignore[arg-type]


async def asynchronous(client: AsyncClient) -> None:
    assert_type(await client.todo.create("Milk", due_on=None), Todo)
    assert_type(await client.todo.list({"isToday": True}, limit=3), TodoPage)
    assert_type(await client.sections.list("schedule"), SectionList)
    assert_type([todo async for todo in client.todo.all()], list[Todo])
    async for method, params in client.notifications():
        assert_type(method, str)
    await client.todo.create("Milk", titel="Milk")  # type: ignore[call-arg]
    await client.pet.random("horse")  # type: ignore[arg-type]
    client.todo.create("Milk")["id"]  # type: ignore[index]
