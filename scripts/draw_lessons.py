#!/usr/bin/env python3
"""Draws the pictures of the lessons: the cases of their tables, with the names of things, such as u and v - m.

    draw_lessons.py FOLDER CAROM: FOLDER/lesson_*.svg, apart from the tree of lesson 8

FOLDER has the tables, CAROM is the tool that answers them. The colours follow the reader's light or dark mode. Room:
none, a tool for the documentation.
"""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile

STYLE = """<style>
text { font: 16px sans-serif; fill: #1f2a37; paint-order: stroke; stroke: #fff; stroke-width: 4px;
stroke-linejoin: round; } .small { font-size: 13px; } .title { font-weight: bold; }
.name { font: italic 19px Georgia, "DejaVu Serif", serif; }
.back { fill: #fff; } .line { stroke: #1f2a37; stroke-width: 2; } .wall { stroke: #333c48; stroke-width: 4; }
.thin, .ghost { stroke: #667; stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.area { fill: #0072b21f; } .dot { fill: #00619a; } .path { stroke: #00619a; stroke-width: 2; fill: none; }
.separate { stroke: #5a83ab; fill: #5a83ab26; } .touching { stroke: #b87b00; fill: #b87b0033; }
.crossing { stroke: #d55e00; fill: #d55e0030; } .inside { stroke: #008f68; fill: #008f6830; }
circle { stroke-width: 2.5; } circle.dot { stroke: none; } polygon { stroke: none; }
.arrow { stroke-width: 2.5; } .ink { stroke: #1f2a37; fill: #1f2a37; } .deep { stroke: #c2341d; stroke-width: 3; }
.v { stroke: #00619a; fill: #00619a; } .m { stroke: #c2341d; fill: #c2341d; } .n { stroke: #008f68; fill: #008f68; }
.band { stroke: #4477aa; stroke-width: 6; } .unsure { stroke: #ee6677; stroke-width: 6; }
@media (prefers-color-scheme: dark) {
text { fill: #e8eaed; stroke: #12161c; } .back { fill: #12161c; } .line { stroke: #e8eaed; }
.wall { stroke: #d5dae0; } .thin, .ghost { stroke: #a4adb9; } .area { fill: #56b4e926; } .dot { fill: #7cc4f0; }
.path { stroke: #7cc4f0; } .separate { stroke: #7ea9d0; fill: #7ea9d033; }
.touching { stroke: #f0b429; fill: #f0b42938; } .crossing { stroke: #ff8136; fill: #ff813638; }
.inside { stroke: #2cc397; fill: #2cc39738; } .ink { stroke: #e8eaed; fill: #e8eaed; } .deep { stroke: #ff8a76; }
.v { stroke: #7cc4f0; fill: #7cc4f0; } .m { stroke: #ff8a76; fill: #ff8a76; } .n { stroke: #2cc397; fill: #2cc397; }
}
</style>"""

RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, 1), (0, -1)


def plus(p, q, times=1.0):
    return (p[0] + times * q[0], p[1] + times * q[1])


def minus(p, q):
    return plus(p, q, -1)


def pair(row, x, y):
    return (float(row[x]), float(row[y]))


def ends(row):
    return pair(row, "ax", "ay"), pair(row, "bx", "by")


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{kind}"/>'


def write(path, width, height, parts):
    body = "\n".join(parts)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f'{STYLE}\n<rect width="100%" height="100%" class="back"/>\n{body}\n</svg>\n',
        encoding="utf-8",
    )


class Picture:
    """A part of the plane, y up, drawn in the given number of pixels for each unit."""

    def __init__(self, low, high, scale):
        self.low, self.high, self.scale = low, high, scale
        self.parts = []

    def at(self, p):
        return round((p[0] - self.low[0]) * self.scale, 2), round((self.high[1] - p[1]) * self.scale, 2)

    def words(self, p, words, toward=(0, 0), kind=""):
        """Words at a place, or beside it: as far as a dot or the tip of an arrow needs."""
        x, y = self.at(p)
        length = math.hypot(*toward) or 1
        dx, dy = toward[0] / length, toward[1] / length
        anchor = "start" if dx > 0.4 else "end" if dx < -0.4 else "middle"
        self.parts.append(text(round(x + 10 * dx, 2), round(y - 14 * dy + 6, 2), words, kind, anchor))

    def name(self, p, name, toward=(0, 0)):
        self.words(p, name, toward, "name")

    def line(self, p, q, kind):
        self.parts.append(line(*self.at(p), *self.at(q), kind))

    def polyline(self, points, kind):
        places = " ".join(f"{x:g},{y:g}" for x, y in map(self.at, points))
        self.parts.append(f'<polyline points="{places}" class="{kind}"/>')

    def wall(self, a, b, names=True):
        self.line(a, b, "wall")
        if names:
            self.name(a, "a", minus(a, b))
            self.name(b, "b", minus(b, a))

    def disc(self, center, radius, kind):
        x, y = self.at(center)
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius * self.scale:g}" class="{kind}"/>')

    def dot(self, p):
        x, y = self.at(p)
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" class="dot"/>')

    def arrow(self, p, q, kind, name="", toward=None, part=0.5):
        """An arrow with its name to its left, or toward a side, at that part of its length."""
        (x1, y1), (x2, y2) = self.at(p), self.at(q)
        length = math.hypot(x2 - x1, y2 - y1)
        dx, dy = 10 * (x2 - x1) / length, 10 * (y2 - y1) / length
        x, y = x2 - dx, y2 - dy
        tip = f"{x2:g},{y2:g} {x - dy / 2:g},{y + dx / 2:g} {x + dy / 2:g},{y - dx / 2:g}"
        self.parts += [line(x1, y1, x, y, f"arrow {kind}"), f'<polygon points="{tip}" class="{kind}"/>']
        if name:
            side = toward or (p[1] - q[1], q[0] - p[0])
            self.name(plus(p, minus(q, p), part), name, side)

    def write(self, path):
        width, height = (round((high - low) * self.scale) for low, high in zip(self.low, self.high, strict=True))
        write(path, width, height, self.parts)


class Lessons:
    def __init__(self, folder, tool):
        self.folder, self.tool = folder, tool

    def table(self, name):
        with (self.folder / f"lesson_{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def ask(self, command, *names, options=()):
        """The tool's rows for these tables."""
        files = [str(self.folder / f"lesson_{name}.csv") for name in names]
        done = subprocess.run([self.tool, command, *options, *files], capture_output=True, text=True, check=True)
        return list(csv.DictReader(done.stdout.splitlines()))

    def cases(self, command, *names, options=()):
        """Rows of tables together with the answers to them, of which there is one for each row."""
        rows = self.table(names[0])
        walls = self.table(names[1]) * len(rows) if len(names) > 1 else [{}] * len(rows)
        answers = self.ask(command, *names, options=options)
        return [{**wall, **row, **answer} for row, wall, answer in zip(rows, walls, answers, strict=True)]

    def line(self):
        picture = Picture((-4.5, -4), (13.5, 13), 38)
        cases = self.cases("hits", "line_circles", "line_walls", options=("--within", "1"))
        a, b = ends(cases[0])
        u = minus(b, a)
        c = pair(cases[1], "cx", "cy")
        picture.parts.append(
            '<polygon points="{}" class="area"/>'.format(
                " ".join(f"{x:g},{y:g}" for x, y in map(picture.at, (a, b, plus(c, u), c)))
            )
        )
        picture.line(plus(a, u, -1.2), plus(a, u, 3.4), "wall")
        for case in cases:
            center, foot = pair(case, "cx", "cy"), pair(case, "px", "py")
            picture.disc(center, float(case["r"]), case["relation"])
            picture.line(center, foot, "thin")
            distance = float(case["r"]) - float(case["depth"])
            picture.words(plus(foot, minus(center, foot), 0.5), f"{distance:g}", RIGHT)
            picture.dot(center)
            picture.words(center, case["circle"], UP)
        picture.arrow(a, c, "ink", "w", DOWN)
        picture.arrow(a, b, "ink", "u", (-3, 4))
        picture.name(a, "a", (-3, 4))
        picture.name(b, "b", (-3, 4))
        picture.name(c, "c", RIGHT)
        picture.write(self.folder / "lesson_line.svg")

    def closest(self):
        picture = Picture((-7, -2), (14, 9.5), 36)
        cases = self.cases("hits", "closest_circles", "closest_walls", options=("--within", "3"))
        a, b = ends(cases[0])
        u = minus(b, a)
        picture.line(plus(a, u, -0.4), plus(b, u, 0.4), "thin")
        for case in cases:
            center, q = pair(case, "cx", "cy"), pair(case, "px", "py")
            w = minus(center, a)
            t = (w[0] * u[0] + w[1] * u[1]) / (u[0] ** 2 + u[1] ** 2)
            clamped = min(max(t, 0), 1)
            picture.disc(center, float(case["r"]), case["relation"])
            picture.line(center, plus(a, u, t), "thin")
            picture.line(center, q, "path")
            picture.dot(center)
            picture.words(plus(center, UP, 0.35), case["circle"], UP)
            note = f"t = {t:g}" + (f", clamped {clamped:g}" if clamped != t else "")
            picture.words(plus(center, UP, float(case["r"])), note, UP)
        picture.wall(a, b)
        c = pair(cases[1], "cx", "cy")
        picture.arrow(a, c, "ink", "w")
        picture.arrow(a, b, "ink", "u", (1, -2), 0.7)
        picture.name(c, "c", RIGHT)
        picture.dot(pair(cases[1], "px", "py"))
        picture.write(self.folder / "lesson_closest.svg")

    def ends(self):
        picture = Picture((-12.5, -2), (35, 15), 17)
        for case in self.cases("relate", "ends"):
            (a, b), center, q = ends(case), pair(case, "cx", "cy"), pair(case, "px", "py")
            radius = float(case["r"])
            if case["relation"] != "inside":
                self.stadium(picture, a, b, radius)
            picture.disc(center, radius, case["relation"])
            picture.wall(a, b)
            picture.line(center, q, "thin")
            distance = radius - float(case["depth"])
            picture.words(plus(center, minus(q, center), 0.5), f"{distance:.3g}", (1, -0.5))
            picture.dot(center)
            picture.words(plus(center, UP, radius), case["row"], UP)
        picture.write(self.folder / "lesson_ends.svg")

    @staticmethod
    def stadium(picture, a, b, radius):
        """The centres at the distance `radius` from a wall that runs to the right."""
        (x, y), (right, top) = picture.at(plus(a, UP, radius)), picture.at(plus(b, DOWN, radius))
        r = radius * picture.scale
        path = f"M{x:g} {y:g}H{right:g}a{r:g} {r:g} 0 0 1 0 {2 * r:g}H{x:g}a{r:g} {r:g} 0 0 1 0 {-2 * r:g}z"
        picture.parts.append(f'<path d="{path}" class="ghost"/>')
        assert abs(top - y - 2 * r) < 0.1

    def push(self):
        picture = Picture((-6, -4.5), (13.5, 13), 34)
        before, after = self.cases("hits", "push_circles", "push_walls")
        c, moved, q = pair(before, "cx", "cy"), pair(after, "cx", "cy"), pair(before, "px", "py")
        radius, n = float(before["r"]), pair(before, "nx", "ny")
        picture.disc(moved, radius, "touching")
        picture.disc(c, radius, "crossing")
        picture.wall(*ends(before))
        rim = plus(c, n, -radius)
        picture.line(rim, q, "deep")
        picture.name(plus(rim, minus(q, rim), 0.5), "depth", LEFT)
        picture.arrow(c, moved, "v", "depth n")
        picture.arrow(q, plus(q, n, 1.6), "n", "n", (0.8, 0.6))
        for p, name, toward in ((c, "c", (1, 0.6)), (moved, "c'", UP), (q, "q", (0.6, -0.8))):
            picture.dot(p)
            picture.name(p, name, toward)
        picture.write(self.folder / "lesson_push.svg")

    def moving(self):
        picture = Picture((-3.5, -2.5), (30, 9.5), 26)
        for case in self.cases("sweep", "moving"):
            (a, b), c, v = ends(case), pair(case, "cx", "cy"), pair(case, "vx", "vy")
            self.contact(picture, case, c)
            picture.wall(a, b)
            picture.arrow(c, plus(c, v, float(case["t"])), "v", "t v", LEFT if v[0] < 0 else RIGHT, 0.45)
            picture.words(plus(b, DOWN, 1), f"t = {float(case['t']):.3g}", DOWN)
        picture.write(self.folder / "lesson_moving.svg")

    @staticmethod
    def contact(picture, case, c):
        """A circle at the start, at its contact with the normal there, and at the end of its way."""
        radius, at, end = float(case["r"]), pair(case, "x", "y"), pair(case, "end_x", "end_y")
        point, n = pair(case, "px", "py"), pair(case, "nx", "ny")
        picture.disc(c, radius, "ghost")
        picture.disc(at, radius, "touching")
        picture.disc(end, radius, "ghost")
        picture.line(at, end, "path")
        picture.arrow(point, plus(point, n, 1.5), "n", "n", LEFT if n[0] < 0 else RIGHT, 1)
        picture.name(c, "c", UP)
        picture.name(end, "c'", UP)

    def frame(self):
        picture = Picture((-1, -1), (13, 9), 52)
        ball = self.table("frame_balls")[0]
        with tempfile.TemporaryDirectory() as folder:
            events = pathlib.Path(folder, "events.csv")
            options = ("--time", "1", "--step", "1", "--events", str(events))
            last = self.ask("run", "frame_balls", "frame_walls", options=options)[0]
            contacts = list(csv.DictReader(events.read_text(encoding="utf-8").splitlines()))
        for wall in self.table("frame_walls"):
            picture.wall(*ends(wall), names=False)
        start, end = pair(ball, "cx", "cy"), pair(last, "x", "y")
        places = [pair(contact, "x", "y") for contact in contacts]
        picture.polyline([start, *places, end], "path")
        for i, (place, contact) in enumerate(zip(places, contacts, strict=True), 1):
            picture.disc(place, float(ball["r"]), "ghost")
            picture.words(plus(place, pair(contact, "nx", "ny"), 0.9), f"{i}")
        picture.disc(start, float(ball["r"]), "separate")
        picture.disc(end, float(ball["r"]), "separate")
        picture.name(start, "c", LEFT)
        picture.name(end, "c'", RIGHT)
        v = pair(ball, "vx", "vy")
        picture.arrow(start, plus(start, v, 0.08), "v", "v")
        picture.write(self.folder / "lesson_frame.svg")

    def lift(self):
        picture = Picture((-2.5, -1.5), (17, 15.5), 32)
        for case, names in zip(self.cases("sweep", "lift"), (("m", "m"), ("", "m'")), strict=True):
            (a, b), c = ends(case), pair(case, "cx", "cy")
            moves = pair(case, "avx", "avy"), pair(case, "bvx", "bvy")
            t = float(case["t"])
            for time, kind in ((0, "thin"), (t, "wall"), (1, "thin")):
                picture.line(plus(a, moves[0], time), plus(b, moves[1], time), kind)
            self.contact(picture, case, c)
            picture.arrow(c, plus(c, pair(case, "vx", "vy")), "v", "v", LEFT, 1)
            for p, move, name, side in zip((a, b), moves, names, (LEFT, RIGHT), strict=True):
                if name:
                    picture.arrow(p, plus(p, move), "m", name, side)
            picture.words(plus(a, (b[0] - a[0], 0), 0.5), f"contact at t = {t:.3g}", DOWN)
        picture.write(self.folder / "lesson_lift.svg")

    def exact(self):
        picture = Picture((-1.5, -9.5), (9, 1.2), 40)
        case = self.cases("relate", "exact")[0]
        (a, b), c, q = ends(case), pair(case, "cx", "cy"), pair(case, "px", "py")
        picture.disc(c, float(case["r"]), case["relation"])
        picture.wall(a, b)
        picture.arrow(a, c, "ink", "w", LEFT)
        picture.arrow(a, b, "ink", "u", RIGHT)
        picture.line(c, q, "path")
        picture.name(plus(c, minus(q, c), 0.5), "r", (0.6, -0.8))
        picture.dot(c)
        picture.name(c, "c", (-1, -1))
        picture.dot(q)
        picture.words(q, f"({q[0]:g}, {q[1]:g})", RIGHT)
        picture.write(self.folder / "lesson_exact.svg")

    def observer(self):
        """The lift of lesson 7, seen from the ground and from the lift."""
        picture = Picture((-1, -4.75), (22, 9.75), 29)
        case = self.cases("sweep", "lift")[0]
        (a, b), c, radius = ends(case), pair(case, "cx", "cy"), float(case["r"])
        v, m, t = pair(case, "vx", "vy"), pair(case, "avx", "avy"), float(case["t"])
        relative = minus(v, m)
        for shift, title in ((0, "Seen from the ground"), (12, "Seen from the lift")):
            beside = (shift, 0)
            picture.words(plus((0, 9.2), beside), title, RIGHT, "title")
            picture.wall(plus(a, beside), plus(b, beside))
            picture.disc(plus(c, beside), radius, "separate")
            picture.name(plus(c, beside), "c", (1, 1))
        picture.arrow(a, plus(a, m), "m", f"m = ({m[0]:g}, {m[1]:g})", RIGHT, 0.25)
        picture.arrow(c, plus(c, v), "v", f"v = ({v[0]:g}, {v[1]:g})", RIGHT, 0.9)
        start = plus(c, (12, 0))
        picture.disc(plus(start, relative, t), radius, "ghost")
        picture.arrow(start, plus(start, relative), "n", f"v - m = ({relative[0]:g}, {relative[1]:g})", RIGHT, 0.95)
        picture.words(plus(start, relative, t), f"t = {t:g}", (1.2, 0))
        picture.write(self.folder / "lesson_observer.svg")


def intervals(path):
    """The three answers of the filter of lesson 9: r |u| beside and inside the interval."""
    parts = []
    rows = (("no", 330, "band"), ("yes", 110, "band"), ("unsure", 235, "unsure"))
    parts += [line(220, 40, 220, 230, "thin"), text(203, 30, "r |u|")]
    for i, (answer, k, kind) in enumerate(rows):
        y = 80 + 65 * i
        parts += [
            line(20, y, 440, y, "line"),
            line(k - 45, y, k + 45, y, kind),
            line(k, y - 8, k, y + 8, "line"),
            text(k - 4, y - 13, "k"),
            text(k - 63, y + 24, "k - e", "small"),
            text(k + 30, y + 24, "k + e", "small"),
            text(460, y + 5, answer, "title"),
        ]
    write(path, 540, 250, parts)


def main():
    folder = pathlib.Path(sys.argv[1])
    lessons = Lessons(folder, sys.argv[2])
    for draw in (
        lessons.line,
        lessons.closest,
        lessons.ends,
        lessons.push,
        lessons.moving,
        lessons.frame,
        lessons.lift,
        lessons.observer,
        lessons.exact,
    ):
        draw()
    intervals(folder / "lesson_filter.svg")


if __name__ == "__main__":
    main()
