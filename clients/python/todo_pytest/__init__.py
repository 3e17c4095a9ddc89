"""A pytest plugin: for each test that asks, a todo-server of its own on a store of its own.

    def test_milk_is_bought(todo_server):
        todo = todo_server.client.todo.create("Milk")
        my_program(store=todo_server.store)
        assert todo_server.client.todo.get(todo["id"])["isCompleted"]

    async def test_milk_is_bought_too(async_todo_client):  # With pytest-asyncio, or whatever runs such tests.
        async with async_todo_client as client:
            await client.todo.create("Milk")
"""

from __future__ import annotations

import functools
import os
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from todo_asyncio import AsyncClient
from todo_client import OFFLINE_OPTIONS, Client, ServerNotFound, find_server


class TodoServer:
    """Where the server and its store are, and clients of it. Pets come without the network."""

    def __init__(self, executable: str | os.PathLike[str], folder: pathlib.Path) -> None:
        self.store = folder / "todos.sqlite"
        self.executable = os.fspath(executable)
        self.options = ["--cache", str(folder / "pets"), *OFFLINE_OPTIONS]
        self._clients: list[Client] = []
        self._async_clients: list[AsyncClient] = []

    @property
    def command(self) -> list[str]:
        """Starts a server on this store: for a client in another language, say."""
        return [self.executable, "--store", str(self.store), *self.options]

    @functools.cached_property
    def client(self) -> Client:
        """A client that the whole test shares."""
        return self.connect()

    def connect(self, **arguments: Any) -> Client:
        """One more client, with a server process of its own; the arguments are those of `Client`."""
        client = Client(self.command, **arguments)
        self._clients.append(client)
        return client

    def connect_async(self, **arguments: Any) -> AsyncClient:
        """One that `async with` starts."""
        client = AsyncClient(self.command, **arguments)
        self._async_clients.append(client)
        return client

    def close(self) -> None:
        """Ends every server that the test has left running."""
        for client in self._clients:
            client.close()
        for async_client in self._async_clients:
            async_client.kill()


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "the todo-server to test with; by default $TODO_SERVER, then the PATH"
    parser.getgroup("todo-server").addoption("--todo-server", metavar="PATH", help=text)
    parser.addini("todo_server", text)


@pytest.fixture
def todo_server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TodoServer]:
    """A todo-server with a fresh store: `.client`, `.connect()`, `.connect_async()`, `.store`, `.command`."""
    server = TodoServer(_executable(pytestconfig), tmp_path_factory.mktemp("todo-server"))
    yield server
    server.close()


def _executable(config: pytest.Config) -> str:
    try:
        named = str(config.getoption("--todo-server") or config.getini("todo_server") or find_server())
    except ServerNotFound as error:
        pytest.fail(f"{error} (or say --todo-server PATH)", pytrace=False)
    if shutil.which(named) is None:
        pytest.fail(f"there is no program {named} to start as todo-server", pytrace=False)
    return named


@pytest.fixture
def async_todo_client(todo_server: TodoServer) -> AsyncClient:
    """An `AsyncClient` of a fresh todo-server, which `async with` starts."""
    return todo_server.connect_async()
