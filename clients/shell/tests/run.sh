#!/bin/sh
# Tests of clients/shell/todo against a real server.
#
#   tests/run.sh [WORD]      all tests, or those with WORD in their name
#
# SERVER is the executable (default: the release build of this package), TEST_SHELL the shell that
# runs the script (default: dash if it is there, else sh), JOBS how many tests run at once (4).
# Every test has a folder of its own for the store, the cache and everything else.
#
# shellcheck disable=SC2016 # the dollars in single quotes are jq's, or text that must stay as it is
# shellcheck disable=SC2030,SC2031 # every test has its own subshell and environment, on purpose
set -u
here=$(cd "$(dirname "$0")" && pwd)
SERVER=${SERVER:-$here/../../../.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
TEST_SHELL=${TEST_SHELL:-$(command -v dash || command -v sh)}
JOBS=${JOBS:-4}
script=$here/../todo
only=${1:-}

[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }
for need in jq timeout python3; do
    command -v $need >/dev/null || { echo "$need is missing" >&2; exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# --- What the tests are written with -------------------------------------------------------------

# Runs the script; leaves what it printed and its status in the files out, err and status.
todo() {
    timeout 20 "$TEST_SHELL" "$script" "$@" >out 2>err </dev/null
    echo $? >status
}

# on_terminal [QUESTION ANSWER]... -- WORD...: the same on a terminal, with answers typed.
on_terminal() {
    for each in "$@"; do
        shift
        if [ "$each" = -- ]; then set -- "$@" -- "$TEST_SHELL" "$script"; else set -- "$@" "$each"; fi
    done
    timeout 30 python3 "$here/on_terminal.py" "$@" >out 2>err </dev/null
    echo $? >status
}

# seed OBJECT...: a todo for each, ids from 1, without going through the script.
seed() {
    printf '%s\n' "$@" | jq -cn '[inputs] | to_entries | map({jsonrpc: "2.0", id: .key, method: "todo.create", params: .value})' |
        timeout 20 "$TODO_SERVER" >seeded
    jq -e 'type == "array" and all(.[]; .result)' seeded >/dev/null || fail "could not seed: $(cat seeded)"
}

# stored ID FILTER: a todo as the server has it.
stored() {
    printf '{"jsonrpc":"2.0","id":1,"method":"todo.get","params":{"id":%s}}\n' "$1" |
        timeout 20 "$TODO_SERVER" | jq -c "(.result // .error) | $2"
}

ids_in_order() {
    printf '{"jsonrpc":"2.0","id":1,"method":"todo.list"}\n' |
        timeout 20 "$TODO_SERVER" | jq -c '[.result.todos[].id]'
}

fail() {
    {
        printf '%s\n' "$1"
        for file in out err status; do
            if [ -s $file ]; then printf '%s:\n' $file; head -n 20 $file | cut -c 1-300 | sed 's/^/    /'; fi
        done
    } >why
    exit 1
}

is() { [ "$2" = "$3" ] || fail "$1: expected $3, got $2"; }
ends_with() { is 'exit status' "$(cat status)" "$1"; }
prints() { is 'output' "$(cat out)" "$1"; }
shows() { grep -qF -e "$1" out || fail "not in the output: $1"; }
hides() { if grep -qF -e "$1" out; then fail "in the output, but should not be: $1"; fi; }
says() { grep -qF -e "$1" err || fail "not said on stderr: $1"; }
is_silent() { [ ! -s out ] || fail 'something was printed'; }

# it SENTENCE FUNCTION: runs a test in the background, at most JOBS at a time.
count=0 running=0
it() {
    case $1 in *"$only"*) ;; *) return ;; esac
    count=$((count + 1))
    mkdir -p "$scratch/$count/home"
    printf '%s\n' "$1" >"$scratch/$count/name"
    (
        cd "$scratch/$count" || exit 1
        unset LC_ALL LC_MESSAGES NO_COLOR CAT_API_KEY DOG_API_KEY
        export LANG=C.UTF-8 TERM=xterm HOME="$PWD/home" XDG_DATA_HOME="$PWD/data" XDG_CACHE_HOME="$PWD/cache"
        export TODO_SERVER="$PWD/server" TODO_SERVER_STORE="$PWD/todos.sqlite"
        # No test asks the real cat and dog services: nothing listens on these ports.
        printf '#!/bin/sh\nexec "%s" --cat-api http://127.0.0.1:1 --dog-api http://127.0.0.1:1 "$@"\n' "$SERVER" >server
        chmod +x server
        ("$2") && touch passed
    ) &
    running=$((running + 1))
    if [ $running -ge "$JOBS" ]; then wait; running=0; fi
}

report() {
    wait
    passed=0 failed=0 number=0
    while [ $number -lt $count ]; do
        number=$((number + 1))
        if [ -e "$scratch/$number/passed" ]; then
            passed=$((passed + 1))
            printf 'ok %d - %s\n' $number "$(cat "$scratch/$number/name")"
        else
            failed=$((failed + 1))
            printf 'not ok %d - %s\n' $number "$(cat "$scratch/$number/name")"
            sed 's/^/# /' "$scratch/$number/why" 2>/dev/null
        fi
    done
    printf '%d passed, %d failed\n' $passed $failed
    [ $failed -eq 0 ] && [ $passed -gt 0 ]
}

# --- The tests -----------------------------------------------------------------------------------

adds_and_lists() {
    todo add 'Buy milk' -c Home
    ends_with 0
    prints '[ ]   1  Buy milk'
    todo add 'Buy bread' -c Home
    todo add '보고서 쓰기' -c 일
    todo tick 2
    todo list
    ends_with 0
    prints 'H  Home  (2, 1 done)
   [ ]   1  Buy milk
   [x]   2  Buy bread
ㅇ  일  (1, 0 done)
   [ ]   3  보고서 쓰기'
}
it 'The list shows sections with index titles and counts' adds_and_lists

lists_by_default() {
    seed '{"title": "Buy milk", "category": "Home"}'
    todo
    prints 'H  Home  (1, 0 done)
   [ ]   1  Buy milk'
}
it 'Without a command the list is shown' lists_by_default

empty_list() {
    todo list
    ends_with 0
    is_silent
    on_terminal -- list
    shows 'Nothing yet'
}
it 'An empty list prints nothing into a pipe and a hint on a terminal' empty_list

keeps_text() {
    title='She said "hi" & '\''bye'\'' \n \\ \(1+1) $HOME `id` %s 100% 🐈‍⬛ 한글 e'
    detail='first "line"
	second \t $(id) ; rm -rf /nowhere

🧑‍💻 last line
'
    category='a "b" \ $c'
    todo add "$title" -d "$detail" -c "$category"
    ends_with 0
    is title "$(stored 1 .title)" "$(jq -cn --arg it "$title" '$it')"
    is detail "$(stored 1 .detail)" "$(jq -cn --arg it "$detail" '$it')"
    is category "$(stored 1 .category)" "$(jq -cn --arg it "$category" '$it')"
    prints "[ ]   1  $title"
    todo show 1
    shows '      	second \t $(id) ; rm -rf /nowhere'
    todo edit 1 -d "$title"
    is 'edited detail' "$(stored 1 .detail)" "$(jq -cn --arg it "$title" '$it')"
    todo search '\(1+1) $HOME `id`'
    shows "$title"
}
it 'Quotes, newlines, backslashes, dollars and emoji go through unharmed' keeps_text

leading_dashes() {
    todo add -c Lists -- -d is a title
    prints '[ ]   1  -d is a title'
    is category "$(stored 1 .category)" '"Lists"'
    todo add Minus -d -5 -c --x
    is 'detail and category' "$(stored 2 '[.detail, .category]')" '["-5","--x"]'
    todo edit 1 -- --help
    prints '[ ]   1  --help'
}
it 'After -- a title may start with a dash, and a value always may' leading_dashes

joins_words() {
    todo add Buy oat milk -c Home
    prints '[ ]   1  Buy oat milk'
}
it 'A title of several words needs no quotes' joins_words

ignores_variables() {
    title=wrong detail=wrong category=wrong dueOn=2020-01-01 isToday=true id=7 yes=yes
    export title detail category dueOn isToday id yes
    todo add Right
    is todo "$(stored 1 '[.title, .detail, .category, .dueOn, .isToday]')" '["Right","","",null,false]'
}
it 'Variables of the same names in the environment change nothing' ignores_variables

today_and_upcoming() {
    todo add Overdue -u 0001-01-01 -c Home
    todo add Starred -t
    todo add Someday -u 9999-12-31
    todo today
    ends_with 0
    shows 'Overdue  (0001-01-01)  · Home'
    shows 'Starred  ★'
    hides Someday
    shows '(2, 0 done)'
    todo upcoming
    shows 'Someday  (9999-12-31)'
    hides Overdue
}
it 'Today has what is due and what is starred, upcoming the rest' today_and_upcoming

edits() {
    seed '{"title": "Old", "detail": "stays", "category": "Home", "dueOn": "2030-01-02", "isToday": true}'
    todo edit 1 New title
    is todo "$(stored 1 '[.title, .detail, .category, .dueOn, .isToday]')" '["New title","stays","Home","2030-01-02",true]'
    todo edit 1 -d '' -u '' -T -c Work
    ends_with 0
    is todo "$(stored 1 '[.title, .detail, .category, .dueOn, .isToday]')" '["New title","","Work",null,false]'
}
it 'Edit changes what is given, empties what is given empty and leaves the rest' edits

shows_one() {
    seed '{"title": "Report", "detail": "one\n\n  two", "category": "Work", "dueOn": "2030-01-02", "isToday": true}'
    todo show 1
    ends_with 0
    shows '[ ]   1  Report  ★  (2030-01-02)'
    shows '      category: Work'
    shows '      due: 2030-01-02'
    shows '        two'
    hides 'completed:'
    todo tick 1
    todo show 1
    shows "      completed: $(stored 1 .completedAt | tr -d '"')"
}
it 'Show prints all that a todo has' shows_one

ticks() {
    seed '{"title": "a"}' '{"title": "b"}' '{"title": "c"}'
    todo tick 3 1
    ends_with 0
    prints '[x]   1  a
[x]   3  c'
    is b "$(stored 2 .isCompleted)" false
    todo untick 1
    is a "$(stored 1 '[.isCompleted, .completedAt]')" '[false,null]'
    is c "$(stored 3 .isCompleted)" true
}
it 'Tick and untick take several ids' ticks

ticks_around_missing() {
    seed '{"title": "a"}' '{"title": "b"}'
    todo tick 1 99 2
    ends_with 1
    prints '[x]   1  a
[x]   2  b'
    says 'todo: 99: '
}
it 'An id that is not there is reported, and the others are ticked' ticks_around_missing

stars() {
    seed '{"title": "a"}'
    todo star 1
    prints '[ ]   1  a  ★'
    is a "$(stored 1 .isToday)" true
    todo unstar 1
    prints '[ ]   1  a'
    is a "$(stored 1 .isToday)" false
}
it 'Star and unstar change the list of today' stars

moves() {
    seed '{"title": "a"}' '{"title": "b"}' '{"title": "c"}' '{"title": "d", "category": "Other"}'
    todo move 3 before 1
    ends_with 0
    is before "$(ids_in_order)" '[3,1,2,4]'
    todo move 3 after 2
    is after "$(ids_in_order)" '[1,2,3,4]'
    todo move 3 index 0
    is index "$(ids_in_order)" '[3,1,2,4]'
    todo move 3 to Other
    is 'to a category' "$(ids_in_order)" '[1,2,4,3]'
    is category "$(stored 3 .category)" '"Other"'
    todo move 1 after 99
    ends_with 1
    is 'nothing moved' "$(ids_in_order)" '[1,2,4,3]'
}
it 'Move goes before, after, to a category and to an index' moves

no_category_is_none() {
    seed '{"title": "a", "category": "Home"}' '{"title": "b", "category": "Home"}'
    todo move 1 to 'No category'
    todo edit 2 -c '분류 없음'
    todo add -c 'No category' c
    is categories "$(stored 1 .category)$(stored 2 .category)$(stored 3 .category)" '""""""'
}
it 'What lists call the todos without a category is no category of that name' no_category_is_none

deletes() {
    seed '{"title": "a"}' '{"title": "b"}' '{"title": "c"}'
    todo delete 1 3
    ends_with 0
    is left "$(ids_in_order)" '[2]'
    todo show 1
    ends_with 1
    is_silent
    says 'todo: '
}
it 'Delete asks nothing when nobody is at a terminal' deletes

undoes() {
    seed '{"title": "a"}' '{"title": "b"}' '{"title": "c"}'
    todo tick 2
    todo undo
    ends_with 0
    prints '[ ]   2  b'
    says 'to have it again: todo undo 5'
    todo undo 5
    prints '[x]   2  b'
    todo delete 1
    todo undo -y
    prints '[ ]   1  a'
    is all "$(ids_in_order)" '[1,2,3]'
    todo undo 3
    prints '1 todo removed again'
    is two "$(ids_in_order)" '[1,2]'
    LANG=ko_KR.UTF-8
    todo undo 3
    ends_with 1
    is_silent
    says 'todo: '
    todo add d
    todo undo
    prints '할 일 1개를 다시 삭제했습니다'
}
it 'Undo takes back the newest change or the one named, and an undo too' undoes

undo_asks() {
    seed '{"title": "a"}'
    todo tick 1
    on_terminal 'Keep this undo? [y/N]' n -- undo
    ends_with 1
    shows 'todo: put back as it was'
    hides 'nothing was changed'
    shows '[ ]   1  a'
    is a "$(stored 1 .isCompleted)" true
    on_terminal 'Keep this undo? [y/N]' y -- undo
    ends_with 0
    is a "$(stored 1 .isCompleted)" false
    on_terminal -- undo 1
    ends_with 0
    hides '?'
    is none "$(ids_in_order)" '[]'
}
it 'On a terminal undo shows what it took back, and puts it back after anything but a yes' undo_asks

lost_replies() {
    seed '{"title": "a"}' '{"title": "b"}'
    printf '#!/bin/sh\ncat >>asked\nif [ -e lost ]; then tail -n 1 asked | "%s"; else touch lost; tail -n 1 asked | "%s" >unheard; fi\n' \
        "$SERVER" "$SERVER" >server
    for words in 'add c' 'edit 1 A' 'move 2 before 1' 'tick 1 2' 'delete 1 2' 'add d' list; do
        rm -f lost asked
        # shellcheck disable=SC2086 # several words on purpose
        todo $words
        ends_with 0
        is "times asked: $words" "$(wc -l <asked | tr -d ' ')" 2
        is "asked again: $words" "$(sort -u asked | wc -l | tr -d ' ')" 1
    done
    is left "$(ids_in_order)" '[3,4]'
    rm -f lost asked
    todo undo
    ends_with 1
    says 'gave no answer'
    is 'times asked: undo' "$(wc -l <asked | tr -d ' ')" 1
}
it 'A request whose reply is lost is sent again, and nothing is done twice' lost_replies

killed_at_random() {
    printf '#!/bin/sh\nif [ -e tried ]; then exec "%s"; fi\ntouch tried\nexec timeout -s KILL "0.0$(od -An -N1 -tu1 /dev/urandom | tr -d " ")" "%s"\n' \
        "$SERVER" "$SERVER" >server
    for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        rm -f tried
        todo add "todo $number"
        ends_with 0
    done
    is ids "$(ids_in_order)" '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]'
}
it 'A server that is killed at any moment loses nothing and does nothing twice' killed_at_random

leaves_half_an_answer() {
    seed '{"title": "a"}'
    # The first time, what comes out breaks off within the line.
    printf '#!/bin/sh\nif [ -e cut ]; then exec "%s"; fi\ntouch cut\n"%s" | head -c 40\n' "$SERVER" "$SERVER" >server
    for words in list 'tick 1' 'add b' 'show 2'; do
        rm -f cut
        # shellcheck disable=SC2086 # several words on purpose
        todo $words
        ends_with 0
        is "said on stderr: $words" "$(cat err)" ''
    done
    is ids "$(ids_in_order)" '[1,2]'
    rm -f cut
    todo undo
    ends_with 1
    is_silent
    is 'said' "$(cat err)" 'todo: the server gave no answer'
}
it 'Half an answer of a server that died is none' leaves_half_an_answer

# locked COMMAND...: runs it while another process has locked the store; the file unlock lets that go.
locked() {
    python3 - <<'END' &
import os, sqlite3, time
store = sqlite3.connect("todos.sqlite", isolation_level=None)
store.execute("BEGIN IMMEDIATE")
open("is_locked", "w").close()
limit = time.monotonic() + 20
while not os.path.exists("unlock") and time.monotonic() < limit:
    time.sleep(0.02)
store.execute("ROLLBACK")
END
    locker=$!
    limit=$(($(date +%s) + 20))
    until [ -e is_locked ]; do [ "$(date +%s)" -lt $limit ] || fail 'the store could not be locked'; done
    "$@"
    touch unlock
    wait $locker
    rm unlock is_locked
}

tries_to_change() {
    todo list
    ends_with 0
    shows '[ ]   1  a'
    todo tick 1
    ends_with 1
    is_silent
    says "($PWD/todos.sqlite)"
}

waits_for_the_lock() {
    # Only when the server has its request is the store let go, so it must have waited for that.
    printf '#!/bin/sh\nread -r request\ntouch unlock\nprintf "%%s\\n" "$request" | "%s"\n' "$SERVER" >server
    todo add b
    ends_with 0
    printf '#!/bin/sh\nexec "%s"\n' "$SERVER" >server
}

locked_store() {
    seed '{"title": "a"}'
    locked tries_to_change
    is 'nothing changed' "$(stored 1 '[.isCompleted, .revision]')" '[false,1]'
    locked waits_for_the_lock
    todo tick 1
    is ids "$(ids_in_order)" '[1,2]'
    is ticked "$(stored 1 .isCompleted)" true
}
it 'A store that somebody has locked can be read; a change waits, or says so and is not made' locked_store

searches() {
    seed '{"title": "한글 공부"}' '{"title": "Milk", "category": "Home"}' '{"title": "x", "detail": "MILK too"}' '{"title": "other"}'
    todo search milk
    prints '[ ]   3  x
[ ]   2  Milk  · Home' # as in the list: the section without a category came first
    todo search ㅎㄱ
    prints '[ ]   1  한글 공부'
    todo search '"}, "nothing'
    ends_with 1
    is_silent
    says 'todo: nothing found'
}
it 'Search looks into titles and details, by Korean initials too' searches

searches_page_by_page() {
    jq -cn '[range(1; 1203) | {jsonrpc: "2.0", id: ., method: "todo.create", params: {title: "todo \(.)"}}]' |
        timeout 20 "$TODO_SERVER" >seeded
    todo search todo
    ends_with 0
    is lines "$(sort -u out | grep -c .)" 1202
    todo list
    shows '(1202, 0 done)'
    shows '   … 202 more'
}
it 'Search prints more than one page; the list says what it leaves out' searches_page_by_page

jumps() {
    seed '{"title": "a", "category": "Alpha"}' '{"title": "b", "category": "회사"}' '{"title": "c", "category": "Work"}'
    todo jump ㅎ
    ends_with 0
    prints 'ㅎ  회사  (1, 0 done)
   [ ]   2  b
W  Work  (1, 0 done)
   [ ]   3  c'
    todo jump w
    prints 'W  Work  (1, 0 done)
   [ ]   3  c'
    todo jump b initial
    shows '   [ ]   2  b'
    hides '   [ ]   1  a'
    todo jump Q
    ends_with 1
    is_silent
    says 'ㅎ A W'
}
it 'Jump shows the list from an index title on, or which there are' jumps

groups() {
    seed '{"title": "beta", "category": "X"}' '{"title": "bravo", "category": "Y"}' '{"title": "나무"}'
    todo list initial
    prints 'ㄴ  (1, 0 done)
   [ ]   3  나무
B  (2, 0 done)
   [ ]   1  beta
   [ ]   2  bravo'
    todo list schedule
    shows '(3, 0 done)'
    todo list weekday
    ends_with 2
    says weekday
}
it 'The list goes by initial and by schedule too' groups

renames_sections() {
    seed '{"title": "a", "category": "Home"}' '{"title": "b", "category": "Work"}'
    todo rename-section Home 'My "home" \ $x'
    ends_with 0
    prints 'M  My "home" \ $x  (1, 0 done)'
    is category "$(stored 1 .category)" '"My \"home\" \\ $x"'
    todo sections
    id=$(sed -n 's/^W  Work  .*  //p' out)
    [ -n "$id" ] || fail 'no id for Work'
    todo rename-section "$id" Office
    is category "$(stored 2 .category)" '"Office"'
    todo rename-section Office 'My "home" \ $x'
    ends_with 1
    is category "$(stored 2 .category)" '"Office"'
    todo rename-section 'No such' Other
    ends_with 1
}
it 'Sections are renamed by title or id, but not to a title that is taken' renames_sections

empty_sections() {
    seed '{"title": "a", "category": "Home"}'
    todo move 1 to Work
    todo list
    hides Home
    todo sections
    shows 'Home  (0, 0 done)'
    shows 'Work  (1, 0 done)'
}
it 'Sections are listed even when nothing is left in them' empty_sections

pets() {
    for kind in cat dog; do
        todo pet $kind
        ends_with 0
        is lines "$(wc -l <out | tr -d ' ')" 1
        [ -f "$(cat out)" ] || fail 'no such file'
        is 'first bytes' "$(head -c 8 "$(cat out)" | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
        says 'no network'
        cp "$(cat out)" $kind.png
    done
    if cmp -s cat.png dog.png; then fail 'a dog that is a cat'; fi
    todo pet hamster
    ends_with 2
}
it 'Without a network a cat and a dog come with the server, as files' pets

pet_from_service() {
    picture=$here/../../../Sources/PetService/Bundled/cat-2.png
    timeout 60 python3 "$here/pet_service.py" "$picture" port 2>/dev/null &
    service=$!
    waited=0
    until [ -s port ]; do
        waited=$((waited + 1))
        [ $waited -lt 100 ] || fail 'the cat service did not start'
        sleep 0.1
    done
    printf '#!/bin/sh\nexec "%s" --cat-api "http://127.0.0.1:%s" "$@"\n' "$SERVER" "$(cat port)" >server
    todo pet cat
    kill "$service"
    wait "$service" 2>/dev/null
    ends_with 0
    is 'lines on stderr' "$(wc -l <err | tr -d ' ')" 0
    cmp -s "$(cat out)" "$picture" || fail 'another picture'
    cp out first
    todo pet cat
    ends_with 0
    says 'one seen before'
    prints "$(cat first)"
}
it 'A cat comes from the service, and is there again when the network is gone' pet_from_service

raws() {
    seed '{"title": "a"}'
    todo raw todo.get '{"id": 1}'
    ends_with 0
    is title "$(jq -c .title out)" '"a"'
    todo raw todo.list
    is ids "$(jq -c '[.todos[].id]' out)" '[1]'
    todo raw todo.get '{"id": 99}'
    ends_with 1
    is_silent
    todo raw todo.nonsense
    ends_with 1
    todo raw todo.get '{"id": '
    ends_with 2
    todo raw todo.get '{"id": 1} {"id": 1}'
    ends_with 2
}
it 'Raw sends any request and prints its result' raws

raw_stdin() {
    head -c 300000 /dev/zero | tr '\0' '"' | jq -Rs '{title: "big", detail: .}' >params
    timeout 20 "$TEST_SHELL" "$script" raw todo.create - <params >out 2>err
    echo $? >status
    ends_with 0
    is length "$(stored 1 '.detail | length')" 300000
    todo show 1
    ends_with 0
    todo search '"""'
    prints '[ ]   1  big'
}
it 'Raw reads params of any size from its input' raw_stdin

refusals() {
    todo add
    ends_with 1
    is_silent
    is 'lines on stderr' "$(wc -l <err | tr -d ' ')" 1
    todo add Dated -u 2025-02-30
    ends_with 1
    is_silent
    is 'nothing added' "$(ids_in_order)" '[]'
    LANG=ko_KR.UTF-8
    todo add
    ends_with 1
    is message "$(cat err)" 'todo: 내용이 모두 입력되지 않았습니다.'
    seed '{"title": "a"}'
    todo edit 1 ''
    is message "$(cat err)" 'todo: 수정할 수 없습니다.'
}
it "The server's own message is shown when it refuses, in Korean too" refusals

korean() {
    LANG=ko_KR.UTF-8
    seed '{"title": "우유", "category": "집", "isCompleted": true}'
    todo list
    shows '집  (1개, 1개 완료)'
    todo help
    shows '하나를 자세히'
    todo nonsense
    says '모르는 명령: nonsense'
    LC_ALL=en_US.UTF-8
    export LC_ALL
    todo list
    shows '집  (1, 1 done)'
}
it 'The script speaks Korean where the locale does' korean

usage() {
    seed '{"title": "a"}'
    while read -r words; do
        # shellcheck disable=SC2086 # several words on purpose
        todo $words
        is "exit status of: todo $words" "$(cat status)" 2
        is_silent
        says 'todo help'
    done <<'END'
nonsense
show
show one
show -1
tick
tick 1 two
delete
delete -y
edit
edit 1
edit 1 -c
add x -z
add x -d
move 1
move 1 under 2
move 1 before x
move 1 index -1
search
jump
rename-section Home
undo 1 2
undo x
pet
raw
END
    is 'nothing changed' "$(stored 1 '[.revision, .title]')" "$(jq -c '[.[0].result | .revision, .title]' seeded)"
    todo help
    ends_with 0
    shows 'todo move ID before OTHER'
}
it 'Wrong usage ends with status 2, says why and changes nothing' usage

broken_servers() {
    TODO_SERVER=$PWD/nowhere
    todo list
    ends_with 1
    says "no such server: $PWD/nowhere"
    TODO_SERVER=$(command -v true)
    todo list
    ends_with 1
    says 'gave no answer'
    TODO_SERVER=$PWD/server
    echo 'this is no store' >todos.sqlite
    todo list
    ends_with 1
    is_silent
    says 'todo: '
    says "($PWD/todos.sqlite)"
    todo tick 1 2
    ends_with 1
    says "1: The file is not a store of this server. ($PWD/todos.sqlite)"
    is 'the file' "$(cat todos.sqlite)" 'this is no store'
}
it 'A server that is missing, silent or without its store is an error' broken_servers

finds_server() {
    unset TODO_SERVER
    mkdir -p tree/clients/shell tree/.build/release bin
    cp "$script" tree/clients/shell/todo
    cp server tree/.build/release/todo-server
    ln -s ../tree/clients/shell/todo bin/todo
    script=$PWD/bin/todo
    todo add Built
    prints '[ ]   1  Built'
    printf '#!/bin/sh\necho found >>"%s/used"\nexec "%s/server" "$@"\n' "$PWD" "$PWD" >bin/todo-server
    chmod +x bin/todo-server
    PATH=$PWD/bin:$PATH
    todo add Installed
    prints '[ ]   2  Installed'
    is 'the one on PATH' "$(cat used)" found
}
it 'The server is found on PATH, or built beside the script, even through a link' finds_server

many_at_once() {
    for number in 1 2 3 4 5 6 7 8; do
        timeout 20 "$TEST_SHELL" "$script" add "todo $number" >"added.$number" 2>&1 </dev/null &
    done
    wait
    is lines "$(cat added.* | cut -c 5-8 | sort -u | grep -c .)" 8
    is ids "$(ids_in_order)" '[1,2,3,4,5,6,7,8]'
}
it 'Eight scripts add at once and none is lost' many_at_once

struck_through() {
    seed '{"title": "done", "isCompleted": true}' '{"title": "open"}'
    escape=$(printf '\033')
    on_terminal -- list
    ends_with 0
    shows "${escape}[9mdone${escape}[0m"
    hides "${escape}[9mopen"
    NO_COLOR=1
    export NO_COLOR
    on_terminal -- list
    shows '[x]   1  done'
    hides "$escape"
    unset NO_COLOR
    todo list
    shows '[x]   1  done'
    hides "$escape"
}
it 'Completed ones are struck through on a terminal, unless NO_COLOR is set' struck_through

control_characters() {
    escape=$(printf '\033')
    seed '{"title": "ok", "detail": "a\u001b[2Jb\u009bc"}'
    on_terminal -- show 1
    shows 'a�[2Jb�c'
    hides "${escape}[2J"
    todo show 1
    shows "a${escape}[2Jb"
}
it 'Control characters in a todo do nothing to a terminal' control_characters

add_asks() {
    on_terminal Title: 'Buy "oat" \n milk' Detail: '2 litres' Category: Home Due '2030-01-02' 'Add this? [y/N]' y -- add
    ends_with 0
    shows '      due: 2030-01-02'
    shows '[ ]   1  Buy "oat" \n milk'
    is todo "$(stored 1 '[.title, .detail, .category, .dueOn]')" '["Buy \"oat\" \\n milk","2 litres","Home","2030-01-02"]'
    on_terminal Detail: '' Due '' 'Add this?' yes -- add Bread -c Home
    ends_with 0
    hides Title:
    hides Category:
    is todo "$(stored 2 '[.title, .detail, .category, .dueOn]')" '["Bread","","Home",null]'
}
it 'On a terminal add asks for what is missing, shows it and asks once more' add_asks

asks_for_a_day() {
    on_terminal Detail: '' Category: '' Due 'next week' 'such as 2030-01-31' 2030-02-30 Due 2030-02-28 'Add this?' y -- add Milk
    ends_with 0
    is day "$(stored 1 .dueOn)" '"2030-02-28"'
    on_terminal Detail: '' Category: '' -- add Bread -u soon
    ends_with 1
    shows 'no such day: soon'
    hides 'Add this?'
    on_terminal Title: '' Detail: '' Category: '' Due soon Due '' -- edit 1
    is day "$(stored 1 .dueOn)" '"2030-02-28"'
    is 'nothing added' "$(ids_in_order)" '[1]'
}
it 'A day that is none is asked for again, before anything is confirmed' asks_for_a_day

# day OFFSET: in days from today, as another program than jq counts them.
day() { python3 -c 'import datetime, sys; print(datetime.date.today() + datetime.timedelta(int(sys.argv[1])))' "$1"; }
# next_day NUMBER: the next weekday of that number (Monday is 1), which is never today.
next_day() { day $((($1 - $(date +%u) + 6) % 7 + 1)); }

days_in_words() {
    export TZ=Asia/Seoul
    while read -r words expected; do
        todo add x -u "$words"
        ends_with 0
        shows "($expected)"
    done <<END
today $(day 0)
Tomorrow $(day 1)
+10 $(day 10)
+0 $(day 0)
mon $(next_day 1)
tuesday $(next_day 2)
WED $(next_day 3)
thursday $(next_day 4)
fri $(next_day 5)
sat $(next_day 6)
sunday $(next_day 7)
오늘 $(day 0)
내일 $(day 1)
모레 $(day 2)
화 $(next_day 2)
토요일 $(next_day 6)
2030-01-31 2030-01-31
END
    todo edit 1 -u +1
    is 'day of an edit' "$(stored 1 .dueOn)" "\"$(day 1)\""
    todo edit 1 -u ''
    is 'no day' "$(stored 1 .dueOn)" null
    for words in soon mondays + +x -1 +99999999999999999999 '"' 2030-02-30; do
        todo edit 1 -u "$words"
        ends_with 1
        says dueOn
    done
    is 'no day still' "$(stored 1 .dueOn)" null
    on_terminal Detail: '' Category: '' Due tomorrow "due: $(day 1)" '' -- add Milk
    on_terminal Detail: '' Category: '' Due 'next week' 'or fri' fri 'Add this?' y -- add Milk
    shows "($(next_day 5))"
}
it 'Days are said in words, and a weekday is the next one' days_in_words

add_declined() {
    on_terminal Detail: '' Category: '' Due '' 'Add this?' '' -- add Milk
    ends_with 1
    shows 'nothing was changed'
    on_terminal Detail: '' Category: '' Due '' 'Add this?' 'never' -- add Milk
    ends_with 1
    on_terminal Detail: '^D' -- add Milk
    ends_with 1
    is 'nothing added' "$(ids_in_order)" '[]'
    on_terminal Title: '' -- add
    ends_with 1
    hides Detail:
    is 'nothing added' "$(ids_in_order)" '[]'
}
it 'Anything but a yes adds nothing' add_declined

add_unasked() {
    on_terminal -- add Milk -y
    ends_with 0
    hides '?'
    is title "$(stored 1 .title)" '"Milk"'
}
it 'With -y add asks nothing on a terminal either' add_unasked

add_asks_in_korean() {
    LANG=ko_KR.UTF-8
    on_terminal 제목: '우유 사기' 내용: '' 분류: 집 기한 '' '추가할까요? [y/N]' 네 -- add
    ends_with 0
    is todo "$(stored 1 '[.title, .category]')" '["우유 사기","집"]'
}
it 'The questions are Korean where the locale is, and so are the answers' add_asks_in_korean

edit_asks() {
    seed '{"title": "Milk", "detail": "old", "category": "Home"}'
    on_terminal Title: '' Detail: new Category: '' Due '' -- edit 1
    ends_with 0
    shows 'category: Home'
    is todo "$(stored 1 '[.title, .detail, .category]')" '["Milk","new","Home"]'
    on_terminal -- edit 99
    ends_with 1
    hides Title:
}
it 'On a terminal edit without fields asks for them, and Enter leaves one as it is' edit_asks

edit_guards() {
    seed '{"title": "Milk", "detail": "old"}'
    # Somebody changes the todo after it was shown: once the server has been asked for it.
    printf '#!/bin/sh\nread -r request\nprintf "%%s\\n" "$request" | "%s"\ncase $request in *todo.get*) printf "%%s\\n" "%s" | "%s" >theirs ;; esac\n' \
        "$SERVER" '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"todo.update\",\"params\":{\"id\":1,\"detail\":\"theirs\"}}' "$SERVER" >server
    on_terminal Title: '' Detail: mine Category: '' Due '' -- edit 1
    ends_with 1
    shows 'Somebody has changed this todo'
    printf '#!/bin/sh\nexec "%s"\n' "$SERVER" >server
    is detail "$(stored 1 .detail)" '"theirs"'
}
it 'What others change between the questions of edit is not overwritten' edit_guards

delete_asks() {
    seed '{"title": "a"}' '{"title": "b"}' '{"title": "c"}'
    on_terminal 'Delete? [y/N]' n -- delete 1 2
    ends_with 1
    shows '[ ]   2  b'
    hides '[ ]   3  c'
    is all "$(ids_in_order)" '[1,2,3]'
    on_terminal 'Delete? [y/N]' y -- delete 1
    ends_with 0
    is two "$(ids_in_order)" '[2,3]'
    on_terminal -- delete 3 9 1
    ends_with 1
    shows 'there is no such todo: 1 9'
    hides 'Delete?'
    on_terminal -- delete 3 -y
    ends_with 0
    is one "$(ids_in_order)" '[2]'
}
it 'On a terminal delete shows what goes and asks' delete_asks

delete_guards() {
    seed '{"title": "Milk"}' '{"title": "Tea"}'
    # Somebody changes one of them after they were shown: once the server has been asked for them.
    printf '#!/bin/sh\nread -r request\nprintf "%%s\\n" "$request" | "%s"\ncase $request in *todo.list*) printf "%%s\\n" "%s" | "%s" >theirs ;; esac\n' \
        "$SERVER" '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"todo.update\",\"params\":{\"id\":1,\"detail\":\"theirs\"}}' "$SERVER" >server
    on_terminal 'Delete? [y/N]' y -- delete 1 2
    ends_with 1
    shows 'Somebody has changed this todo'
    printf '#!/bin/sh\nexec "%s"\n' "$SERVER" >server
    is theirs "$(ids_in_order)" '[1]'
}
it 'What others change between what delete shows and the answer is not deleted' delete_guards

report
