"""The commands about sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from todo_client import Section

from .app import FAILED, App, Misuse, Trouble
from .screen import person_is_here
from .text import clean

_WITH_TODOS: Final = "-"
_NAMED = 8  # How many sections a question names.


def sections(app: App) -> int:
    deeds = {None: _table, "rename": _rename, "move": _move, "delete": _delete}
    return deeds[app.args.deed](app)


def _table(app: App) -> int:
    listing = app.client.sections.list(include_todos=False, include_empty=True)
    return app.show(listing, lambda: app.views.section_table(listing["sections"]))


def _rename(app: App) -> int:
    section = app.client.sections.rename(_find(app, app.args.section)["id"], app.args.title)
    return _report(app, "section.renamed", section)


def _move(app: App) -> int:
    args = app.args
    if sum(value is not None for value in (args.to, args.before, args.after)) != 1:
        raise Misuse(app.say("section.where"))
    id = _find(app, args.section)["id"]
    if args.to is not None:
        moved = app.client.sections.move(id, index=args.to - 1)
    elif args.before is not None:
        moved = app.client.sections.move(id, before=_find(app, args.before)["id"])
    else:
        moved = app.client.sections.move(id, after=_find(app, args.after)["id"])
    return _report(app, "move.done", moved)


def _delete(app: App) -> int:
    args = app.args
    section = _find(app, args.section)
    heir = _find(app, args.move_to) if args.move_to is not None else None
    with_todos = args.with_todos
    title = app.views.title_of(section)
    if section["count"] and heir is None and not with_todos:
        if args.yes or not person_is_here():
            raise Trouble(app.say("section.fate.option", title=title, count=section["count"]))
        fate = _fate(app, section)
        if fate is None:
            app.talk.line(app.say("delete.declined"))
            return FAILED
        heir, with_todos = (None, True) if fate == _WITH_TODOS else (fate, False)
    if with_todos and not args.yes:
        question = app.say("section.delete.ask", title=title, count=section["count"])
        if not app.talk.confirms(question):
            app.talk.line(app.say("delete.declined"))
            return FAILED
    removal = app.client.sections.delete(
        section["id"], move_to=heir["id"] if heir else None, delete_todos=True if with_todos else None
    )
    return app.show(removal, lambda: _tell_deleted(app, title, heir, len(removal["ids"])))


def _tell_deleted(app: App, title: str, heir: Section | None, count: int) -> None:
    app.out.line(app.say("section.deleted", title=title))
    if heir and count:
        app.out.line(app.say("section.moved", count=count, heir=app.views.title_of(heir)))


def _fate(app: App, section: Section) -> Section | Literal["-"] | None:
    """What the person wants to become of the section's todos: the section that takes them, `_WITH_TODOS`, or None to
    leave all as it is."""
    listing = app.client.sections.list(include_todos=False, include_empty=True)["sections"]
    others = [app.views.title_of(other) for other in listing if other["id"] != section["id"]]
    key = "section.fate.ask" if others else "section.fate.delete"
    title, known = app.views.title_of(section), ", ".join(others[:_NAMED])
    question = app.say(key, title=title, count=section["count"], others=known)
    while answer := app.talk.ask(question):
        if answer == _WITH_TODOS:
            return _WITH_TODOS
        try:
            heir = _find(app, answer)
        except Trouble as trouble:
            app.talk.line(clean(str(trouble)))
            continue
        if heir["id"] != section["id"]:
            return heir
        app.talk.line(app.say("section.fate.itself", title=title))
    return None


def _report(app: App, key: str, section: Section) -> int:
    return app.show(section, lambda: app.out.line(f"{app.say(key)}: {app.views.heading(section)}"))


def _find(app: App, word: str) -> Section:
    """By its number in the table of all sections, or by its title."""
    listing = app.client.sections.list(include_todos=False, include_empty=True)["sections"]
    found = _numbered(listing, word) or _titled(listing, word)
    if found is None:
        raise Trouble(app.say("section.unknown", word=word))
    return found


def _numbered(listing: Sequence[Section], word: str) -> Section | None:
    number = int(word) if word.isdecimal() else 0
    return listing[number - 1] if 1 <= number <= len(listing) else None


def _titled(listing: Sequence[Section], word: str) -> Section | None:
    return next((section for section in listing if section["title"] == word), None)
