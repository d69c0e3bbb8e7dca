"""Code that works a value out in several lines, and code that runs over an index."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course
from grader.kinds.formula.updates import with_updates

SLOPE = "positions/alibi", "slope"
FREQUENCY = "attention/rotation", "frequency"
FORGET = "lstm/gate-derivatives", "forget_gate"

UPDATES = [
    ("d = a * b\nd *= c", "\nd = (a * b) * (c)"),
    ("d = a; d /= 1 + b", "\nd = (a) / (1 + b)"),
    ("d = a + b\nw = 2 * a\nd = c - d", "\nw = 2 * a\nd = c - (a + b)"),
    ("    d = a # first\n    d -= b # then", "\n    d = (a) - (b)"),
    ("d = a\nd *= b\nd *= c", "\n\nd = ((a) * (b)) * (c)"),
    # the first line of a passage may stand where it was cut out
    ("d = a\n        d *= b", "\n        d = (a) * (b)"),
]
LEFT = [
    "for k in r:\n    d *= b",  # no first value
    "d = a\nfor k in r:\n    d *= b",  # how often?
    "x = 1\nd = a\n    d *= b",
    "d = a\nif k:\n    x = 1\nd *= b",
    "d = a\na = 2\nd *= b",  # made of another a
    "d = a\na[0] -= 1\nd *= b",
    "d = a\ne = 3 * d\nd *= b",  # used before it is changed
    "d = d + a\nd *= b",  # added to what it was before
    "d += a\nd *= b",
    "$d = a$; d *= b",
    "d == a; d <= b",
]
JUDGED = [
    (SLOPE, "2 ** (-8 * np.arange(1, num_heads + 1) / num_heads)", "correct"),
    (SLOPE, "2 ** (-8 * torch.arange(1, 1 + H, dtype=torch.float32) / H)", "correct"),
    (SLOPE, "2 ** (-8 * np.arange(1, length + 1) / H)", "unread"),
    (SLOPE, "2 ** (-8 * np.arange(H) / H)", "unread"),
    (SLOPE, "2 ** (8 * np.arange(1, H + 1) / H)", "partly"),
    (FREQUENCY, "10000 ** (-np.arange(0, d_model, 2) / d_model)", "correct"),
    (FREQUENCY, "10000 ** (-2 * np.arange(d_model // 2) / d_model)", "correct"),
    (FREQUENCY, "10000 ** (-np.arange(d_model // 2) / d_model)", "wrong"),
    (FREQUENCY, "10000 ** (-np.arange(0, length, 2) / d_model)", "unread"),
    (FORGET, "df = dc * c_prev\ndf *= f * (1 - f)", "correct"),
    (FORGET, "df = dc * c_prev\ndf *= f", "unread"),
    (FORGET, "df = dc * c_prev\nif t:\n    df *= f * (1 - f)", "unread"),
]


@pytest.mark.parametrize(("text", "whole"), UPDATES)
def test_a_value_in_two_lines_is_one(text: str, whole: str) -> None:
    assert with_updates(text) == whole


@pytest.mark.parametrize("text", LEFT)
def test_what_is_not_sure_is_left_as_it_is(text: str) -> None:
    assert with_updates(text) == text


@pytest.mark.parametrize(("place", "text", "verdict"), JUDGED)
def test_it_is_judged(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    found, said, _ = judged(shipped, place, text)
    assert found == verdict, said
