"""The commands about sections."""

from __future__ import annotations

from collections.abc import Sequence

from todo_client import Section

from .app import FAILED, App, Misuse, Trouble


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
    heir = _find(app, args.move_to)["id"] if args.move_to is not None else None
    title = app.views.title_of(section)
    if args.with_todos and not args.yes:
        question = app.say("section.delete.ask", title=title, count=section["count"])
        if not app.talk.confirms(question):
            app.talk.line(app.say("delete.declined"))
            return FAILED
    removal = app.client.sections.delete(
        section["id"], move_to=heir, delete_todos=True if args.with_todos else None
    )
    return app.show(removal, lambda: app.out.line(app.say("section.deleted", title=title)))


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
