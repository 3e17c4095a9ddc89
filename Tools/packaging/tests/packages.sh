#!/bin/sh
# Tests of the Debian packages and of the archive, in minutes: builds the last commit twice, in two folders, compares what
# comes out byte by byte, and tries it in a fresh Debian of the release of this machine.
#
# PACKAGES names a folder of packages to try instead of building any. What a machine cannot do (no root, no mirror) is
# skipped.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
packages=${PACKAGES:-$scratch/packages}
suite=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")

# build FOLDER: the packages of the last commit, built there.
build() {
    git clone -q "$root" "$1"
    timeout 1800 make -C "$1" deb dist >"$1.log" 2>&1 || { tail -n 20 "$1.log"; fail "cannot be built in $1"; }
}

comes_out_the_same() {
    [ -z "${PACKAGES:-}" ] || skip "those in $PACKAGES are tried"
    { has dpkg-shlibdeps && has git; } || skip 'no dpkg-dev or git on this machine'
    (umask 022 && TZ=UTC LANG=C.UTF-8 build "$work/one")
    (umask 077 && TZ=Asia/Seoul LANG=ko_KR.UTF-8 build "$work/another folder with a longer name")
    mkdir "$packages"
    cp "$work/one/.build/packages/"* "$packages"
    (cd "$packages" && sha256sum ./*) >first
    (cd "$work/another folder with a longer name/.build/packages" && sha256sum ./*) >second
    is 'the number of packages' "$(wc -l <first)" 3
    diff first second || fail 'two builds differ'
    cmp "$work/one/.build/release/todo-server" "$work/another folder with a longer name/.build/release/todo-server"
}
it 'Built twice, in two folders, packages and executable are the same byte for byte' comes_out_the_same

needs_packages() { [ -d "$packages" ] || skip 'no packages were built'; }

is_clean() {
    needs_packages
    has lintian || skip 'no lintian on this machine'
    timeout 300 lintian --allow-root --fail-on error,warning "$packages"/*.deb
}
it 'lintian finds no error and nothing to warn of' is_clean

# The Debian that the packages are tried in: nothing but what every Debian has, and jq. PATH and HOME are those of a user.
debian=$scratch/debian
# Swift finds its arguments in /proc, which is there for that one command, and gone with it.
# shellcheck disable=SC2016  # the dollars are those of the inner shell
as_user() {
    timeout 60 unshare --mount sh -c 'mount -t proc proc "$1/proc" && shift && exec chroot --userspec=1000:1000 "$@"' - \
        "$debian" "$debian" env -i PATH="${1:-}/usr/bin:/bin" HOME=/home/user sh -c "$2"
}

installs_itself() {
    [ "$(id -u)" = 0 ] || skip 'a fresh Debian can be made by root only'
    has mmdebstrap || skip 'no mmdebstrap on this machine'
    unshare --mount sh -c 'mount -t proc proc /proc' || skip 'nothing can be mounted here'
    [ -n "$suite" ] || skip 'this machine is no Debian'
    timeout 600 mmdebstrap --quiet --variant=minbase --mode=root --include=jq "$suite" "$debian" >said 2>&1 ||
        { rm -rf "$debian"; cat said; skip 'no mirror can be reached'; }
    mkdir -p "$debian/home/user"
    chown 1000:1000 "$debian/home/user"
}
it 'A fresh Debian can be had' installs_itself

needs_debian() {
    needs_packages
    [ -d "$debian" ] || skip 'there is no fresh Debian'
}

create='{"jsonrpc":"2.0","id":1,"method":"todo.create","params":{"title":"Buy milk","category":"Home"}}'
list='{"jsonrpc":"2.0","id":2,"method":"todo.list","params":{"fields":["title"]}}'

# works PATH: what a user of the server sees.
works() {
    as_user "$1" 'todo-server --version' | grep -qx 'todo-server [0-9.]*' || fail 'no version'
    is 'a new list' "$(as_user "$1" "printf '%s\n' '$create' '$list' | todo-server | tail -n 1")" \
        '{"jsonrpc":"2.0","id":2,"result":{"todos":[{"id":1,"title":"Buy milk"}],"nextCursor":null}}'
    is 'todo' "$(as_user "$1" 'todo tick 1 && todo')" "$(printf '[x]   1  Buy milk\nH  Home  (1, 1 done)\n   [x]   1  Buy milk')"
    is 'what is completed' "$(as_user "$1" "$2/libexec/todo-server/todo-candidates todo untick ''")" "$(printf '1\tBuy milk  · Home')"
}

# Everything but what dpkg keeps for itself.
files() {
    (cd "$debian" && find . -xdev -path ./proc -prune -o -path ./sys -prune -o -path ./var/lib/dpkg -prune -o \
        -path ./var/log -prune -o -path ./tmp -prune -o -printf '%p %y %m %U %l\n' | sort)
}

archive_works() {
    needs_debian
    is 'what there is of Swift and SQLite' "$(find "$debian" -xdev -name '*swift*' -o -xdev -name 'libsqlite3*')" ''
    tar -C "$debian/opt" -xf "$packages"/todo-server-*.tar.xz
    set -- "$debian/opt"/todo-server-*
    folder=${1#"$debian"}
    for file in LICENSE COPYRIGHT README.md protocol/openrpc.json clients/python/todo.py clients/vim/plugin/todo.vim \
        share/man/man1/todo-server.1 share/fish/vendor_completions.d/todo.fish; do
        [ -f "$1/$file" ] || fail "not in the archive: $file"
    done
    works "$folder/bin:" "$folder"
    rm -rf "$1" "$debian/home/user/.local"
}
it 'The archive works where there is no Swift and no SQLite' archive_works

package_works() {
    needs_debian
    files >before
    cp "$packages"/*.deb "$debian/tmp"
    timeout 120 chroot "$debian" sh -c 'DEBIAN_FRONTEND=noninteractive dpkg -i /tmp/*.deb'
    works '' /usr
    timeout 60 chroot "$debian" dpkg --verify todo-server todo-server-shell >changed
    is 'what dpkg finds changed' "$(cat changed)" ''
    timeout 120 chroot "$debian" dpkg --purge todo-server-shell todo-server
    files >after
    comm -13 before after | cut -d ' ' -f 1 >new
    is 'what is gone' "$(comm -23 before after)" ''
    is 'what is left' "$(cat new)" './home/user/.local
./home/user/.local/share
./home/user/.local/share/todo-server
./home/user/.local/share/todo-server/todos.sqlite'
}
it 'The packages install, work, and leave nothing behind but the store of the user' package_works

report
