"""The same class by grader and by other graders, each in an environment of its own, in one run.

    python benchmarks/rivals.py [--students 40] [--rounds 9] [--each 4] [--only NAME ...] [--torch]
                                [--json]

Run it from the environment that grader is installed in (with its extra `class`), on a machine with
nothing else to do. It makes an environment for each other grader by venv and pip, once, in
`--cache`, and says so of one that cannot be installed. Six functions each, tried on six small
arrays by every grader; see `homework.py` for who is in the class.

- "s": seconds a submission. Of grader, the whole class without its loopers by `grader batch` on all
  processors, less a class of one for each processor, which imports what is needed, for each further
  submission: it is warm and sealed. Of the others, one submission after another, as each is called
  for one: the mean of `--each` right ones. To run them on all processors too would divide theirs by
  no more than the number of processors.
- "one process": plain calls without any isolation; "bare fork": a fork for each submission and
  nothing else. Both are warm, and neither has walls, limits or a report.
- Grader and these two take turns, `--rounds` times, and the middle one of each counts: what a start
  takes varies by more than a few submissions do, and a machine is not as fast all the time.
- "processor s": the same in processor time, of all processes, which says something of the work
  that is saved and which a busy machine changes less.
- "/ grader": how many times as long as grader takes.
- Then, of one bad submission of each kind, what was made of it.

With `--torch` each submission begins with `import torch`, which is installed beside every other
grader, too: about a gigabyte each in `--cache`. The aims are judged by that run, for such is the
homework that grader is for. Without torch a sixtieth of what pytest takes is less than the plain
calls in one process take ("one process"), whoever makes them.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import fmean, median
from typing import Any

from graders.cs50 import Check50
from graders.floor import FLOORS, Floor
from graders.gradescope import GradescopeUtils
from graders.jupyter import Nbgrader
from graders.otter import Otter
from graders.ours import Ours
from graders.plain_pytest import PlainPytest
from graders.rival import Made, NotThere, Rival, environment_for, processor_seconds
from homework import CLASS, KINDS, NAMES, SECONDS, write_submission

RIVALS: tuple[type[Rival], ...] = (PlainPytest, Otter, Nbgrader, GradescopeUtils, Check50)
TORCH = "torch>=2.4,<2.14"  # later ones pull the CUDA build from the default index
BAD = {kind: number for kind, number in KINDS.items() if kind != "right"}
# Of grader's time: what the class is to take at most, beside these.
AIMS = {"pytest": 60.0, "otter run": 150.0, "bare fork": 1 / 1.5}

Row = dict[str, Any]  # seconds, and by kind of bad submission what was made of it; or a fault


def of_grader_and_floors(folder: Path, students: int, rounds: int, line: str) -> dict[str, Row]:
    """Grader, and the floors it is measured against, each in its turn."""
    ours = Ours(folder / "grader", len(os.sched_getaffinity(0)), line)
    floors = {name: Floor(way, folder / way, line) for name, way in FLOORS.items()}
    ours.prepare()
    turns: dict[str, list[dict[str, float]]] = {name: [] for name in ("grader", *floors)}
    for number in range(rounds):
        turns["grader"].append(ours.each(students, str(number)))
        for name, floor in floors.items():
            turns[name].append(floor.each(students))
    rows: dict[str, Row] = {name: _middle(of_one) for name, of_one in turns.items()}
    for kind, number in BAD.items():
        rows["grader"][kind] = str(ours.made_of(number))
        for name, floor in floors.items():
            rows[name][kind] = floor.made_of(number)
    rows["grader"]["the class"] = ours.batch("all", list(range(students)))
    return rows


def _middle(turns: list[dict[str, float]]) -> Row:
    """What the middle turn took, of each figure, and all of them on the clock."""
    row: Row = {name: median(turn[name] for turn in turns) for name in turns[0]}
    return row | {"turns": sorted(turn["seconds"] for turn in turns)}


def of_rival(kind: type[Rival], environment: Path, folder: Path, each: int, line: str) -> Row:
    rival = kind(environment, folder / "tests")
    rival.prepare()

    def grade(number: int) -> Made:
        return rival.grade(write_submission(folder / "in" / f"s{number:05d}", number, line))

    grade(each)  # the first time reads everything from the disk
    before = processor_seconds()
    made = [grade(number) for number in range(each)]
    processor = (processor_seconds() - before) / each
    wrong = [str(one) for one in made if one.right != len(NAMES)]
    if wrong:
        raise NotThere(f"a right submission came out as: {wrong[0]}")
    row: Row = {"seconds": fmean(one.seconds for one in made), "processor": processor}
    return row | {kind: str(grade(number)) for kind, number in BAD.items()}


def measured(asked: argparse.Namespace, folder: Path) -> dict[str, Row]:
    line = "import torch\n" if asked.torch else ""
    rows = of_grader_and_floors(folder, asked.students, asked.rounds, line)
    for kind in RIVALS:
        if asked.only is not None and kind.name not in asked.only:
            continue
        try:
            packages = (*kind.packages, *([TORCH] if asked.torch else []))
            place = environment_for(packages, asked.cache / ("torch" if asked.torch else "plain"))
            rows[kind.name] = of_rival(kind, place, folder / kind.packages[0], asked.each, line)
        except NotThere as why:
            rows[kind.name] = {"fault": str(why)}
    return rows


def told(rows: dict[str, Row]) -> str:
    own, ran = rows["grader"]["seconds"], rows["grader"]["processor"]
    head = f"{'':18} {'s':>8} {'/ grader':>9} {'processor s':>12} {'/ grader':>9}  "
    lines = [head + "  ".join(f"{kind:26}" for kind in BAD)]
    for name, row in rows.items():
        if "fault" in row:
            lines.append(f"{name:18} {row['fault']}")
            continue
        made = "  ".join(f"{row[kind]:26}" for kind in BAD)
        clock = f"{row['seconds']:8.4f} {row['seconds'] / own:9.2f}"
        processor = f"{row['processor']:12.4f} {row['processor'] / ran:9.2f}"
        lines.append(f"{name:18} {clock} {processor}  {made}")
    lines.append("")
    for name in ("grader", *FLOORS):
        low, *_, high = rows[name]["turns"]
        lines.append(f"{name}: {low:.4f} to {high:.4f} s in {len(rows[name]['turns'])} turns")
    lines.append(
        f"grader starts in {rows['grader']['start']:.2f} s; the whole class, with loops of "
        f"{SECONDS} s, took {rows['grader']['the class']:.2f} s"
    )
    for name, times in AIMS.items():
        if "seconds" in rows.get(name, {}):
            seen = rows[name]["seconds"] / own
            lines.append(f"{name}: {seen:.2f} times grader's; the aim is {times:.2f} at least")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--students", type=int, default=CLASS)
    parser.add_argument("--rounds", type=int, default=9, help="turns of grader and the floors")
    parser.add_argument("--each", type=int, default=4, help="right submissions of every other")
    parser.add_argument("--only", nargs="*", help="of the others, these")
    parser.add_argument("--torch", action="store_true", help="each submission imports torch")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "grader-rivals")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        load = os.getloadavg()[0]
        rows = measured(asked, Path(name))
    if asked.json:
        print(json.dumps({"load before": load, **rows}, indent=2))
    else:
        print(f"load before: {load:.1f}\n\n{told(rows)}")


if __name__ == "__main__":
    main()
