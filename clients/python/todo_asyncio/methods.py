"""The methods. Those of the other client say what to ask, and hand on what `call` gives; here that is a coroutine. So
they serve both clients, and each keeps its arguments and its words in one place."""

from __future__ import annotations

import types
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from todo_client import ChangeMethods, Filter, PetMethods, Section, SectionMethods, Todo, TodoMethods

if TYPE_CHECKING:
    from .client import AsyncClient

_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")


class _Awaited(Generic[_Args, _Result]):
    def __init__(self, method: Callable[Concatenate[Any, _Args], _Result]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, methods: None, owner: type) -> _Awaited[_Args, _Result]: ...

    @overload
    def __get__(self, methods: object, owner: type) -> Callable[_Args, Coroutine[Any, Any, _Result]]: ...

    def __get__(self, methods: object | None, owner: type) -> Any:
        return self if methods is None else types.MethodType(self._method, methods)


class _AsyncMethods:
    def __init__(self, client: AsyncClient) -> None:
        self._client = client


class AsyncTodoMethods(_AsyncMethods):
    """`todo.*`: await client.todo.create("Milk")"""

    create = _Awaited(TodoMethods.create)
    get = _Awaited(TodoMethods.get)
    list = _Awaited(TodoMethods.list)
    update = _Awaited(TodoMethods.update)
    delete = _Awaited(TodoMethods.delete)
    move = _Awaited(TodoMethods.move)
    update_many = _Awaited(TodoMethods.update_many)
    delete_many = _Awaited(TodoMethods.delete_many)
    undo = _Awaited(TodoMethods.undo)

    async def all(
        self, filter: Filter | None = None, *, fields: Sequence[str] | None = None, page_size: int = 100
    ) -> AsyncIterator[Todo]:
        """Every todo that fits, page after page as they are needed, whatever changes meanwhile."""
        cursor = None
        while True:
            page = await self.list(filter, fields=fields, limit=page_size, cursor=cursor)
            for todo in page["todos"]:
                yield todo
            cursor = page["nextCursor"]
            if cursor is None:
                return


class AsyncSectionMethods(_AsyncMethods):
    """`sections.*`: await client.sections.list(group_by="schedule")"""

    list = _Awaited(SectionMethods.list)
    rename = _Awaited(SectionMethods.rename)
    move = _Awaited(SectionMethods.move)
    delete = _Awaited(SectionMethods.delete)

    async def todos(self, section: Section) -> AsyncIterator[Todo]:
        """Every todo of a section that was listed with its todos: those that came along, then the others."""
        for todo in section.get("todos", []):
            yield todo
        cursor = section.get("nextCursor")
        while cursor is not None:
            page = await self._client.todo.list({"section": section["id"]}, limit=1000, cursor=cursor)
            for todo in page["todos"]:
                yield todo
            cursor = page["nextCursor"]


class AsyncChangeMethods(_AsyncMethods):
    """`changes.*`: await client.changes.since(cursor)"""

    since = _Awaited(ChangeMethods.since)


class AsyncPetMethods(_AsyncMethods):
    """`pet.*`. Pets come over the network, so these wait longer than the rest; no todo waits for them."""

    random = _Awaited(PetMethods.random)
    image = _Awaited(PetMethods.image)
