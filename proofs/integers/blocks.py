"""Bounds the limbs that the search for a contact with a wall that turns takes of its block.

Usage: blocks.py SRC

Runs the functions of src/turning/moving_integers.c on bounds: an integer is the number of bits that it has at most, an
int is a range, and everything else is unknown. Where a condition is not known, both branches are run, and the bounds
are joined. integer.h is not run: block.acsl says, and Frama-C proves, how many limbs each of its functions takes. A
loop of the search is run once for each range of depths of the piece, from every piece of such a depth. Fails if a block
is too short, or if an integer is read after its limbs were released.
"""

import concurrent.futures
import functools
import itertools
import pathlib
import sys

from bounds import AT_MOST_ONE, UNKNOWN, Problem
from bounds_execution import Bounds
from c_paths import parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = "turning/moving_integers.c"
# Ranges of depths, up to CUT_DEPTH_MAX and DEPTH_MAX. Shorter ones give sharper bounds.
DEPTHS = [(0, 2047), (2048, 4095), (4096, 6143), (6144, 8192), (8193, 33792)]
# The functions that other sources call, and the limbs of their blocks. The searches are run for all depths.
ENTRIES = {
    "carom_exact_moves_alike": "START_LIMBS",
    "carom_exact_speed_at_a": "START_LIMBS",
    "carom_exact_speed_to_left": "START_LIMBS",
    "carom_exact_moving_gap": "MOMENT_LIMBS",
}
SEARCHES = {"carom_exact_moving_contact": "BLOCK_LIMBS", "carom_exact_moving_is_clear": "BLOCK_LIMBS"}


@functools.cache
def tree_of(limb_bits):
    """Return the syntax tree of the file, with its headers."""
    src = pathlib.Path(sys.argv[1])
    return parse(src / PATH, [src, ROOT / "include"], limb_bits)


class Case:
    """What is run: a function and its block, the limbs' bits, whether the wall keeps its direction, the depths."""

    def __init__(self, name, room, limb_bits, keeps_direction, by_gap=0, depths=(0, 0)):
        self.name, self.room, self.limb_bits = name, room, limb_bits
        self.keeps_direction, self.by_gap, self.depths = keeps_direction, by_gap, depths

    def limbs(self):
        """Run the function with unknown arguments. Return the limbs that it takes, and those of the block."""
        machine = Bounds(tree_of(self.limb_bits), self.limb_bits)
        machine.keeps_direction, machine.by_gap, machine.pieces = self.keeps_direction, self.by_gap, self.depths
        machine.room = machine.constants[self.room]
        params = machine.functions[self.name].decl.type.args.params
        try:
            # t is the only number.
            machine.call(self.name, [AT_MOST_ONE if param.name == "t" else UNKNOWN for param in params])
        except Problem as problem:
            sys.exit(f"blocks: {self.name}: {getattr(problem, 'calls', '')}{problem}")
        return machine.most, machine.room


def main():
    """Run the entries, one case on each core; print what they take."""
    cases = {}
    for limb_bits in (64, 32):
        constants = Bounds(tree_of(limb_bits), limb_bits).constants
        if {constants["CUT_DEPTH_MAX"], constants["DEPTH_MAX"]} - {most for _, most in DEPTHS}:
            sys.exit("blocks: not all depths are run")
        for name, room in ENTRIES.items():
            cases[name, limb_bits] = [Case(name, room, limb_bits, keeps_direction) for keeps_direction in (0, 1)]
        for name, room in SEARCHES.items():
            choices = itertools.product((0, 1), (0, 1), DEPTHS)
            cases[name, limb_bits] = [Case(name, room, limb_bits, *choice) for choice in choices]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        runs = {key: [pool.submit(case.limbs) for case in group] for key, group in cases.items()}
        for (name, limb_bits), group in runs.items():
            most, room = max(run.result() for run in group)
            print(f"blocks: {name}: {most} of {room} limbs of {limb_bits} bits", flush=True)


if __name__ == "__main__":
    main()
