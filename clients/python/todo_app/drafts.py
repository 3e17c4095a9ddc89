"""Todos before they are stored: what the command line says of one, and what the person answers."""

from __future__ import annotations

from dataclasses import dataclass

from todo_client import Todo

from .app import App, Trouble
from .dates import due_day, is_day
from .screen import person_is_here
from .text import clean, cut

_REMINDER = 40  # How many columns of the present text a question repeats.


@dataclass
class Draft:
    """A todo before it is stored."""

    title: str
    detail: str
    category: str
    due_on: str | None


def draft_to_add(app: App) -> Draft:
    """What the command line says, and on a terminal the person's answers for the rest. With --yes only a
    missing title is worth a question."""
    args = app.args
    title = " ".join(args.title)
    due = day(app, args.due or "")
    asks = person_is_here()
    asks_all = asks and not args.yes
    if asks and not title:
        title = _answer(app, app.say("field.title"))
    if not title.strip():
        return Draft("", "", "", due)
    detail = _answer(app, app.say("field.detail")) if asks_all and args.detail is None else args.detail
    category = _answer(app, _category_question(app)) if asks_all and args.category is None else args.category
    if asks_all and args.due is None:
        due = _day_answered(app, app.say("ask.due"), None)
    return Draft(title, detail or "", app.category_named(category or ""), due)


def day(app: App, words: str) -> str | None:
    """Looked at before any question, so that nobody agrees to what cannot be done."""
    day = due_day(words, app.today)
    if not is_day(day):
        raise Trouble(app.say("due.unknown", words=words))
    return day


def _day_answered(app: App, question: str, now: str | None) -> str | None:
    """Asked again until it is a day or none."""
    while True:
        try:
            return day(app, _changed(app, question, now or ""))
        except Trouble as trouble:
            app.talk.line(clean(str(trouble)))


def _category_question(app: App) -> str:
    """Names the categories in use, as the todos have them: a section's title may stand for none."""
    sections = app.client.sections.list(fields=["category"], limit=1)["sections"]
    categories = [todo["category"] for section in sections for todo in section["todos"]]
    known = ", ".join(category for category in categories[:8] if category)
    return app.say("ask.category", known=known) if known else app.say("field.category")


def _answer(app: App, question: str) -> str:
    return app.talk.ask(f"{question}: ")


def draft_to_edit(app: App, todo: Todo) -> Draft:
    app.talk.line(app.say("ask.clear"))
    return Draft(
        title=_changed(app, app.say("field.title"), todo["title"]),
        detail=_changed(app, app.say("field.detail"), todo["detail"]),
        category=_changed_category(app, todo["category"]),
        due_on=_day_answered(app, app.say("ask.due"), todo["dueOn"]),
    )


def _changed(app: App, question: str, now: str) -> str:
    answer = _answer(app, f"{question} [{cut(now, _REMINDER)}]" if now else question)
    return {"": now, "-": ""}.get(answer, answer)


def _changed_category(app: App, now: str) -> str:
    answer = _changed(app, _category_question(app), now)
    return now if answer == now else app.category_named(answer)
