# ruff: noqa: E501
"""What lint says about written parts: right answers get full marks, faults have exact words."""

from __future__ import annotations

from pathlib import Path

import pytest
from forms_course import COSTS, LONE, open_course, write_course

from grader.checks import all_checks
from grader.course.faults import CourseFault
from grader.grading import Session, grade
from grader.linting import lint
from grader.submission import Submission

HEAD = "id: a/b\ntitle: T\nprompt: P\nparts:\n"
FORMULA = "  f:\n    asks: formula\n    points: 1\n    symbols: {x: real, n: natural}\n    answer: x + n\n"


def faults(root: Path, parts: str, reference: str = "", run: bool = True) -> list[str]:
    """`line: field: message` of every fault, whether loading or lint finds it."""
    try:
        course = open_course(write_course(root, {"p": HEAD + parts}, reference))
        found = lint(course, all_checks(), list(course.problems), run=run).faults
    except CourseFault as refused:
        found = tuple(refused.faults)
    return [f"{fault.line}: {fault.field}: {fault.message}" for fault in found]


def test_the_course_of_every_form_has_no_faults(tmp_path: Path) -> None:
    course = open_course(write_course(tmp_path / "c", {"costs": COSTS, "lone": LONE}))
    result = lint(course, all_checks(), list(course.problems))
    assert (result.problems, result.faults) == (2, ())


def part(asks: str, **fields: str) -> str:
    lines = [f"  p:\n    asks: {asks}\n    points: 1\n"]
    return "".join(lines + [f"    {name}: {value}\n" for name, value in fields.items()])


def mistakes(*answers: str) -> str:
    return (
        "[" + ", ".join(f"{{name: mistake {i}, answer: {a}}}" for i, a in enumerate(answers)) + "]"
    )


LEDGER = "{a: {answer: 2 * n}, b: {answer: a + 1}}"
STATIC: dict[str, tuple[str, str]] = {
    "formula answer": (
        part("formula", symbols="{x: real}", answer="x + y"),
        "9: parts.p.answer: `x + y` cannot be read: character 5: unknown symbol y: this problem uses x\n    x + y\n        ^",
    ),
    "formula mistake": (
        part("formula", symbols="{x: real}", answer="x", mistakes=mistakes("x +")),
        "10: parts.p.mistakes: `x +` cannot be read: character 4: something is missing here: the formula ends too early\n    x +\n       ^",
    ),
    "symbol kind": (
        part("formula", symbols="{x: reel}", answer="x"),
        "8: parts.p.symbols: unknown domain 'reel': write one of real, positive, nonnegative, negative, unit interval, open unit interval, integer, natural, nonnegative integer, complex, an interval such as (0,1) or [0,1], or a range of integers such as 1..n; or matrix[n, d], vector[n], indexed[n, m]",
    ),
    "matrix sizes": (
        part("formula", symbols='{x: "matrix[n]"}', answer="x"),
        "8: parts.p.symbols: `matrix[n]`: a matrix has two sizes, a vector one",
    ),
    "alias": (
        part("formula", symbols="{x: real}", aliases="{z: [u]}", answer="x"),
        "8: parts.p.symbols: the alias 'u' stands for 'z', which is not declared",
    ),
    "alias the other way round": (
        part("formula", symbols="{x: real}", aliases="{u: x}", answer="x"),
        "8: parts.p.symbols: `u` is another spelling of `x`; write `aliases: {x: [u]}`",
    ),
    "alias of two": (
        part("formula", symbols="{x: real, y: real}", aliases="{x: [u], y: [u]}", answer="x"),
        "8: parts.p.symbols: `u` stands for x and for y",
    ),
    "identity without a sign": (
        part("formula", symbols="{x: real}", identities="[{name: it holds, holds: answer + x}]"),
        "9: parts.p.identities: `it holds` cannot be read: it has no `=`; write both sides",
    ),
    "no truth": (
        part("formula", symbols="{x: real}"),
        "5: parts.p: needs an `answer`, or `identities` that the answer must satisfy",
    ),
    "identity": (
        part("formula", symbols="{x: real}", identities='[{name: it holds, holds: answer + z = x}]'),
        "9: parts.p.identities: `it holds` cannot be read: character 10: unknown symbol z: this problem uses x, answer\n    answer + z\n             ^",
    ),
    "variant": (
        part("formula", symbols="{x: real}", identities='[{name: it holds, holds: other = answer, variants: {other: {z: x}}}]'),
        "9: parts.p.identities: `it holds` cannot be read: other replaces `z`, which is not a declared number",
    ),
    "number": (
        part("number", answer="six"),
        "8: parts.p.answer: `six` is not a number: character 1: unknown symbol six: did you mean sin?\n    six\n    ^",
    ),
    "number mistake": (
        part("number", answer="6", mistakes=mistakes("7 apples")),
        "9: parts.p.mistakes: `7 apples` is not a number: character 3: unknown symbol apples: this problem uses no symbols\n    7 apples\n      ^",
    ),
    "follows nothing": (
        FORMULA + part("number", answer="6", follows="g"),
        "14: parts.p.follows: `g` is not a part that asks for a formula; known are `f`",
    ),
    "follows without values": (
        FORMULA + part("number", answer="6", follows="f", values="{x: 1}"),
        "15: parts.p.values: gives no value for n, which f uses",
    ),
    "growth": (
        part("growth", variables="[n]", answer="n m"),
        "9: parts.p.answer: `n m` cannot be read: character 3: unknown symbol m: this problem uses n\n    n m\n      ^",
    ),
    "growth mistake": (
        part("growth", variables="[n]", answer="n", mistakes=mistakes('"n ^"')),
        "10: parts.p.mistakes: `n ^` cannot be read: character 4: an exponent is missing here\n    n ^\n       ^",
    ),
    "assumption": (
        part("growth", variables="[n, k]", answer="n k", assume="k is small"),
        "10: parts.p.assume: `k is small` cannot be read: character 1: an assumption reads k << n, k <= n, k constant or d = h*k\n    k is small\n    ^",
    ),
    "choice": (
        part("choice", options="{a: one, b: two}", answer="c"),
        "5: parts.p: the answer `c` is not one of the options a, b",
    ),
    "choice mistake": (
        part("choice", options="{a: one, b: two}", answer="a", mistakes=mistakes("d")),
        "10: parts.p.mistakes: `d` is not one of the options; write one of a, b",
    ),
    "shape": (
        part("shape", aliases="{B: [], T: [time]}", answer="(B, tme)"),
        "9: parts.p.answer: `tme` is not a dimension of this problem; did you mean `time`?",
    ),
    "shape names": (
        part("shape", aliases="{B: [N], T: [N]}", answer="(B, T)"),
        "8: parts.p.aliases: `N` stands for B and for T",
    ),
    "table": (
        part("table", answer="[[1, 2], [3]]"),
        "5: parts.p: the rows of `answer` have 1 to 2 numbers",
    ),
    "table mistake": (
        part("table", answer="[[1, 2], [3, 4]]", mistakes=mistakes('"[[1, 2]]"')),
        "9: parts.p.mistakes: `[[1, 2]]` cannot be read: found 1 row of 2 numbers; write a table of 2 rows, one line each: | 0.84 | 0.54 |",
    ),
    "ledger line": (
        part("ledger", values="{n: 3}", lines="{a: {answer: 2 * m}}"),
        "9: parts.p.lines.a.answer: `2 * m` cannot be read: character 5: unknown symbol m: this problem uses n, a\n    2 * m\n        ^",
    ),
    "ledger in a circle": (
        part("ledger", lines="{a: {answer: b}, b: {answer: a}}"),
        "8: parts.p.lines: the lines a, b are defined through each other",
    ),
    "ledger without weight": (
        part("ledger", lines='{a: {answer: "1", weight: 0}}'),
        "5: parts.p: every line has weight 0, so that nothing can be earned",
    ),
    "ledger mistake": (
        part("ledger", values="{n: 3}", lines=LEDGER, mistakes=mistakes('"c: 5"')),
        "10: parts.p.mistakes: `c: 5` cannot be read: no line of it was found; write one line each for a, b",
    ),
    "ledger line and part": (
        FORMULA + part("ledger", lines='{f: {answer: "1"}}'),
        "13: parts.p.lines.f: the part `f` has this name too; a label could mean either",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", STATIC)
def test_faults_of_the_file(case: str, tmp_path: Path) -> None:
    text, words = STATIC[case]
    (found,) = faults(tmp_path / "c", text, run=False)
    assert found == words


COUNTS = "def counted():\n    return {'a': 6, 'b': 8}\n\n\ndef strange():\n    return {'c': 1}\n"
MARKED: dict[str, tuple[str, str]] = {
    "no mistake": (
        part("number", answer="6", mistakes=mistakes('"2*3"')),
        "9: parts.p.mistakes.0: `2*3` gets full marks; it is no mistake",
    ),
    "the same mistake twice": (
        part("growth", variables="[n]", answer="n^2", mistakes=mistakes("n", "2 n")),
        "10: parts.p.mistakes.1: `2 n` is recognised as `mistake 0`, which comes first; keep one",
    ),
    "ledger and its reference": (
        part("ledger", values="{n: 3}", lines=LEDGER, reference="counts.counted"),
        "9: parts.p.lines.b.answer: comes to 7, but counts.counted counts 8",
    ),
    "a reference of other lines": (
        part("ledger", values="{n: 3}", lines=LEDGER, reference="counts.strange"),
        "10: parts.p.reference: returns {'c': 1}; it must return counts by line",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MARKED)
def test_faults_that_marking_shows(case: str, tmp_path: Path) -> None:
    text, words = MARKED[case]
    assert faults(tmp_path / "c", text, COUNTS) == [words]


def test_a_ledger_mistake_is_recognised(tmp_path: Path) -> None:
    text = part("ledger", values="{n: 3}", lines=LEDGER, mistakes=mistakes('"a: 3"', '"b: 1"'))
    assert faults(tmp_path / "c", text) == []


@pytest.mark.parametrize(
    "faulty",
    [
        part("number", answer='"5 *"'),
        part("number", answer="5", mistakes=mistakes("7 apples")),
        part("formula", symbols="{n: natural}", answer="n + k"),
        part("shape", aliases="{B: []}", answer="(B, tme)"),
    ],
)
def test_words_of_the_author_that_cannot_be_read_cost_no_student(
    faulty: str, tmp_path: Path
) -> None:
    """And the author's text, which may be the answer, is not quoted."""
    course = open_course(write_course(tmp_path / "c", {"p": HEAD + faulty}))
    with Session(course, all_checks(), cache=tmp_path / "cache") as session:
        files = {"answers.md": b"# a/b\np: $5 +$\n"}
        report = grade(session, Submission("s", files), ["a/b"])
    (found,) = report.problems[0].parts
    assert str(found.verdict) == "grader fault"
    assert found.message == (
        "the course is at fault: its own words on this part cannot be read; run lint"
    )
