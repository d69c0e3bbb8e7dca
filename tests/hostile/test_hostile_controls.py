"""The attacks work when nothing stops them: that they fail behind walls is worth something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import test_hostile_intake as intake
from hostile_carriers import CARRIERS
from hostile_course import CANARY, Arena, part_of
from hostile_exhaustion import EXHAUSTION
from hostile_forgery import FORGERY
from hostile_harm import AMPLE, GRADERS, under_attack, watch
from hostile_hidden import LEAKS
from hostile_plain import CHOSEN
from hostile_table import Attack, answer
from hostile_theft import THEFT
from test_hostile_archives import TARS, ZIPS
from test_hostile_files import SMALL
from test_hostile_scan import FILES, MANY

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
ATTACKS = (*THEFT, *FORGERY, *EXHAUSTION)


def controlled(*controls: str) -> pytest.MarkDecorator:
    """The attacks whose control is one of these."""
    chosen = [attack for attack in ATTACKS if attack.control in controls]
    return pytest.mark.parametrize("attack", chosen, ids=lambda attack: attack.what)


def test_the_figures_of_the_security_page() -> None:
    """Each attack has a control, and the page says how many have which."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    by = Counter(attack.control for attack in ATTACKS)
    packed = len(ZIPS) + len(TARS) + len(intake.ZIPS) + len(intake.TARS) + len(intake.GZIPS)
    handed_in = packed + len(SMALL) + len(intake.CHANGES) + len(FILES) + len(MANY)
    for words in (
        f"{len(ATTACKS)} attacks, {len(LEAKS)} ways to carry hidden inputs, "
        f"{handed_in} hostile files, folders and archives",
        f"tries {len(LEAKS)} ways to carry more in one file, `test_hostile_carriers.py` "
        f"{len(CARRIERS)} over several",
        f"{by['off']} get full marks, or have a wrong answer wait for a person",
        f"{by['naive']} do their harm to a grader that runs them in its own process, "
        f"{by['trusting']} to one that",
        f"{by['planted']} look through memory",
        f"A plain user tries {len(CHOSEN)} of the {len(ATTACKS)}, with their controls",
        f"each of the {len(LEAKS)} ways carries digits",
    ):
        assert words in page
    assert by.keys() == {"off", "planted", *GRADERS}


@pytest.mark.one_in(3)
@controlled("off")
def test_it_works_without_walls(attack: Attack, arena_of: Callable[[str], Arena]) -> None:
    arena = arena_of("off")
    attacked = part_of(arena.grade(attack.files()), "attacked")
    got = attacked.verdict.value, attacked.score.earned
    expected = {"marks": ("correct", 4.0), "excuse": ("undecided", 0.0)}
    assert got == expected[attack.harm], attacked.message


@controlled("planted")
def test_a_search_finds_what_is_in_memory(attack: Attack, arena_of: Callable[[str], Arena]) -> None:
    """The same search in a submission that holds the canary itself finds it."""
    setup = f"import os\nos.environ['PLANTED'] = '{CANARY}'\n"
    planted = {"attack.py": setup + attack.code, "planted.txt": CANARY}
    attacked = part_of(arena_of("full").grade({**attack.files(), **planted}), "attacked")
    assert attacked.verdict.value == "correct", attacked.message


@pytest.mark.one_in(3)
@controlled(*GRADERS)
def test_it_harms_a_grader_that_nothing_protects(attack: Attack, tmp_path: Path) -> None:
    seen = under_attack(attack, tmp_path)
    assert attack.harm in seen.harms(), seen


@pytest.mark.parametrize("program", GRADERS.values())
@pytest.mark.parametrize(("body", "harms"), [("return right", {"marks"}), ("return x * 0", set())])
def test_such_a_grader_does_well_with_honest_files(
    program: str, body: str, harms: set[str], tmp_path: Path
) -> None:
    """So what is seen of it under attack is the attack's doing; a right answer earns its marks."""
    assert watch(program, {"attack.py": answer(body)}, tmp_path, AMPLE).harms() == harms


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
    """A right answer gets full marks in every mode, so wrong means that the attack failed."""
    for mode in ("full", "strong", "off"):
        report = arena_of(mode).grade({"attack.py": answer("return right")})
        assert part_of(report, "attacked").score.earned == 4.0
        report = arena_of(mode).grade({"attack.py": answer("return x * 0")})
        assert part_of(report, "attacked").verdict.value == "wrong"
