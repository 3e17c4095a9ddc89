"""What the package promises: its types, its wheel, its plugin. What that takes from PyPI may be missing here; then
the test is skipped and says so."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import unittest
import zipfile

from support import HERE, SERVER, StoreCase

PROJECT = HERE.parent
ELSEWHERE = HERE / "elsewhere"
LIMIT = 180.0


def needs(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


class PackageCase(StoreCase):
    def run_python(self, *words: str, python: str = sys.executable, **environ: str) -> str:
        """What it prints; a failure fails the test."""
        return self.run_program(python, *words, **environ)

    def run_program(self, *words: str, **environ: str) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TODO_", "PYTEST_"))}
        done = subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
            cwd=self.folder,
            env={**kept, "SERVER": SERVER, **environ},
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout


class TypeCase(PackageCase):
    @unittest.skipUnless(needs("mypy"), "mypy is not installed")
    def test_every_source_passes_the_strict_checks_of_mypy(self) -> None:
        names = ["todo.py", "todo_client.py", "todo_mirror.py", "todo_tui.py"]
        packages = ["todo_app", "todo_asyncio", *(["todo_pytest"] if needs("pytest") else [])]
        sources = [str(PROJECT / name) for name in names + packages]
        cache = f"--cache-dir={self.folder}"
        self.run_python("-m", "mypy", "--strict", cache, *sources, MYPYPATH=str(PROJECT))

    @unittest.skipUnless(needs("mypy", "typing_extensions"), "mypy is not installed")
    def test_a_program_that_uses_the_clients_has_its_mistakes_found(self) -> None:
        use = str(ELSEWHERE / "typed_use.py")
        self.run_python("-m", "mypy", "--strict", f"--cache-dir={self.folder}", use, MYPYPATH=str(PROJECT))


class PluginCase(PackageCase):
    @unittest.skipUnless(needs("pytest"), "pytest is not installed")
    def test_the_plugin_gives_each_test_a_server_of_its_own(self) -> None:
        for name in ("conftest.py", "plugin_checks.py"):
            shutil.copy(ELSEWHERE / name, self.folder)
        words = ["-m", "pytest", "-q", "-p", "todo_pytest", "-p", "no:cacheprovider", "plugin_checks.py"]
        others = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # What else is installed here is none of its business.
        self.assertIn("5 passed", self.run_python(*words, PYTHONPATH=str(PROJECT), **others))


@unittest.skipUnless(needs("hatchling", "pip", "venv"), "hatchling or pip is not installed")
class WheelCase(PackageCase):
    def setUp(self) -> None:
        super().setUp()
        source = self.folder / "source"
        ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache", "tests")
        shutil.copytree(PROJECT, source, ignore=ignored)
        pip = ["-m", "pip", "--disable-pip-version-check", "wheel", "--no-build-isolation", "--no-deps", "-q"]
        self.run_python(*pip, "-w", str(self.folder), str(source))
        (self.wheel,) = self.folder.glob("*.whl")

    def test_the_wheel_is_typed_and_carries_its_license(self) -> None:
        with zipfile.ZipFile(self.wheel) as wheel:
            names = set(wheel.namelist())
            (license,) = (name for name in names if name.endswith("/licenses/LICENSE"))
            self.assertEqual(wheel.read(license), (PROJECT.parents[1] / "LICENSE").read_bytes())
        packages = {name.partition("/")[0] for name in names if name.count("/") == 1 and name.endswith("/__init__.py")}
        self.assertEqual(packages, {"todo_app", "todo_asyncio", "todo_client", "todo_mirror", "todo_pytest"})
        self.assertEqual([each for each in packages if f"{each}/py.typed" not in names], [])
        self.assertEqual([name for name in names if name.startswith("tests")], [])

    def test_installed_it_has_commands_libraries_and_a_plugin(self) -> None:
        place = self.folder / "place"
        self.run_python("-m", "venv", "--without-pip", str(place))
        python = str(place / "bin" / "python")
        pip = ["-m", "pip", "--disable-pip-version-check", "--python", python, "install", "-q", "--no-index"]
        self.run_python(*pip, "--no-deps", str(self.wheel))
        store = ["--server", SERVER, "--store", str(self.store)]
        todo = str(place / "bin" / "todo")
        self.run_program(todo, *store, "add", "Milk", "--yes")
        self.assertIn("Milk", self.run_program(todo, *store, "list"))
        self.assertIn("usage: todo ", self.run_program(todo, "--help"))
        self.assertIn("usage: todo-tui ", self.run_program(str(place / "bin" / "todo-tui"), "--help"))
        program = (
            "import asyncio, sys, todo_client, todo_mirror\n"
            "from importlib.metadata import entry_points, version\n"
            "from todo_asyncio import AsyncClient\n"
            "async def first():\n"
            "    async with AsyncClient(*sys.argv[1:]) as client:\n"
            "        return [todo['title'] async for todo in client.todo.all()]\n"
            "assert version('todo-server-client') == todo_client.__version__\n"
            "assert [entry.value for entry in entry_points(group='pytest11')] == ['todo_pytest']\n"
            "print(asyncio.run(first()), todo_client.__file__)\n"
        )
        said = self.run_python("-c", program, SERVER, str(self.store), python=python)
        self.assertTrue(said.startswith(f"['Milk'] {place}"), said)


class CopyCase(PackageCase):
    def test_the_library_is_one_file_that_needs_nothing_else(self) -> None:
        shutil.copy(PROJECT / "todo_client.py", self.folder)
        program = (
            "import sys\n"
            "from todo_client import Client\n"
            "with Client(*sys.argv[1:]) as client:\n"
            "    print(client.todo.create('Milk')['title'])\n"
            "print({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names - {'__main__'})\n"
        )
        said = self.run_python("-S", "-c", program, SERVER, str(self.store))
        self.assertEqual(said.splitlines(), ["Milk", "{'todo_client'}"])


if __name__ == "__main__":
    unittest.main()
