#!/bin/sh
# The channel "python": pip installs the wheel in a clean root that has Python and nothing else, and
# the source archive in another that also has a C compiler.
#
#     python.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need python3 rsync

sh "$source_dir/scripts/python_venv.sh" "$source_dir/build/python/venv" \
    "$source_dir/bindings/python/tests/requirements.txt"
quietly sh "$source_dir/scripts/build_python.sh" "$source_dir/build/python/venv" "$source_dir/build/python"
cat >"$work/first_answer.py" <<'TEXT'
import carom

radii = [1, 1 - 2**-53, 1 + 2**-52]
print(*(carom.relate(4, -7, r, 0, 0, 6, -8).name.lower() for r in radii))
assert carom.relate(4, -7, radii, 0, 0, 6, -8).tolist() == [2, 1, 3]
TEXT

new_root "$work/root" python3 python3-venv
give "$work/root" "$source_dir"/build/python/dist/carom-*.whl "$work/first_answer.py"
start_clock
quietly as_user "$work/root" "python3 -m venv env && env/bin/pip install ./carom-*.whl"
first_answer "wheel" "$(as_user "$work/root" "env/bin/python first_answer.py")"

new_root "$work/build_root" python3 python3-venv python3-dev gcc libc6-dev
give "$work/build_root" "$source_dir"/build/python/dist/carom-*.tar.gz "$work/first_answer.py"
start_clock
quietly as_user "$work/build_root" "python3 -m venv env && env/bin/pip install ./carom-*.tar.gz"
first_answer "source archive" "$(as_user "$work/build_root" "env/bin/python first_answer.py")"
