"""Drawings of CAD programs, .dxf, by ezdxf: the model space with its blocks expanded.

Z is ignored. Entities in a plane that is seen from below are mirrored as they are shown; those in a tilted plane are
left out. Room: files.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from .._optional import load
from ..enums import Extent
from ._collector import Collector, Place
from ._curves import Vertex, arc_around, circle, vertices_of

Point = tuple[float, float]

_MOST_DEPTH = 64
"""How deep blocks may stand in blocks."""
_FRAME = 16
"""The flag of a vertex that only controls a spline."""
_SOLID = ("vtx0", "vtx1", "vtx3", "vtx2")


def read(collector: Collector, path: str) -> None:
    """Reads a drawing."""
    ezdxf = load("ezdxf", "files", "read")
    try:
        drawing = ezdxf.readfile(path)
    except (ezdxf.DXFError, OSError, ValueError) as error:
        collector.error(f"ezdxf cannot read it: {error}")
    unit = load("ezdxf.units", "files", "read").unit_name(drawing.units).lower()
    collector.unit = None if unit == "unitless" else {"millimeters": "mm", "meters": "m"}.get(unit, unit)
    reader = _Drawing(collector)
    for entity in drawing.modelspace():
        reader.entity(entity, str(entity.dxf.handle), str(entity.dxf.layer), 0)
    for layout in drawing.layouts:
        if layout.is_any_paperspace:
            for entity in layout:
                # A viewport shows the model.
                if entity.dxftype() != "VIEWPORT":
                    collector.leave_out(f"{entity.dxftype()} in paper space")


class _Drawing:
    def __init__(self, collector: Collector) -> None:
        self.c = collector

    def entity(self, entity: Any, source: str, layer: str, depth: int) -> None:
        """Reads an entity; of a block all of them."""
        kind = entity.dxftype()
        if kind == "INSERT":
            self._insert(entity, source, layer, depth)
            return
        reader = getattr(self, f"_{kind.lower()}", None)
        if reader is None:
            self.c.leave_out(kind)
        elif self.c.wants(layer):
            mirror = self._mirror(entity)
            if mirror is None:
                self.c.leave_out(f"{kind} in a tilted plane")
            else:
                reader(entity, Place(source, self.c.layer(layer)), mirror)

    def _insert(self, insert: Any, source: str, layer: str, depth: int) -> None:
        self.c.leave_out("ATTRIB", len(insert.attribs))
        block = insert.block() if insert.dxf.hasattr("name") else None
        if block is None:
            self.c.leave_out("INSERT of a block that is missing")
            return
        if block.block.is_xref:
            self.c.leave_out("INSERT of another file")
            return
        if depth >= _MOST_DEPTH:
            self.c.error(f"{source}: blocks stand in blocks more than {_MOST_DEPTH} deep")
        if insert.has_extension_dict and "ACAD_FILTER" in insert.get_extension_dict():
            self.c.approximate("INSERT that is clipped, read as a whole")

        def skipped(entity: Any, reason: str) -> None:
            self.c.leave_out(f"{entity.dxftype()} in a block ({reason})")

        for one in insert.multi_insert() if insert.mcount > 1 else [insert]:
            for entity in one.virtual_entities(skipped_entity_callback=skipped):
                # In a block, layer 0 is that of the insert.
                own = str(entity.dxf.layer)
                self.entity(entity, source, layer if own == "0" else own, depth + 1)

    def _mirror(self, entity: Any) -> float | None:
        """1 for an entity that is seen from above, -1 from below, where x is turned over; None if it is tilted."""
        if not entity.dxf.is_supported("extrusion") or entity.dxftype() in ("LINE", "POINT", "ELLIPSE", "SPLINE"):
            return 1.0
        x, y, z = entity.dxf.extrusion
        return None if x or y else math.copysign(1.0, z)

    # ---- lines ----

    def _line(self, entity: Any, place: Place, _: float) -> None:
        self.c.walls([*entity.dxf.start.vec2, *entity.dxf.end.vec2], place)

    def _ray(self, entity: Any, place: Place, _: float, extent: Extent = Extent.RAY) -> None:
        start, direction = entity.dxf.start.vec2, entity.dxf.unit_vector.vec2
        self.c.walls([*start, *(start + direction)], place, extent=extent)

    def _xline(self, entity: Any, place: Place, mirror: float) -> None:
        self._ray(entity, place, mirror, Extent.LINE)

    def _lwpolyline(self, entity: Any, place: Place, mirror: float) -> None:
        rows = [tuple(map(float, row)) for row in entity.get_points("xysbe")]
        width = float(entity.dxf.get("const_width", 0.0))
        if width:
            rows = [(x, y, width, bulge, width) for x, y, _, bulge, _ in rows]
        self._polyline_of(rows, entity.closed, place, mirror)

    def _polyline(self, entity: Any, place: Place, mirror: float) -> None:
        if not (entity.is_2d_polyline or entity.is_3d_polyline):
            self.c.leave_out("POLYLINE that is a mesh")
            return
        rows = []
        for vertex in entity.vertices:
            dxf = vertex.dxf
            if dxf.flags & _FRAME:
                continue
            start = float(dxf.get("start_width", entity.dxf.default_start_width))
            end = float(dxf.get("end_width", entity.dxf.default_end_width))
            rows.append((float(dxf.location.x), float(dxf.location.y), start, float(dxf.get("bulge", 0.0)), end))
        self._polyline_of(rows, entity.is_closed, place, 1.0 if entity.is_3d_polyline else mirror)

    def _polyline_of(self, rows: Sequence[Sequence[float]], closed: bool, place: Place, mirror: float) -> None:
        """The walls of vertices x, y, start width, bulge, end width."""
        chain = [Vertex(mirror * x, y, mirror * bulge) for x, y, _, bulge, _ in rows]
        if not chain:
            return
        if len(chain) == 1:
            self.c.walls([*chain[0][:2], *chain[0][:2]], place, max(rows[0][2], rows[0][4]) / 2)
            return
        if closed:
            chain, rows = [*chain, chain[0]], [*rows, rows[0]]
        widths = [max(start, end) for _, _, start, _, end in rows[:-1]]
        self.c.approximate(
            "width that changes along a polyline, read as its largest",
            sum(start != end for _, _, start, _, end in rows[:-1]),
        )
        self.c.approximate("wide polyline, whose ends and corners are read as round", int(any(widths)))
        begin = 0
        for width, group in groupby(widths):
            count = len(list(group))
            self.c.chain(chain[begin : begin + count + 1], place, width / 2)
            begin += count

    # ---- points, circles and curves ----

    def _point(self, entity: Any, place: Place, _: float) -> None:
        x, y = entity.dxf.location.vec2
        self.c.disc(float(x), float(y), 0.0, place)

    def _circle(self, entity: Any, place: Place, mirror: float) -> None:
        x, y = entity.dxf.center.vec2
        self.c.disc(mirror * x, float(y), abs(float(entity.dxf.radius)), place)

    def _arc(self, entity: Any, place: Place, mirror: float) -> None:
        x, y = entity.dxf.center.vec2
        chain = _arc_of((x, y), float(entity.dxf.radius), entity.dxf.start_angle, entity.dxf.end_angle)
        self.c.chain(_mirrored(chain, mirror), place)

    def _ellipse(self, entity: Any, place: Place, _: float) -> None:
        dxf = entity.dxf
        u, v = dxf.major_axis.vec2, entity.minor_axis.vec2
        self.c.approximate("ELLIPSE")
        self.c.points(self._ellipse_points(dxf.center, u, v, dxf.start_param, dxf.end_param), place)

    def _ellipse_points(self, centre: Any, u: Any, v: Any, start: float, end: float) -> np.ndarray:
        turn = (end - start) % math.tau or math.tau
        points = self.c.curves.ellipse(tuple(centre.vec2), tuple(u), tuple(v), start, turn)
        if turn == math.tau:
            points[-1] = points[0]
        return points

    def _spline(self, entity: Any, place: Place, _: float) -> None:
        self.c.approximate("SPLINE")
        try:
            spline = entity.construction_tool()
        except (ValueError, TypeError) as error:
            self.c.error(f"{place.source}: the SPLINE has no curve: {error}")
        points = self._spline_points(spline)
        if entity.closed and not np.array_equal(points[0], points[-1]):
            points = np.concatenate([points, points[:1]])
        self.c.points(points, place)

    def _spline_points(self, spline: Any) -> np.ndarray:
        """Points on a spline: by its spans, or within the tolerance."""
        if self.c.curves.tolerance is not None:
            points = spline.flattening(self.c.curves.tolerance)
        else:
            knots = np.unique(np.clip(spline.knots(), 0.0, spline.max_t))
            steps = np.arange(self.c.curves.pieces) / self.c.curves.pieces
            points = spline.points([*(knots[:-1, None] + np.diff(knots)[:, None] * steps).ravel(), knots[-1]])
        return np.array([(p.x, p.y) for p in points], dtype=float)

    # ---- areas ----

    def _solid(self, entity: Any, place: Place, mirror: float) -> None:
        corners = [entity.dxf.get(name, entity.dxf.vtx2).vec2 for name in _SOLID]
        ring = [Vertex(mirror * x, float(y)) for x, y in corners]
        ring = [a for a, b in pairwise([*ring, ring[0]]) if a != b]
        if len(ring) < 3:
            self.c.leave_out(f"{entity.dxftype()} of no size")
            return
        self.c.ring(ring, place, self.c.area(str(place.source)))

    _trace = _solid

    def _hatch(self, entity: Any, place: Place, mirror: float) -> None:
        style = int(entity.dxf.get("hatch_style", 0))
        used = list(entity.paths.rendering_paths(style))
        if len(used) < len(entity.paths):
            text = "boundary of a HATCH that its style ignores"
            self.c.leave_out(text, len(entity.paths) - len(used))
        area = self.c.area(str(place.source))
        for path in used:
            if hasattr(path, "edges"):
                rings = self._rings(path.edges)
            else:
                rings = [[Vertex(float(x), float(y), float(bulge)) for x, y, bulge in path.vertices]]
            for ring in rings:
                if ring:
                    self.c.ring(_mirrored(ring, mirror), place, area)

    _mpolygon = _hatch

    def _rings(self, edges: Iterable[Any]) -> list[list[Vertex]]:
        """The rings of edges that follow one another. Each may run either way."""
        chains = [self._edge(edge) for edge in edges]
        rings: list[list[Vertex]] = []
        for i, chain in enumerate(chains):
            if not rings or _meet(rings[-1][0], rings[-1][-1]):
                following = chains[i + 1] if i + 1 < len(chains) else None
                if following and _meets_one(chain[0], following) and not _meets_one(chain[-1], following):
                    chain = _reversed(chain)
                rings.append(chain)
                continue
            ring = rings[-1]
            if _meet(ring[-1], chain[-1]) and not _meet(ring[-1], chain[0]):
                chain = _reversed(chain)
            if _meet(ring[-1], chain[0]):
                ring[-1:] = [Vertex(ring[-1].x, ring[-1].y, chain[0].bulge), *chain[1:]]
            else:
                self.c.approximate("gap in the boundary of a HATCH, closed by a straight edge")
                ring += chain
        for ring in rings:
            if not _meet(ring[0], ring[-1]):
                self.c.approximate("gap in the boundary of a HATCH, closed by a straight edge")
            elif len(ring) > 1:
                ring.pop()
        return rings

    def _edge(self, edge: Any) -> list[Vertex]:
        kind = edge.EDGE_TYPE
        if kind == "LineEdge":
            return [Vertex(*map(float, edge.start)), Vertex(*map(float, edge.end))]
        if kind == "ArcEdge":
            return _arc_of(tuple(edge.center), float(edge.radius), edge.start_angle, edge.end_angle)
        if kind == "EllipseEdge":
            self.c.approximate("ellipse of a HATCH")
            tool = edge.construction_tool()
            points = self._ellipse_points(
                tool.center, tool.major_axis.vec2, tool.minor_axis.vec2, tool.start_param, tool.end_param
            )
            return vertices_of(points)
        self.c.approximate("spline of a HATCH")
        return vertices_of(self._spline_points(edge.construction_tool()))


def _arc_of(centre: Any, radius: float, start: float, end: float) -> list[Vertex]:
    """An arc counterclockwise between angles in degrees. Equal ones are the whole circle."""
    turn = (end - start) % 360 or 360.0
    if turn == 360:
        ring = circle(float(centre[0]), float(centre[1]), radius)
        return [*ring, Vertex(ring[0].x, ring[0].y)]
    return arc_around((float(centre[0]), float(centre[1])), radius, math.radians(start), math.radians(turn))


def _mirrored(chain: Sequence[Vertex], mirror: float) -> list[Vertex]:
    return [Vertex(mirror * x, y, mirror * bulge) for x, y, bulge in chain]


def _reversed(chain: Sequence[Vertex]) -> list[Vertex]:
    """The same chain from its end: each edge keeps its arc, which turns the other way."""
    bulges = [-vertex.bulge for vertex in chain[-2::-1]] + [0.0]
    return [Vertex(x, y, bulge) for (x, y, _), bulge in zip(reversed(chain), bulges, strict=True)]


def _meet(a: Vertex, b: Vertex) -> bool:
    """Whether two ends are the same but for the rounding of a program."""
    return math.dist(a[:2], b[:2]) <= 1e-6 * max(1.0, abs(a.x), abs(a.y))


def _meets_one(a: Vertex, chain: Sequence[Vertex]) -> bool:
    return _meet(a, chain[0]) or _meet(a, chain[-1])
