#!/bin/sh
# Builds the archive todo-server-VERSION-ARCH-linux.tar.xz: what make install puts in place, the contract and the clients.
#
#   dist.sh SERVER FOLDER
set -eu
SERVER=$1 out=$2 ZSH=share/zsh/site-functions
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

name=todo-server-$version-$(uname -m)-$(uname -s | tr '[:upper:]' '[:lower:]')
tree=$work/$name
install_parts "$tree" "" server client
sources README.md CHANGELOG.md LICENSE protocol clients | while read -r file; do
    mkdir -p "$tree/$(dirname "$file")"
    cp "$root/$file" "$tree/$file"
done
sed "s|@LICENSE@| see the file LICENSE|" "$root/Tools/packaging/deb/copyright" >"$tree/COPYRIGHT"

mkdir -p "$out"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX \
    --format=gnu -cf "$work/$name.tar" "$name"
xz -6 -T1 "$work/$name.tar"
mv "$work/$name.tar.xz" "$out"
echo "$out/$name.tar.xz"
