"""The commands that look: list, today, upcoming, jump, search, show."""

from __future__ import annotations

import datetime

from todo_client import Grouping, Section, SectionList

from .app import FAILED, App, Trouble, program
from .text import index_title


def everything(app: App) -> int:
    listing = whole_listing(app, app.args.by)
    if app.args.open:
        for section in listing["sections"]:
            section["todos"] = [todo for todo in section["todos"] if not todo["isCompleted"]]
    return app.show(listing, lambda: _show(app, listing["sections"], listing["today"], "list.empty"))


def today(app: App) -> int:
    return _scheduled(app, "today")


def upcoming(app: App) -> int:
    return _scheduled(app, "upcoming")


def _scheduled(app: App, id: str) -> int:
    listing = whole_listing(app, "schedule")
    section = next(section for section in listing["sections"] if section["id"] == id)
    return app.show(section, lambda: _show(app, [section], listing["today"], "list.empty.view"))


def jump(app: App) -> int:
    """The list from the first section with that index title on, as a tap on a phone's index does."""
    listing = whole_listing(app, app.args.by)
    first = {entry["title"]: entry["section"] for entry in listing["index"]}
    wanted = index_title(app.args.letter)
    if wanted not in first:
        raise Trouble(app.say("jump.none", title=wanted, titles=", ".join(first) or "–"))
    sections = listing["sections"][first[wanted]:]
    return app.show(sections, lambda: _show(app, sections, listing["today"], "list.empty.view"))


def search(app: App) -> int:
    text = " ".join(app.args.text)
    todos = list(app.client.todo.all({"text": text}))
    if not todos and not app.args.json:
        app.talk.line(app.say("search.none", text=text))
        return FAILED
    return app.show(todos, lambda: app.views.todos(todos, app.rows.numbers, app.today))


def show(app: App) -> int:
    todo = app.client.todo.get(app.rows.id_of(app.args.row))
    return app.show(todo, lambda: app.views.detail(todo, app.rows.numbers.get(todo["id"])))


def whole_listing(app: App, by: Grouping) -> SectionList:
    """Every section with every todo, for a person scrolls to the end."""
    listing = app.client.sections.list(by, limit=1000)
    for section in listing["sections"]:
        section["todos"] = list(app.client.sections.todos(section))
        section["nextCursor"] = None
    return listing


def _show(app: App, sections: list[Section], today: str, when_empty: str) -> None:
    if any(section["todos"] for section in sections):
        app.views.sections(sections, app.rows.numbers, datetime.date.fromisoformat(today))
    else:
        app.talk.line(app.say(when_empty, program=program()))
