"""How much a report can say of a hidden case, where the student's code chooses what to return.

docs/security.md promises a number of bits. The words come out of lists, so what is tried here is
that no number, name or place in them follows what was returned, and that there are so few of them.
"""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from absurd_outputs import ABSURD
from test_absurd_outputs import QUESTIONS, Question, course, everything_said, question

from grader.course import Course
from grader.grading.veil import veiled
from grader.sandbox import Died, Observation, Raised, Refused, Returned
from grader.values import Array, Opaque, Value

__all__ = ["course"]  # the fixture

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
# What docs/security.md says: of one hidden case, and of what is noted beside it.
WORDS_BITS, NOTES_BITS = 8, 8
RANDOM = 600
BUILT_IN = [
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
]


def token(rng: np.random.Generator) -> int:
    """What a student would like to carry: some 30 bits of a hidden input."""
    return int(rng.integers(1, 2**30))


def returned(rng: np.random.Generator, truth: Value) -> Value:
    """The right value, spoilt in a way that spells a number."""
    number = token(rng)
    array = truth.data if isinstance(truth, Array) else np.ones((2, 3))
    mask = rng.random(array.shape) < rng.random()
    ways: list[Any] = [
        Array(np.where(mask, array + number, array)),
        Array(np.where(mask, np.nan, array.astype(float))),
        Array(np.where(mask, np.inf * rng.choice([1, -1]), array.astype(float))),
        Array(array + rng.random() * 1e-8),
        Array(array.astype(np.float32)),
        Array(array.astype(float) + rng.random(), dtype="bfloat16"),
        Array(np.ones(tuple(rng.integers(0, 6, rng.integers(0, 5))))),
        Array(np.ones((1,) * int(rng.integers(0, 9)) + array.shape)),
        Array(array.astype(complex)),
        Array(mask),
        [array.tolist()] * (number % 40),
        tuple([truth] * (number % 40)),
        {f"k{number}": truth, number: None},
        Opaque(f"homework.N{number}"),
        f"{number}",
        number,
        float(number),
        None,
        (truth, number),
        [[1.0] * (1 + number % 7), [2.0]],
        [None] * (number % 100),
    ]
    return ways[int(rng.integers(len(ways)))]


def seen_by(rng: np.random.Generator, question: Question) -> Observation:
    """One observation that tries to say something, as it leaves the cell of hidden calls."""
    number = token(rng)
    truth = question.truth[0] if question.truth else Array(np.ones((2, 3)))
    ways: list[Observation] = [
        *[Returned(returned(rng, truth), number / 1e9, (0, number), printed=f"{number}")] * 20,
        *[Raised(str(rng.choice(BUILT_IN)), f"{number} NoneType CUDA", note=f"{number}")] * 9,
        Raised(f"E{number}", f"{number}"),
        Raised("NotThere", f"f{number}"),
        Raised("WrongArity", f"{number} arguments"),
        Refused(f"{number} entries"),
        Died("exited", f"exit code {number % 256}"),
        Died("killed", f"signal {number % 64}"),
        Died("garbled", f"{number}"),
        Died("timed out"),
    ]
    return veiled(ways[int(rng.integers(len(ways)))], (question.ask.call.function,))


def _seen_next(rng: np.random.Generator, question: Question, _: int) -> Observation:
    return seen_by(rng, question)


def said_of(question: Question) -> Iterator[tuple[str, str]]:
    """(what is said of the case that fails, what is noted) for each of many tries."""
    for seed in range(RANDOM):
        rng = np.random.default_rng(seed)
        judgement = question.judge_all(partial(_seen_next, rng, question), hidden=True)
        assert not judgement.findings or all(
            finding.model_dump(exclude={"case", "error", "kind"}, exclude_defaults=True)
            == {"message": ""}
            for finding in judgement.findings
        ), judgement.findings
        yield judgement.message, "\n".join(judgement.notes)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("where", QUESTIONS, ids=lambda where: f"{where[0]}-{where[1]}")
def test_no_number_is_of_the_students_choosing(course: Course, where: tuple[str, str, int]) -> None:
    asked = question(course, *where)
    # Sizes of the truth and of the inputs, the numbers of cases and of outputs, limits: the
    # course's own.
    words: set[str] = set()
    notes: set[str] = set()
    for message, noted in said_of(asked):
        words.add(re.sub(r"^case \d+: ", "", message))
        notes.update(noted.split("\n"))
    assert len(words) <= 2**WORDS_BITS, sorted(words)
    assert len(notes - {""}) <= NOTES_BITS, sorted(notes)
    own = own_numbers(asked)
    for text in words | notes:
        assert set(re.findall(r"\d+", text.replace(",", ""))) <= own, text


def own_numbers(asked: Question) -> set[str]:
    values = [case.inputs.values() for case in asked.ask.cases]
    arrays = [one for inputs in values for one in inputs if isinstance(one, np.ndarray)]
    found = {"1", "10", "16", "32", "64", "128", "0", "8", "4", "2", str(len(asked.ask.returns))}
    for truth in asked.truth:
        for one in truth if isinstance(truth, tuple | list) else (truth,):
            arrays += [one.data] if isinstance(one, Array) else []
    for array in arrays:
        found |= {str(array.size), *map(str, array.shape), str(max(1, len(array) // 2))}
    return found


@pytest.mark.parametrize("where", QUESTIONS[:3], ids=lambda where: f"{where[0]}-{where[1]}")
def test_what_is_absurd_adds_few_words(course: Course, where: tuple[str, str, int]) -> None:
    asked = question(course, *where)
    words = {
        everything_said(asked.judge(make(), hidden=True))
        for what, make in ABSURD.items()
        if "400 000" not in what
    }
    assert len(words) <= 2**WORDS_BITS


def test_the_page_says_how_many_bits() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for cases in (8, 16):
        total = WORDS_BITS + NOTES_BITS + math.ceil(math.log2(cases))
        assert f"{cases} hidden cases {total} bits" in page
