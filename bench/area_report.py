"""The part of the report about areas and about walls against walls, from the CSV of bench_areas and
bench_clearance.

Measures: area_build and scene_build in ns per wall; area_bytes per wall; areas_anywhere and
areas_near_walls in ns per point; pair in ns per pair of walls; join in seconds. Room: bench.
"""

from scene_report import cell, number, percentage, table

SETS = {
    "coast": "coast",
    "comb": "comb",
    "saw": "saw",
    "neighbours": "neighbours, 1 area for 100 walls",
}
ASKED = [
    ("carom", "Carom `carom_scene_contains` (exact)"),
    ("carom areas", "Carom `carom_scene_areas_at` (exact)"),
    ("carom batch", "Carom `carom_scene_areas_at_batch` (exact)"),
    ("no index", "Carom `carom_scene_contains`, no index (exact)"),
    ("GEOS", "GEOS prepared polygon, `intersects`"),
]
PLACES = {"areas_anywhere": "anywhere", "areas_near_walls": "within a tenth of a wall's length of a wall"}
PAIRS = {
    "near": "near",
    "apart": "apart, boxes overlap",
    "integers": "integers",
    "decimals": "multiples of 0.05",
    "parallel": "nearly parallel, 1,000 long",
}
PAIR_PEERS = [
    ("carom_wall_within", "Carom `carom_wall_within` (exact)"),
    ("carom_wall_contact", "Carom `carom_wall_contact` (exact)"),
    ("geos", "GEOS `segmentToSegment`"),
]


def places(lines):
    """The sets of walls, by kind and size."""
    found = {(of_set, walls) for measure, of_set, walls, _ in lines if measure == "areas_anywhere"}
    order = list(SETS)
    return sorted(found, key=lambda s: (order.index(s[0]), s[1]))


def build_table(lines):
    rows = []
    for of_set, walls in places(lines):
        scene = lines[("scene_build", of_set, walls, "carom scene")]
        index = lines[("area_build", of_set, walls, "carom index")]
        size = lines[("area_bytes", of_set, walls, "carom index")]
        both = (scene.value + index.value) / scene.value
        rows.append(
            [f"{SETS[of_set]}, {walls:,}", number(scene.value), number(index.value), f"{both:.2f}", number(size.value)]
        )
    return table(["ns a wall", "scene", "index of areas", "both, to the scene", "bytes of the index a wall"], rows)


def asked_table(lines, measure):
    sets = places(lines)
    rows = []
    for peer, label in ASKED:
        cells = []
        for of_set, walls in sets:
            base = lines.get((measure, of_set, walls, "carom")) or lines[(measure, of_set, walls, "carom areas")]
            cells.append(cell(lines.get((measure, of_set, walls, peer)), base))
        rows.append([label, *cells])
    return table(["ns a point"] + [f"{SETS[of_set]}, {walls:,}" for of_set, walls in sets], rows)


def pair_table(lines):
    rows = []
    for peer, label in PAIR_PEERS:
        cells = []
        for of_set in PAIRS:
            line = lines[("pair", of_set, 2, peer)]
            wrong = f", {line.missed:,} wrong" if line.missed else ""
            cells.append(cell(line, lines[("pair", of_set, 2, "carom_wall_within")])[:-1] + wrong + ")")
        rows.append([label, *cells])
    near = [lines[("pair", of_set, 2, "carom_wall_within")] for of_set in PAIRS]
    rows.append(["pairs within the gap", *(percentage(line.answers, line.asked) for line in near)])
    exact = [lines[("pair", of_set, 2, "by integers")] for of_set in PAIRS]
    rows.append(["pairs that integers decide", *(percentage(line.answers, line.asked) for line in exact)])
    return table(["ns a pair", *PAIRS.values()], rows)


def section(lines, cpu, compiler, geos):
    scene, pairs = (
        next(line for key, line in lines.items() if key[:2] == ("join", what)) for what in ("scene", "pairs")
    )
    return [
        f"Machine: {cpu}. Compiler: {compiler}. GEOS {geos}. One thread; medians of interleaved rounds.",
        "",
        "### Which areas hold a point",
        "",
        "Rings of one area, and neighbours with fractal borders, of which every wall is there twice. The time of the "
        "index, with the check that all rings close, next to that of the scene:",
        "",
        *build_table(lines),
        "",
        "The multiple of one call for one area is in brackets, of `areas_at` if there are many areas. GEOS takes a "
        "millisecond a point among teeth, so it is not asked there, and many polygons are asked on the page of Python:",
        *(
            line
            for measure, where in PLACES.items()
            for line in ("", f"Points {where}:", "", *asked_table(lines, measure))
        ),
        "",
        "### Walls against walls",
        "",
        "Is the gap of two walls at most a number? The multiple of `carom_wall_within` is in brackets:",
        "",
        *pair_table(lines),
        "",
        f"{scene.asked:,} tracks with themselves, level, upright and at 45 degrees: the scene takes "
        f"{number(scene.value)} s, and its {pairs.answers:,} pairs within 0.2 take {number(pairs.value)} s.",
    ]
