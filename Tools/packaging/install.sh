#!/bin/sh
# Puts the files of files.sh below a prefix, or takes them away.
#
#   install.sh install|uninstall
#
# SERVER, PREFIX, DESTDIR, PARTS and ZSH come from the environment; the Makefile says what they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${PREFIX-/usr/local}
case $prefix in \~ | \~/*) prefix=$HOME${prefix#\~} ;; esac # some shells leave it to us in PREFIX=~/.local
target=${DESTDIR:-}$prefix
generated=$(mktemp -d)
trap 'rm -rf "$generated"' EXIT
trap 'exit 130' INT TERM

# Another program may be called todo too. It is neither replaced nor removed.
refuse_another_todo() {
    if [ -e "$target/bin/todo" ] && ! grep -q todo-server "$target/bin/todo"; then
        echo "$target/bin/todo is another program; PARTS=server leaves todo out" >&2
        exit 1
    fi
}

# shellcheck disable=SC2086  # a list of words
sh "$here/files.sh" "${SERVER:-}" "$generated" "${ZSH:-share/zsh/site-functions}" ${PARTS:-server client} >"$generated/list"
if grep -q 'bin/todo$' "$generated/list"; then refuse_another_todo; fi

case $1 in
    install)
        [ -x "$SERVER" ] || { echo "no executable at $SERVER; make build first" >&2; exit 1; }
        for page in todo-server.1 todo.1; do sh "$here/manual.sh" $page "$SERVER" >"$generated/$page"; done
        while IFS="$(printf '\t')" read -r mode from to; do
            mkdir -p "$target/$(dirname "$to")"
            install -m "$mode" "$from" "$target/$to"
        done <"$generated/list"
        programs=$(cut -f 3 "$generated/list" | grep '^bin/' | sort | paste -s -d , - | sed 's/,/, /g')
        echo "Installed below $target: $programs, their manual pages and completions."
        # Below DESTDIR it is for a package, or for another machine.
        case :$PATH: in
            *":$target/bin:"*) ;;
            *) [ -n "${DESTDIR:-}" ] || echo "$target/bin is not on your PATH: export PATH=\"$target/bin:\$PATH\"" ;;
        esac
        ;;
    uninstall)
        cut -f 3 "$generated/list" | while read -r to; do rm -f "$target/$to"; done
        rmdir "$target/libexec/todo-server" "$target/libexec" 2>/dev/null || :  # not empty, or not there
        ;;
    *) exit 2 ;;
esac
