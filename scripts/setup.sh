#!/bin/sh
# Installs what a job of the Makefile needs: setup.sh demo|sqlite|world|test|builds|check|machines|bench|levels|wasm|playground|web|bench-web|packages|python|spark|maps|site|proof|release
# On Debian and Ubuntu with apt-get (and sudo when not root); elsewhere it names the packages. If another program holds
# the locks of apt or dpkg, it waits at most CAROM_APT_WAIT (600) seconds.
set -eu

build="gcc libc6-dev make cmake pkg-config libcairo2-dev libpopt-dev zlib1g-dev g++"
tests="$build libsqlite3-dev sqlite3 git python3 libsdl2-dev libcmocka-dev libgmp-dev libmpfr-dev mandoc zsh fish ccache"
builds="$tests clang libclang-rt-dev libomp-dev gcovr"
machines="$builds valgrind abigail-tools tcc lld wasi-libc libclang-rt-dev-wasm32
    qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
    gcc-i686-linux-gnu libc6-dev-i386-cross gcc-mingw-w64-x86-64 wine64 luajit"
wasm="clang lld binaryen wasi-libc libclang-rt-dev-wasm32"
# Other builds of Node.js bring their own npm, which conflicts with Debian's.
npm=""
command -v npm >/dev/null 2>&1 || npm="nodejs npm"
# The interpreter and its headers. What is written in Python comes from pinned requirements.
python="$build python3 python3-venv python3-dev clang libclang-rt-dev git rsync"
web="$wasm chromium fonts-dejavu-core $npm"
# Clean Debian roots to try packages in.
packages_tools="$build $python git mmdebstrap uidmap autopkgtest gcc-mingw-w64-x86-64 wine64 unzip util-linux $wasm $npm"
case "${1:-}" in
demo) packages=$build ;;
sqlite) packages="$build libsqlite3-dev sqlite3 python3" ;;
world) packages="python3 $npm" ;;
test) packages=$tests ;;
builds) packages=$builds ;;
check) packages="$builds clang-format clang-tidy cppcheck" ;;
machines)
    packages=$machines
    command -v node >/dev/null 2>&1 || packages="$packages nodejs"
    ;;
bench) packages="$build libbenchmark-dev libboost-dev libgeos-dev libcgal-dev libgeos++-dev libchipmunk-dev libbox2d-dev gnuplot-nox
    valgrind python3 $web" ;;
levels) packages="python3 freedoom" ;;
python) packages=$python ;;
spark) packages="$python openjdk-17-jre-headless" ;;
maps) packages="$python $npm gmt-gshhg-full" ;;
wasm | playground) packages="$wasm $npm" ;;
web) packages=$web ;;
# Tests compare the figures' numbers with those of the tool. The Python package is built for its docstrings.
site) packages="$build $web mandoc python3-venv python3-dev rsync" ;;
proof) packages="gcc libc6-dev make python3 python3-pycparser frama-c-base why3 z3 cvc4 coq libcoq-flocq" ;;
bench-web) packages="$build $web" ;;
packages) packages=$packages_tools ;;
release) packages="$build $python dpkg-dev gcc-mingw-w64-x86-64 $wasm $npm" ;;
*)
    echo "usage: setup.sh demo|sqlite|world|test|builds|check|machines|bench|levels|wasm|playground|web|bench-web|packages|python|spark|maps|site|proof|release" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null 2>&1; then
    echo "carom: this job needs these Debian packages or their like, installed by hand:" >&2
    echo $packages >&2
    exit 0
fi
missing=""
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    if ! command -v sudo >/dev/null 2>&1; then
        echo "carom: not root and no sudo; as root run: apt-get install$missing" >&2
        exit 1
    fi
fi

# apt_get ARGUMENT...: waits for the locks. apt-get itself can wait for those of dpkg (DPkg::Lock::Timeout), but not for
# that of the package lists, which `apt-get update` takes. LC_ALL is for the message; sudo keeps no variables.
longest=${CAROM_APT_WAIT:-600}
apt_get() {
    waited=0
    until $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$log" 2>&1; do
        held=$(sed -n 's/^E: Could not get lock //p' "$log" | head -n 1)
        if [ -z "$held" ] || [ "$waited" -ge "$longest" ]; then
            return 1
        fi
        [ "$waited" != 0 ] || echo "carom: waiting up to $longest seconds for the lock $held" >&2
        sleep 1
        waited=$((waited + 1))
    done
}

# The output of apt-get is shown only if it fails.
echo "carom: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt_get update -qq && apt_get install -y -qq --no-install-recommends $missing; }; then
    cat "$log" >&2
    echo "carom: could not install$missing" >&2
    exit 1
fi
