#!/bin/sh
# The channel "debian": packages built by dpkg-buildpackage in a clean root, checked by lintian,
# installed by apt in another, and tried by autopkgtest in a third that has nothing else.
#
#     debian.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git autopkgtest

# As in docs/install.md: the archive under the name that dpkg-source looks for, and its tree.
source_archive "$work/carom_$version.orig.tar.gz"
new_root "$work/builder" build-essential fakeroot
give "$work/builder" "$work/carom_$version.orig.tar.gz"
quietly as_user "$work/builder" "
    tar -xzf carom_$version.orig.tar.gz
    cp -r carom-$version/packaging/debian carom-$version/debian"
quietly as_root "$work/builder" "
    cd $home/carom-$version
    apt-get build-dep -y -qq --no-install-recommends ./"
echo "building  $channel: dpkg-buildpackage with the package's tests"
quietly as_user "$work/builder" "cd carom-$version && dpkg-buildpackage -us -uc"
built=$work/builder$home

install_packages "$work/builder" lintian
quietly as_user "$work/builder" "lintian --fail-on error,warning --display-info ./*.changes"
sed 's/^/lintian   /' "$work/log"

# A user who has a compiler installs the library and the tool.
new_root "$work/root" gcc libc6-dev pkg-config
give "$work/root" "$built"/*.deb "$source_dir/tests/packages/first_answer.c"
start_clock
quietly as_root "$work/root" "
    cd $home
    apt-get install -y -qq ./libcarom0.1_*.deb ./libcarom-dev_*.deb ./carom_*.deb"
quietly as_user "$work/root" '
    cc -std=c11 first_answer.c $(pkg-config --cflags --libs carom) -o first_answer'
first_answer "packages and pkg-config" "$(as_user "$work/root" ./first_answer)"
as_user "$work/root" "carom --version" | grep -qF "$version" || fail "carom --version is not $version"

# autopkgtest installs what each test names, and dpkg-dev for itself.
mkdir "$work/tree"
tar -C "$work/tree" -xzf "$work/carom_$version.orig.tar.gz"
cp -r "$work/tree/carom-$version/packaging/debian" "$work/tree/carom-$version/debian"
new_root "$work/tested"
quietly as_root "$work/tested" "apt-get update -qq"
beside_root "$work/tested" autopkgtest --no-built-binaries --quiet "$built"/*.deb \
    "$work/tree/carom-$version/" --summary-file="$work/summary" -- chroot "$work/tested" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail autopkgtest; }
sed 's/^/autopkg   /' "$work/summary"
