"""Bounds the limbs that the search for a contact with a wall that turns takes of its block.

Usage: blocks.py SRC

Runs the functions of src/exact/exact_moving.c on bounds: an integer is the number of bits that it has at most, an int
is a range, and everything else is unknown. Where a condition is not known, both branches are run, and the bounds are
joined. integer.h is not run: block.acsl says, and Frama-C proves, how many limbs each of its functions takes. A loop
of the search is run once for each range of depths of the piece, from every piece of such a depth. Fails if a block is
too short, or if an integer is read after its limbs were released.
"""

import itertools
import pathlib
import sys

from bounds import AT_MOST_ONE, UNKNOWN, Problem
from bounds_execution import Bounds
from c_paths import parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = "exact/exact_moving.c"
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


class Case:
    """What is run: the limbs and their bits, whether the wall keeps its direction, the depths of the piece."""

    def __init__(self, tree, limb_bits, keeps_direction, by_gap=0, depths=(0, 0)):
        self.machine = Bounds(tree, limb_bits)
        self.machine.keeps_direction, self.machine.by_gap = keeps_direction, by_gap
        self.machine.pieces = depths

    def run(self, name, room):
        """Run a function with unknown arguments. Return the limbs that it takes."""
        machine = self.machine
        machine.room = machine.constants[room]
        params = machine.functions[name].decl.type.args.params
        try:
            # t is the only number.
            machine.call(name, [AT_MOST_ONE if param.name == "t" else UNKNOWN for param in params])
        except Problem as problem:
            sys.exit(f"blocks: {name}: {getattr(problem, 'calls', '')}{problem}")
        return machine.most


def main():
    """Run the entries; print what they take."""
    src = pathlib.Path(sys.argv[1])
    for limb_bits in (64, 32):
        tree = parse(src / PATH, [src, ROOT / "include"], limb_bits)
        for name, room in ENTRIES.items():
            cases = [Case(tree, limb_bits, keeps_direction) for keeps_direction in (0, 1)]
            most = max(case.run(name, room) for case in cases)
            print(f"blocks: {name}: {most} of {cases[0].machine.room} limbs of {limb_bits} bits")
        for name, room in SEARCHES.items():
            constants = Bounds(tree, limb_bits).constants
            if {constants["CUT_DEPTH_MAX"], constants["DEPTH_MAX"]} - {most for _, most in DEPTHS}:
                sys.exit("blocks: not all depths are run")
            cases = [Case(tree, limb_bits, *case) for case in itertools.product((0, 1), (0, 1), DEPTHS)]
            most = max(case.run(name, room) for case in cases)
            print(f"blocks: {name}: {most} of {cases[0].machine.room} limbs of {limb_bits} bits")


if __name__ == "__main__":
    main()
