"""What one file saw in a hidden call, no other file can say in a report."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hostile_carriers import CARRIERS, Carrier
from hostile_course import Arena, hidden_digits, part_of, rendered

from grader.report.formats import FORMATS
from grader.sandbox import Cell

# Formats with the notes of a report; the others have its verdicts, or the first words of each part.
SHOWN = set(FORMATS) - {"classroom50", "github", "junit"}
LATER = [one for one in CARRIERS if one.what.endswith("at the top level")]


def carried(arena: Arena, carrier: Carrier) -> dict[str, list[str]]:
    """Format -> the digits of hidden inputs found in it."""
    report = arena.grade(carrier.files())
    assert part_of(report, "attacked").verdict.value == "correct"
    assert part_of(report, "beside").score.earned == 2.0
    digits = hidden_digits(arena.session)
    return {
        form: found
        for form, text in rendered(report).items()
        if (found := [one for one in digits if one in text])
    }


@pytest.mark.one_in(2)
@pytest.mark.parametrize("carrier", CARRIERS, ids=lambda one: one.what)
def test_nothing_is_carried(carrier: Carrier, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("full"), carrier) == {}


@pytest.mark.parametrize("carrier", LATER, ids=lambda one: one.what)
def test_nor_without_namespaces(carrier: Carrier, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("strong"), carrier) == {}


SHOWS = ("raised at the top level", "a name that is not there", "a module that is not there")


@pytest.mark.parametrize(
    "carrier",
    [one for one in CARRIERS if one.what.startswith("the folder") and one.what.endswith(SHOWS)],
    ids=lambda one: one.what,
)
def test_without_a_secret_it_is_carried(
    carrier: Carrier, arena_of: Callable[[str], Arena], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: where nothing is to be hidden, all calls share a cell, and the digits show.

    These carriers speak when their file is loaded once more, which a trial saves. It is switched
    off on both sides, so that the secret is the only difference between them."""
    monkeypatch.setattr(Cell, "try_out", lambda *given: None)
    arena = arena_of("full")
    assert carried(arena, carrier) == {}
    course = arena.session.course
    arena.session.course = type(course)(**{**vars(course), "secret": ""})
    try:
        assert set(carried(arena, carrier)) == SHOWN
    finally:
        arena.session.course = course


@pytest.mark.parametrize(
    "carrier", [one for one in CARRIERS if one.by_kernel], ids=lambda one: one.what
)
def test_without_walls_the_kernel_carries_it(
    carrier: Carrier, arena_of: Callable[[str], Arena]
) -> None:
    """The control: cells of their own are no help where what carries is no file and no process."""
    assert set(carried(arena_of("off"), carrier)) == SHOWN
