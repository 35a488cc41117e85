#!/usr/bin/env python3
"""Draws the pictures of lessons 7 and 9 whose labels are symbols, such as v - m.

    draw_lessons.py FOLDER: FOLDER/lesson_observer.svg and FOLDER/lesson_filter.svg

The numbers are those of the lessons. The colours follow the reader's light or dark mode. Layer: none, a tool for the
documentation.
"""

import pathlib
import sys

STYLE = """<style>
text { font: 16px sans-serif; fill: #222; } .small { font-size: 13px; } .title { font-weight: bold; }
.back { fill: #fff; } .line { stroke: #222; stroke-width: 2; } .thin { stroke: #888; stroke-dasharray: 4 4; }
.disc { fill: #4477aa; fill-opacity: 0.25; stroke: #4477aa; stroke-width: 2; }
.v { stroke: #4477aa; fill: #4477aa; } .m { stroke: #ee6677; fill: #ee6677; } .vm { stroke: #228833; fill: #228833; }
.band { stroke: #4477aa; stroke-width: 6; } .unsure { stroke: #ee6677; stroke-width: 6; }
.arrow { stroke-width: 3; }
@media (prefers-color-scheme: dark) {
text { fill: #eee; } .back { fill: #1b1b1b; } .line { stroke: #eee; } }
</style>"""


def text(x, y, words, kind=""):
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{words}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{kind}"/>'


def arrow(x, y, y2, kind, name, at=0.5):
    """An upright arrow from (x, y) to (x, y2), with its name beside it, at this fraction of its length."""
    back = 10 if y2 < y else -10
    head = f'<path d="M{x:g} {y2:g}l-6 {back}h12z" class="{kind}"/>'
    return line(x, y, x, y2 + back, f"arrow {kind}") + head + text(x + 10, y + at * (y2 - y) + 5, name)


def write(path, width, height, parts):
    body = "\n".join(parts)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f'{STYLE}\n<rect width="100%" height="100%" class="back"/>\n{body}\n</svg>\n',
        encoding="utf-8",
    )


def observer(path):
    """The lift of lesson 7, seen from the ground and from the lift. 1 is 28 pixels; y = 0 is at 310."""
    one, floor = 28, 310
    parts = []
    for left, title in ((20, "Seen from the ground"), (340, "Seen from the lift")):
        parts += [
            text(left, 28, title, "title"),
            line(left + 30, floor, left + 142, floor, "line"),
            text(left + 12, floor + 5, "a"),
            text(left + 150, floor + 5, "b"),
            f'<circle cx="{left + 114}" cy="{floor - 6 * one}" r="{one}" class="disc"/>',
            text(left + 82, floor - 6 * one - 34, "c, t = 0"),
        ]
    parts += [
        arrow(134, floor - 6 * one, floor - 4 * one, "v", "v = (0, -2)"),
        arrow(65, floor, floor - 8 * one, "m", "m = (0, 8)", 0.2),
        f'<circle cx="454" cy="{floor - one}" r="{one}" class="disc" stroke-dasharray="5 4"/>',
        arrow(454, floor - 6 * one, floor - one, "vm", "half of v - m = (0, -10)"),
        text(490, floor - 35, "t = (6 - 1) / 10 = 0.5", "small"),
    ]
    write(path, 680, 335, parts)


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
    observer(folder / "lesson_observer.svg")
    intervals(folder / "lesson_filter.svg")


if __name__ == "__main__":
    main()
