"""What the full-screen app says beside what both apps say."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    "tui.view.category": ("All", "모두"),
    "tui.view.today": ("Today", "오늘"),
    "tui.view.upcoming": ("Upcoming", "예정"),
    "tui.view.initial": ("A–Z", "가나다"),
    "tui.search": ("Search", "찾기"),
    "tui.results": ("Found", "찾은 것"),
    "tui.footer": ("{completed} of {count} completed", "{count}개 중 {completed}개 완료"),
    "tui.found": ("{count} found", "{count}개 찾음"),
    "tui.empty": ("Nothing here yet. The key a adds a todo.", "아직 아무것도 없습니다. a를 누르면 추가합니다."),
    "tui.small": ("Too small.", "화면이 작습니다."),
    "tui.none": ("The full-screen app needs a terminal.", "전체 화면 앱은 터미널에서만 쓸 수 있습니다."),
    "tui.loading": ("Loading …", "불러오는 중 …"),
    "tui.hints.list": (
        "? help  q quit  a add  e edit  space done  t today  g grab  m move  d delete  / search  u undo",
        "? 도움말  q 나가기  a 추가  e 수정  space 완료  t 오늘  g 잡기  m 옮기기  d 삭제  / 찾기  u 되돌리기",
    ),
    "tui.hints.search": (
        "Enter: to the list  Esc: leave  Korean initial consonants find syllables: ㅎㄱ",
        "Enter 목록으로  Esc 그만두기  초성으로도 찾습니다: ㅎㄱ",
    ),
    "tui.hints.drag": (
        "↑↓ move  ←→ other sections  Home End  Enter drop  Esc put back",
        "↑↓ 옮기기  ←→ 다른 분류  Home End  Enter 놓기  Esc 제자리",
    ),
    "tui.hints.detail": (
        "e edit  space done  t today  d delete  u undo  ↑↓ scroll  Esc back",
        "e 수정  space 완료  t 오늘  d 삭제  u 되돌리기  ↑↓ 스크롤  Esc 뒤로",
    ),
    "tui.hints.form": (
        "Tab next field  Enter save (in the detail: new line)  Ctrl-S save  Esc leave",
        "Tab 다음 칸  Enter 저장 (내용에서는 새 줄)  Ctrl-S 저장  Esc 그만두기",
    ),
    "tui.hints.pet": ("c cat  d dog  Esc back", "c 고양이  d 강아지  Esc 뒤로"),
    "tui.hints.help": ("Esc back", "Esc 뒤로"),
    "tui.waiting": ("Trying again; Esc gives up. {reason}", "다시 시도 중, Esc 그만두기. {reason}"),
    "tui.gone": ("The server has ended.", "서버가 종료되었습니다."),
    "tui.quit.ask": ("A change is still under way. Leave all the same? [y/N] ", "아직 바꾸는 중입니다. 그래도 나갈까요? [y/N] "),
    "tui.undone": ("Taken back – {what}", "되돌렸습니다 – {what}"),
    "tui.redone": ("Done again – {what}", "다시 했습니다 – {what}"),
    "tui.undo.nothing": ("Nothing to take back.", "되돌릴 것이 없습니다."),
    "tui.redo.nothing": ("Nothing to do again.", "다시 할 것이 없습니다."),
    "tui.undo.failed": ("{reason} ({what})", "{reason} ({what})"),
    "tui.index": ("Jump to", "색인 글자"),
    "tui.move": ("Move to the category", "옮길 분류"),
    "tui.delete.ask": ("Delete “{title}”? [y/N] ", "“{title}”을(를) 삭제할까요? [y/N] "),
    "tui.drag.where": ("Todos are dragged in the view “All”.", "끌어 옮기기는 ‘모두’에서만 됩니다."),
    "tui.todo.gone": ("It has been deleted.", "삭제되었습니다."),
    "tui.form.add": ("New todo", "새 할 일"),
    "tui.form.edit": ("Edit", "수정"),
    "tui.form.due": ("YYYY-MM-DD, today, tomorrow, fri, +7", "YYYY-MM-DD, 오늘, 내일, 금, +7"),
    "tui.form.now": ("changed meanwhile: {value}", "그사이 바뀜: {value}"),
    "tui.saving": ("Saving …", "저장하는 중 …"),
    "tui.form.discard": ("Forget what you have written? [y/N] ", "쓴 것을 버릴까요? [y/N] "),
    "tui.form.overwrite": ("{reason} Save yours over it? [y/N] ", "{reason} 그래도 덮어쓸까요? [y/N] "),
    "tui.pet.choose": ("A cat or a dog? c, d", "고양이? 강아지? c, d"),
    "tui.pet.loading": ("Loading a picture …", "사진을 불러오는 중 …"),
    "tui.pet.file": ("This terminal shows no pictures. It is in", "이 터미널은 사진을 보여 주지 못합니다. 파일:"),
    "tui.sample": ("begin with a sample list", "예제 목록으로 시작"),
    "tui.help.app": ("Todos on the whole screen of a terminal.", "터미널 전체 화면에서 쓰는 할 일 목록."),
    "tui.help": (
        """\
Moving        ↑ ↓ j k          to the next todo
              PgUp PgDn        a screenful
              Home End         the first, the last
              [ ]              sections
              i, then a letter to an index title: a, ㅎ, 한, #
Views         1 2 3 4 Tab      All, Today, Upcoming, A–Z
              /                search; Korean initials find syllables
One todo      Enter            all of it
              space x          done, or open again
              t                on today's list, or off it
              e                edit
              m                to a category, also a new one
              g                grab; ↑↓←→ Home End, Enter drops, Esc puts back
              d Delete         delete, after a question
Else          a                add, after a question
              u                take back the last change made here
              r Ctrl-R         do it again
              p                a cat or a dog
              Ctrl-L           draw anew
              Ctrl-Z q Ctrl-C  pause, leave, leave at once

What others change is seen at once. A change that the store does not take yet
waits, and is made once, whatever happens to the server meanwhile.""",
        """\
움직이기      ↑ ↓ j k          다음 할 일
              PgUp PgDn        한 화면
              Home End         처음, 마지막
              [ ]              분류
              i 다음 글자      색인 글자로: a, ㅎ, 한, #
보기          1 2 3 4 Tab      모두, 오늘, 예정, 가나다
              /                찾기 (초성도 됩니다)
할 일 하나    Enter            자세히
              space x          완료, 다시 열기
              t                오늘 목록에 넣기, 빼기
              e                수정
              m                분류로 옮기기 (새것도)
              g                잡기: ↑ ↓ ← → Home End, Enter 놓기, Esc 제자리
              d Delete         물어보고 삭제
그 밖에       a                물어보고 추가
              u                여기서 한 마지막 변경을 되돌리기
              r Ctrl-R         다시 하기
              p                고양이나 강아지
              Ctrl-L           다시 그리기
              Ctrl-Z q Ctrl-C  멈추기, 나가기, 바로 나가기

다른 곳에서 바꾼 것은 바로 보입니다. 저장소가 아직 받지 못한 변경은 기다리며,
그사이 서버에 무슨 일이 있어도 한 번만 이루어집니다.""",
    ),
}
