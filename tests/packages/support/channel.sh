# Common functions of the channels: sourced, with SOURCE_DIR as $1. A channel is one way to get Carom.
#
# A channel runs the documented commands in a clean root: a Debian of its own in a folder, made from
# one base archive, with the packages that the channel names and nothing else. Each command runs in a
# mount and process namespace of its own, so no mount and no process is left when it ends. The roots
# share apt's downloads, and apt locks them: in one source tree, run one channel at a time.
# Roots need root, or unshare with subordinate user ids (uidmap).
source_dir=$(cd "$1" && pwd)
channel=$(basename "$0" .sh)
version=$(sed -n 's/.*CAROM_VERSION_STRING "\(.*\)"/\1/p' "$source_dir/include/carom/version.h")
cache=$source_dir/build/packages
mkdir -p "$cache/apt"
# The home of the user in a clean root.
home=/home/user
work=$(mktemp -d)
chmod 755 "$work"
# Empty for root; a user becomes root of a user namespace.
become_root=""
[ "$(id -u)" = 0 ] || become_root="unshare --map-root-user --map-auto"
trap '$become_root rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# skip WHY: ends the channel; with CAROM_ALL_BUILDS=1 that is a failure.
skip() {
    echo "skipped   $channel: $1"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || exit 1
    exit 0
}

# need PROGRAM...: skips the channel if a program is not installed.
need() {
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 || skip "$program is not installed (scripts/setup.sh packages)"
    done
}

# fail WHY
fail() {
    echo "FAILED    $channel: $1"
    exit 1
}

# quietly COMMAND...: shows the output only if the command fails. It stays in $work/log.
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }
}

# source_archive FILE: the source tree as an archive like that of a release, with the folder
# carom-VERSION: the files that git knows or would add, as they are now.
source_archive() {
    git -C "$source_dir" ls-files -z --cached --others --exclude-standard |
        (cd "$source_dir" && xargs -0 ls -d 2>/dev/null) |
        tar -C "$source_dir" -czf "$1" --owner=0 --group=0 --transform "s|^|carom-$version/|" -T -
}

# base_archive: makes $cache/base.tar, a minimal Debian of this machine's release by this machine's
# apt configuration, if there is none of today.
base_archive() {
    [ -z "$(find "$cache/base.tar" -mmin -1440 2>/dev/null)" ] || return 0
    need mmdebstrap
    # What apt needs to reach its servers here: proxies, certificates.
    apt-config dump Acquire | grep -v '""' >"$work/acquire.conf"
    # Source files in both formats; the first line of an empty list of files stays as it is.
    sources=$(ls /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources \
        2>/dev/null || true)
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    quietly mmdebstrap --variant=apt --aptopt="$work/acquire.conf" \
        --setup-hook='mkdir -p "$1/usr/share" && cp -r /usr/share/keyrings "$1/usr/share/"' \
        --setup-hook='[ ! -d /etc/apt/keyrings ] || cp -r /etc/apt/keyrings "$1/etc/apt/"' \
        --customize-hook='useradd --root "$1" -m -s /bin/sh user' \
        "$release" "$work/base.tar" $sources
    mv "$work/base.tar" "$cache/base.tar"
}

# Variables that say how programs reach the network here, as assignments for env.
network_environment() {
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR \
        CURL_CA_BUNDLE GIT_SSL_CAINFO REQUESTS_CA_BUNDLE PIP_CERT PIP_INDEX_URL NODE_EXTRA_CA_CERTS \
        npm_config_registry; do
        eval "value=\${$name:-}"
        [ -z "$value" ] || echo "$name=$value"
    done
}

# beside_root ROOT COMMAND...: a command of this machine that has the root ready for chroot.
beside_root() {
    $become_root unshare --mount --pid --fork --kill-child sh -eu -c '
        cache=$1 root=$2
        shift 2
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount --bind "$cache/apt" "$root/var/cache/apt/archives"
        exec "$@"' sh "$cache" "$@"
}

# in_root_as USER HOME ROOT COMMANDS: the shell commands in the root, in the user's home.
in_root_as() {
    root=$3
    beside_root "$root" chroot "$root" setpriv --reuid "$1" --regid "$1" --init-groups \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$2" USER="$1" \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive $(network_environment) sh -eu -c "cd \"\$HOME\"; $4"
}

# as_root ROOT COMMANDS, as_user ROOT COMMANDS: what the administrator and a user type.
as_root() {
    in_root_as root /root "$1" "$2"
}
as_user() {
    in_root_as user "$home" "$1" "$2"
}

# install_packages ROOT PACKAGE...: by apt. Downloads are kept for the other roots.
install_packages() {
    root=$1
    shift
    quietly as_root "$root" "apt-get update -qq && apt-get install -y -qq --no-install-recommends $*"
    # Installing ca-certificates writes the bundle anew.
    bring_network "$root"
}

# bring_network ROOT: the name servers, certificates and pip settings of this machine.
bring_network() {
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        [ ! -f "$file" ] || $become_root sh -c 'mkdir -p "$2$(dirname "$1")" && cat "$1" >"$2$1"' sh "$file" "$1"
    done
}

# new_root ROOT [PACKAGE...]: a clean root in the folder ROOT with these Debian packages.
new_root() {
    root=$1
    shift
    base_archive
    mkdir -p "$root"
    quietly $become_root tar -C "$root" --exclude='./dev/*' -xpf "$cache/base.tar"
    bring_network "$root"
    [ $# = 0 ] || install_packages "$root" "$@"
}

# give ROOT FILE...: puts files and folders into the user's home.
give() {
    root=$1
    shift
    $become_root cp -r "$@" "$root$home/"
    as_root "$root" "chown -R user:user $home"
}

# read_processor_time: sets processor_time to the seconds of all commands so far. On a machine that
# does other work as well, it says more than the time that went by. Not in a subshell, which starts at 0.
read_processor_time() {
    times >"$work/times"
    processor_time=$(awk -F '[ms ]+' 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' "$work/times")
}

# start_clock: before the first command that a user types.
start_clock() {
    clock=$(date +%s)
    read_processor_time
    processor_time_before=$processor_time
}

# first_answer HOW ANSWER: compares the answer with the exact one and prints how long it took.
first_answer() {
    [ "$2" = "$(cat "$source_dir/tests/packages/first_answer.txt")" ] || fail "$1: got \"$2\""
    read_processor_time
    echo "exact     $channel, $1: first answer after $(($(date +%s) - clock)) s," \
        "$((processor_time - processor_time_before)) s of processor time"
}
