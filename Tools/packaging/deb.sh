#!/bin/sh
# Builds the Debian packages todo-server and todo-server-shell.
#
#   deb.sh SERVER FOLDER
#
# DEB_REVISION (1), DEBFULLNAME and DEBEMAIL say who packs it for whom.
set -eu
SERVER=$1 out=$2 ZSH=share/zsh/vendor-completions
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

for tool in dpkg-deb dpkg-shlibdeps gzip md5sum; do
    command -v $tool >/dev/null || { echo "make deb needs $tool (dpkg-dev)" >&2; exit 1; }
done
here=$root/Tools/packaging/deb
deb_version=$version-${DEB_REVISION:-1}
arch=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-todo-server authors} <${DEBEMAIL:-authors@todo-server.invalid}>"

# What the executable needs at run time; nothing, as long as it is linked statically.
depends() {
    mkdir -p "$work/source/debian"
    printf 'Source: todo-server\n\nPackage: todo-server\nArchitecture: any\n' >"$work/source/debian/control"
    (cd "$work/source" && dpkg-shlibdeps -O -e "$SERVER" 2>"$work/shlibdeps") | sed -n 's/^shlibs:Depends=//p'
}

# The packages whose libraries are in the executable, with their versions.
built_using() {
    libraries="libc6-dev libsqlite3-dev libstdc++-$(cc -dumpversion)-dev"
    # shellcheck disable=SC2086,SC2016  # a list of words; the dollars are dpkg's
    dpkg-query -W -f '${source:Package} (= ${source:Version}), ' $libraries | sed 's/, $//'
}

copyright() {
    awk -v license="$root/LICENSE" '
        $0 != "@LICENSE@" { print; next }
        { while ((getline line <license) > 0) if (++number > 4) print (line == "" ? " ." : " " line) }' "$here/copyright"
}

changelog() { # PACKAGE
    printf 'todo-server (%s) unstable; urgency=medium\n\n' "$deb_version"
    printf '  * Version %s; what it brings is in changelog.gz.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -d "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')"
}

# In KiB, each file rounded up and each folder counted as one, so that it does not depend on the file system.
installed_size() {
    find "$1" ! -path "*/DEBIAN*" -printf '%y %s\n' | awk '{ total += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print total }'
}

control() { # PACKAGE TREE
    depends=$(depends)
    awk -v RS= -v wanted="Package: $1" 'index($0, wanted "\n") == 1' "$here/control.in" |
        sed -e "s|@VERSION@|$deb_version|" -e "s|@ARCH@|$arch|" -e "s|@MAINTAINER@|$maintainer|" \
            -e "s|@SIZE@|$(installed_size "$2")|" -e "s|@DEPENDS@|$depends|" -e "s|@BUILT_USING@|$(built_using)|" \
            -e '/^Depends: $/d'
}

pack() { # PACKAGE PART
    tree=$work/$1
    doc=$tree/usr/share/doc/$1
    install_parts "$tree" /usr "$2"
    find "$tree/usr/share/man" -type f -exec gzip -9n {} +
    mkdir -p "$doc" "$tree/DEBIAN"
    copyright >"$doc/copyright"
    changelog | gzip -9n >"$doc/changelog.Debian.gz"
    gzip -9nc "$root/CHANGELOG.md" >"$doc/changelog.gz"
    if [ "$1" = todo-server ]; then
        sources README.md protocol | while read -r file; do install -D -m 644 "$root/$file" "$doc/$file"; done
        install -D -m 644 "$root/clients/mcp/README.md" "$doc/mcp.md"
    else
        install -m 644 "$root/clients/shell/README.md" "$root/clients/shell/recipes.md" "$doc"
    fi
    if [ -f "$here/$1.lintian-overrides" ]; then
        install -D -m 644 "$here/$1.lintian-overrides" "$tree/usr/share/lintian/overrides/$1"
    fi
    control "$1" "$tree" >"$tree/DEBIAN/control"
    (cd "$tree" && find usr -type f | sort | xargs md5sum) >"$tree/DEBIAN/md5sums"
    mkdir -p "$out"
    dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$tree" "$out" >"$work/built"
    ls "$out/${1}_${deb_version}_"*.deb
}

pack todo-server server
pack todo-server-shell client
