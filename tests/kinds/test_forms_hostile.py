"""Bombs, injections and oversized files: each costs little, runs nothing and earns nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from counted_calls import at_most
from forms_course import graded, mark, part_of

from grader.checks.verdict import Verdict
from grader.course import Course
from grader.grading import Session
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Unclear
from grader.kinds.registry import BUILT_IN
from grader.maths import Prover
from grader.report.formats import FORMATS

# About half a second of processor time, and four times what the dearest of all these takes.
CALLS = 10_000_000

BOMBS = {
    "tower": "2**10**10**10",
    "factorial": "factorial(10**9)",
    "nines": "9^{9^9}",
    "eights": "8^10**9",
    "parentheses": "(" * 300 + "1" + ")" * 300,
    "braces": "{" * 4000,
    "power of a sum": "(N+h)**100000",
    "expansion": "(N+h+d+H+d_k+d_v)**40",
    "nested sums": r"\sum_{i=1}^{10^6}\sum_{j=1}^{10^6}\sum_{k=1}^{10^6} i j k",
    "product": r"\prod_{i=1}^{10^9} i",
    "binomial": "binomial(10**9, 10**8)",
    "exp tower": "exp(exp(exp(exp(exp(10)))))",
    "long sum": "+".join(["1"] * 900),
    "many digits": "9" * 3900,
    "trillion bits": r"\sum_{i=1}^{2^{2^{40}}} N",
    "many signs": "-" * 3900 + "1",
    "open commands": r"\frac{" * 600,
    "open brackets": r"\[" * 4900,
    "backticks": "`" * 9000,
    "dollars": "$" * 9000,
    "bars": "|" * 9000,
    "spaces": "a" + " " * 9000 + "b",
    "equals": "1=" * 1900 + "1",
    "colons": "norms: 1\n" * 1000,
    "commas": "z," * 4500,
    "minus": "- " * 4900,
    "thin spaces": "1" + "\\," * 4000 + "2",
    "tabs": "\t" * 9000 + "1",
    "triples": "123," * 2400,
    "sentences": "attention has 1. " * 580,
    "boxes": "\\boxed{" * 1400 + "1" + "}" * 1400,
    "options": "before softmax after softmax " * 340,
}
INJECTIONS = {
    "import": "__import__('os').system('touch ran')",
    "lambdify": "lambdify([x],Symbol(\"__import__('os').system('touch ran')\"))",
    "open": "open('ran', 'w')",
    "eval": "eval(\"open('ran','w')\")",
    "exec in braces": "{{open('ran','w')}}",
    "attribute": "().__class__.__bases__[0].__subclasses__()",
    "format": "{0.__class__}",
    "percent": "%(x)s" * 100,
    "lambda": "(lambda: open('ran','w'))()",
    "write18": r"\write18{touch ran}\input{/etc/passwd}",
    "shell": "$(touch ran)",
    "html": "<img src=x onerror=alert(1)>",
    "markdown link": "[1](javascript:alert(1))",
    "ansi": "\x1b[31m1\x1b[0m\x1b]0;title\x07",
    "null": "\x00\x01\x02",
    "surrogates and marks": "\u202e1\u2066\ufeff" + "\u0301" * 500,
}
PARTS = [
    ("counting/base-model", "formula"),
    ("counting/base-model", "value"),
    ("counting/language-model", "counts"),
    ("attention/rotation", "matrix"),
    *(("costs/attention", part) for part in ("attention", "mask", "logits", "property")),
    ("costs/attention", "encoding"),
]


# Their answers are data files, or nothing that a machine reads.
NOT_TRIED = {"curve", "prose"}


def test_every_written_kind_is_tried(costs: Course, shipped: Course) -> None:
    courses = {**shipped.problems, **costs.problems}
    tried = {courses[problem].problem.parts[part].asks for problem, part in PARTS}
    written = {name for name, kind in BUILT_IN.items() if issubclass(kind, WrittenPart)}
    assert written - tried == NOT_TRIED, "a new kind needs a row in PARTS of this file"


@pytest.mark.one_in(2)
@pytest.mark.in_turn("parts")
@pytest.mark.parametrize("parts", [PARTS[0::3], PARTS[1::3], PARTS[2::3]], ids=["1", "2", "3"])
@pytest.mark.parametrize("name", [*BOMBS, *INJECTIONS])
def test_every_form_stays_calm(
    name: str,
    parts: list[tuple[str, str]],
    costs: Course,
    shipped: Course,
    prover: Prover,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    text = {**BOMBS, **INJECTIONS}[name]
    for problem, part in parts:
        course = costs if problem in costs.problems else shipped
        for answer in (f"norms: {text}",) if part == "counts" else (text, f"${text}$"):
            with at_most(CALLS):
                try:
                    marked = mark(course, problem, part, answer, prover)
                except Unclear:
                    continue
            assert marked.verdict in (Verdict.WRONG, Verdict.UNREAD, Verdict.UNDECIDED), (
                part,
                answer[:50],
            )
            assert not list(tmp_path.iterdir())


BIG = "x" * 1_000_000
FILES: dict[str, dict[str, str | bytes]] = {
    "one long line": {"answers.md": "# costs/lone\n" + BIG},
    "one long heading": {"answers.md": "# " + " " * 190_000 + "x"},
    "labels": {"answers.md": "# costs/lone\n" + "a:\n" * 300_000},
    "headings": {"answers.md": "# costs/lone\n" * 80_000},
    "fences": {"answers.md": "# costs/lone\n" + "```\n" * 200_000},
    "dollars": {"answers.md": "# costs/lone\n" + "$$" * 90_000},
    "comments": {"answers.md": "<!--" * 49_000},
    "spaces": {"answers.md": "# costs/lone\n-" + " " * 190_000 + "a"},
    "not text": {"answers.md": bytes(range(256)) * 500},
    "deep yaml": {"answers.yaml": "[" * 3000},
    "deep dashes": {"answers.yaml": "- " * 50_000},
    "many keys": {"answers.yaml": "a:\n" + "".join(f" k{i}: 1\n" for i in range(15_000))},
    "aliases": {
        "answers.yaml": "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
            for old, new in zip("abcdefgh", "bcdefghi", strict=True)
        )
    },
    "long yaml": {"answers.yaml": "a: " + BIG},
    "tags": {"answers.yaml": "costs/lone: !!python/object/apply:os.system [touch ran]\n"},
    "merge keys": {"answers.yaml": "a: &a {b: 1}\ncosts/lone:\n  <<: *a\n"},
    "endless reference": {"answers.yaml": "a: &a [*a]\n"},
}


@pytest.mark.parametrize("name", FILES)
def test_files(name: str, session: Session) -> None:
    # Other answers and code in the same submission must not be lost with the file.
    files = {**FILES[name], "sub/answers.md": "# costs/attention\nmask: a\n"}
    with at_most(CALLS):  # a sandbox is opened too
        report = graded(session, files)
    assert report.score.earned == 1
    assert not any("could not be read (" in note for note in report.notes)
    assert "grader fault" not in map(str, report.verdicts)


def test_what_is_too_much_is_said(session: Session) -> None:
    report = graded(session, FILES["one long line"])
    note = "answers.md, line 1: too long: only the first 200000 characters are read"
    assert report.notes == (note,)
    words = [part.message for one in report.problems for part in one.parts if part.answer]
    too_long = "the answer is longer than 10000 characters"
    assert words == [f"answers.md, line 2 cannot be read: {too_long}"]
    report = graded(session, FILES["deep yaml"])
    assert report.notes == ("answers.yaml, line 1: nested too deeply, or more than 3000 entries",)


def test_a_report_shows_no_control_characters(session: Session) -> None:
    text = (
        "# costs/attention\nattention: \x1b[31mn^2 d\x1b[0m\nmask: <script>alert(1)</script>\n"
        "logits: (\x1b]0;x\x07, T)\nproperty: \x1b[2Jfoo\n"
    )
    shown = FORMATS["text"](graded(session, {"answers.md": text}))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "`<script>alert(1)</script>` is not one of the options" in shown


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_what_cannot_be_held_waits_for_a_person(
    error: type[Exception], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No fault of the course or of grader's: what was written is the reason."""

    def too_large(*_: object) -> None:
        raise error

    monkeypatch.setattr("grader.kinds.choice.marking.chosen_keys", too_large)
    report = graded(session, {"answers.md": "# costs/attention\nmask: a\n"})
    part = part_of(report, "costs/attention", "mask")
    assert str(part.verdict) == "undecided"
    assert part.message == "a person decides: it is too large to be worked out"
    assert part.score.earned == 0
