# ruff: noqa: E501
"""Choices and words in sentences: named once they count, denied or doubled they are left."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

MASK = "costs/attention", "mask"
SOME = "costs/attention", "equivariant"
ROLES = "attention/roles", "cross"
WHERE = "attention/masked-softmax", "where"
FASTER = "structured/cost", "faster"
WORD = "costs/attention", "property"

RIGHT = {
    MASK: [
        "Option a, since otherwise the rows do not sum to 1",
        "The mask is applied before softmax",
        "The answer is a",
        "I choose a because the rows must sum to one",
        "It is not applied after softmax but before softmax",
        "-∞ is added",
    ],
    SOME: [
        "p: true\nq: false\nr: true\ns: false",
        "- p: yes\n- q: no\n- r: yes\n- s: no",
        "Self-attention and layer norm, but not concatenation.",
    ],
    ROLES: ["Q from y, K and V from x", "- K = V = x\n- Q = y", "Q=y K=V=x"],
    WHERE: [
        "before the softmax, not after",
        "Masking after the softmax spoils the sums of the rows. Mask before the softmax.",
        "We put it in before the softmax, not into the weights after the softmax",
        "Before the softmax, since after the softmax the rows would not sum to 1",
    ],
    ("attention/roles", "self"): ["K = Q = V = x", "- -K = Q = V = x"],
    FASTER: ["d > n", "if d is larger than n", "when n is smaller than d, as is often the case"],
    WORD: ["It is equivariant.", "The layer is permutation-equivariant", "they are equivariant"],
}


def course_of(place: tuple[str, str], costs: Course, shipped: Course) -> Course:
    return costs if place[0] in costs.problems else shipped


@pytest.mark.parametrize(("place", "text"), [(place, it) for place in RIGHT for it in RIGHT[place]])
def test_right(place: tuple[str, str], text: str, costs: Course, shipped: Course) -> None:
    assert judged(course_of(place, costs, shipped), place, text) == ("correct", "", ())


NONE = "`{}` is not one of the options; write {}"
ABC = "one of a, b, c"
PLACES = "one of before, after, tokens, values"
ALONE = "the word stands in a longer text; write it alone"
BROKEN = "attention/equivariance", "encoded"
FAULTY = [
    *((BROKEN, text, "unread", NONE.format(text, "one of equivariant, invariant, neither"))
      for text in ("The layer loses its invariance",)),
    (BROKEN, "It stays permutation equivariant", "wrong",
     "not equivariant: permutation equivariant"),
    (MASK, "I would choose option b because the rows sum to one", "wrong",
     "not b: after softmax, by 0 and 1"),
    (MASK, "It is applied after softmax, not before softmax", "wrong",
     "not b: after softmax, by 0 and 1"),
    (MASK, "before softmax by 0 and 1", "unread", f"it names a and b; write {ABC}"),
    (MASK, "not after softmax", "unread", NONE.format("not after softmax", ABC)),
    (MASK, "The answer is a combination of both", "unread",
     NONE.format("The answer is a combination of both", ABC)),
    (MASK, "a / b", "unread", NONE.format("a / b", ABC)),
    (SOME, "p, r, x", "unread", NONE.format("x", "some of p, q, r, s")),
    (SOME, "p or r", "unread", NONE.format("p or r", "some of p, q, r, s")),
    (ROLES, "K = V = y, Q = x", "wrong", "not q_is_x: Q comes from x, K and V from y"),
    (ROLES, "Q comes from y, K and V too", "unread",
     NONE.format("Q comes from y", "one of q_is_y, q_is_x, k_is_y, all_x")),
    (("attention/roles", "self"), "K = Q = x", "unread",
     NONE.format("K = Q = x", "one of all_x, q_only, kv_only")),
    (WHERE, "The masking step is performed after the softmax because it has an exponential",
     "wrong", "not after: after the softmax: the weights are multiplied by a lower triangle of ones"),
    (WHERE, "after the softmax? no, before the softmax", "unread",
     f"it names before and after; write {PLACES}"),
    (WHERE, "It should not be applied before the softmax.", "unread",
     NONE.format("It should not be applied before the softmax.", PLACES)),
    (FASTER, "The sequence length n is larger than d", "wrong", "not long: when n is larger than d"),
    (FASTER, "not always", "unread", NONE.format("not always", "one of short, long, always")),
    (FASTER, "when n is not smaller than d", "unread",
     "`when n is not smaller than d` is not one of the options; did you mean short?"),
    (WORD, "Equivariant, not invariant", "unread", ALONE),
    (WORD, "equivariant or invariant", "unread", ALONE),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict", "words"), FAULTY)
def test_faulty(
    place: tuple[str, str], text: str, verdict: str, words: str, costs: Course, shipped: Course
) -> None:
    assert judged(course_of(place, costs, shipped), place, text) == (verdict, words, ())


TOLD = ("attention/equivariance", "pooled")


@pytest.mark.parametrize(
    ("place", "text", "verdict"),
    [
        # What is denied, supposed, asked or an outcome is told of and not chosen.
        (
            WHERE,
            "Were the weights multiplied after the softmax, rows would not sum to 1.",
            "unread",
        ),
        (WHERE, "Why not after the softmax? The scores become -inf before it.", "correct"),
        (WHERE, "Scores become -inf; after the softmax they are 0.", "correct"),
        (WHERE, "Scores become -inf; after the softmax we set them to 0.", "unread"),
        (WHERE, "It is not true that it enters before the softmax.", "unread"),
        (WHERE, "It enters either before the softmax or elsewhere.", "unread"),
        (
            WHERE,
            "# hidden scores are filled with minus infinity before the softmax is\n"
            "# taken. Doing this after the softmax would break the row sums",
            "correct",
        ),
        (
            WHERE,
            "Weights are set to 0 after the softmax. Masking before the softmax would fail.",
            "wrong",
        ),
        (
            WHERE,
            "Before the softmax it is usual. After the softmax would not break a thing.",
            "unread",
        ),
        (WHERE, "Maybe before the softmax. Masking after the softmax would fail.", "unread"),
        (
            WHERE,
            "The trouble with this version is that it masks after the softmax. "
            "The mask has to be added before the softmax.",
            "correct",
        ),
        (
            WHERE,
            "The flaw of this method is small: weights are set to zero after the softmax. "
            "Scores before the softmax stay.",
            "unread",
        ),
        # A claim that is denied, and what follows in its place.
        (
            ROLES,
            "“The keys come from y.” False: K and V come from x, while Q is from y.",
            "correct",
        ),
        (ROLES, "“Q is from y, K and V from x.” No — Q from x, K and V from y.", "wrong"),
        (ROLES, "“Q is from y, K and V from x.” No.", "unread"),
        (ROLES, "“Q is from x.” No — maybe Q from y, K and V from x?", "unread"),
        (ROLES, "Q is from the target, K and V from x — letting the target find x.", "correct"),
        (ROLES, "Q is from the target — actually x, K and V from x.", "unread"),
        # Of what several parts ask about, each has its own.
        (TOLD, "Self-attention is equivariant; the average of its rows is invariant.", "correct"),
        (TOLD, "Self-attention is invariant; the average of its rows is equivariant.", "partly"),
        (TOLD, "Averaging an equivariant layer gives an invariant one.", "correct"),
        (TOLD, "Averaging an invariant layer gives an equivariant one.", "partly"),
        (BROKEN, "no longer equivariant, and not invariant either", "correct"),
        (BROKEN, "no longer equivariant", "correct"),
        (BROKEN, "Adding positions breaks permutation equivariance", "correct"),
        (BROKEN, "It destroys the equivariance of the layer before", "correct"),
        (BROKEN, "no longer equivariant but invariant", "unread"),
        (BROKEN, "Adding positions does not break its equivariance", "unread"),
        (BROKEN, "no longer invariant", "unread"),
    ],
)
def test_what_is_told_of_is_not_chosen(
    place: tuple[str, str], text: str, verdict: str, shipped: Course
) -> None:
    assert judged(shipped, place, text)[0] == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Masking after the softmax breaks the sums of the rows.", "unread"),
        ("Masking after the softmax spoils nothing; mask after the softmax", "wrong"),
        ("Masking before the softmax spoils the sums, so mask after the softmax.", "wrong"),
        ("We put it into the weights after the softmax, not before the softmax", "wrong"),
    ],
)
def test_what_doing_it_there_comes_to(text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, WHERE, text)[0] == verdict
