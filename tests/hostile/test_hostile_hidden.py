"""No report gives away the inputs of a hidden case, whatever the submission does to get them there.

A few bits always can be carried: which verdict, how many entries differ and which. What these
tests hold is that no text and no number of a student's choosing is shown.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hostile_course import Arena, hidden_digits, part_of, rendered
from hostile_hidden import BETWEEN_PARTS, FORGED_WAYS, NAMES_OF_OURS, PLAIN_WAYS, Leak

LEAKS = (*PLAIN_WAYS, *NAMES_OF_OURS, *FORGED_WAYS, *BETWEEN_PARTS)


def carried(arena: Arena, leak: Leak) -> dict[str, list[str]]:
    """Format -> the digits of hidden inputs found in it."""
    report = arena.grade(leak.files())
    attacked = part_of(report, "attacked")
    assert attacked.verdict.value == leak.verdict, attacked.message
    assert part_of(report, "beside").score.earned == 2.0
    digits = hidden_digits(arena.session)
    assert len(digits) > 20
    return {
        form: found
        for form, text in rendered(report).items()
        if (found := [one for one in digits if one in text or one[:7] in text])
    }


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_no_format_shows_a_hidden_input(leak: Leak, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("full"), leak) == {}


@pytest.mark.parametrize("leak", BETWEEN_PARTS, ids=lambda leak: leak.what)
def test_nor_without_namespaces(leak: Leak, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("strong"), leak) == {}


def test_the_search_finds_what_is_shown(arena_of: Callable[[str], Arena]) -> None:
    """Where the course has no secret, the error's text is quoted, and the search sees it."""
    arena = arena_of("full")
    leak = next(one for one in PLAIN_WAYS if one.what == "raise them")
    course = arena.session.course
    digits = hidden_digits(arena.session)
    arena.session.course = type(course)(**{**vars(course), "secret": ""})
    try:
        # Without the secret other cases are drawn: those of the open course are looked for.
        open_digits = hidden_digits(arena.session)
        texts = rendered(arena.grade(leak.files()))
    finally:
        arena.session.course = course
    assert set(digits).isdisjoint(open_digits)
    assert all(any(one in text for one in open_digits) for text in texts.values())
