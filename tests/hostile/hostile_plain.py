"""Grades hostile submissions as a plain user who owns the course. A program, for a test.

    python hostile_plain.py MODE [FIRST EVERY]

With two numbers only those from the first on that are so far apart, of either list. Started by
root it first becomes a user that is nobody. Prints one JSON line an attack: [what, verdict of the
attack, verdicts of the right answers beside it, level]. Without walls, where the control is
another grader, "correct" says that it came to harm. For ways to carry hidden inputs it is [what,
verdict, [whether they reached a report], level].
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "jail"))

from hostile_carriers import CARRIERS, Carrier
from hostile_course import RIGHT_BESIDE, RIGHT_SHOWN, arena, hidden_digits, part_of, rendered
from hostile_exhaustion import EXHAUSTION
from hostile_forgery import FORGERY
from hostile_harm import GRADERS, under_attack
from hostile_table import Attack
from hostile_theft import THEFT
from jail_arena import become_plain

# What depends on who one is: a plain user owns what is stolen, and runs as who they are.
CHOSEN = (
    "read the reference by its path",
    "walk up from where it stands",
    "read the truth from the cache",
    "import the reference",
    "a hard link to the reference",
    "ask only whether a hidden file exists",
    "every process's environment",
    "another submission's files",
    "change the reference",
    "open the reference up, as its owner may",
    "start a program that reads it",
    "a fork bomb in the function",
    "a fork bomb while its file is loaded",
    "a thread bomb",
    "signal its parent",
    "signal its group",
    "signal a stranger",
    "stop and kill its parent and group in earnest",
    "memory by memfd",
    "two hundred megabytes of files",
    "a score instead of a reply",
)
ATTACKS = tuple(one for one in (*THEFT, *FORGERY, *EXHAUSTION) if one.what in CHOSEN)
# Those that nothing but the walls stops: of the others, a cell of their own takes the place away.
KERNEL_CARRIERS = [one for one in CARRIERS if one.by_kernel]
UID = 1_500_000 + os.getpid()


def chosen(mode: str, first: int = 0, every: int = 1) -> tuple[list[Attack], list[Carrier]]:
    """What is tried in this mode."""
    carriers = KERNEL_CARRIERS if mode == "off" else CARRIERS
    return list(ATTACKS[first::every]), list(carriers[first::every])


def main() -> None:
    mode, *sample = sys.argv[1:]
    attacks, carriers = chosen(mode, *map(int, sample))
    home = tempfile.mkdtemp(prefix="grader-plain-")
    if os.geteuid() == 0:
        os.chown(home, UID, UID)
        become_plain(UID)
    tempfile.tempdir = os.environ["TMPDIR"] = os.environ["HOME"] = home
    Path(home).chmod(0o755)
    with arena(mode) as found:
        found.settle()
        before = found.footprint()
        for attack in attacks:
            if mode == "off" and attack.control in GRADERS:
                seen = under_attack(attack, Path(tempfile.mkdtemp()))
                verdict = "correct" if attack.harm in seen.harms() else repr(seen)
                print(json.dumps([attack.what, verdict, [], "none"]), flush=True)
                continue
            report = found.grade(attack.files())
            verdict = part_of(report, "attacked").verdict.value
            if attack.alone:
                report = found.grade({"right.py": RIGHT_BESIDE + RIGHT_SHOWN})
            beside = [part_of(report, name).verdict.value for name in ("beside", "shown")]
            level = found.session.sandbox.level
            print(json.dumps([attack.what, verdict, beside, level]), flush=True)
        for carrier in carriers:
            report = found.grade(carrier.files())
            text = "".join(rendered(report).values())
            carried = any(one in text for one in hidden_digits(found.session))
            verdict = part_of(report, "attacked").verdict.value
            print(json.dumps([carrier.what, verdict, [carried], mode]), flush=True)
        print(json.dumps(["footprint", "", [found.footprint() == before], ""]), flush=True)
    shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
