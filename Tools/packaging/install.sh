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

# tell: what is installed where, and how a shell finds it. Whoever packs it (DESTDIR) knows both.
tell() {
    echo "Installed below $target: $(cut -f 3 "$generated/list" | grep '^bin/' | paste -s -d ' ' -), manual pages, completions."
    [ -z "${DESTDIR:-}" ] || return 0
    case :$PATH: in
        *":$prefix/bin:"*) ;;
        *)
            echo "$prefix/bin is not on your PATH. Put this line into ~/.profile, and into this shell:"
            echo "    export PATH=\"$prefix/bin:\$PATH\""
            ;;
    esac
    case ${PARTS:-client} in *client*) echo "Begin with: todo add Buy milk" ;; esac
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
        tell
        ;;
    uninstall)
        cut -f 3 "$generated/list" | while read -r to; do rm -f "$target/$to"; done
        rmdir "$target/libexec/todo-server" 2>/dev/null || :  # not empty, or not there
        ;;
    *) exit 2 ;;
esac
