#!/bin/sh
# What is installed, and where: the one list for make install, make uninstall, the Debian packages and the archive.
#
#   files.sh SERVER GENERATED ZSH PART...     PART: server, client
#
# Prints a line for each file: its mode, where it is now, where it goes below the prefix, with tabs between. SERVER is the
# executable, GENERATED the folder of the manual pages that are made from it, ZSH the folder for completions of zsh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
server=$1 generated=$2 zsh=$3
shift 3
completions=$root/clients/shell/completions

goes() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }

completes() { # NAME
    goes 644 "$completions/$1.bash" "share/bash-completion/completions/$1.bash"
    goes 644 "$completions/_$1" "$zsh/_$1"
    goes 644 "$completions/$1.fish" "share/fish/vendor_completions.d/$1.fish"
}

for part in "$@"; do
    case $part in
        server)
            goes 755 "$server" bin/todo-server
            goes 644 "$generated/todo-server.1" share/man/man1/todo-server.1
            goes 644 "$root/docs/man/todo-server.5" share/man/man5/todo-server.5
            goes 755 "$completions/todo-candidates" libexec/todo-server/todo-candidates
            completes todo-server
            ;;
        client)
            goes 755 "$root/clients/shell/todo" bin/todo
            goes 644 "$generated/todo.1" share/man/man1/todo.1
            completes todo
            ;;
        *) echo "no such part: $part (server, client)" >&2; exit 2 ;;
    esac
done
