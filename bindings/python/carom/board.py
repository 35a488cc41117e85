"""Clearance of printed circuit boards: which copper of different nets is too near, and which too near to the edge.

Method: all lengths are brought to a grid of 1/1024 nm, on which the decimals of a file are exact. The walls of each
layer are joined with those of other nets, once for each clearance, and each pair is compared exactly with its own rule.
What has no wall near the outline of an area can still be in it: so the ends of all walls are looked up in all areas.
Room: files, over scenes.
"""

from __future__ import annotations

import csv
import dataclasses
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import numpy as np

from . import _carom
from ._counted import counted
from .enums import AreaRelation
from .files import Shapes, read
from .scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KINDS = ("track", "arc", "via", "pad", "hole", "zone", "graphic", "edge")
_TEXTS = ("gr_text", "fp_text", "gr_text_box", "fp_text_box", "dimension", "target", "image", "property that is shown")
"""What the reader leaves out and is on no copper layer; on one it has another name."""
_NM = 1e6
_GRID = 1024
_FARTHEST = 8e6
"""In mm. Up to here all steps of the grid are doubles: there are fewer than 2**53 of them."""


class Violation(NamedTuple):
    """Two things that are nearer to each other than their rule, and how near. Lengths are in mm."""

    layer: str
    """The copper layers that both are on: *.Cu for all, else their names with a + between them."""
    kind: str
    """"track", "arc", "via", "pad", "hole", "zone", "graphic" or "edge"."""
    name: str
    """U1.3 for a pad, else the id in the file."""
    net: str
    """The net, empty for none."""
    other_kind: str
    other_name: str
    other_net: str
    gap: float
    """The distance of the two outlines, always below the rule. If the copper overlaps, minus the depth."""
    rule: float
    """The clearance that they must have."""
    x: float
    """The middle between the points where they are nearest."""
    y: float

    def text(self) -> str:
        """The gap with up to six decimals, or more if it would look like the rule."""
        text = decimals(self.gap)
        return text if float(text) < self.rule else repr(self.gap)


@dataclasses.dataclass(frozen=True)
class Report:
    """What `check` has found.

    Attributes
    ----------
    violations : tuple of Violation
        Sorted by layer, from front to back, then by kind and net of both, gap, rule and place.
    shapes : Shapes
        The board: items, nets, layers, rules.
    pairs : int
        How many pairs of walls were near enough to be compared with their rule.
    notes : tuple of str
        What is not checked, or only nearly, and how often.
    """

    violations: tuple[Violation, ...]
    shapes: Shapes
    pairs: int
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<carom.board.Report of {self.shapes.path}: {counted(len(self.violations), 'violation')}>"

    def lines(self) -> Iterator[str]:
        """The violations as lines of text."""
        for v in self.violations:
            one, other = _words(*v[1:4]), _words(*v[4:7])
            place = f"({decimals(v.x)}, {decimals(v.y)})"
            yield f"{v.layer}: {one} - {other}: gap {v.text()} mm, must be {decimals(v.rule)} mm, at {place}"

    def summary(self) -> str:
        """How much was checked, and how many violations there are, in one line."""
        kinds = Counter(item.kind for item in self.shapes.items)
        items = ", ".join(counted(kinds[kind], kind) for kind in _KINDS if kinds[kind]) or "nothing"
        layers = counted(len(self.shapes.copper), "copper layer")
        pairs = counted(self.pairs, "pair")
        found = counted(len(self.violations), "violation")
        return f"{found}; {items} on {layers}; {pairs} of walls within the largest rule"

    def write_csv(self, file: TextIO) -> None:
        """Writes the violations as a table with a line of names."""
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Violation._fields)
        writer.writerows(self.violations)

    def picture(self, path: str | os.PathLike[str]) -> None:
        """Draws the board with its violations: .svg, .png or another format of matplotlib, which must be there."""
        from ._board_picture import draw

        draw(self.shapes, self.violations, os.fspath(path))


def check(
    path: str | os.PathLike[str],
    *,
    clearance: float | None = None,
    edge_clearance: float | None = None,
    layers: Iterable[str] | None = None,
    tolerance: float = 1e-6,
) -> Report:
    """Check the clearance of a board of KiCad.

    Copper of different nets on one layer must have a gap of at least the rule; just the rule is enough. The rule of two
    things is the larger clearance of their net classes, or of the zone if that is larger; a pad or footprint with a
    clearance of its own takes the place of the classes; nothing is below the board's minimum. Copper must be as far
    from the edge as the board demands, and from holes without copper. The decision is exact for the decimals of the
    file, and for pads that are turned by other angles than quarter turns up to 1/1024 nm.

    Pads and zones without a net must keep their distance from everything; tracks, arcs, vias and graphics without a net
    are taken as one net. Pads of one footprint and number count as one.

    Parameters
    ----------
    path : str or path
        The board, .kicad_pcb. A .kicad_pro beside it has the rules; boards before KiCad 6 have them in themselves.
    clearance : float, optional
        A clearance in mm for all copper and holes, instead of the board's rules.
    edge_clearance : float, optional
        The distance from the edge in mm, instead of the board's rule.
    layers : iterable of str, optional
        The copper layers to check, such as ["F.Cu"]; by default all.
    tolerance : float, optional
        The largest distance between an arc and the straight pieces that stand for it, in mm: a nanometre, in which
        KiCad counts.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        The file is broken, or there is no rule. The message says what would be right.

    Examples
    --------
    >>> board = '''(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal)) (net 1 "A") (net 2 "B")
    ...   (segment (start 0 0) (end 9 0) (width 0.2) (layer "F.Cu") (net 1) (uuid "a"))
    ...   (segment (start 0 0.4) (end 9 0.4) (width 0.2) (layer "F.Cu") (net 2) (uuid "b")))'''
    >>> with open("two.kicad_pcb", "w") as file:
    ...     _ = file.write(board)
    >>> carom.board.check("two.kicad_pcb", clearance=0.2)
    <carom.board.Report of two.kicad_pcb: 0 violations>
    >>> report = carom.board.check("two.kicad_pcb", clearance=0.200001)
    >>> print(*report.lines())
    F.Cu: track A - track B: gap 0.2 mm, must be 0.200001 mm, at (0, 0.2)
    """
    for name, value in (("clearance", clearance), ("edge_clearance", edge_clearance)):
        if value is not None and not 0 <= value < np.inf:
            raise ValueError(f"check(): the argument {name} is {value}, must be a finite number of mm, at least 0")
    if not os.fspath(path).endswith(".kicad_pcb"):
        raise ValueError(f"check(): {os.fspath(path)}: must be a board of KiCad, .kicad_pcb")
    some = None if layers is None else list(layers)
    only = None if some is None else [*some, "Edge.Cuts"]
    shapes = read(path, layers=only, circles="posts", tolerance=tolerance)
    for layer in some or []:
        if layer not in shapes.copper:
            known = ", ".join(shapes.copper)
            raise ValueError(f"check(): {os.fspath(path)}: the argument layers has {layer!r}, must be of {known}")
    board = _Board(shapes, clearance, edge_clearance)
    violations = board.violations()
    return Report(violations, shapes, board.pairs, tuple(board.notes(tolerance)))


def _words(kind: str, name: str, net: str) -> str:
    """An item in a line of text: pads and holes have names that are known elsewhere."""
    if kind == "edge":
        return kind
    return f"{kind} {name} {net or 'without net'}" if kind in ("pad", "hole") else f"{kind} {net or 'without net'}"


def decimals(mm: float) -> str:
    """A length with up to six decimals, nanometres."""
    text = f"{mm:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _positional(mm: float) -> str:
    """A length without an exponent."""
    return str(np.format_float_positional(mm, trim="-"))


def _nanometres(mm: Any) -> NDArray[np.float64]:
    """Lengths in nm on the grid. The decimals of a file become exact: an error of some ulp is far below half a step."""
    found: NDArray[np.float64] = np.rint(np.asarray(mm, dtype=np.float64) * (_NM * _GRID)) / _GRID
    return found


class _Board:
    """The walls of a board with rules and groups, and the violations found so far."""

    def __init__(self, shapes: Shapes, clearance: float | None, edge_clearance: float | None) -> None:
        self.shapes, self.pairs = shapes, 0
        walls, items = shapes.walls, shapes.items
        lengths = np.stack(walls[:5])
        if (np.abs(lengths) > _FARTHEST).any():
            far = float(lengths.ravel()[np.abs(lengths).argmax()])
            where = f"check(): {shapes.path}: a wall has the coordinate or radius {far} mm"
            raise ValueError(f"{where}, must be at most {_FARTHEST:.0f} mm from 0")
        self.columns = _nanometres(lengths)
        """ax, ay, bx, by and wr of the walls."""
        self.item, self.area = walls.item, walls.area
        self.category = np.zeros(len(self.item), np.uint32) if walls.category is None else np.asarray(walls.category)
        self.kind = np.array([_KINDS.index(item.kind) for item in items], dtype=np.intp)
        self.is_hole = self.kind == _KINDS.index("hole")
        is_edge = self.kind == _KINDS.index("edge")
        self.copper = np.flatnonzero(~is_edge[self.item])
        self.edge = np.flatnonzero(is_edge[self.item])
        self.group = _groups(shapes)
        self.layers_of = np.zeros(len(items), dtype=np.uint32)
        self.layers_of[self.item] = self.category
        self.tie = np.array([item.footprint if item.is_net_tie else -1 for item in items], dtype=np.intp)
        self._set_rules(clearance)
        rule = shapes.rules.get("min_copper_edge_clearance") if edge_clearance is None else edge_clearance
        self.edge_rule = None if rule is None else float(_nanometres(rule))
        # By pairs of items, lower first: the gap, the rule and the place.
        self.found: dict[tuple[int, int], tuple[float, float, float, float]] = {}
        self.tied: set[tuple[int, int]] = set()

    def _set_rules(self, clearance: float | None) -> None:
        """The clearances of items: of the class or hole, of a pad itself, of a zone; and the least of the board."""
        shapes, items, rules = self.shapes, self.shapes.items, self.shapes.rules
        own = np.zeros(len(items))
        if clearance is not None:
            default, of_nets, least, hole = clearance, np.full(len(shapes.nets), clearance), 0.0, clearance
        else:
            least = rules.get("min_clearance", 0.0)
            default = rules.get("clearance", np.nan)
            of_nets = np.where(np.isnan(shapes.clearances), default, shapes.clearances)
            hole = rules.get("min_hole_clearance", default)
            own = np.array([item.clearance for item in items])
        of_nets = np.append(of_nets, default)  # the last one has the index -1: no net
        of_class = of_nets[np.array([item.net for item in items], dtype=np.intp)]
        of_class[self.is_hole] = hole
        if np.isnan(of_class[self.item[self.copper]]).any():
            right = "the option --clearance, or a .kicad_pro with the net class Default beside the board"
            raise ValueError(f"check(): {shapes.path}: there is no clearance for some copper; must have one: {right}")
        self.least = float(_nanometres(least))
        is_pad = self.kind == _KINDS.index("pad")
        self.of_class, own = _nanometres(of_class), _nanometres(own)
        self.of_pad, self.of_zone = np.where(is_pad, own, 0.0), np.where(is_pad | self.is_hole, 0.0, own)
        self.most = np.where(self.is_hole, self.of_class, np.maximum(np.maximum(self.of_class, own), self.least))

    def rule(self, i: Any, j: Any) -> Any:
        """The rule of pairs of items."""
        of_pads = np.maximum(self.of_pad[i], self.of_pad[j])
        of_classes = np.maximum(self.of_class[i], self.of_class[j])
        of_zones = np.maximum(self.of_zone[i], self.of_zone[j])
        of_copper = np.maximum(np.where(of_pads > 0, of_pads, np.maximum(of_classes, of_zones)), self.least)
        of_holes = np.maximum(np.where(self.is_hole[i], self.of_class[i], self.of_class[j]), of_pads)
        return np.where(self.is_hole[i] | self.is_hole[j], of_holes, of_copper)

    def scene(self, rows: Any, *, group: Any = None) -> Scene:
        """A scene of some walls."""
        group = self.group[self.item[rows]] if group is None else group
        ax, ay, bx, by, wr = self.columns[:, rows]
        return Scene(ax, ay, bx, by, wr, group=group)

    def violations(self) -> tuple[Violation, ...]:
        """All violations, sorted."""
        for bit in range(len(self.shapes.copper)):
            rows = self.copper[self.category[self.copper] >> np.uint32(bit) & 1 != 0]
            if len(rows):
                self._near(rows)
                self._inside(rows)
        if self.edge_rule is not None and len(self.edge):
            rows = self.copper[~self.is_hole[self.item[self.copper]]]
            self._join(rows, self.edge, self.edge_rule, is_edge=True)
        return tuple(sorted((self._violation(*pair) for pair in self.found.items()), key=self._order))

    def _near(self, rows: Any) -> None:
        """Compares the walls of a layer: for each clearance those that have it, with themselves and with smaller ones.

        The rule of a pair is at most the larger of both.
        """
        most = self.most[self.item[rows]]
        for clearance in np.unique(most):
            some = rows[most == clearance]
            self._join(some, None, float(clearance))
            self._join(some, rows[most < clearance], float(clearance))

    def _join(self, rows: Any, others: Any, within: float, *, is_edge: bool = False) -> None:
        """Compares walls with each other or with others. No rule of theirs is above `within`."""
        if len(rows) == 0 or (others is not None and len(others) == 0):
            return
        other = None if others is None else self.scene(others)
        i, j, gap = self.scene(rows).clearance(within, other, except_same_group=True)
        i, j = rows[i], (rows if others is None else others)[j]
        rule = np.full(len(i), within) if is_edge else self.rule(self.item[i], self.item[j])
        self.pairs += len(i)
        bad = np.flatnonzero(self._ask(_carom.compare_wall_gap, i, j, rule) < 0)
        bad = bad[_least(self.item[i[bad]], self.item[j[bad]], gap[bad])]
        i, j, gap, rule = i[bad], j[bad], gap[bad], rule[bad]
        contact = self._ask(_carom.wall_contact, i, j)
        x, y = (contact.px + contact.qx) / 2, (contact.py + contact.qy) / 2
        self._add(self.item[i], self.item[j], gap, rule, x, y)

    def _ask(self, question: Callable[..., Any], i: Any, j: Any, *gap: Any) -> Any:
        """Asks a question about pairs of walls."""
        *one, wr = self.columns[:, i]
        *other, wr2 = self.columns[:, j]
        return question(*one, *other, *gap, wr=wr, wr2=wr2)

    def _inside(self, rows: Any) -> None:
        """Finds the ends of walls of a layer inside areas of other nets."""
        around = rows[self.area[rows] >= 0]
        if len(around) == 0:
            return
        # The walls of an area are of one item and of one radius.
        wall_of = np.full(len(self.shapes.areas) + 1, -1)
        wall_of[self.area[around] + 1] = around
        # Both ends, but in rings, where each end begins a wall.
        free = rows[self.area[rows] < 0]
        of = np.concatenate([rows, free])
        x, y = np.concatenate([self.columns[:2, rows], self.columns[2:4, free]], axis=1)
        met = self.scene(around, group=self.area[around] + 1).areas(x, y, 0.0)
        i, j = of[met.circle], wall_of[met.area]
        is_in = (met.relation >= AreaRelation.INSIDE_TOUCHING) & (self.group[self.item[i]] != self.group[self.item[j]])
        i, j, point, depth = i[is_in], j[is_in], met.circle[is_in], met.distance[is_in]
        gap = depth - self.columns[4, i] - self.columns[4, j]
        least = _least(self.item[i], self.item[j], gap)
        items = self.item[i[least]], self.item[j[least]]
        self._add(*items, gap[least], self.rule(*items), x[point[least]], y[point[least]])

    def _add(self, i: Any, j: Any, gap: Any, rule: Any, x: Any, y: Any) -> None:
        """Keeps the smallest gap of each pair of items."""
        is_tied = (self.tie[i] == self.tie[j]) & (self.tie[i] >= 0)
        pairs = zip(np.minimum(i, j).tolist(), np.maximum(i, j).tolist(), strict=True)
        ways = zip(gap.tolist(), rule.tolist(), x.tolist(), y.tolist(), strict=True)
        for pair, way, tied in zip(pairs, ways, is_tied, strict=True):
            if tied:
                self.tied.add(pair)
            elif pair not in self.found or way < self.found[pair]:
                self.found[pair] = way

    def _violation(self, pair: tuple[int, int], way: tuple[float, float, float, float]) -> Violation:
        gap, rule, x, y = (value / _NM for value in way)
        one, other = sorted(
            (self._names(i) for i in pair), key=lambda names: (_KINDS.index(names[0]), names[2], names[1])
        )
        common = int(np.bitwise_and(*self.layers_of[list(pair)]))
        names = [name for bit, name in enumerate(self.shapes.copper) if common >> bit & 1]
        label = "*.Cu" if len(names) == len(self.shapes.copper) > 1 else "+".join(names)
        # The double of a gap may be the next one to the true value, which is below the rule.
        return Violation(label, *one, *other, min(gap, float(np.nextafter(rule, -np.inf))), rule, x, y)

    def _names(self, i: int) -> tuple[str, str, str]:
        """Kind, name and net of an item."""
        item = self.shapes.items[i]
        return item.kind, item.source, self.shapes.nets[item.net] if item.net >= 0 else ""

    def _order(self, v: Violation) -> tuple[Any, ...]:
        """Layers from front to back, what is on all of them first, then kind and net of both, gap, rule and place."""
        first = v.layer.partition("+")[0]
        depth = self.shapes.copper.index(first) if first in self.shapes.copper else -1
        kinds = _KINDS.index(v.kind), v.net, _KINDS.index(v.other_kind), v.other_net
        return depth, v.layer, *kinds, v.gap, v.rule, v.x, v.y, v.name, v.other_name

    def notes(self, tolerance: float) -> Iterator[str]:
        """What is not checked, or only nearly."""
        for what, count in self.shapes.approximated.items():
            if what in ("arc", "Bezier curve"):
                off = f"at most {_positional(tolerance)} mm off"
                yield f"approximated: {counted(count, what)} taken as straight pieces, {off}"
            else:
                yield f"approximated: {count:,} {what}"
        if self.edge_rule is None:
            yield "not checked: the edge, for which the board has no rule: give an edge clearance"
        elif len(self.edge) == 0:
            yield "not checked: the edge, which the board does not have"
        if self.tied:
            yield f"not checked: {counted(len(self.tied), 'near pair')} within a net tie"
        rules = Path(self.shapes.path).with_suffix(".kicad_dru")
        if rules.exists():
            count = len(re.findall(r"^\s*\(\s*rule\b", rules.read_text(encoding="utf-8"), re.MULTILINE))
            yield f"not checked: {counted(count, 'rule')} of {rules.name}"
        others = unasked = 0
        for what, count in self.shapes.left_out.items():
            is_layer = what.startswith("layer ")
            if is_layer and re.search(r"\.Cu\b", what):
                unasked += count
            elif is_layer or what in _TEXTS or (" on " in what and not what.endswith(" on copper")):
                others += count
            else:
                yield f"not checked: {count:,} {what}"
        if unasked:
            yield f"not checked: {counted(unasked, 'item')} on other copper layers"
        if others:
            yield f"left out: {others:,} items that are not on copper"


def _least(i: Any, j: Any, gap: Any) -> Any:
    """The row with the smallest gap, and of equal ones the first, of each pair of items."""
    low, high = np.minimum(i, j), np.maximum(i, j)
    order = np.lexsort((gap, high, low))
    low, high = low[order], high[order]
    is_first = np.append(True, (low[1:] != low[:-1]) | (high[1:] != high[:-1]))[: len(order)]
    return order[is_first]


def _groups(shapes: Shapes) -> NDArray[np.uint32]:
    """The group of each item: those of one group are not compared with each other."""
    numbers: dict[tuple[Any, ...], int] = {}
    found = []
    for item in shapes.items:
        if item.net >= 0:
            key: tuple[Any, ...] = ("net", item.net)
        elif item.kind == "pad":
            key = ("pad", item.footprint, item.source)
        elif item.kind == "zone":
            key = ("zone", item.source)
        else:
            key = (item.kind if item.kind in ("hole", "edge") else "",)
        found.append(numbers.setdefault(key, len(numbers) + 1))
    return np.array(found, dtype=np.uint32)


__all__ = ["Report", "Violation", "check"]
