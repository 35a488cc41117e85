"""Drawings of graphics programs, .svg, by svgelements: what is stroked and what is filled.

Coordinates are pixels of 1/96 inch, as svgelements gives them for the size of the drawing; y points down. svgelements
shows what stands in symbols and markers in their place, and drops what it cannot read; so the tree is first changed,
and its shapes are counted. Room: files.
"""

import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np

from .._optional import load
from ._collector import Collector, Place
from ._curves import Vertex, vertices_of

_SPACE = "{http://www.w3.org/2000/svg}"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
# What is shown only where something refers to it.
_HIDDEN = ("symbol", "marker", "mask", "clipPath", "pattern", "linearGradient", "radialGradient", "filter")
_NO_SHAPES = (
    "svg",
    "g",
    "a",
    "defs",
    "use",
    "title",
    "desc",
    "metadata",
    "style",
    "switch",
    "script",
    "view",
    *_HIDDEN,
)
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_LAYER = "carom-layer"
"""An attribute that is put into layers of Inkscape: what stands in them inherits it, unlike the name."""
_EFFECTS = ("clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end")

Map = Callable[[Any], tuple[float, float]]


def read(collector: Collector, path: str) -> None:
    """Reads a drawing."""
    svgelements = load("svgelements", "files", "read")
    try:
        tree = ElementTree.parse(path)
    except ElementTree.ParseError as error:
        collector.error(f"the file is no XML: {error}")
    root = tree.getroot()
    if _name(root) != "svg":
        collector.error(f"the file is XML of {root.tag}, must be svg")
    _put_aside(root)
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    expected = Counter(_name(element) for element in _shown(collector, root, ids, ()))
    data = io.BytesIO(ElementTree.tostring(root))
    try:
        drawing = svgelements.SVG.parse(data, reify=False, parse_display_none=True, on_error="raise")
    except (ValueError, TypeError, IndexError, ZeroDivisionError) as error:
        collector.error(f"svgelements cannot read it: {error}")
    collector.unit = "px"
    reader = _Drawing(collector, svgelements)
    found: Counter[str] = Counter()
    for element in drawing.elements():
        if isinstance(element, svgelements.Shape):
            found[str(element.values.get("tag"))] += 1
            reader.shape(element)
    for name, count in expected.items():
        if name in _SHAPES:
            collector.leave_out(f"{name} of no size, or with numbers that are none", count - found[name])
        elif name not in _NO_SHAPES:
            collector.leave_out(name, count)


def _name(element: ElementTree.Element) -> str:
    """The name of an element of SVG; empty for one of another language."""
    tag = element.tag if isinstance(element.tag, str) else ""
    return tag.removeprefix(_SPACE) if tag.startswith(_SPACE) or "{" not in tag else ""


def _put_aside(element: ElementTree.Element) -> None:
    """Puts what is not shown where it stands into defs, and the names of layers where they are inherited."""
    if element.get(f"{_INKSCAPE}groupmode") == "layer":
        element.set(_LAYER, element.get(f"{_INKSCAPE}label") or element.get("id") or "")
    for i, child in enumerate(list(element)):
        _put_aside(child)
        if _name(child) in _HIDDEN and _name(element) != "defs":
            defs = ElementTree.Element(f"{_SPACE}defs" if child.tag.startswith(_SPACE) else "defs")
            defs.append(child)
            element.remove(child)
            element.insert(i, defs)


def _shown(
    c: Collector, element: ElementTree.Element, ids: dict[Any, ElementTree.Element], inside: tuple[str, ...]
) -> Iterator[ElementTree.Element]:
    """All elements that are shown; those that are used, once for each use."""
    name = _name(element)
    if not name or name == "defs" or (name in _HIDDEN and name != "symbol"):
        return
    yield element
    for effect in _EFFECTS:
        given = re.search(rf"(?:^|;)\s*{effect}\s*:\s*([^;]+)", element.get("style", ""))
        c.leave_out(effect, int((given[1] if given else element.get(effect, "none")).strip() != "none"))
    if name in ("text", "foreignObject"):
        return
    if name == "symbol":
        c.approximate("viewBox of a symbol, which is ignored", int(element.get("viewBox") is not None))
    if name == "use":
        href = next((element.get(key) for key in _HREFS if element.get(key)), None)
        target = ids.get((href or "")[1:])
        if target is None:
            c.leave_out("use of what is not in the file")
        elif href in inside:
            c.error(f"use of {href} within itself")
        else:
            yield from _shown(c, target, ids, (*inside, str(href)))
    for child in element:
        yield from _shown(c, child, ids, inside)


class _Drawing:
    def __init__(self, collector: Collector, svgelements: Any) -> None:
        self.c, self.svg = collector, svgelements
        self.count = 0

    def shape(self, element: Any) -> None:
        """Reads a shape: first what is filled, then what is only stroked."""
        self.count += 1
        values = element.values
        tag = str(values.get("tag"))
        if values.get("display") == "none" or values.get("visibility") in ("hidden", "collapse"):
            self.c.leave_out(f"{tag} that is hidden")
            return
        layer = str(values.get(_LAYER) or "")
        if not self.c.wants(layer):
            return
        is_filled, is_stroked = _is_painted(values, "fill", element.fill), _is_painted(values, "stroke", element.stroke)
        is_filled = is_filled and tag != "line"
        width = self._width(element) if is_stroked else 0.0
        is_stroked = is_stroked and width > 0
        if not is_filled and not is_stroked:
            self.c.leave_out(f"{tag} without fill and stroke")
            return
        source = str(element.id) if element.id else f"{tag} {self.count}"
        place = Place(source, self.c.layer(layer))
        if is_stroked:
            dashes = values.get("stroke-dasharray")
            self.c.approximate("dashed stroke, read as a whole", int(dashes not in (None, "none")))
        m = element.transform
        is_similar = (m.a == m.d and m.b == -m.c) or (m.a == -m.d and m.b == m.c)
        if is_filled and tag == "circle" and element.rx == element.ry and is_similar:
            x, y = _point(m, (element.cx, element.cy))
            self.c.disc(x, y, float(element.rx) * math.hypot(m.a, m.b) + width / 2, place)
            return
        chains = list(self._chains(element, m, is_similar))
        is_whole = all(closed for _, closed in chains) and values.get("stroke-linejoin") == "round"
        is_round = values.get("stroke-linecap") == "round" and values.get("stroke-linejoin") == "round"
        self.c.approximate(
            "stroke, whose ends and corners are read as round", int(is_stroked and not is_whole and not is_round)
        )
        if is_filled:
            self._fill(chains, place, width / 2, values)
        else:
            for chain, closed in chains:
                self.c.chain(chain, place, width / 2, closed=closed)

    def _width(self, element: Any) -> float:
        m, width = element.transform, float(element.stroke_width)
        if element.values.get("vector-effect") == "non-scaling-stroke":
            return width
        scale = math.sqrt(abs(m.a * m.d - m.b * m.c))
        if not math.isclose(math.hypot(m.a, m.b), scale) or not math.isclose(math.hypot(m.c, m.d), scale):
            self.c.approximate("stroke under a transform that stretches it, read as of one width")
        return width * scale

    def _fill(self, chains: Sequence[tuple[list[Vertex], bool]], place: Place, wr: float, values: Any) -> None:
        """An area; open chains are closed by an edge without a stroke."""
        area = self.c.area(str(place.source))
        rings = []
        for chain, closed in chains:
            if len(chain) < 2:
                continue
            self.c.chain(chain, place, wr, closed=closed, area=area)
            (ax, ay), (bx, by) = chain[-1][:2], chain[0][:2]
            if not closed and (ax, ay) != (bx, by):
                self.c.walls([ax, ay, bx, by], place, area=area)
            rings.append(self.c.curves.straight(chain, closed=True))
        if values.get("fill-rule", "nonzero") != "evenodd" and _rules_differ(rings):
            self.c.approximate("fill-rule nonzero of rings that overlap, read as even-odd")

    def _chains(self, element: Any, m: Any, is_similar: bool) -> Iterator[tuple[list[Vertex], bool]]:
        """The subpaths, each with whether it is closed."""
        svg = self.svg
        chain: list[Vertex] = []
        for segment in element.segments(transformed=False):
            if isinstance(segment, svg.Move):
                if len(chain) > 1:
                    yield chain, False
                chain = [Vertex(*_point(m, segment.end))]
            elif isinstance(segment, svg.Close):
                # The last arc of a circle ends some ulp beside its beginning.
                if len(chain) > 1 and math.dist(chain[0][:2], chain[-1][:2]) <= 1e-12 * max(map(abs, chain[0][:2])):
                    chain.pop()
                if chain:
                    yield chain, True
                # What follows a closed subpath without a move begins where it began.
                chain = [Vertex(*chain[0][:2])] if chain else []
            else:
                chain[-1:] = self._edges(segment, m, is_similar)
        if len(chain) > 1:
            yield chain, False

    def _edges(self, segment: Any, m: Any, is_similar: bool) -> list[Vertex]:
        """The vertices of a segment, which begins where the one before ends."""
        a, b = _point(m, segment.start), _point(m, segment.end)
        if isinstance(segment, self.svg.Arc):
            centre = _point(m, segment.center)
            ends = (_point(m, segment.prx), _point(m, segment.pry))
            u, v = ((x - centre[0], y - centre[1]) for x, y in ends)
            turn = float(segment.sweep)
            if is_similar and segment.rx == segment.ry:
                count = 1 if abs(turn) <= math.pi else 2
                bulge = math.tan(math.copysign(turn, turn * (m.a * m.d - m.b * m.c)) / count / 4)
                if count == 1:
                    return [Vertex(*a, bulge), Vertex(*b)]
                return [Vertex(*a, bulge), Vertex(*_point(m, segment.point(0.5)), bulge), Vertex(*b)]
            self.c.approximate("arc of an ellipse")
            px, py = segment.start[0] - segment.center[0], segment.start[1] - segment.center[1]
            ux, uy = segment.prx[0] - segment.center[0], segment.prx[1] - segment.center[1]
            vx, vy = segment.pry[0] - segment.center[0], segment.pry[1] - segment.center[1]
            start = math.atan2((px * vx + py * vy) / (vx * vx + vy * vy), (px * ux + py * uy) / (ux * ux + uy * uy))
            points = self.c.curves.ellipse(centre, u, v, start, turn)
            points[0], points[-1] = a, b
            return vertices_of(points)
        if isinstance(segment, self.svg.QuadraticBezier):
            self.c.approximate("Bezier curve")
            return vertices_of(self.c.curves.bezier([a, _point(m, segment.control), b]))
        if isinstance(segment, self.svg.CubicBezier):
            self.c.approximate("Bezier curve")
            inner = (_point(m, segment.control1), _point(m, segment.control2))
            return vertices_of(self.c.curves.bezier([a, *inner, b]))
        return [Vertex(*a), Vertex(*b)]


def _point(m: Any, p: Any) -> tuple[float, float]:
    """A point under a transform."""
    x, y = float(p[0]), float(p[1])
    return m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f


def _is_painted(values: Any, name: str, colour: Any) -> bool:
    """Whether there is a paint. A gradient or pattern is one."""
    return str(values.get(name) or "").strip().startswith("url") or colour.value is not None


def _rules_differ(rings: Sequence[np.ndarray]) -> bool:
    """Whether even-odd and nonzero differ: a face of the rings has a winding number that is even and not 0."""
    shapely = load("shapely", "files", "read")
    rings = [ring for ring in rings if len(ring) > 2]
    if len(rings) == 1 and shapely.is_simple(shapely.linestrings(rings[0])):
        return False
    lines = shapely.union_all([shapely.linestrings(ring) for ring in rings])
    faces = shapely.get_parts(shapely.polygonize([lines]))
    sizes = shapely.area(faces)
    # Faces of rounding are no places.
    faces = faces[sizes > 1e-12 * sizes.sum()]
    for x, y in shapely.get_coordinates(shapely.point_on_surface(faces)):
        winding = 0
        for ring in rings:
            (ax, ay), (bx, by) = ring[:-1].T, ring[1:].T
            left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            winding += int(((ay <= y) & (by > y) & (left > 0)).sum()) - int(((ay > y) & (by <= y) & (left < 0)).sum())
        if winding and winding % 2 == 0:
            return True
    return False
