"""An asyncio client for todo-server, on top of todo_client.py, for Python 3.10 and later.

    from todo_asyncio import AsyncClient

    async with AsyncClient(store="todos.sqlite") as client:
        milk = await client.todo.create("Milk", category="Home")
        await client.todo.update(milk["id"], is_completed=True)

Methods, params, results, exceptions, time-outs and `safe_retries` are those of `todo_client.Client`. Any number of
tasks of one event loop may use one client. A task that is cancelled while it waits cancels its request too.
"""

from .client import AsyncClient, Notifications
from .connection import AsyncPending

__all__ = ["AsyncClient", "AsyncPending", "Notifications"]
