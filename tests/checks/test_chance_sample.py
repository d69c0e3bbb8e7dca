"""A sample of `benchmarks/chance.py`: p-values of right answers, and which mistakes are told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.checks.chance import LEVEL, features, p_value
from grader.checks.distribution import DistributionOptions
from grader.checks.drawn import told_apart

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def chance() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        yield import_module("chance")
        sys.modules.pop("chance")


def test_p_values_of_right_answers_are_uniform(chance: Any) -> None:
    found = list(chance.p_values(150, 60))
    apart, most = chance.uniformity(found)
    assert apart < most
    assert {round(one / LEVEL, 6) % 1 for one in found} == {0.0}


def test_a_distribution_that_is_not_uniform_is_seen(chance: Any) -> None:
    apart, most = chance.uniformity(np.linspace(0.001, 0.7, 150).tolist())
    assert apart > most


def test_mistakes_are_told_and_smaller_ones_are_not(chance: Any) -> None:
    dropout = chance.KINDS["dropout"]
    assert chance.told(dropout, dropout.mistakes["not scaled"], 250, 0)
    assert not chance.told(dropout, dropout.mistakes["a rate of 0.3"], 100, 0)
    assert not chance.told(dropout, dropout.as_right, 250, 0)


@pytest.mark.parametrize(
    ("error", "rounds"), [(1e-3, 1), (5e-4, 2), (1e-6, 2), (1e-9, 3), (1e-12, 4), (1e-15, 5)]
)
def test_rounds_follow_from_the_error(error: float, rounds: int) -> None:
    options = DistributionOptions(error=error)
    assert options.rounds == rounds
    assert options.calls == 1000 * rounds


def test_what_never_varies_is_alike_and_nothing_is_too_odd_to_be_compared() -> None:
    rng = np.random.default_rng(0)
    same = [np.array([1.0, 2.0])] * 50
    odd = [np.array([np.nan, np.inf])] * 25 + [np.array([-1e308, 1e308])] * 25
    assert told_apart(same, same, "entries", 3, seed=0) < 3
    assert p_value(*features(odd, odd[::-1], "entries"), rng) > LEVEL
    assert p_value(*features(odd, same, "entries"), rng) == LEVEL
