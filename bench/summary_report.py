"""The first page of the report: six figures, and the CSV from which their plot is drawn.

Each figure is the time of a call beside that of the peer that users would otherwise take, in the
same run, with the wrong answers of that peer. Room: bench.
"""

import csv

from scene_report import number, percentage, table

NOTHING_WRONG = "none"


class Six:
    """One of the six figures: what it measures, the times, and what the peer gets wrong."""

    def __init__(self, what, unit, ours, peer, theirs, wrong):
        self.what, self.unit, self.peer, self.wrong = what, unit, peer, wrong
        self.ours, self.theirs = ours, theirs


def pair_six(figures, what, call, rival, peer, data="generic/65536"):
    ours = figures[f"pairs/{data}/{call}"]
    theirs = figures[f"pairs/{data}/{rival}"]
    wrong = f"{theirs.differ:,} of {int(data.split('/')[1]):,}" if theirs.differ else NOTHING_WRONG
    return Six(what, "ns", ours.ns, peer, theirs.ns, wrong)


def sweep_six(figures):
    ours = figures["sweeps/mixed/65536/carom_sweep"]
    theirs = figures["sweeps/mixed/65536/chipmunk"]
    return Six(
        "when does a moving circle meet a segment",
        "ns",
        ours.ns,
        "Chipmunk",
        theirs.ns,
        f"{percentage(theirs.missed, ours.hits)} of the contacts missed",
    )


def scene_sixes(lines):
    touching = [lines[("touching", "uniform", 1000000, who)] for who in ("carom", "boost_boxes")]
    first = [lines[("first", "uniform", 10000, who)] for who in ("carom", "chipmunk_tree")]
    worlds = [lines[("moving", "5", 10000, who)] for who in ("carom", "chipmunk")]
    contacts = first[0].answers
    return [
        Six(
            "which of 10^6 walls does a circle touch",
            "ns",
            touching[0].value,
            "Boost, R-tree",
            touching[1].value,
            NOTHING_WRONG,
        ),
        Six(
            "which of 10^4 walls does a moving circle meet first",
            "ns",
            first[0].value,
            "Chipmunk, tree",
            first[1].value,
            f"{percentage(first[1].missed, contacts)} of the contacts missed, "
            f"{percentage(first[1].late, contacts)} late",
        ),
        Six(
            "10^4 balls, 5 radii a step, among 10^4 walls",
            "ms",
            worlds[0].value,
            "Chipmunk",
            worlds[1].value,
            f"{worlds[1].answers:,} balls outside",
        ),
    ]


def sixes(figures, lines):
    return [
        pair_six(figures, "does a circle touch a segment", "carom_touches", "boost", "Boost"),
        pair_six(figures, "where and how deep do they touch", "carom_contact", "chipmunk_collide", "Chipmunk"),
        sweep_six(figures),
        *scene_sixes(lines),
    ]


def section(figures, lines):
    """The lines of the page."""
    rows = [
        [
            six.what,
            f"{number(six.ours)} {six.unit}",
            f"{number(six.theirs)} {six.unit}",
            f"{six.theirs / six.ours:.1f}",
            six.peer,
            six.wrong,
        ]
        for six in sixes(figures, lines)
    ]
    return table(["question", "Carom", "peer", "times as fast", "which peer", "wrong answers of the peer"], rows)


def write_csv(path, figures, lines):
    """The figures of the plot."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["question", "peer", "unit", "carom", "peer_time"])
        for six in sixes(figures, lines):
            writer.writerow([six.what, six.peer, six.unit, f"{six.ours:.4g}", f"{six.theirs:.4g}"])
