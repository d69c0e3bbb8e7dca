"""Every attack works when nothing stops it, and none does in a sealed process.

`jail_attacks_*.py` hold the attacks. A sealed process is tried at both stages: as the cell, which
has run the student's module, and as the leaf, which calls their function. `pytest --whole
tests/jail` tries each as every user behind all walls.
"""

from collections.abc import Callable
from pathlib import Path

import jail_attacks_files
import jail_attacks_kernel
import jail_attacks_processes
import pytest
from jail_client import Arena
from jail_table import ATTACKS

_ = (jail_attacks_files, jail_attacks_processes, jail_attacks_kernel)

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
NAMES = sorted(ATTACKS)
Arenas = Callable[[str, str], Arena]


def test_the_figures_of_the_security_page() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    capable = sum(attack.capability is not None for attack in ATTACKS.values())
    featured = sum(bool(attack.feature) for attack in ATTACKS.values())
    for words in (
        f"| `pytest --whole tests/jail` | {len(ATTACKS)} attacks |",
        f"as root and as a plain user, {2 * len(ATTACKS)} runs",
        f"{capable} attacks take a capability that no plain user has",
        f"{featured} need a part of the kernel that not every machine has",
    ):
        assert words in page
    for attack in ATTACKS.values():
        assert attack.stand_in is None or f"`{attack.feature}`" in page


@pytest.mark.in_turn("user")
@pytest.mark.parametrize("name", NAMES)
def test_attack_works_when_nothing_stops_it(name: str, user: str, arena_of: Arenas) -> None:
    attack = ATTACKS[name]
    if attack.capability is not None and user == "plain":
        answer = arena_of("capable", "fork").ask(name, "off", with_capability=True)
    else:
        answer = arena_of(user, "fork").ask(name, "off")
    if not answer["worked"] and attack.stand_in is not None:
        answer = arena_of(user, "fork").ask(name, "off", with_stand_in=True)
    if not answer["worked"] and attack.feature:
        pytest.skip(f"this machine lacks or refuses {attack.feature}: {answer['how']}")
    assert answer["worked"], answer["how"]


@pytest.mark.parametrize("name", [name for name in NAMES if ATTACKS[name].capability is not None])
def test_a_capability_is_what_a_plain_user_lacks(name: str, arena_of: Arenas) -> None:
    """Without it, it does not work: so it was the capability that made the control work."""
    answer = arena_of("plain", "fork").ask(name, "off")
    assert not answer["worked"]


@pytest.mark.in_turn("user", "layers", "way")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stage", ["cell", "leaf"])
@pytest.mark.parametrize(
    ("layers", "way"),
    [("full", "nursery"), ("full", "fork"), ("strong", "fork")],
    ids=["full", "full-with-keeper", "strong"],
)
def test_attack_fails_when_sealed(
    name: str, layers: str, way: str, stage: str, user: str, arena_of: Arenas
) -> None:
    arena = arena_of(user, way)
    if layers == "full" and arena.refused:
        pytest.skip(f"no namespaces here: {arena.refused}")
    attack = ATTACKS[name]
    known = (attack.tells_existence and layers == "strong") or (
        attack.leaf_only and stage == "cell"
    )
    for with_stand_in in (False, True) if attack.stand_in else (False,):
        answer = arena.ask(name, layers, stage, with_stand_in=with_stand_in)
        assert answer["worked"] == known, answer["how"]
        assert answer["how"] != "hung"
