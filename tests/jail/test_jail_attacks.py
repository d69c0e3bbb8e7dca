"""Every attack works when nothing stops it, and none does in a sealed process.

`jail_attacks_*.py` hold the attacks. A sealed process is tried at both stages: as the cell, which
has run the student's module, and as the leaf, which calls their function.
"""

from collections.abc import Callable

import jail_attacks_files
import jail_attacks_kernel
import jail_attacks_processes
import pytest
from jail_client import Arena
from jail_table import ATTACKS, Control

_ = (jail_attacks_files, jail_attacks_processes, jail_attacks_kernel)

NAMES = sorted(ATTACKS)
Arenas = Callable[[str, str], Arena]


def test_there_are_at_least_95_attacks() -> None:
    assert len(ATTACKS) >= 95


@pytest.mark.parametrize("name", NAMES)
def test_attack_works_when_nothing_stops_it(name: str, user: str, arena_of: Arenas) -> None:
    control = ATTACKS[name].control
    if control is Control.ROOT and user == "plain":
        pytest.skip("takes root")
    answer = arena_of(user, "fork").ask(name, "off")
    if control is Control.PERHAPS and not answer["worked"]:
        pytest.skip(f"this machine refuses it to anyone: {answer['how']}")
    assert answer["worked"], answer["how"]


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
    answer = arena.ask(name, layers, stage)
    known = (attack.tells_existence and layers == "strong") or (
        attack.leaf_only and stage == "cell"
    )
    assert answer["worked"] == known, answer["how"]
    assert answer["how"] != "hung"
