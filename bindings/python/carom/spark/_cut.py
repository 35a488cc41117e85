"""The cut of walls into shards: which shard a wall belongs to.

The shard is a function of the row's contents and of numbers that the driver computes first, from a sample. So a task
that Spark runs again gives the same shards. The centres of the walls are cut by k-d trees (KDB-tree: J. T. Robinson,
"The K-D-B-tree", 1981), which only compare coordinates: any scale and any outlier will do. A wall that is long for
its leaf of the first tree goes to a second tree, so that it does not make the box of the leaf large. Rays and lines are
all in the second tree. A leaf that has too many walls is divided by a hash of the rows.

Room: Spark, over the operations.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
import pyarrow as pa

from .. import wall_box
from ..enums import Extent
from ._order import zeros_alike

SAMPLE_PER_SHARD = 256
"""The size of a leaf varies by about 1 / sqrt(this): 6 %."""
_FILL = 0.75
"""How full a leaf is meant to be, so that few leaves exceed the limit."""
_LONG = 0.125, 4.0
"""A long wall is longer than this part of its leaf, and than so many times the median wall of the leaf."""
_LEAF_OVER = 1.25
"""A leaf is divided by the hash if it has more than so many times the limit."""
_LARGEST = np.finfo(np.float64).max


class WallColumns(NamedTuple):
    """Walls as arrays."""

    ax: Any
    ay: Any
    bx: Any
    by: Any
    wr: Any
    extent: Any

    @classmethod
    def of(cls, batch: Any) -> Self:
        """The columns of a batch that a reader gives."""
        return cls(*(batch.column(name).to_numpy(zero_copy_only=False) for name in cls._fields))


@dataclass(frozen=True)
class Tree:
    """A k-d tree: node i has the children child[i] and child[i] + 1; a leaf is its own child."""

    axis: Any
    """True: the node divides by y."""
    split: Any
    """Centres below it go to the first child; infinite for leaves."""
    child: Any
    leaf: Any
    """The number of the leaf, -1 for other nodes."""
    reach: Any
    """For each leaf, the longest side of the box of a wall that stays in this tree."""

    def leaves(self, x: Any, y: Any) -> Any:
        """The leaf of each centre."""
        node = np.zeros(len(x), dtype=np.int32)
        while True:
            below = self.child[node] + (np.where(self.axis[node], y, x) >= self.split[node])
            if np.array_equal(below, node):
                return self.leaf[node]
            node = below

    def is_long(self, x: Any, y: Any, side: Any) -> Any:
        """Which walls are too long for this tree, by their centres and the longer sides of their boxes."""
        return side > self.reach[self.leaves(x, y)]


@dataclass(frozen=True)
class Cut:
    """Trees, one after the other, and how many shards each of their leaves has."""

    trees: tuple[Tree, ...]
    parts: Any
    """The number of shards of each leaf, over all trees. None before the walls are counted."""

    @property
    def leaf_count(self) -> int:
        """The leaves of all trees."""
        return sum(len(tree.reach) for tree in self.trees)

    def with_counts(self, counts: Any, limit: int) -> Self:
        """The cut with its number of shards, from the number of walls in each leaf."""
        parts = np.where(counts > _LEAF_OVER * limit, -(-counts // limit), counts > 0)
        return replace(self, parts=parts.astype(np.int64))

    def leaves(self, walls: WallColumns, boxes: Any = None) -> Any:
        """The leaf of each wall, counted over all trees."""
        boxes = wall_box(*walls) if boxes is None else boxes
        x, y = _centres(walls)
        side = _longer_side(boxes)
        answer = np.empty(len(x), dtype=np.int64)
        rest: Any = slice(None)
        first = 0
        for tree in self.trees:
            leaf = tree.leaves(x[rest], y[rest])
            answer[rest] = first + leaf
            first += len(tree.reach)
            long = side[rest] > tree.reach[leaf]
            if not long.any():
                break
            rest = np.flatnonzero(long) if isinstance(rest, slice) else rest[long]
        return answer

    def shards(self, walls: WallColumns, ids: Any) -> Any:
        """The shard of each wall."""
        leaf = self.leaves(walls)
        if not self.parts[leaf].all():
            raise ValueError("carom.spark: walls: Spark gave other rows than before; cache() the DataFrame")
        first = np.concatenate(([0], np.cumsum(self.parts)[:-1]))
        answer = first[leaf]
        divided = np.flatnonzero(self.parts[leaf] > 1)
        if divided.size:
            hashes = row_hash([column[divided] for column in walls], ids.take(pa.array(divided)))
            answer[divided] += (hashes % self.parts[leaf[divided]].astype(np.uint64)).astype(np.int64)
        return answer


def plan_cut(sample: WallColumns, fraction: float, limit: int) -> Cut:
    """The cut for walls of which `sample` is the given fraction, into leaves of about `_FILL` times `limit` walls."""
    capacity = max(int(_FILL * limit * fraction), 1)
    x, y = _centres(sample)
    side = _longer_side(wall_box(*sample))
    near = _with_reach(_build(x, y, capacity), x, y, side)
    far = near.is_long(x, y, side)
    if far.any() and not far.all():
        # Without the long walls the leaves are fewer and larger, so what is long is asked again.
        near = _with_reach(_build(x[~far], y[~far], capacity), x[~far], y[~far], side[~far])
        far = near.is_long(x, y, side)
    last = _build(x[far], y[far], capacity) if far.any() else near
    last = replace(last, reach=np.full(len(last.reach), np.inf))
    return Cut((near, last) if far.any() else (last,), None)


def row_hash(columns: Any, ids: Any) -> Any:
    """A hash of each row: uint64 from columns of numbers and an Arrow array of ids. Equal rows have equal hashes."""
    answer: Any = np.zeros(len(ids), dtype=np.uint64)
    for column in columns:
        # -0.0 + 0.0 is 0.0.
        bits = (column.astype(np.float64) + 0.0).view(np.uint64)
        answer = _mix(answer ^ bits)
    for bits in _id_bits(ids):
        answer = _mix(answer ^ bits)
    return answer


def _mix(value: Any) -> Any:
    """The finalizer of splitmix64 (G. Steele et al., 2014)."""
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _id_bits(ids: Any) -> list[Any]:
    """Some bits of each id: all of a number, the length and both ends of a text, nothing of a nested value."""
    kind = ids.type
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        kind = pa.large_binary()
        ids = ids.cast(kind)
    if pa.types.is_large_string(kind) or pa.types.is_large_binary(kind):
        filled = ids.fill_null(b"" if pa.types.is_large_binary(kind) else "")
        _, offsets, data = filled.buffers()
        start = np.frombuffer(offsets, dtype=np.int64)[filled.offset : filled.offset + len(filled) + 1]
        return _text_bits(start, data)
    if pa.types.is_boolean(kind):
        ids = ids.cast(pa.int8())
    elif pa.types.is_floating(kind):
        ids = zeros_alike(ids)
    elif not (pa.types.is_primitive(kind) and kind.bit_width in (8, 16, 32, 64)):
        return []
    width = ids.type.bit_width
    whole = ids.view(getattr(pa, f"int{width}")()).fill_null(0)
    return [whole.to_numpy(zero_copy_only=False).astype(np.int64).view(np.uint64)]


def _text_bits(offsets: Any, data: Any) -> list[Any]:
    """The length and the first and last eight bytes of each text; places beyond the text count as 0."""
    padded = np.zeros((data.size if data is not None else 0) + 16, dtype=np.uint8)
    if data is not None:
        padded[8:-8] = np.frombuffer(data, dtype=np.uint8)
    words = np.lib.stride_tricks.sliding_window_view(padded, 8)
    length = np.diff(offsets)
    missing = np.clip(8 - length, 0, 8)
    # Shifts by 64 are undefined, so an empty text is a case of its own.
    ends = []
    for place, shift in ((offsets[:-1] + 8, ">"), (offsets[1:], "<")):
        word = np.ascontiguousarray(words[place]).view(">u8").ravel().astype(np.uint64)
        bits = (missing * 8).astype(np.uint64) % np.uint64(64)
        # The first bytes are high in a big-endian word, the last bytes are low.
        word = (word >> bits) if shift == ">" else (word << bits) >> bits
        ends.append(np.where(length == 0, np.uint64(0), word))
    return [length.astype(np.uint64), *ends]


def _centres(walls: WallColumns) -> tuple[Any, Any]:
    """A place for each wall: the middle of a segment, the point a of a ray or line."""
    bounded = walls.extent == Extent.SEGMENT
    x = np.where(bounded, 0.5 * walls.ax + 0.5 * walls.bx, walls.ax)
    y = np.where(bounded, 0.5 * walls.ay + 0.5 * walls.by, walls.ay)
    return x, y


def _longer_side(boxes: Any) -> Any:
    min_x, min_y, max_x, max_y = boxes
    with np.errstate(over="ignore"):
        return np.maximum(max_x - min_x, max_y - min_y)


def _build(x: Any, y: Any, capacity: int) -> Tree:
    """The tree of centres, with leaves of at most `capacity` of them, or with equal ones."""
    axis, split, child, leaf = [False], [np.inf], [0], [-1]
    todo = [(0, np.arange(len(x)))]
    leaves = 0
    while todo:
        node, members = todo.pop()
        cut = _cut_in_two(x[members], y[members], capacity)
        if cut is None:
            child[node], leaf[node] = node, leaves
            leaves += 1
            continue
        axis[node], split[node], below = cut
        child[node] = len(axis)
        axis += [False, False]
        split += [np.inf, np.inf]
        child += [0, 0]
        leaf += [-1, -1]
        todo += [(child[node], members[below]), (child[node] + 1, members[~below])]
    return Tree(
        np.array(axis), np.array(split), np.array(child, dtype=np.int32), np.array(leaf), np.full(leaves, np.inf)
    )


def _cut_in_two(x: Any, y: Any, capacity: int) -> tuple[bool, float, Any] | None:
    """The axis and the coordinate that divide centres, and which ones are below it. None for a leaf."""
    if len(x) <= capacity:
        return None
    with np.errstate(over="ignore"):
        by_y = bool(np.ptp(y) > np.ptp(x))
    leaves = -(-len(x) // capacity)
    place = len(x) * (leaves // 2) // leaves
    for axis in (by_y, not by_y):
        along = y if axis else x
        at = np.partition(along, place)[place]
        below = along < at
        if not below.any():
            # Many equal coordinates at the lower end: they go below.
            above = along[along > at]
            if not above.size:
                continue
            at = above.min()
            below = along < at
        return axis, float(at), below
    return None


def _with_reach(tree: Tree, x: Any, y: Any, side: Any) -> Tree:
    """The tree with the length from which walls are long in each leaf, by the walls of the sample in it."""
    leaf = tree.leaves(x, y)
    order = np.argsort(leaf, kind="stable")
    reach = np.zeros(len(tree.reach))
    for number, members in enumerate(np.split(order, np.searchsorted(leaf[order], np.arange(1, len(reach))))):
        if not members.size:
            continue
        with np.errstate(over="ignore"):
            spread = max(np.ptp(x[members]), np.ptp(y[members]))
            usual = np.median(side[members])
            reach[number] = min(max(_LONG[0] * spread, _LONG[1] * usual), _LARGEST)
    return replace(tree, reach=reach)
