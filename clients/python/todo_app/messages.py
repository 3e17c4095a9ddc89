"""Everything that the app says, in English and in Korean, side by side so that neither is forgotten."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

Language = Literal["en", "ko"]
LANGUAGES: tuple[Language, ...] = ("en", "ko")

TABLE: dict[str, tuple[str, str]] = {
    "demo.exists": (
        "{path} is there already, and the tour would change it. Name one that is not, or none.",
        "{path} 파일이 이미 있고, 둘러보기가 그것을 바꿉니다. 없는 파일을 쓰거나 --store를 빼 주세요."),
    "list.empty": ("Nothing here yet. Try: {program} add Milk", "아직 아무것도 없습니다. 이렇게 시작해 보세요: {program} add 우유"),
    "list.empty.view": ("Nothing here.", "아무것도 없습니다."),
    "search.none": ("Nothing found for “{text}”.", "“{text}”에 맞는 것이 없습니다."),
    "jump.none": ("No section under {title}. There are: {titles}", "색인 {title}에는 분류가 없습니다. 있는 것: {titles}"),
    "no.category": ("No category", "분류 없음"),
    "due": ("due {day}", "기한 {day}"),
    "overdue": ("overdue {day}", "지남 {day}"),
    "day.yesterday": ("yesterday", "어제"),
    "day.today": ("today", "오늘"),
    "day.tomorrow": ("tomorrow", "내일"),
    "field.title": ("Title", "제목"),
    "field.detail": ("Detail", "내용"),
    "field.category": ("Category", "분류"),
    "field.due": ("Due", "기한"),
    "field.today": ("Today", "오늘"),
    "field.created": ("Created", "만든 때"),
    "field.modified": ("Changed", "수정한 때"),
    "field.completed": ("Completed", "완료한 때"),
    "field.done": ("Completed", "완료"),
    "yes": ("yes", "예"),
    "no": ("no", "아니요"),
    "ask.category": ("Category ({known})", "분류 ({known})"),
    "ask.due": ("Due (YYYY-MM-DD, today, tomorrow, fri, +7)", "기한 (YYYY-MM-DD, 오늘, 내일, 금, +7)"),
    "ask.clear": ("Enter keeps what is there, - empties it.", "Enter는 그대로 두고, -는 비웁니다."),
    "due.unknown": (
        "“{words}” is no day. Days are 2030-01-31, today, tomorrow, fri, +7.",
        "“{words}”은(는) 날짜가 아닙니다. 2030-01-31, 오늘, 내일, 금, +7처럼 적어 주세요.",
    ),
    "add.ask": ("Add this? [y/N] ", "추가할까요? [y/N] "),
    "add.done": ("Added", "추가했습니다"),
    "add.declined": ("Not added.", "추가하지 않았습니다."),
    "edit.ask": ("Save this? [y/N] ", "저장할까요? [y/N] "),
    "edit.done": ("Saved", "저장했습니다"),
    "edit.declined": ("Left as it was.", "그대로 두었습니다."),
    "edit.nothing": ("Say what to change: --title, --detail, …", "무엇을 수정할지 알려 주세요: --title, --detail, …"),
    "tick.done": ("Done", "완료했습니다"),
    "untick.done": ("Reopened", "다시 열었습니다"),
    "star.done": ("On today's list", "오늘 목록에 넣었습니다"),
    "unstar.done": ("Off today's list", "오늘 목록에서 뺐습니다"),
    "move.done": ("Moved", "옮겼습니다"),
    "move.where": (
        "Say where to, in one way: ROW, --before, --after or --category.",
        "어디로 옮길지 한 가지로 알려 주세요: ROW, --before, --after, --category.",
    ),
    "delete.ask": ("Delete this? [y/N] ", "삭제할까요? [y/N] "),
    "delete.done": ("Deleted", "삭제했습니다"),
    "delete.declined": ("Not deleted.", "삭제하지 않았습니다."),
    "clean.none": ("Nothing is completed.", "완료한 것이 없습니다."),
    "clean.ask": ("Delete what is listed ({count})? [y/N] ", "이 {count}개를 삭제할까요? [y/N] "),
    "undo.ask": ("Leave it taken back? [y/N] ", "되돌린 채로 둘까요? [y/N] "),
    "undo.declined": ("Put back as it was.", "다시 원래대로 두었습니다."),
    "undo.done": (
        "Change {undone} is taken back. To have it again: undo {revision}",
        "변경 {undone}을(를) 되돌렸습니다. 다시 하려면: undo {revision}",
    ),
    "undo.back": ("Back again", "다시 생겼습니다"),
    "undo.gone": ("Gone again", "다시 없어졌습니다"),
    "undo.as_before": ("As before", "전과 같습니다"),
    "undo.section.back": ("Section “{title}” is back again.", "“{title}” 분류가 다시 생겼습니다."),
    "undo.section.gone": ("Section “{title}” is gone again.", "“{title}” 분류가 다시 없어졌습니다."),
    "undo.section.title": ("Section “{old}” is “{new}” again.", "“{old}” 분류는 다시 “{new}”입니다."),
    "undo.section.order": ("The sections are in their former order.", "분류가 전 순서로 돌아갔습니다."),
    "watch.more": ("… and {count} more", "… 그 밖에 {count}줄"),
    "row.unknown": ("No row {row}: the list has {count}.", "{row}번 줄이 없습니다. 모두 {count}줄입니다."),
    "row.unreadable": (
        "“{word}” is neither a row number nor an id, as in '#4' or id:4.",
        "“{word}”은(는) 줄 번호도 아이디('#4' 또는 id:4)도 아닙니다.",
    ),
    "section.unknown": ("No section “{word}”.", "“{word}” 분류가 없습니다."),
    "section.where": (
        "Say where to, in one way: PLACE, --before or --after.",
        "어디로 옮길지 한 가지로 알려 주세요: PLACE, --before, --after.",
    ),
    "section.renamed": ("Renamed", "이름을 바꿨습니다"),
    "section.fate.ask": (
        "“{title}” still has todos ({count}). Which section takes them? ({others}; - deletes them too) ",
        "“{title}” 분류에 할 일 {count}개가 남아 있습니다. 어느 분류로 옮길까요? ({others}, 함께 삭제하려면 -) ",
    ),
    "section.fate.delete": (
        "“{title}” still has todos ({count}), and there is no other section. Enter leaves all as it is, - deletes them too: ",
        "“{title}” 분류에 할 일 {count}개가 남아 있고 다른 분류가 없습니다. Enter는 그대로 두고, -는 함께 삭제합니다: ",
    ),
    "section.fate.option": (
        "“{title}” still has todos ({count}): say --move-to SECTION or --with-todos.",
        "“{title}” 분류에 할 일 {count}개가 남아 있습니다. --move-to SECTION이나 --with-todos를 써 주세요.",
    ),
    "section.fate.itself": (
        "“{title}” is the section that is to be deleted.",
        "“{title}”은(는) 삭제하려는 분류입니다.",
    ),
    "section.moved": (
        "Its todos ({count}) are in “{heir}” now.",
        "할 일 {count}개는 이제 “{heir}” 분류에 있습니다.",
    ),
    "section.delete.ask": (
        "Delete “{title}” with its todos ({count})? [y/N] ",
        "“{title}” 분류와 할 일 {count}개를 삭제할까요? [y/N] ",
    ),
    "section.deleted": ("Deleted “{title}”.", "“{title}” 분류를 삭제했습니다."),
    "pet.cat": ("Cat", "고양이"),
    "pet.dog": ("Dog", "강아지"),
    "pet.network": ("from the network", "네트워크에서"),
    "pet.cache": ("seen before", "전에 본 사진"),
    "pet.bundled": ("came with the server", "서버에 들어 있는 사진"),
    "text.invalid": ("That is not valid UTF-8 text.", "올바른 UTF-8 텍스트가 아닙니다."),
    "demo.store": ("A sample store: {path}", "예제 저장소: {path}"),
    "help.usage": ("usage: ", "사용법: "),
    "help.positionals": ("positional arguments", "인수"),
    "help.options": ("options", "옵션"),
    "help.help": ("show this help", "이 도움말 보기"),
    "help.error": ("{program}: error: {message}", "{program}: 오류: {message}"),
    "help.app": ("Todos on the command line.", "명령줄에서 쓰는 할 일 목록."),
    "help.rows": (
        "ROW is a number from the list, or an id: '#4' (in quotes) or id:4.",
        "ROW는 목록의 줄 번호나 아이디입니다: '#4'(따옴표와 함께) 또는 id:4.",
    ),
    "help.store": ("the file with the todos", "할 일이 담긴 파일"),
    "help.server": ("the todo-server to start", "실행할 todo-server"),
    "help.cache": ("the folder for pictures of pets", "동물 사진을 둘 폴더"),
    "help.json": ("the server's answer as JSON", "서버의 답을 JSON으로"),
    "help.lang": ("the language, en or ko", "언어, en 또는 ko"),
    "help.yes": ("don't ask", "묻지 않음"),
    "help.by": ("how to group", "묶는 방법"),
    "help.open": ("only what is still open", "완료하지 않은 것만"),
    "help.list": ("everything, in sections (the default)", "모두, 분류별로 (기본)"),
    "help.today": ("what is for today", "오늘 할 일"),
    "help.upcoming": ("everything else", "그 밖의 할 일"),
    "help.show": ("one todo in full", "하나를 자세히"),
    "help.add": ("add a todo; asks for what is missing", "추가 (빠진 것은 물어봄)"),
    "help.edit": ("change a todo; asks when no change is given", "수정 (바꿀 것을 적지 않으면 물어봄)"),
    "help.tick": ("mark as completed", "완료로 표시"),
    "help.untick": ("open again", "다시 열기"),
    "help.star": ("put on today's list", "오늘 목록에 넣기"),
    "help.unstar": ("take off today's list", "오늘 목록에서 빼기"),
    "help.move": ("move to a row, next to another todo or to a category", "줄, 다른 할 일 곁, 분류로 옮기기"),
    "help.delete": ("delete, after a question", "물어보고 삭제"),
    "help.clean": ("delete what is completed, after a question", "물어보고 완료한 것을 모두 삭제"),
    "help.undo": (
        "take back the newest change, whoever made it, or the one named",
        "가장 새로운 변경이나 지정한 변경을 되돌리기",
    ),
    "help.revision": ("the number of the change, as undo says it", "undo가 알려 준 변경 번호"),
    "help.watch": (
        "the list, drawn again when anyone changes something; q ends",
        "누가 무엇을 바꾸면 다시 그리는 목록; q로 나가기",
    ),
    "help.jump": ("the list from an index title on: A, ㄱ, #", "색인 글자부터 보기: A, ㄱ, #"),
    "help.search": ("find in titles and details", "제목과 내용에서 찾기"),
    "help.sections": ("the sections; rename, move and delete them", "분류 보기, 이름 바꾸기, 옮기기, 삭제"),
    "help.sections.rename": ("give it another title", "이름 바꾸기"),
    "help.sections.move": ("change the order", "순서 바꾸기"),
    "help.sections.delete": ("delete; todos that are in it are moved or deleted", "삭제 (들어 있는 할 일은 옮기거나 함께 삭제)"),
    "help.with-todos": ("delete its todos too", "들어 있는 할 일도 삭제"),
    "help.move-to": ("the section that takes its todos", "할 일을 넘겨받을 분류"),
    "help.pet": ("a cat or a dog", "고양이나 강아지"),
    "help.offline": ("without the network", "네트워크 없이"),
    "help.demo": ("a tour on a sample store", "예제 저장소로 둘러보기"),
    "help.due": ("YYYY-MM-DD, today, tomorrow, fri, +7; none for no day", "YYYY-MM-DD, 오늘, 내일, 금, +7, 없음"),
}


class Messages:
    """The table in one language, and another one if an app has its own."""

    def __init__(self, language: Language, more: Mapping[str, tuple[str, str]] = {}) -> None:
        self.language: Language = language
        self._column = LANGUAGES.index(language)
        self._table = {**TABLE, **more}

    def __call__(self, key: str, **values: object) -> str:
        return self._table[key][self._column].format(**values)


def language_of(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the environment asks for, English unless it is Korean."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "ko" if locale.lower().replace("-", "_").partition(".")[0].partition("_")[0] == "ko" else "en"
