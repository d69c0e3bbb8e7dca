"""Arguments in another form, where a function refuses the first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session
from grader.grading.answering import Answering

REFERENCE = """
import numpy as np


def hidden(scores, mask):
    return np.where(mask, scores, -1e9)
"""
PROBLEM = """
id: small/mask
title: A mask
prompt: Hide what the mask hides.
parts:
  any:
    asks: function
    call: hidden(scores, mask)
    reference: masks.hidden
    inputs: {{n: 3..5, scores: "normal[n]", mask: "bernoulli[n](0.5)"}}
    {library}
    points: 2
    checks:
      - equals: {{cases: 3, public: 1}}
      - equals: {{name: large, cases: 1, inputs: {{scores: "100 * normal[n]"}}}}
"""
NUMBERS = "your function does not take Booleans; it was given 1 and 0 in their place"
REFUSED = (
    "agrees with the reference: case 1: RuntimeError: Subtraction, the `-` operator, with a bool "
    "tensor is not supported."
)

# what, source, library, verdict, start of the message, notes
TABLE = [
    ("Booleans are taken", "return torch.where(mask, scores, -1e9)", "", "correct", "", ()),
    ("zeros are looked for", "return scores.masked_fill(mask == 0, -1e9)", "", "correct", "", ()),
    ("it counts with the mask", "return scores * mask - 1e9 * (1 - mask)", "library: torch",
     "correct", "", (NUMBERS,)),
    ("it counts with the mask, and numpy arrays will not do",
     "return scores.clone() * mask - 1e9 * (1 - mask)", "", "correct", "", (NUMBERS,)),
    ("numpy counts with Booleans", "return np.where(1 - mask, -1e9, scores)", "", "correct", "",
     ()),
    ("wrong by numbers is wrong", "return scores.clone() * mask - 1e3 * (1 - mask)", "", "wrong",
     "agrees with the reference: case 1: the result differs in", (NUMBERS,)),
    ("refused in every form: the first refusal is told",
     "scores.clone()\n    1 - mask\n    raise ValueError", "", "crashed", REFUSED, ()),
]  # fmt: skip


@pytest.fixture(scope="module")
def sessions(
    tmp_path_factory: pytest.TempPathFactory, truth_cache: Path
) -> Iterator[dict[str, Session]]:
    root = tmp_path_factory.mktemp("form")
    for name, library in (("either", ""), ("torch", "library: torch")):
        write_course(root / name, {"mask": PROBLEM.format(library=library)}, {"masks": REFERENCE})
    with (
        open_session(root / "either", truth_cache) as either,
        open_session(root / "torch", truth_cache) as torch,
    ):
        yield {"": either, "library: torch": torch}


@pytest.mark.parametrize(
    ("what", "source", "library", "verdict", "message", "notes"),
    TABLE,
    ids=[row[0] for row in TABLE],
)
def test_form(
    sessions: dict[str, Session],
    what: str,
    source: str,
    library: str,
    verdict: str,
    message: str,
    notes: tuple[str, ...],
) -> None:
    use = "np" if "np." in source else "torch"
    imported = "import numpy as np" if use == "np" else "import torch"
    text = f"{imported}\ndef hidden(scores, mask):\n    {use}.zeros(1)\n    {source}\n"
    report = graded(sessions[library], {"homework.py": text}, ["small/mask"])
    part = part_of(report, "any")
    assert (part.verdict.value, part.message[: len(message)]) == (verdict, message), part.message
    assert part.notes == notes


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        # Both checks in the first form, the first one in one other form.
        ("raise ValueError('whatever it is given')", 3),
        # Its words are others in another form, so that each form is tried with each check.
        ("raise ValueError(str(type(scores)) + str(mask.dtype))", 8),
    ],
)
def test_what_fails_alike_in_another_form_is_not_tried_in_all_of_them(
    source: str, runs: int, sessions: dict[str, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    run = Answering.run

    def counted(self: Answering, file: str, *rest: Any) -> Any:
        tried.append(file)
        return run(self, file, *rest)

    monkeypatch.setattr(Answering, "run", counted)
    report = graded(sessions[""], {"hw.py": f"def hidden(scores, mask):\n    {source}\n"})
    assert str(part_of(report, "any").verdict) == "crashed"
    assert len(tried) == runs
