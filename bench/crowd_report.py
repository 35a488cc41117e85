"""The part of the report about crowds, from the CSV of bench_crowd.

The set of a line is "scene/phase". Measures: crowd in ms per frame, and crowd_worst of the slowest
frame; crowd_overlaps and crowd_deep, pairs per frame that overlap, and by more than 0.005;
crowd_deepest, a length; crowd_outside, balls at most. Of Carom only: crowd_lost, a fraction of the
time; crowd_held, crowd_impacts per frame; crowd_asleep balls at the end; crowd_crushed, the first
frame with a crushed ball, or 0; crowd_stuck, balls summed over frames; crowd_bytes per ball. Room:
bench.
"""

from scene_report import number, table

PRESSED = [
    ("hunters/pressed", "hunters, restitution 0"),
    ("long/early", "for 600 frames: frames 37 to 100"),
    ("long/late", "for 600 frames: frames 501 to 600"),
    ("weak_pull/pressed", "pull 5"),
    ("from_above/pressed", "no gravity, pull along both axes"),
    ("bouncing/pressed", "restitution 0.2"),
    ("unequal/pressed", "radii 0.1 to 0.4, masses by area, pull 12"),
    ("fast/pressed", "pull 80, 120 frames a second"),
    ("funnel/all", "funnel, 240 frames"),
    ("wedge_0.0/all", "wedge of 11 degrees, 900 frames"),
    ("wedge_0.5/all", "wedge of 11 degrees, restitution 0.5"),
]
PILES = [
    ("tall_pile", "tall pile, restitution 0.3"),
    ("heptagon_1.0", "heptagon, restitution 1"),
    ("heptagon_0.9", "heptagon, restitution 0.9"),
    ("heptagon_0.5", "heptagon, restitution 0.5"),
    ("heptagon_0.0", "heptagon, restitution 0"),
]
PHASES = [("motion", "in motion"), ("rest", "at rest, awake"), ("asleep", "asleep"), ("all", "all 3,000 frames")]
GASES = ["gas_5.0/all", "gas_25.0/all", "gas_100.0/all"]
AMONG = [
    ("among_0.5/all", "0.5 radii a frame"),
    ("among_5/all", "5 radii a frame"),
    ("among_50/all", "50 radii a frame"),
    ("among_moving/all", "1 radius a frame at most, one wall in ten moves"),
]
PEERS = [("chipmunk", "Chipmunk"), ("box2d", "Box2D")]
DISCRETE = ("box2d_discrete", "Box2D, no continuous collision")
SLEEPING = [("chipmunk_sleeping", "Chipmunk, sleeping"), ("box2d_sleeping", "Box2D, sleeping")]


class Case:
    """A phase of a scene with a number of balls."""

    def __init__(self, lines, of_set, balls):
        self.lines, self.set, self.balls = lines, of_set, balls

    def line(self, measure, peer="carom"):
        return self.lines.get((measure, self.set, self.balls, peer))

    def value(self, measure, peer="carom"):
        return self.line(measure, peer).value

    def time(self, peer="carom", measure="crowd"):
        line = self.line(measure, peer)
        return number(line.value) if line else ""

    def ratio(self, peer):
        """Carom's time as a multiple of the peer's."""
        line = self.line("crowd", peer)
        return number(self.value("crowd") / line.value) if line and line.value > 0 else ""

    def lost(self):
        value = 100.0 * self.value("crowd_lost")
        return f"{value:.2g} %" if value > 0 else "0"

    def overlaps(self, peer):
        """Pairs per frame, and how deep."""
        line = self.line("crowd_overlaps", peer)
        if line is None or line.value == 0:
            return "0"
        return f"{number(line.value)}, {self.value('crowd_deepest', peer):.2g}"


def cases_of(lines, of_set):
    sizes = sorted({balls for measure, s, balls, peer in lines if (measure, s, peer) == ("crowd", of_set, "carom")})
    return [Case(lines, of_set, balls) for balls in sizes]


def usual_cells(case, peers):
    """The time of Carom, its multiples of the peers, what is lost, and the overlaps of all."""
    return [
        case.time(),
        *(case.ratio(peer) for peer, _ in peers),
        case.lost(),
        number(case.value("crowd_held")),
        case.overlaps("carom"),
        *(case.overlaps(peer) for peer, _ in peers),
    ]


def usual_header(peers):
    return [
        "Carom, ms a frame",
        *(f"multiple of {label}" for _, label in peers),
        "time lost",
        "held a frame",
        "overlaps: Carom",
        *(label for _, label in peers),
    ]


def pressed_table(lines):
    rows = []
    for of_set, label in PRESSED:
        for case in cases_of(lines, of_set):
            cells = usual_cells(case, PEERS)
            rows.append([label, f"{case.balls:,}", *cells, number(case.value("crowd_bytes"))])
    return table(["crowd", "balls", *usual_header(PEERS), "bytes a ball"], rows)


def pile_table(lines):
    rows = []
    for scene, label in PILES:
        for phase, when in PHASES:
            for case in cases_of(lines, f"{scene}/{phase}"):
                rows.append(
                    [
                        label,
                        when,
                        case.time(),
                        f"{int(case.value('crowd_asleep'))} of {case.balls}",
                        *(f"{case.time(peer)} ({case.ratio(peer)})" for peer, _ in PEERS),
                        *(case.time(peer) for peer, _ in SLEEPING),
                        case.lost(),
                        *(case.overlaps(peer) for peer in ("carom", "chipmunk", "box2d")),
                    ]
                )
    header = ["pile", "when", "Carom, ms a frame", "asleep at the end"]
    header += [label for _, label in PEERS + SLEEPING]
    return table([*header, "time lost", "overlaps: Carom", *(label for _, label in PEERS)], rows)


def gas_table(lines):
    peers = [*PEERS, DISCRETE]
    rows = []
    for of_set in GASES:
        for case in cases_of(lines, of_set):
            out = [f"{int(case.value('crowd_outside', peer)):,}" for peer, _ in PEERS]
            rows.append([number(case.value("crowd_impacts")), *usual_cells(case, peers), ", ".join(out)])
    return table(["impacts a frame", *usual_header(peers), "balls outside: Chipmunk, Box2D"], rows)


def press_table(lines):
    rows = []
    for scene, phases in (("press", ("closing", "crushing")), ("one_place", ("first", "next"))):
        for phase in phases:
            for case in cases_of(lines, f"{scene}/{phase}"):
                crushed = int(case.value("crowd_crushed")) if phase == "crushing" else 0
                rows.append(
                    [
                        f"{scene.replace('_', ' ')}, {phase}",
                        f"{case.balls:,}",
                        case.time(),
                        *(case.ratio(peer) for peer, _ in PEERS),
                        *(case.time(peer, "crowd_worst") for peer in ("carom", "chipmunk", "box2d")),
                        str(crushed) if crushed else "",
                        case.lost(),
                        *(case.overlaps(peer) for peer in ("carom", "chipmunk", "box2d")),
                    ]
                )
    header = ["", "balls", "Carom, ms a frame"] + [f"multiple of {label}" for _, label in PEERS]
    header += ["slowest frame: Carom", *(label for _, label in PEERS), "first crushed in frame", "time lost"]
    return table([*header, "overlaps: Carom", *(label for _, label in PEERS)], rows)


def among_table(lines):
    peers = [*PEERS, DISCRETE]
    rows = []
    for of_set, label in AMONG:
        for case in cases_of(lines, of_set):
            row = [label]
            for peer in ("carom", *(peer for peer, _ in peers)):
                line = case.line("crowd", peer)
                frames = f" in {line.asked} frames" if line and line.asked < case.line("crowd").asked else ""
                row.append(number(line.value) + frames if line else "")
                row.append(case.overlaps(peer) if line else "")
                row.append(f"{int(case.value('crowd_outside', peer)):,}" if line else "")
            rows.append(row)
    header = ["10^4 balls"]
    for label in ("Carom", *(label for _, label in peers)):
        header += [f"{label}, ms a frame", "overlaps", "outside"]
    return table(header, rows)


def section(lines):
    """The lines of the report."""
    return [
        "",
        "## Crowds",
        "",
        "Balls that press on each other: hunters run along a floor towards a player, and gravity is "
        "20. If nothing else is said, their radii are 0.2 to 0.4, the masses are equal, and the pull "
        "is an acceleration of 30. A multiple below 1 means that Carom takes less time. Overlaps are "
        "pairs per frame, with the depth of the deepest one:",
        "",
        *pressed_table(lines),
        "",
        "Piles that come to rest. The multiple of the peer is in brackets. Both peers run without "
        "sleep, and once more with it:",
        "",
        *pile_table(lines),
        "",
        "A gas of 1,000 balls at density 0.3, restitution 1:",
        "",
        *gas_table(lines),
        "",
        "Two walls close on a crowd between a floor and a ceiling, up to 78 % of the area "
        "(closing) and on to 94 % (crushing). Below: all balls start within a third of their "
        "radius of each other:",
        "",
        *press_table(lines),
        "",
        "10,000 balls that collide, among 10,000 walls, for 60 frames. If a run had fewer frames, "
        "the table gives their number:",
        "",
        *among_table(lines),
    ]
