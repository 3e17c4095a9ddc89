#!/bin/sh
# Tests of make install and of the manual pages. SERVER is the executable (default: the release build of this package).
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

make_it() { make -s -C "$root" SERVER="$SERVER" DESTDIR="$work/root" "$@"; }
files() { (cd root && find . ! -type d | sort); }

installs() {
    make_it install PREFIX=/usr/local
    is 'the version' "$(root/usr/local/bin/todo-server --version)" "$("$SERVER" --version)"
    is 'what is installed' "$(files)" "./usr/local/bin/todo
./usr/local/bin/todo-server
./usr/local/libexec/todo-server/todo-candidates
./usr/local/share/bash-completion/completions/todo-server.bash
./usr/local/share/bash-completion/completions/todo.bash
./usr/local/share/fish/vendor_completions.d/todo-server.fish
./usr/local/share/fish/vendor_completions.d/todo.fish
./usr/local/share/man/man1/todo-server.1
./usr/local/share/man/man1/todo.1
./usr/local/share/man/man5/todo-server.5
./usr/local/share/zsh/site-functions/_todo
./usr/local/share/zsh/site-functions/_todo-server"
    is 'files that are not for everybody to read' "$(find root ! -type d ! -perm -444)" ''
    make_it uninstall PREFIX=/usr/local
    is 'what is left' "$(files)" ''
    [ ! -e root/usr/local/libexec ] || fail 'a folder is left'
}
it 'What make install puts in place make uninstall takes away' installs

says_where() {
    make_it install PREFIX=/opt/todos >said
    is 'what is said' "$(cat said)" "Installed below $work/root/opt/todos: bin/todo, bin/todo-server, their manual pages and completions."
    make -s -C "$root" SERVER="$SERVER" PREFIX="$work/here" install >said
    is 'the last line' "$(tail -n 1 said)" "$work/here/bin is not on your PATH: export PATH=\"$work/here/bin:\$PATH\""
    PATH=$work/here/bin:$PATH make -s -C "$root" SERVER="$SERVER" PREFIX="$work/here" install >said
    is 'lines' "$(wc -l <said | tr -d ' ')" 1
}
it 'make install says what went where, and what to do if that is not on PATH' says_where

in_the_home() {
    export HOME="$work/home"
    mkdir home
    install_there() { make -s -C "$root" SERVER="$SERVER" DESTDIR= "$@"; }
    # As zsh and dash hand it on.
    PATH=/usr/bin:/bin install_there install 'PREFIX=~/.local' >said
    grep -qF "below $HOME/.local: bin/todo, bin/todo-server," said || fail "not told what went where: $(cat said)"
    line=$(sed -n 's/.*: export/export/p' said) && [ -n "$line" ] || fail 'not told how to find it'
    (unset TODO_SERVER TODO_SERVER_STORE XDG_DATA_HOME && eval "$line" && todo add Milk && todo) >list
    is 'the list' "$(sed -n 3p list)" '   [ ]   1  Milk'
    PATH="$HOME/.local/bin:$PATH" install_there install "PREFIX=$HOME/.local" >said
    if grep PATH said; then fail 'told of a PATH that is right'; fi
    is 'what is beside the store' "$(ls home/.local/share/todo-server)" todos.sqlite
    install_there uninstall "PREFIX=$HOME/.local"
    is 'what is left' "$(cd home && find . ! -type d)" ./.local/share/todo-server/todos.sqlite
}
it 'Who installs into the home is told what to do, and keeps the store when it is taken away' in_the_home

is_stripped() {
    has readelf || skip 'no readelf on this machine'
    make_it install PREFIX=/usr
    readelf -SW root/usr/bin/todo-server >sections
    grep -qF .text sections || fail 'no sections'
    if grep -qF .symtab sections; then fail 'it has a table of symbols'; fi
}
it 'The executable is installed without symbols' is_stripped

leaves_others_alone() {
    mkdir -p root/usr/bin
    echo '#!/bin/sh' >root/usr/bin/todo
    if make_it install PREFIX=/usr; then fail 'another todo was replaced'; fi
    is 'what is there' "$(files)" './usr/bin/todo'
    make_it install PREFIX=/usr PARTS=server
    if make_it uninstall PREFIX=/usr; then fail 'another todo was removed'; fi
    make_it uninstall PREFIX=/usr PARTS=server
    is 'what is left' "$(files)" './usr/bin/todo'
}
it 'Another program called todo is neither replaced nor removed' leaves_others_alone

completes() {
    make_it install PREFIX=/usr
    cd "$root/clients/shell/tests"
    for shell in Bash Zsh Fish; do
        COMPLETIONS_PREFIX=$work/root/usr timeout 60 python3 -B -m unittest \
            test_completions.${shell}Tests.test_options_of_the_server_are_those_of_its_help \
            test_completions.${shell}Tests.test_ids_are_those_of_the_todos_that_the_command_changes
    done
}
it 'Completions work where they are installed' completes

# Each page, as it is installed.
pages() { find root -path '*/man/*' -type f; }

lists_what_there_is() {
    make_it install PREFIX=/usr
    "$SERVER" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort >options
    [ -s options ]
    sed -n 's/^\.It Fl \(-[a-z-]*\).*/-\1/p' root/usr/share/man/man1/todo-server.1 | sort >listed
    diff options listed || fail 'the options of todo-server(1) are not those of the help'
    # What is written by hand speaks of no other option.
    pages | grep todo-server | xargs grep -ho 'Fl -[a-z-]*' | sed 's/Fl /-/' | sort -u | comm -23 - options >unknown
    is 'options that there are not' "$(cat unknown)" ''
    LC_ALL=C sh "$root/clients/shell/todo" help | grep -c '^todo ' >commands
    is 'commands in todo(1)' "$(grep -c '^\.It Ic' root/usr/share/man/man1/todo.1)" "$(cat commands)"
    if pages | xargs cat | grep '^@'; then fail 'a mark is left'; fi
}
it 'The manual has the options and commands of the programs, and no others' lists_what_there_is

is_good_mdoc() {
    has mandoc || skip 'no mandoc on this machine'
    make_it install PREFIX=/usr
    # Whether pages of other packages are on this machine is not the page's fault; its own have to be there.
    faults=$(pages | xargs mandoc -T lint 2>/dev/null | grep -v 'referenced manual not found') || :
    is 'what mandoc has against the pages' "$faults" ''
    pages | xargs sed -n 's/^\.Xr \(todo[a-z-]*\) \([0-9]\).*/\1.\2/p' | sort -u | while read -r page; do
        [ -e "root/usr/share/man/man${page##*.}/$page" ] || fail "no such page: $page"
    done
}
it 'mandoc finds nothing wrong with the manual' is_good_mdoc

report
