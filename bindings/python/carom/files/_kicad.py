"""Boards of KiCad, .kicad_pcb: tracks, arcs, vias, pads, filled zones, graphics on copper and the edge of the board.

Format: https://dev-docs.kicad.org/en/file-formats/sexpr-pcb/, from version 4 to 10. The file is read as the tree that
it is, because libraries that make objects of it drop what they do not know. y points down, angles turn from x towards
-y. Room: files.
"""

import fnmatch
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ._collector import Collector, Item, Place
from ._curves import Vertex, arc_around, arc_through, circle, vertices_of

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)|(\S)')

# What is in a board and is no thing in the plane.
_NO_SHAPES = {
    "version", "generator", "generator_version", "host", "general", "paper", "page", "title_block", "layers", "setup",
    "property", "net", "net_class", "embedded_fonts", "embedded_files", "variants", "component_classes",
}  # fmt: skip
# And in a footprint.
_NO_SHAPES_OF_FOOTPRINTS = {
    "version", "generator", "generator_version", "layer", "at", "locked", "placed", "tedit", "tstamp", "uuid", "descr",
    "tags", "path", "attr", "model", "pad", "zone", "sheetname", "sheetfile", "autoplace_cost90",
    "autoplace_cost180", "solder_mask_margin", "solder_paste_margin", "solder_paste_ratio", "solder_paste_margin_ratio",
    "clearance", "zone_connect", "thermal_width", "thermal_gap", "net_tie_pad_groups", "private_layers", "units",
    "embedded_fonts", "embedded_files", "duplicate_pad_numbers_are_jumpers", "jumper_pad_groups", "component_classes",
    "fp_line", "fp_arc", "fp_circle", "fp_rect", "fp_poly", "fp_curve", "variant", "point", "stackup",
}  # fmt: skip
_RULES = ("min_clearance", "min_copper_edge_clearance", "min_hole_clearance")
"""Rules of a project for the whole board."""
_KINDS = {"segment": "track", "arc": "arc", "via": "via", "pad": "pad", "hole": "hole", "zone": "zone"}
"""The kinds of items by the names of their lists; the others are graphics."""
_GRAPHICS = ("line", "arc", "circle", "rect", "poly", "curve")
_CHAMFERS = {"top_left": (-1, -1), "top_right": (1, -1), "bottom_right": (1, 1), "bottom_left": (-1, 1)}

Point = tuple[float, float]
Map = Callable[[float, float], Point]


class Node(list[Any]):
    """A list of the file: its name, and texts and lists."""

    at: int
    """Where it begins in the file."""

    def all(self, name: str) -> Iterator["Node"]:
        """The lists in it of this name."""
        return (child for child in self if isinstance(child, Node) and child and child[0] == name)

    def get(self, name: str) -> "Node | None":
        """The first of them."""
        return next(self.all(name), None)


def read(collector: Collector, _: str) -> None:
    """Reads a board."""
    _Board(collector).read()


def _rotation(degrees: float) -> Callable[[float, float], Point]:
    """The rotation by an angle, exact by quarter turns."""
    turns = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    exact = turns.get(degrees % 360)
    cos, sin = exact or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return lambda x, y: (x * cos + y * sin, y * cos - x * sin)


class _Board:
    def __init__(self, collector: Collector) -> None:
        self.c, self.text = collector, collector.text()
        self.tree = self._parse()
        if not self.tree or self.tree[0] != "kicad_pcb":
            found = str(self.tree[0])[:40] if self.tree else "nothing"
            collector.error(f"the file begins with {found}, must begin with (kicad_pcb", 1)
        self.copper: dict[str, int] = {}
        self.names: dict[str, str] = {}
        """The names of nets by their numbers, in files that have them."""
        self.footprints = 0

    # ---- the tree ----

    def _parse(self) -> Node:
        stack: list[Node] = [Node()]
        for token in _TOKEN.finditer(self.text):
            quoted, paren, word, bad = token.groups()
            if word is not None:
                stack[-1].append(word)
            elif paren == "(":
                node = Node()
                node.at = token.start()
                stack.append(node)
            elif paren == ")":
                if len(stack) == 1:
                    self.c.error("a parenthesis closes and none is open", self._line(token.start()))
                node = stack.pop()
                stack[-1].append(node)
            elif quoted is not None:
                stack[-1].append(re.sub(r"\\(.)", r"\1", quoted) if "\\" in quoted else quoted)
            else:
                self.c.error(f"the text after {bad} has no end", self._line(token.start()))
        if len(stack) > 1:
            self.c.error("the parenthesis is not closed", self._line(stack[-1].at))
        top = next((node for node in stack[0] if isinstance(node, Node)), Node())
        return top

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def _error(self, node: Node, text: str) -> Any:
        self.c.error(text, self._line(node.at))

    def number(self, node: Node, i: int) -> float:
        """A number of a list."""
        text = node[i] if i < len(node) else "missing"
        try:
            value = float(text)
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            self._error(node, f"item {i} of {node[0]} is {str(text)[:40]}, must be a finite number")
        return value

    def need(self, node: Node, name: str) -> Node:
        """A list that has to be in another one."""
        return node.get(name) or self._error(node, f"{node[0]} has no {name}, must have one")

    def point(self, node: Node, name: str) -> Point:
        """A point of a list."""
        found = self.need(node, name)
        return self.number(found, 1), self.number(found, 2)

    def width(self, node: Node) -> float:
        """The width of a line, by its stroke or on its own."""
        stroke = node.get("stroke")
        found = (stroke or node).get("width")
        width = 0.0 if found is None else self.number(found, 1)
        if width < 0:
            self._error(node, f"the width of {node[0]} is {width}, must be at least 0")
        return width

    # ---- layers and nets ----

    def read(self) -> None:
        """Reads the whole tree."""
        self.c.unit = "mm"
        listed = [str(node[1]) for node in self.need(self.tree, "layers")[1:] if len(node) > 1]
        # From front to back: which layers a via goes through is a matter of this order.
        order = sorted((name for name in listed if name.endswith(".Cu")), key=_depth)
        if len(order) > 32:
            self.c.error(f"the board has {len(order)} copper layers, must have at most 32")
        self.copper = {name: 1 << i for i, name in enumerate(order)}
        self.c.copper = tuple(order)
        for node in self.tree.all("net"):
            if len(node) > 2:
                self.names[node[1]] = node[2]
                self.c.net(node[2])
        self._net_classes()
        things = {
            "segment": self._segment,
            "arc": self._arc,
            "via": self._via,
            "zone": self._zone,
            "footprint": self._footprint,
            "module": self._footprint,
        }
        for node in self.tree:
            if not isinstance(node, Node) or not node:
                continue
            name = node[0]
            if name in things:
                things[name](node)
            elif name.startswith("gr_") and name[3:] in _GRAPHICS:
                self._graphic(node, lambda x, y: (x, y), self._name(node))
            elif name in ("group", "generated"):
                continue  # names of members, which are things of their own
            elif name not in _NO_SHAPES:
                self._leave_out(node)

    def _leave_out(self, node: Node, what: str | None = None) -> None:
        """Counts a text or the like, and says so if it is copper."""
        is_copper = any(layer in self.copper for layer in self._layers(node))
        self.c.leave_out(f"{what or node[0]}{' on copper' if is_copper else ''}")

    def _name(self, node: Node) -> str:
        """What names a thing of the board: its id, or its line."""
        found = node.get("uuid") or node.get("tstamp")
        return str(found[1]) if found is not None and len(found) > 1 else f"line {self._line(node.at)}"

    def _net(self, node: Node) -> int:
        found = node.get("net")
        if found is None or len(found) < 2:
            return -1
        return self.c.net(found[2] if len(found) > 2 else self.names.get(found[1], "" if found[1] == "0" else found[1]))

    def _layers(self, node: Node) -> list[str]:
        """The layers of a thing. Stars stand for all, and F&B.Cu for the outer ones."""
        found = node.get("layers") or node.get("layer")
        names: list[str] = []
        for name in (found or [])[1:]:
            if name == "*.Cu":
                names += self.copper
            elif name == "F&B.Cu":
                names += ["F.Cu", "B.Cu"]
            else:
                names.append(name)
        return names

    def _place(
        self, source: str, layers: list[str], net: int, name: str, clearance: float = 0.0, of: Node | None = None
    ) -> Place | None:
        """The place of a thing in these layers; None if it is not to be read, which is counted then.

        Pads have their footprint in `of`.
        """
        copper = [layer for layer in layers if layer in self.copper]
        if self.c.only is None and not copper and "Edge.Cuts" not in layers:
            self.c.leave_out(f"{name} on {', '.join(layers) or 'no layer'}")
            return None
        if not self.c.wants(*layers):
            return None
        named = copper or layers
        label = "*.Cu" if len(copper) > 1 and len(copper) == len(self.copper) else ", ".join(named)
        is_edge = "Edge.Cuts" in layers
        category = sum(self.copper[layer] for layer in (self.copper if is_edge else copper))
        kind = "edge" if is_edge else _KINDS.get(name, "graphic")
        footprint = -1 if of is None else self.footprints
        self.c.items.append(Item(kind, source, net, clearance, footprint, of is not None and _is_net_tie(of)))
        return Place(source, self.c.layer(label), net, category, len(self.c.items) - 1)

    def _clearance(self, *nodes: Node | None) -> float:
        """The first clearance that one of the lists sets; 0 is none."""
        found = (node.get("clearance") for node in nodes if node is not None)
        return next((value for one in found if one is not None and (value := self.number(one, 1)) > 0), 0.0)

    def _net_classes(self) -> None:
        """The classes of nets: of the board up to KiCad 5, then of the project beside it."""
        for node in self.tree.all("net_class"):
            if node[1] == "Default" and node.get("clearance") is not None:
                self.c.rules["clearance"] = self.number(self.need(node, "clearance"), 1)
            for member in node.all("add_net"):
                self._set_class(str(member[1]), str(node[1]), node.get("clearance"))
        project = Path(self.c.path).with_suffix(".kicad_pro")
        if not project.exists():
            return
        try:
            whole = json.loads(project.read_text(encoding="utf-8"))
            settings = whole.get("net_settings") or {}
            rules = ((whole.get("board") or {}).get("design_settings") or {}).get("rules") or {}
        except (ValueError, AttributeError) as error:
            raise ValueError(f"read(): {project}: the project is no JSON: {error}") from None
        self.c.rules.update({name: float(rules[name]) for name in _RULES if name in rules})
        classes = {one["name"]: one for one in settings.get("classes") or []}
        if "clearance" in classes.get("Default", {}):
            self.c.rules["clearance"] = float(classes["Default"]["clearance"])
        # The class Default has the last word; a smaller number of the others goes first.
        ranks = {name: (name == "Default", one.get("priority", 0)) for name, one in classes.items()}
        assigned = settings.get("netclass_assignments") or {}
        patterns = settings.get("netclass_patterns") or []
        for net in self.c.nets:
            given = assigned.get(net) or []
            names = [given] if isinstance(given, str) else list(given)
            names += [one["netclass"] for one in patterns if _fits(net, one["pattern"])]
            names += [name for name, one in classes.items() if net in (one.get("nets") or [])]
            names = sorted((name for name in {*names, "Default"} if name in classes), key=lambda name: ranks[name])
            if names:
                clearance = next((classes[name]["clearance"] for name in names if "clearance" in classes[name]), None)
                self._set_class(net, names[0], None if clearance is None else ["clearance", clearance])

    def _set_class(self, net: str, name: str, clearance: Any) -> None:
        number = self.c.nets.get(net)
        if number is not None:
            self.c.net_classes[number] = name
            if clearance is not None:
                self.c.clearances[number] = float(clearance[1])

    # ---- tracks ----

    def _segment(self, node: Node) -> None:
        place = self._place(self._name(node), self._layers(node), self._net(node), "segment")
        if place is not None:
            self.c.walls([*self.point(node, "start"), *self.point(node, "end")], place, self.width(node) / 2)

    def _arc(self, node: Node) -> None:
        place = self._place(self._name(node), self._layers(node), self._net(node), "arc")
        if place is not None:
            points = (self.point(node, name) for name in ("start", "mid", "end"))
            self.c.chain(arc_through(*points), place, self.width(node) / 2)

    def _via(self, node: Node) -> None:
        """A via goes through the copper layers between the two that it names; without a kind through all."""
        layers = self._layers(node)
        copper = list(self.copper)
        if not {"blind", "buried", "micro"} & {item for item in node if isinstance(item, str)}:
            layers = copper
        elif len(layers) == 2 and set(layers) <= set(copper):
            first, last = sorted(copper.index(name) for name in layers)
            layers = copper[first : last + 1]
        place = self._place(self._name(node), layers, self._net(node), "via")
        if place is None:
            return
        x, y = self.point(node, "at")
        self.c.disc(x, y, self.number(self.need(node, "size"), 1) / 2, place)
        self.c.leave_out("drill of a via", int(node.get("drill") is not None))
        self.c.approximate("via that may lack its copper on unused layers", int(_is_removed(node)))
        self.c.leave_out("padstack of a via", int(node.get("padstack") is not None))

    # ---- footprints ----

    def _footprint(self, node: Node) -> None:
        self.footprints += 1
        at = self.need(node, "at")
        x0, y0 = self.number(at, 1), self.number(at, 2)
        turned = _rotation(self.number(at, 3) if len(at) > 3 else 0.0)

        def place(x: float, y: float) -> Point:
            x, y = turned(x, y)
            return x0 + x, y0 + y

        reference = next((p[2] for p in node.all("property") if len(p) > 2 and p[1] == "Reference"), None)
        if reference is None:
            reference = next(
                (t[2] for t in node.all("fp_text") if len(t) > 2 and t[1] == "reference"), self._name(node)
            )
        for child in node:
            if not isinstance(child, Node) or not child:
                continue
            name = child[0]
            if name == "pad":
                self._pad(child, place, str(reference), node)
            elif name == "zone":
                self._zone(child)
            elif name.startswith("fp_") and name[3:] in _GRAPHICS:
                self._graphic(child, place, str(reference))
            elif name == "property":
                # From KiCad 8 on they are texts on the board.
                if child.get("at") is not None:
                    self._leave_out(child, "property that is shown")
            elif name not in _NO_SHAPES_OF_FOOTPRINTS and name != "group":
                self._leave_out(child)

    def _pad(self, node: Node, footprint: Map, reference: str, of: Node) -> None:
        kind, shape = (str(item) for item in node[2:4])
        source = f"{reference}.{node[1]}" if node[1] else reference
        layers = self._layers(node)
        at, size, drill = self.need(node, "at"), self.need(node, "size"), node.get("drill")
        w, h = self.number(size, 1), self.number(size, 2)
        name = "pad"
        if kind == "np_thru_hole" and drill is not None and shape in ("circle", "oval"):
            holes = [self.number(drill, i) for i in range(1, len(drill)) if _is_size(drill[i])]
            if holes and holes[0] >= w and holes[-1] >= h:
                name, w, h = "hole", holes[0], holes[-1]
        place = self._place(source, layers, self._net(node), name, self._clearance(node, of), of)
        if place is None:
            return
        turned = _rotation(self.number(at, 3) if len(at) > 3 else 0.0)
        x0, y0 = footprint(self.number(at, 1), self.number(at, 2))
        offset = drill.get("offset") if drill is not None else None
        dx, dy = (self.number(offset, 1), self.number(offset, 2)) if offset is not None else (0.0, 0.0)

        def of_anchor(x: float, y: float) -> Point:
            x, y = turned(x, y)
            return x0 + x, y0 + y

        def of_shape(x: float, y: float) -> Point:
            return of_anchor(x + dx, y + dy)

        self.c.leave_out("drill of a pad", int(drill is not None and kind != "np_thru_hole"))
        self.c.approximate("pad that may lack its copper on unused layers", int(_is_removed(node)))
        self.c.leave_out("padstack of a pad", int(node.get("padstack") is not None))
        if shape == "custom":
            options = node.get("options")
            anchor = options.get("anchor") if options is not None else None
            self._plain_pad(node, "circle" if anchor is None else anchor[1], w, h, of_shape, place)
            primitives = node.get("primitives") or Node()
            for child in primitives[1:]:
                if isinstance(child, Node) and child[0].startswith("gr_") and child[0][3:] in _GRAPHICS:
                    self._shape(child, of_anchor, place, is_filled=self._is_filled(child, child[0] == "gr_poly"))
                elif isinstance(child, Node) and child[0] not in ("width", "fill"):
                    self.c.leave_out(f"{child[0]} of a pad")
        else:
            self._plain_pad(node, shape, w, h, of_shape, place)

    def _plain_pad(self, node: Node, shape: str, w: float, h: float, to_board: Map, place: Place) -> None:
        """A pad of a shape with a name."""
        x, y = w / 2, h / 2
        if shape == "circle" or (shape == "oval" and w == h):
            self.c.disc(*to_board(0.0, 0.0), x, place)
        elif shape == "oval":
            self._capsule(x, y, min(x, y), to_board, place)
        elif shape == "rect":
            self._ring([Vertex(-x, -y), Vertex(x, -y), Vertex(x, y), Vertex(-x, y)], to_board, place)
        elif shape == "trapezoid":
            delta = node.get("rect_delta")
            tx, ty = (self.number(delta, 1) / 2, self.number(delta, 2) / 2) if delta is not None else (0.0, 0.0)
            corners = [(-x - ty, y + tx), (x + ty, y - tx), (x - ty, -y + tx), (-x + ty, -y - tx)]
            self._ring([Vertex(*corner) for corner in corners], to_board, place)
        elif shape in ("roundrect", "chamfered_rect"):
            self._round_pad(node, w, h, to_board, place)
        else:
            self.c.leave_out(f"pad of the shape {shape}")

    def _round_pad(self, node: Node, w: float, h: float, to_board: Map, place: Place) -> None:
        """A rectangle with round corners is a smaller one with thick walls. With chamfers its corners are arcs."""
        ratios = [node.get(name) for name in ("roundrect_rratio", "chamfer_ratio")]
        r, cut = (0.0 if ratio is None else self.number(ratio, 1) * min(w, h) for ratio in ratios)
        chamfer = node.get("chamfer")
        corners = [] if chamfer is None else [str(name) for name in chamfer[1:]]
        if not cut or not corners:
            self._capsule(w / 2, h / 2, r, to_board, place)
            return
        chain: list[Vertex] = []
        bulge = math.tan(math.pi / 8)
        for i, (name, (sx, sy)) in enumerate(_CHAMFERS.items()):
            size = cut if name in corners else r
            x, y = sx * w / 2, sy * h / 2
            # From corner to corner: the one of two neighbours of a corner that comes first alternates.
            ends = [(x, y - sy * size), (x - sx * size, y)]
            ends = ends if i % 2 == 0 else ends[::-1]
            is_round = name not in corners and size
            chain += [Vertex(*ends[0], bulge if is_round else 0.0), Vertex(*ends[1])] if size else [Vertex(x, y)]
        self._ring(chain, to_board, place)

    def _capsule(self, x: float, y: float, r: float, to_board: Map, place: Place) -> None:
        """All points at most r from the rectangle that is r smaller on each side."""
        x, y = x - r, y - r
        if x <= 0 and y <= 0:
            self.c.disc(*to_board(0.0, 0.0), r, place)
        elif x <= 0 or y <= 0:
            x, y = max(x, 0.0), max(y, 0.0)
            self.c.walls([*to_board(-x, -y), *to_board(x, y)], place, r)
        else:
            self._ring([Vertex(-x, -y), Vertex(x, -y), Vertex(x, y), Vertex(-x, y)], to_board, place, r)

    def _ring(self, chain: list[Vertex], to_board: Map, place: Place, wr: float = 0.0) -> None:
        area = self.c.area(str(place.source))
        self.c.ring(_moved(chain, to_board), place, area, wr)

    # ---- graphics ----

    def _graphic(self, node: Node, to_board: Map, source: str) -> None:
        layers = self._layers(node)
        place = self._place(source, layers, self._net(node), node[0])
        if place is None:
            return
        if "Edge.Cuts" in layers:
            # The edge is the middle of the line.
            self._shape(node, to_board, place, is_filled=False, wr=0.0)
        else:
            self._shape(node, to_board, place, is_filled=self._is_filled(node, node[0][3:] == "poly"))

    def _is_filled(self, node: Node, default: bool) -> bool:
        fill = node.get("fill")
        if fill is None or len(fill) < 2:
            return default
        return (fill[1][1] if isinstance(fill[1], Node) else fill[1]) not in ("none", "no")

    def _shape(self, node: Node, to_board: Map, place: Place, *, is_filled: bool, wr: float | None = None) -> None:
        """The walls of a graphic, or its area."""
        kind = node[0][3:]
        wr = self.width(node) / 2 if wr is None else wr
        closed = True
        if kind == "line":
            chain, closed = [Vertex(*self.point(node, "start")), Vertex(*self.point(node, "end"))], False
        elif kind == "arc":
            chain, closed = self._arc_of(node), False
        elif kind == "curve":
            points = [(self.number(xy, 1), self.number(xy, 2)) for xy in self.need(node, "pts").all("xy")]
            if len(points) != 4:
                self._error(node, f"the curve has {len(points)} points, must have 4")
            chain, closed = vertices_of(self.c.curves.bezier(points)), False
            self.c.approximate("Bezier curve")
        elif kind == "circle":
            x, y = self.point(node, "center")
            radius = math.dist((x, y), self.point(node, "end"))
            if is_filled:
                self.c.disc(*to_board(x, y), radius + wr, place)
                return
            chain = circle(x, y, radius)
        elif kind == "rect":
            (ax, ay), (bx, by) = self.point(node, "start"), self.point(node, "end")
            chain = [Vertex(ax, ay), Vertex(bx, ay), Vertex(bx, by), Vertex(ax, by)]
            self.c.approximate("corner radius of a rectangle", int(node.get("radius") is not None))
        else:
            chain = self._points(self.need(node, "pts"))
        if closed and is_filled:
            self._ring(chain, to_board, place, wr)
        else:
            self.c.chain(_moved(chain, to_board), place, wr, closed=closed)

    def _arc_of(self, node: Node) -> list[Vertex]:
        """An arc by three points, or as up to KiCad 5 by its centre, one end and an angle."""
        angle = node.get("angle")
        start, end = self.point(node, "start"), self.point(node, "end")
        if angle is None:
            return arc_through(start, self.point(node, "mid"), end)
        from_centre = math.atan2(end[1] - start[1], end[0] - start[0])
        turn = math.radians(self.number(angle, 1))
        return arc_around(start, math.dist(start, end), from_centre, turn)

    def _points(self, pts: Node) -> list[Vertex]:
        """The vertices of a polygon, some of which may be arcs."""
        chain: list[Vertex] = []
        for node in pts[1:]:
            if node[0] == "xy":
                chain.append(Vertex(self.number(node, 1), self.number(node, 2)))
            elif node[0] == "arc":
                chain += arc_through(*(self.point(node, name) for name in ("start", "mid", "end")))
            else:
                self._error(node, f"{node[0]} in a list of points, must be xy or arc")
        return [vertex for i, vertex in enumerate(chain) if i == 0 or vertex[:2] != chain[i - 1][:2] or vertex.bulge]

    # ---- zones ----

    def _zone(self, node: Node) -> None:
        """A zone's copper is its filled polygons; their coordinates are those of the board, also in footprints."""
        if node.get("keepout") is not None:
            self.c.leave_out("keepout zone")
            return
        filled = list(node.all("filled_polygon"))
        if not filled:
            self.c.leave_out("zone that is not filled")
        source, net = self._name(node), self._net(node)
        name = node.get("net_name")
        if net < 0 and name is not None and len(name) > 1:
            net = self.c.net(str(name[1]))
        # Until KiCad 6 the outline of the filling was drawn with a pen.
        pen, thickness = node.get("filled_areas_thickness"), node.get("min_thickness")
        version = self.tree.get("version")
        is_old = version is not None and self.number(version, 1) < 20210606
        is_drawn = is_old if pen is None else pen[1] == "yes"
        wr = self.number(thickness, 1) / 2 if is_drawn and thickness is not None else 0.0
        for polygon in filled:
            layers = self._layers(polygon) or self._layers(node)
            place = self._place(source, layers, net, "zone", self._clearance(node.get("connect_pads")))
            if place is not None:
                self.c.ring(self._points(self.need(polygon, "pts")), place, self.c.area(source), wr)
        self.c.leave_out("fill_segments of a zone", len(list(node.all("fill_segments"))))


def _moved(chain: list[Vertex], to_board: Map) -> list[Vertex]:
    """A chain elsewhere. Nothing is mirrored, so the bulges stay."""
    return [Vertex(*to_board(x, y), bulge) for x, y, bulge in chain]


def _depth(name: str) -> tuple[bool, int]:
    """The place of a copper layer between front and back."""
    found = re.fullmatch(r"In(\d+)\.Cu", name)
    return name == "B.Cu", int(found[1]) if found else 0


def _is_removed(node: Node) -> bool:
    """Whether copper on layers to which nothing connects is removed."""
    found = node.get("remove_unused_layers")
    return "remove_unused_layers" in node or (found is not None and "no" not in found)


def _is_size(item: Any) -> bool:
    """Whether an item of a drill is a size: neither a list nor its shape."""
    return isinstance(item, str) and item != "oval"


def _is_net_tie(footprint: Node) -> bool:
    """Whether the pads of a footprint join nets: by its groups of pads, or up to KiCad 6 by its keywords."""
    tags = footprint.get("tags")
    return footprint.get("net_tie_pad_groups") is not None or (tags is not None and "net tie" in str(tags[1:]).lower())


def _fits(net: str, pattern: str) -> bool:
    """Whether a net has a pattern with stars; brackets are no sets."""
    return fnmatch.fnmatchcase(net, pattern.replace("[", "[[]"))
