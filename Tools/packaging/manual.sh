#!/bin/sh
# Makes a manual page from its source and from what the program says of itself, so that neither can be without the other.
#
#   manual.sh todo-server.1|todo.1 SERVER >PAGE
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)

# "  --store PATH      the store" as an item of a list.
options() {
    "$1" --help | awk -F '  +' '/^  --/ {
        split($2, left, " ")
        print ".It Fl " substr(left[1], 2) (left[2] == "" ? "" : " Ar " left[2])
        print $3
    }'
}

# "todo show ID      one todo", and the legend of the fields at the end.
commands() {
    LC_ALL=C sh "$root/clients/shell/todo" help | awk -F '  +' '
        /^todo / { printf ".It Ic \"%s\"\n%s\n", $1, $2; next }
        /^FIELDS:/ { legend = 1; print ".It Ar FIELDS"; sub(/^FIELDS: */, "") }
        legend && NF { sub(/^ */, ""); gsub(/  +/, "; "); print }'
}

# What would be an escape or a request of the page, as text.
as_text() { sed -e 's/\\/\\e/g' -e '/^\.It /!{' -e 's/--/\\-\\-/g' -e "s/^[.']/\\\\\\&&/" -e '}'; }

case $1 in
    todo-server.1) list=$(options "$2" | as_text) mark=@OPTIONS@ ;;
    todo.1) list=$(commands | as_text) mark=@COMMANDS@ ;;
    *) echo "no such page: $1" >&2; exit 2 ;;
esac
[ -n "$list" ] || { echo "$1: the program's help lists nothing" >&2; exit 1; }
LIST=$list awk -v mark="$mark" '$0 == mark { print ENVIRON["LIST"]; next } 1' "$root/docs/man/$1.in"
