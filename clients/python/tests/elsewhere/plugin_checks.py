"""Run by pytest: what the plugin does for somebody else's tests."""

import pytest

pytest_plugins = ["pytester"]

TESTS = """
    import asyncio
    import subprocess
    import pytest

    @pytest.mark.parametrize("number", range(3))
    def test_each_test_has_a_store_of_its_own(todo_server, number):
        assert list(todo_server.client.todo.all()) == []
        todo_server.client.todo.create("mine")

    def test_clients_share_the_store_of_the_test(todo_server):
        todo = todo_server.client.todo.create("a")
        other = todo_server.connect(timeout=5)
        assert other.process_id != todo_server.client.process_id
        assert other.todo.get(todo["id"]) == todo
        assert todo_server.store.exists()

    def test_the_command_is_for_clients_in_other_languages(todo_server):
        request = '{"jsonrpc":"2.0","id":1,"method":"todo.create","params":{"title":"from outside"}}'
        subprocess.run(todo_server.command, input=request, text=True, timeout=20, check=True)
        assert [todo["title"] for todo in todo_server.client.todo.all()] == ["from outside"]

    def test_pets_come_without_the_network(todo_server):
        assert todo_server.client.pet.random("cat", allow_offline=True)["source"] == "bundled"

    def test_a_client_for_asyncio(async_todo_client, todo_server):
        async def conversation():
            async with async_todo_client as client:
                await client.todo.create("a")
                return [todo["title"] async for todo in client.todo.all()]

        assert asyncio.run(conversation()) == ["a"]
        assert [todo["title"] for todo in todo_server.client.todo.all()] == ["a"]

    processes = []

    def test_leaves_servers_behind(todo_server):
        async def start():
            client = todo_server.connect_async()
            await client.start()
            return client.process_id

        processes.extend([todo_server.client.process_id, todo_server.connect().process_id, asyncio.run(start())])

    def test_they_are_gone_afterwards():
        for process in processes:
            answer = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
            assert answer.stdout.strip()[:1] in ("", "Z")
        assert len(processes) == 3
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    for name in ("TODO_SERVER", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    pytester.plugins.append("todo_pytest")  # As if it were installed.
    pytester.makepyfile(TESTS)
    return pytester


def test_the_command_line_names_the_server(project: pytest.Pytester, server: str) -> None:
    project.runpytest_subprocess("--todo-server", server).assert_outcomes(passed=9)


def test_the_configuration_names_the_server(project: pytest.Pytester, server: str) -> None:
    project.makeini(f"[pytest]\ntodo_server = {server}")
    project.runpytest_subprocess().assert_outcomes(passed=9)


def test_the_environment_names_the_server(
    project: pytest.Pytester, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TODO_SERVER", server)
    project.runpytest_subprocess().assert_outcomes(passed=9)


def test_a_server_that_is_not_there_is_an_error_that_says_what_to_do(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TODO_SERVER", str(project.path / "no-such-server"))
    result = project.runpytest_subprocess("-k", "own")
    result.assert_outcomes(errors=3)
    result.stdout.fnmatch_lines(["*there is no program *no-such-server to start*"])


def test_its_options_are_among_those_of_pytest(project: pytest.Pytester) -> None:
    project.runpytest_subprocess("--help").stdout.fnmatch_lines(["*--todo-server=PATH*"])
    project.runpytest_subprocess("--fixtures").stdout.fnmatch_lines(["todo_server*", "async_todo_client*"])
