"""What a student is given: everything that is asked, how to answer, and nothing of the answers."""

from __future__ import annotations

from pathlib import Path
from string import ascii_letters

import pytest

from grader.checks import all_checks
from grader.course import CourseFault, NoCourse, load_course, shipped_course
from grader.course.asked import read_asked
from grader.handout.blank import blank_answers
from grader.handout.sheet import sheet
from grader.kinds import all_kinds, language
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.number.keys import NumberPart
from grader.kinds.wording import unlike

CODE = r"""# Code \& \[signs\]

`topic/code`, 4 points

Say $y_i = \frac{x_i}{2}$:

$$ y = \frac{x}{2} . $$

## forward: a function (2 points)

Write this function, in any `.py` file or notebook of your folder:

```python
def forward(x, scale=None):
    ...
    return y, _, extra
```

`extra` may be left out. What you return for `_` is not looked at. Your function is called with
torch tensors if your code uses torch, with numpy arrays if it does not.

## backward: a function (1 point)

Write this function, in any `.py` file or notebook of your folder:

```python
def backward(dy, cache):
    ...
    return ...
```

`cache` is item `[1]` of what your own `forward` returns. Your function is called with numpy arrays.

You may not use `torch.autograd` or `*.backward`. You may not use a loop or a comprehension. Derive
it by hand.

## net: a class (1 point)

Write this class, in any `.py` file or notebook of your folder:

```python
class Net(torch.nn.Module):
    def __init__(self, d, h):
        super().__init__()
        ...

    def forward(self, x):
        ...
```

## Handing in

Check your folder as often as you like:

```sh
grader check FOLDER -a topic/code
```
"""

# The paragraphs of a part's section, without its heading.
WRITTEN = {
    "slope: a formula (2 points)": [
        "Write a formula after `slope:` in `answers.md`, in LaTeX or as in Python, such as "
        "`slope: $B^T C$` or `slope: B^T @ C`. It may use `s` and the matrix `A`.",
    ],
    "other: a formula (1 point)": [
        "In $a_1$.",
        "Write a formula after `other:` in `answers.md`. It may use `a` and `t`.",
    ],
    "turn: a formula (1 point)": [
        "Write a formula after `turn:` in `answers.md`. It may use `t`.",
    ],
    "count: a number (1 point)": [
        "Write a number after `count:` in `answers.md`, such as `count: 12 345` or "
        "`count: 3 * 4115`. It must be exact. `bits` may follow it.",
    ],
    "share: a number (1 point)": [
        "Write a number after `share:` in `answers.md`. It must be right to 1 decimal.",
    ],
    "lines: a count, line by line (2 points)": [
        "Below `### lines` in `answers.md`, write one line for each of these:",
        "- `one`: the $d$ first\n- `two`",
        "A line is a number or a formula, such as `one: 12 345` or `one: 3 * 4115`. It may use "
        "`d = 4`, and other lines by their names.",
    ],
    "cost: an order of growth (1 point)": [
        "Write the order of growth in `n` and `k` after `cost:` in `answers.md`, such as "
        "`cost: O(a^2 b)`. You may assume `k << n`.",
    ],
    "where: a choice (1 point)": [
        "- `b`: before $x$\n- `a`: after",
        "Choose one: write its key, the word before the colon, after `where:` in `answers.md`.",
    ],
    "which: a choice (1 point)": [
        "- `p`: one\n- `q`: two\n- `r`: three",
        "Choose all that are right: write their keys after `which:` in `answers.md`, with commas "
        "between them.",
    ],
    "size: a shape (1 point)": [
        "Write the sizes of the axes, in order, after `size:` in `answers.md`, such as "
        "`size: (rows, columns)`. The sizes have the names `B` and `T`.",
    ],
    "word: a word or two (1 point)": ["Write a word or two after `word:` in `answers.md`."],
    "table: a table of numbers (1 point)": [
        "Below `### table` in `answers.md`, write a Markdown table or `[[1.5, 2], [0.25, 3]]`: "
        "2 rows of 3 numbers, right to 2 decimals.",
    ],
    "why: in your own words (1 point)": [
        "Below `### why` in `answers.md`, write a few sentences. A person reads them.",
    ],
}  # fmt: skip
BLANK = """\
# topic/written

slope:

other:

turn:

count:

share:

### lines

one:
two:

cost:

where:

which:

size:

word:

### table

### why"""


def flowing(text: str) -> str:
    """Without the line ends that only this file's width asks for."""
    return " ".join(text.split())


def test_code(course: Path) -> None:
    found = sheet(read_asked(course, "topic/code", all_kinds()))
    assert flowing(found) == flowing(CODE)
    assert "def forward(x, scale=None):\n    ...\n    return y, _, extra\n" in found


def test_every_written_form(course: Path) -> None:
    _, *sections = sheet(read_asked(course, "topic/written", all_kinds())).split("\n## ")
    found = {
        title: body.split("\n\n") for title, _, body in (s.partition("\n\n") for s in sections)
    }
    handing_in = found.pop("Handing in")
    assert {title: [p.strip("\n") for p in body] for title, body in found.items()} == WRITTEN
    assert "\n\n".join(handing_in) == (
        "Copy this into `answers.md` in your folder and fill it in:\n\n"
        f"```markdown\n{BLANK}\n```\n\n"
        "Check your folder as often as you like:\n\n"
        "```sh\ngrader check FOLDER -a topic/written\n```\n"
    )


def test_an_assignment_numbers_its_problems_and_has_one_place_to_hand_in(course: Path) -> None:
    asked = read_asked(course, "week-1", all_kinds())
    found = sheet(asked)
    assert found.startswith(
        "# week-1\n\n2 problems, 19 points\n\n"
        "## 1. Code \\& \\[signs\\]\n\n`topic/code`, 4 points\n"
    )
    assert "\n## 2. Writing\n\n`topic/written`, 15 points\n" in found
    assert "\n### slope: a formula (2 points)\n" in found
    assert found.count("## Handing in") == 1
    assert found.endswith("grader check FOLDER -a week-1\n```\n")
    assert blank_answers(asked.problems) == BLANK


@pytest.mark.parametrize("name", ["topic/code", "topic/written", "week-1"])
def test_nothing_of_the_answers_is_shown(course: Path, name: str) -> None:
    found = sheet(read_asked(course, name, all_kinds()))
    assert "SECRET" not in found
    assert "777" not in found


def test_examples_are_not_the_answers() -> None:
    course = load_course(shipped_course(), language(all_checks()))
    for problem in course.problems:
        asked = read_asked(course.root, problem, all_kinds())
        found = sheet(asked)
        for name, part in asked.problems[0].parts.items():
            if isinstance(part, FormulaPart | ChoicePart):
                right = part.answer
            elif isinstance(part, NumberPart):
                right = (part.answer,)
            elif isinstance(part, LedgerPart):
                right = tuple(line.answer for line in part.lines.values())
            else:
                continue
            for answer in right:
                assert f"`{name}: {answer}`" not in found
                assert f"`{name}: ${answer}$`" not in found


def test_a_fault_elsewhere_does_not_hide_a_problem(course: Path) -> None:
    (course / "problems/bad.yaml").write_text("id: topic/bad\ntitle: [\n", encoding="utf-8")
    assert sheet(read_asked(course, "topic/code", all_kinds())).startswith("# Code")
    with pytest.raises(CourseFault, match=r"bad\.yaml"):
        read_asked(course, "topic/bad", all_kinds())


def test_an_id_may_be_quoted_or_stand_inside_of_braces(course: Path) -> None:
    text = (course / "problems/written.yaml").read_text(encoding="utf-8")
    quoted = text.replace("id: topic/written", 'id: "topic/quoted"  # new')
    (course / "problems/quoted.yaml").write_text(quoted, encoding="utf-8")
    inside = (
        "{id: topic/inside, title: T, prompt: P, "
        "parts: {why: {asks: prose, points: 1, rubric: [r]}}}\n"
    )
    (course / "problems/inside.yaml").write_text(inside, encoding="utf-8")
    assert read_asked(course, "topic/quoted", all_kinds()).problems[0].title == "Writing"
    assert read_asked(course, "topic/inside", all_kinds()).problems[0].title == "T"
    with pytest.raises(NoCourse, match="did you mean `topic/inside`"):
        read_asked(course, "topic/insidee", all_kinds())


def test_an_example_has_letters_however_many_the_part_uses() -> None:
    assert unlike(["a", "u"]) == ["b", "v"]
    assert unlike(list("abuvwpqxy")) == ["z", "c"]
    assert unlike(list(ascii_letters)) == ["x0", "x1"]
    assert unlike(list("BCGRSUXY"), "BCGRSUXY") == ["a", "b"]
