"""The attacks work when nothing stops them: that they fail behind walls is worth something."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_course import CANARY, Arena, part_of, submitted
from hostile_exhaustion import EXHAUSTION
from hostile_forgery import FORGERY
from hostile_table import Attack, answer
from hostile_theft import THEFT

ATTACKS = (*THEFT, *FORGERY, *EXHAUSTION)
WITHOUT_WALLS = [attack for attack in ATTACKS if attack.control == "off"]
IN_MEMORY = [attack for attack in THEFT if not attack.control]
NAIVE = [attack for attack in ATTACKS if attack.control == "naive"]


@pytest.mark.parametrize("attack", WITHOUT_WALLS, ids=lambda attack: attack.what)
def test_full_marks_without_walls(attack: Attack, arena_of: Callable[[str], Arena]) -> None:
    arena = arena_of("off")
    attacked = part_of(arena.grade(attack.files()), "attacked")
    assert (attacked.verdict.value, attacked.score.earned) == ("correct", 4.0), attacked.message


@pytest.mark.parametrize("attack", IN_MEMORY, ids=lambda attack: attack.what)
def test_a_search_finds_what_is_in_memory(attack: Attack, arena_of: Callable[[str], Arena]) -> None:
    """The same search in a submission that holds the canary itself finds it."""
    setup = f"import os\nos.environ['PLANTED'] = '{CANARY}'\n"
    planted = {"attack.py": setup + attack.code, "planted.txt": CANARY}
    attacked = part_of(arena_of("full").grade({**attack.files(), **planted}), "attacked")
    assert attacked.verdict.value == "correct", attacked.message


@pytest.mark.parametrize("attack", NAIVE, ids=lambda attack: attack.what)
def test_a_naive_grader_falls_for_it(
    attack: Attack, tmp_path: Path, arena_of: Callable[[str], Arena]
) -> None:
    files = submitted(attack.files(), {"pid": "0"}).files
    (tmp_path / "attack.py").write_bytes(files["attack.py"])
    naive = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("hostile_naive.py")), "attack.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        assert naive.stdout is not None
        assert naive.stdout.readline() == "fooled\n"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(naive.pid, signal.SIGKILL)
        naive.communicate()


@pytest.mark.parametrize("mode", ["full", "strong"])
def test_a_forged_right_answer_counts_as_an_answer(
    mode: str, arena_of: Callable[[str], Arena]
) -> None:
    """What a process writes to its channel is its answer, and is judged as one: no more."""
    forged = next(attack for attack in FORGERY if attack.what.startswith("a reply of its own"))
    code = forged.code.replace("_frame(right * 0)", "_frame(right)").replace(
        "return right", "return right * 0"
    )
    attacked = part_of(arena_of(mode).grade({"attack.py": code}), "attacked")
    # The first frame answers case 1; the second case then meets the first case's real reply.
    assert attacked.verdict.value == "wrong"
    assert attacked.message.startswith("case 2: ")


def test_the_pattern_of_a_cheat_is_sound(arena_of: Callable[[str], Arena]) -> None:
    """A plain right answer gets full marks in every mode, so wrong means that the attack failed."""
    for mode in ("full", "strong", "off"):
        report = arena_of(mode).grade({"attack.py": answer("return right")})
        assert part_of(report, "attacked").score.earned == 4.0
