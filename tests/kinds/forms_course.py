"""A course with a part of every written form, and how answers to it are marked and graded."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from grader.checks import all_checks
from grader.course import Course, load_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.kinds.base import WrittenPart
from grader.kinds.curve.keys import CurvePart
from grader.kinds.marker import Marked, Marking, Unclear
from grader.maths import Prover
from grader.report import PartReport, Report
from grader.sandbox.inside.definitions import scan
from grader.submission import Submission
from grader.submission.tables import data_from_wire

SHIPPED = Path(__file__).parents[2]

COSTS = r"""
id: costs/attention
title: What attention costs
prompt: |
  A layer of self-attention sees $n$ tokens of depth $d$; a convolution has a kernel of $k$.
parts:
  attention:
    asks: growth
    points: 2
    variables: [n, d]
    answer: n^2 d
    mistakes:
      - {name: the depth is left out, answer: n^2, hint: What does one score cost?, credit: 0.5}
  convolution:
    asks: growth
    points: 2
    variables: [n, k, d]
    assume: [k << n]
    answer: n k d^2
  mask:
    asks: choice
    points: 1
    options:
      a: before softmax, -∞ is added
      b: after softmax, by 0 and 1
      c: both, one after the other
    answer: a
    mistakes:
      - {name: the mask comes too late, answer: b, hint: What do the rows sum to then?}
  equivariant:
    asks: choice
    points: 4
    partial: true
    options: {p: self-attention, q: adding positions, r: layer norm, s: concatenation}
    answer: [p, r]
  logits:
    asks: shape
    points: 2
    aliases: {B: [batch, N], T: [time, seq_len], vocab: [V, n_tokens, n_tok], d: [d_model]}
    answer: (B, T, vocab)
    mistakes:
      - {name: time and batch have changed places, answer: "(T, B, vocab)", credit: 0.5}
  flat:
    asks: shape
    points: 1
    aliases: {B: [], T: [], vocab: [V]}
    answer: (B*T, vocab)
  property:
    asks: text
    points: 1
    answer: [equivariant, permutation equivariant]
    mistakes:
      - {name: two words are mixed up, answer: invariant, hint: Does the output move too?}
  layer:
    asks: text
    points: 1
    answer: layer norm
    otherwise: person
  encoding:
    asks: table
    points: 4
    answer: [[0, 1], [0.8415, 0.5403], [0.9093, -0.4161], [0.1411, -0.99]]
    mistakes:
      - name: sine and cosine have changed places
        answer: "[[1, 0], [0.54, 0.84], [-0.42, 0.91], [-0.99, 0.14]]"
        credit: 0.5
  why:
    asks: prose
    points: 3
    rubric: [names subspaces, says that the cost stays the same]
  accuracy:
    asks: number
    points: 1
    answer: 86.67
    decimals: 1
    units: ["%", percent]
"""

LONE = r"""
id: costs/lone
title: One part alone
prompt: The cost of a recurrent layer.
parts:
  cost:
    asks: growth
    points: 2
    variables: [n, d]
    answer: n d^2
"""


def write_course(root: Path, problems: Mapping[str, str], reference: str = "") -> Path:
    (root / "problems").mkdir(parents=True)
    (root / "reference").mkdir()
    for name, text in problems.items():
        (root / "problems" / f"{name}.yaml").write_text(text, encoding="utf-8")
    if reference:
        (root / "reference" / "counts.py").write_text(reference, encoding="utf-8")
    settings = '[assignments]\nfirst = ["costs/lone", "costs/attention"]\n'
    (root / "grader.toml").write_text(settings if "lone" in problems else "", encoding="utf-8")
    return root


def open_course(root: Path) -> Course:
    return load_course(root, language(all_checks()))


def mark(
    course: Course,
    problem: str,
    part: str,
    text: str,
    prover: Prover | None = None,
    others: Mapping[str, str] | None = None,
) -> Marked:
    """What one text is worth; `others` are the answers to other parts of the problem."""
    asking = course.problems[problem].problem
    marking = Marking(prover, 0, others or {}, asking.parts, prompt=asking.prompt)
    asked = asking.parts[part]
    assert isinstance(asked, WrittenPart)
    return asked.marker().mark(asked, text, marking)


def judged(course: Course, place: tuple[str, str], text: str) -> tuple[str, str, tuple[str, ...]]:
    """The verdict on one text, the words that it gets and the notes."""
    try:
        marked = mark(course, *place, text)
    except Unclear as unclear:
        return "unread", str(unclear), ()
    return str(marked.verdict), marked.message, marked.notes


def marked_with(part: CurvePart, files: Mapping[str, str | bytes], text: str) -> Marked:
    """What claims about data files are worth, the files read as the sandbox reads them."""
    data = {p: one.encode() if isinstance(one, str) else one for p, one in files.items()}
    found = scan(data, part.file)["data"]
    return part.marker().mark(part, text, Marking(data=data_from_wire(found)))


def same_words(wanted: str, message: str) -> bool:
    """Whether the message is the wanted one, in which … stands for the numbers of an example."""
    pattern = ".+".join(re.escape(piece) for piece in wanted.split("…"))
    return re.fullmatch(pattern, message, re.DOTALL) is not None


def graded(session: Session, files: Mapping[str, str | bytes], assignment: str = "") -> Report:
    """The report on a submission, through the sandbox and all."""
    data = {p: text.encode() if isinstance(text, str) else text for p, text in files.items()}
    course = session.course
    problems = course.assignment(assignment) if assignment else list(course.problems)
    return grade(session, Submission("student", data, ()), list(problems), assignment=assignment)


def part_of(report: Report, problem: str, part: str) -> PartReport:
    (found,) = [
        p for one in report.problems if one.id == problem for p in one.parts if p.name == part
    ]
    return found


def notebook(*cells: tuple[str, str]) -> bytes:
    made = [{"cell_type": kind, "metadata": {}, "source": text} for kind, text in cells]
    return json.dumps({"cells": made, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}).encode()
