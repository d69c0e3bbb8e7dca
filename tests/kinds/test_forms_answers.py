"""The whole way from the files of a submission to points: headings, labels, cells and YAML."""

from __future__ import annotations

import pytest
from forms_course import graded, notebook, part_of

from grader.grading import Session

EVERYTHING = """# Homework
Name: somebody

## costs/attention
attention: $O(n^2)$
**convolution**: `n k d^2`
- mask: b
### equivariant
p and r
**logits:** (T, B, V)
1. flat: (B*T, V)
> property: invariant
layer: layer normalisation

encoding:

| pos | sin | cos |
|---|---|---|
| 0 | 0 | 1 |
| 1 | 0.84 | 0.54 |
| 2 | 0.91 | 0.42 |
| 3 | 0.14 | -0.99 |

why: Each head has its own subspace.
Note: the cost is the same.

accuracy:
  86.7 %

## costs/lone
Some words: the cost is

$n d^2$
"""


def test_every_form_in_one_file(session: Session) -> None:
    report = graded(session, {"answers.md": EVERYTHING})
    found = {
        part.name: (str(part.verdict), part.score.earned, part.score.pending, part.answer.line)
        for problem in report.problems
        for part in problem.parts
        if part.answer
    }
    assert found == {
        "attention": ("partly", 1, 0, 5),
        "convolution": ("correct", 2, 0, 6),
        "mask": ("wrong", 0, 0, 7),
        "equivariant": ("correct", 4, 0, 9),
        "logits": ("partly", 1, 0, 10),
        "flat": ("correct", 1, 0, 11),
        "property": ("wrong", 0, 0, 12),
        "layer": ("undecided", 0, 1, 13),
        "encoding": ("partly", 3.5, 0, 17),
        "why": ("undecided", 0, 3, 24),
        "accuracy": ("correct", 1, 0, 28),
        "cost": ("correct", 2, 0, 31),
    }
    assert (report.score.earned, report.score.pending, report.score.possible) == (15.5, 4, 24)
    assert report.notes == ()
    mistakes = {p.name: p.mistake.name for one in report.problems for p in one.parts if p.mistake}
    assert mistakes == {
        "attention": "the depth is left out",
        "mask": "the mask comes too late",
        "logits": "time and batch have changed places",
        "property": "two words are mixed up",
    }


def test_prose_waits_for_a_person(session: Session) -> None:
    part = part_of(graded(session, {"answers.md": EVERYTHING}), "costs/attention", "why")
    assert part.message == "a person reads this answer; its points are pending"


ATTENTION = "costs/attention", "attention"
LONE = "costs/lone", "cost"
NOT_FOUND = "no answer was found; it belongs into answers.md, under costs/attention, attention:"

# text of answers.md, (problem, part), verdict, words
PLACES: dict[str, tuple[str, tuple[str, str], str, str]] = {
    "label": ("# costs/attention\nattention: n^2 d", ATTENTION, "correct", ""),
    "label with a space": ("# costs/attention\nattention : n^2 d", ATTENTION, "correct", ""),
    "bold label": ("# costs/attention\n**attention**: n^2 d", ATTENTION, "correct", ""),
    "bold colon": ("# costs/attention\n**attention:** n^2 d", ATTENTION, "correct", ""),
    "code label": ("# costs/attention\n- `attention`: n^2 d", ATTENTION, "correct", ""),
    "capital": ("# costs/attention\nAttention: n^2 d", ATTENTION, "correct", ""),
    "heading": ("# costs/attention\n### attention\n\nn^2 d", ATTENTION, "correct", ""),
    "heading with part": ("# costs/attention\n## Part attention\nn^2 d", ATTENTION, "correct", ""),
    "next line": ("# costs/attention\nattention:\n\n$n^2 d$\n\nmask: a", ATTENTION, "correct", ""),
    "fence": ("# costs/attention\nattention:\n```\nn^2 d\n```", ATTENTION, "correct", ""),
    "no space after #": ("#costs/attention\nattention: n^2 d", ATTENTION, "correct", ""),
    "closed heading": ("## costs/attention ##\nattention: n^2 d", ATTENTION, "correct", ""),
    "code heading": ("# `costs/attention`\nattention: n^2 d", ATTENTION, "correct", ""),
    "title": ("# What attention costs\nattention: n^2 d", ATTENTION, "correct", ""),
    "id and title": (
        "# costs/attention: what it costs\nattention: n^2 d", ATTENTION, "correct", "",
    ),
    "windows": ("\ufeff# costs/attention\r\nattention: n^2 d\r\n", ATTENTION, "correct", ""),
    "comment": ("# costs/attention\nattention: <!-- here -->n^2 d", ATTENTION, "correct", ""),
    "alone": ("# costs/lone\n\n$n d^2$", LONE, "correct", ""),
    "alone with its label": ("# costs/lone\ncost: $n d^2$", LONE, "correct", ""),
    "only a comment": (
        "# costs/attention\nattention: <!-- here -->\n", ATTENTION, "not attempted", NOT_FOUND,
    ),
    "nothing": ("# costs/attention\nattention:\nmask: a\n", ATTENTION, "not attempted", NOT_FOUND),
    "wrong heading": (
        "# cost/attention\nattention: n^2 d", ATTENTION, "not attempted",
        NOT_FOUND + " did you mean it by the heading `cost/attention`?",
    ),
    "another heading": ("# Attention!\nattention: n", ATTENTION, "not attempted", NOT_FOUND),
    "no heading": ("attention: n^2 d", ATTENTION, "not attempted", NOT_FOUND),
    "misspelt label": (
        "# costs/attention\natention: n^2 d", ATTENTION, "not attempted",
        NOT_FOUND + " did you mean it by `atention` in answers.md, line 2?",
    ),
    "no label": (
        "# costs/attention\nn^2 d", ATTENTION, "unread",
        "answers.md, line 2 cannot be read: no equation was found here; write one, or the part's "
        "name before the answer",
    ),
    "two answers": (
        "# costs/attention\nattention: $n$\n\nattention: $n^2 d$", ATTENTION, "unread",
        "answers.md, line 2 cannot be read: this part is answered in answers.md, line 2 and "
        "answers.md, line 4, and not alike; leave one of them",
    ),
    "place in the text": (
        "# costs/lone\n\ncost:\n\n\nthe answer\n\n$n d^2 +$", LONE, "unread",
        "answers.md, line 8 cannot be read: character 8: something is missing here: the "
        "formula ends too early\n    n d^2 +\n           ^",
    ),
    "several lines of display": (
        "# costs/lone\n$$\nn\n+ x\n$$\n", LONE, "unread",
        "answers.md, line 4 cannot be read: character 5: unknown symbol x: this problem "
        "uses n, d\n    + x\n      ^",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PLACES)
def test_markdown(case: str, session: Session) -> None:
    text, place, verdict, words = PLACES[case]
    part = part_of(graded(session, {"answers.md": text}), *place)
    assert (part.message, str(part.verdict)) == (words, verdict)
    assert part.score.earned == (part.score.possible if verdict == "correct" else 0)


@pytest.mark.parametrize(
    "heading",
    ["2", "2.", "Question 2", "question 2:", "Problem 2: costs", "Exercise 2", "Q2", "2) Costs",
     "2. What attention costs", "Question 2 – costs", "**Question 2**", "(2)"],
)  # fmt: skip
def test_question_numbers(heading: str, session: Session) -> None:
    text = f"# Homework 2\n## 1\n$n d^2$\n## {heading}\nattention: n^2 d\n### 1\nOne step: $n$\n"
    report = graded(session, {"answers.md": text}, "first")
    assert str(part_of(report, *LONE).verdict) == "correct"
    assert str(part_of(report, *ATTENTION).verdict) == "correct"


def test_numbers_mean_nothing_without_an_assignment(session: Session) -> None:
    report = graded(session, {"answers.md": "# 1\n$n d^2$"})
    assert str(part_of(report, *LONE).verdict) == "not attempted"


def test_a_notebooks_markdown_cells(session: Session) -> None:
    cells = [("markdown", "# costs/attention"), ("code", "x = 1"), ("raw", "mask: a"),
             ("markdown", "attention: $n^2 d$\n\nmask: q")]  # fmt: skip
    report = graded(session, {"homework.ipynb": notebook(*cells)})
    right, wrong = part_of(report, *ATTENTION), part_of(report, "costs/attention", "mask")
    assert (str(right.verdict), right.answer and right.answer.cell) == ("correct", 4)
    assert wrong.message == (
        "homework.ipynb, cell 4, line 3 cannot be read: `q` is not one of the options; "
        "write one of a, b, c"
    )


YAML = """
costs/attention:
  attention: n^2 d
  mask: "q"
  equivariant: [p, r]
  logits: (B, T, V)
  encoding:
    - [0, 1]
    - [0.84, 0.54]
    - [0.91, -0.42]
    - [0.14, -0.99]
  accuracy: 86.70
  why: |
    Subspaces.
costs/lone: n d^2
"""


def test_yaml(session: Session) -> None:
    report = graded(session, {"answers.yaml": YAML})
    assert (report.score.earned, report.score.pending, report.notes) == (15, 4, ())
    mask = part_of(report, "costs/attention", "mask")
    assert mask.message == (
        "answers.yaml, line 4 cannot be read: `q` is not one of the options; write one of a, b, c"
    )


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("costs/lone:\n  cost: n: d\n", "line 2: mapping values are not allowed here"),
        ("costs/lone: x\ncosts/lone: y\n", "line 2: `costs/lone` is there twice"),
        ("costs/lone:\n\t- x", "line 2: found character '\\t' that cannot start any token"),
        ("costs/lone: 'n\n", "line 2: found unexpected end of stream"),
        ("a: &a [n]\nb: *a\n", "line 2: *a refers to another place; write the answer out"),
        ("? [n, d]\n: x\n", "line 1: a key must be a plain name; put quotes around the answer"),
        (
            "- n d^2\n",
            "line 1: write problems and parts: `topic/name:`, and below it `part: answer`",
        ),
    ],
)
def test_yaml_faults_are_named_with_their_line(text: str, note: str, session: Session) -> None:
    report = graded(session, {"answers.yaml": text})
    assert report.notes == (f"answers.yaml, {note}",)
    assert str(part_of(report, *LONE).verdict) == "not attempted"


def test_a_fence_that_is_never_closed(session: Session) -> None:
    report = graded(session, {"answers.md": "# costs/lone\n```\n$n d^2$\n# costs/attention\n"})
    note = "answers.md, line 2: this ``` is never closed, so that all below belongs to it"
    assert report.notes == (note,)


def test_two_files(session: Session) -> None:
    files = {"answers.md": "# costs/lone\nn d\n", "answers.yaml": "costs/lone: n d^2\n"}
    part = part_of(graded(session, files), *LONE)
    assert part.message == "Your O(n d) grows too slowly: it is too small by a factor d."
    assert part.notes == ("answered in answers.yaml, line 1 too; graded is answers.md, line 2",)
