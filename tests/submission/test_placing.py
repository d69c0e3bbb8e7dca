"""Which part of which problem gets which text of a document, and what is said of the rest."""

from __future__ import annotations

import pytest

from grader.sandbox.inside.definitions import scan
from grader.submission.contents import contents_from_scan
from grader.submission.placing import Placed, placed
from grader.submission.questions import Asked, Questions, Target
from grader.values.headings import Number, number_of

ROLES = Asked(
    "t/roles",
    "Who asks",
    ("cross", "self", "code"),
    {"cross": "Attention of $y$ over $x$.", "self": "Self-attention."},
)
COST = Asked(
    "t/cost",
    "What a layer costs",
    ("attention", "convolution", "recurrence"),
    {"attention": "Attention.", "convolution": "Convolution.", "recurrence": "Recurrence."},
)
WHY = Asked("t/why", "Many layers", ("why",), {"why": "Why?"}, frozenset(["why"]))
VALUE = Asked("t/value", "One number", ("value", "code"), {"value": "The value."})
CODE = Asked("t/code", "Only code", ("code",), {})
ALL = [ROLES, COST, WHY, VALUE, CODE]
BY_PLACE = {str(place): one.id for place, one in enumerate(ALL, start=1)}
DECLARED = {
    "1.1": "t/roles/cross",
    "1.2": "t/roles/self",
    "2": "t/cost",
    "2 (c)": "t/cost/recurrence",
    "3.1": "t/why",
    "3.2": "t/value",
    "4": "t/code",
}


def questions(numbers: dict[str, str], asked: list[Asked] = ALL) -> Questions:
    found: dict[Number, tuple[Target, ...]] = {}
    ids = [one.id for one in ALL]
    for text, target in numbers.items():
        number = number_of(text)
        assert number
        problem, _, part = target.rpartition("/")
        found[number] = (Target(target) if target in ids else Target(problem, part),)
    return Questions(asked, found, ["t/other", "Something else"])


def read(
    text: str, numbers: dict[str, str] = BY_PLACE, name: str = "homework.md", **others: str
) -> Placed:
    files = {name: text.encode(), **{f"{k}.md": v.encode() for k, v in others.items()}}
    return placed(contents_from_scan(scan(files)).passages, questions(numbers))


def texts(found: Placed) -> dict[str, str]:
    """`problem part` -> text on one line, a shared one with a star."""
    return {
        f"{problem[2:]} {part}": ("*" if one.whole else "") + " / ".join(one.text.split("\n"))
        for problem, parts in found.answers.items()
        for part, one in parts.items()
    }


COSTS = {"cost attention": "*x", "cost convolution": "*x", "cost recurrence": "*x"}

# Each names question 2, t/cost, by its place, in a document with a question before and after it.
SECOND = [
    "## Question 2", "## 2", "## 2)", "## 2.", "# 2 Question 2", "#### Question 2 2",
    "## Question 2: costs", "## 2. What a layer costs", "## What a layer costs", "## t/cost",
    "## `t/cost`", "## t/cost: costs", "## Problem 2 (3 points)", "## Exercise 2 [10 %]", "## Q2",
    "**Question 2**", "**Q2**", "**Problem 2.**", "Question 2", "Question 2.", "2 Question 2",
    "Question 2\n----------", "What a layer costs\n==================", "What a layer costs",
    "t/cost", "<h2>Question 2</h2>", "<b>Question 2</b>", "- **Question 2**", "Aufgabe 2",
    "Exercice 2", "Ejercicio 2", "Questão 2", "Esercizio 2", "Задача 2", "第二题", "问题 2",
    "問題2", "문제 2", "Zadanie 2", "Soru 2", "Opgave 2", "السؤال 2", "HW 1, Problem 2",
    "Problem II", "Solution to Problem 2", "Answer 2:",
]  # fmt: skip


@pytest.mark.parametrize("heading", SECOND)
def test_a_question_is_found_by_its_heading(heading: str) -> None:
    text = f"## Question 1\n\nfirst\n\n{heading}\n\nx\n\n## Question 3\n\nthird\n"
    found = texts(read(text))
    assert {key: one for key, one in found.items() if key.startswith("cost")} == COSTS
    assert found["why why"] == "third"
    assert found["roles self"] == "*first"


# The text of a document -> the parts that get some of it.
DOCUMENTS: dict[str, tuple[str, dict[str, str]]] = {
    "numbered lines": ("1) a\n\n2) x\n\n3) c\n", {
        "roles cross": "*a", "roles self": "*a", **COSTS, "why why": "c"}),
    "numbers in brackets": ("(2) x\n\n(3) c\n", {**COSTS, "why why": "c"}),
    "circled numbers": ("② x\n\n③ c\n", {**COSTS, "why why": "c"}),
    "bold numbers": ("**2.** x\n\n**3.** c\n", {**COSTS, "why why": "c"}),
    "a list in an answer": (
        "## Question 3\n\n1. one\n2. two\n", {"why why": "1. one / 2. two"}),
    "a list as long as there are parts": (
        "## Question 2\n\n1. x\n2. y\n3. z\n", dict.fromkeys(COSTS, "*1. x / 2. y / 3. z")),
    "a list that counts anew": ("2. x\n\n1. one\n2. two\n", {}),
    "letters in order": (
        "## Question 2\n(a) x\n\n(b) y\n\n(c) z\n",
        {"cost attention": "x", "cost convolution": "y", "cost recurrence": "z"}),
    "bold letters": (
        "## Question 2\n**(a)** x\n\n**(b)** y\n\n**(c)** z\n",
        {"cost attention": "x", "cost convolution": "y", "cost recurrence": "z"}),
    "numbers below": (
        "## 2\n### 2.1\nx\n### 2.2\ny\n### 2.3\nz\n",
        {"cost attention": "x", "cost convolution": "y", "cost recurrence": "z"}),
    "numbers and letters in each heading": (
        "## Problem 2 (a)\nx\n## Problem 2 (b)\ny\n## Problem 2 (c)\nz\n",
        {"cost attention": "x", "cost convolution": "y", "cost recurrence": "z"}),
    "all parts, code too": (
        "## Question 1\na) x\nb) y\nc) see my file\n", {"roles cross": "x", "roles self": "y"}),
    "only the written parts": (
        "## Question 1\na) x\nb) y\n", {"roles cross": "x", "roles self": "y"}),
    "fewer letters than parts": (
        "## Question 2\n(a) x\n(b) y\n", dict.fromkeys(COSTS, "*(a) x / (b) y")),
    "letters out of order": (
        "## Question 1\nb) x\na) y\n",
        {"roles cross": "*b) x / a) y", "roles self": "*b) x / a) y"}),
    "letters against titles": (
        "## Question 1\n### a) Self-attention\nx\n### b) Other\ny\n",
        dict.fromkeys(["roles cross", "roles self"],
                      "*### a) Self-attention / x / ### b) Other / y")),
    "labels": ("## Question 2\nattention: x\nrecurrence: z\n", {
        "cost attention": "x", "cost recurrence": "z"}),
    "a part by what it asks": ("## Question 2\n### Convolution\ny\n", {"cost convolution": "y"}),
    "a copied question": (
        "## Question 3\nWhy many layers?\n\n**Solution:** because\n", {"why why": "because"}),
    "copied questions, by part": (
        "**Problem 1. Title.** Say who asks.\n\n(a) Here?\n\n*Answer:* x\n\n(b) There?\n\n"
        "Solution: y\n", {"roles cross": "x", "roles self": "y"}),
    "a part without the word beside one with it": (
        "## Question 1\nWho?\n\n(a) x\n\n(b) There?\n\nSolution: y\n",
        {"roles cross": "x", "roles self": "y"}),
    "more below the answer": (
        "## Question 3\nWhy?\n\nSolution: a\n### More\nb\n", {"why why": "a /  / b"}),
    "numbers in bold below a title with its number": (
        "## 2) What a layer costs\nx\n\n**Q3** c\n", {**COSTS, "why why": "c"}),
    "words below a title": (
        "## What a layer costs\nx\n\nQuestion 3\n\nc\n", {**COSTS, "why why": "c"}),
    "steps below a title": (
        "## Many layers\nx\n\n**Question 1** c\n", {"why why": "x /  / **Question 1** c"}),
    "a copied question without an answer": ("## Question 3\nWhy?\n\nSolution:\n", {}),
    "a proof is part of the answer": (
        "## Question 3\nIt is so.\n\nProof. Obvious.\n",
        {"why why": "It is so. /  / Proof. Obvious."}),
    "a step with a heading": (
        "## Question 3\n### Derivation\nbecause\n", {"why why": "because"}),
    "levels that are not kept": (
        "## Question 2\nx\n### Question 3\nc\n# Aside\nd\n", {**COSTS, "why why": "c /  / d"}),
    "a heading of its own ends a question": ("# Question 3\nc\n# Notes\nd\n", {"why why": "c"}),
    "references": ("# Question 3\nc\n\nReferences\n\n- [1] d\n", {"why why": "c"}),
    "another problem": ("# Question 3\nc\n# t/other\nd\n# Something else\ne\n", {"why why": "c"}),
    "the answer in its heading": ("## 3) $a = b$\n", {"why why": "$a = b$"}),
    "one line": ("Question 3: because\n", {"why why": "because"}),
    "one question in two places": (
        "# Question 3\nc\n# Question 2\nx\n# Question 3\nd\n",
        {**COSTS, "why why": "c /  /  /  / d"}),
    "two questions in one": (
        "# Questions 3 and 4\nboth\n", {"why why": "*both", "value value": "*both"}),
    "code in a fence": ("# Question 3\n```\n# Question 2\n4) x\n```\n", {
        "why why": "``` / # Question 2 / 4) x / ```"}),
    "a displayed formula": ("# Question 3\n$$\n(a) x\n4) y\n$$\n", {
        "why why": "$$ / (a) x / 4) y / $$"}),
    "a table": ("# Question 3\n| 1) | 2) |\n|---|---|\n", {"why why": "| 1) | 2) | / |---|---|"}),
    "code parts beside the only written one": ("# Question 4\n5\n", {"value value": "*5"}),
    "its label": ("# Question 4\nvalue: 5\n", {"value value": "5"}),
}  # fmt: skip


@pytest.mark.parametrize("case", DOCUMENTS)
def test_what_each_part_gets(case: str) -> None:
    text, expected = DOCUMENTS[case]
    assert texts(read(text)) == expected


NUMBERED: dict[str, tuple[str, dict[str, str]]] = {
    "below a chapter": (
        "# 1 Roles\n### 1.1\na\n## 1.2\nb\n# 3 Rest\n# 3.1\nc\n# 3.2\nd\n",
        {"roles cross": "a", "roles self": "b", "why why": "c", "value value": "*d"}),
    "plain lines": (
        "1 Question 1\n\n1.1 The First\n\na\n\n1.2 The Second\n\nb\n\n2 Question 2\n\nx\n",
        {"roles cross": "a", "roles self": "b", **COSTS}),
    "a number alone before those below it": (
        "# 2\nx\n\n3\n\n# 3.1\nc\n", {**COSTS, "why why": "c"}),
    "a chapter alone": (
        "## Question 1\nboth\n", {"roles cross": "*both", "roles self": "*both"}),
    "letters for numbers": (
        "## 1 (a)\na\n## 1 (b)\nb\n", {"roles cross": "a", "roles self": "b"}),
    "a declared letter": (
        "## Problem 2\nintro\n\n(c) z\n",
        {"cost attention": "*intro", "cost convolution": "*intro", "cost recurrence": "z"}),
    "a declared letter below a title": (
        "## What a layer costs\nintro\n\n(c) z\n",
        {"cost attention": "*intro", "cost convolution": "*intro", "cost recurrence": "z"}),
    "bold numbers": (
        "**1.1** a\n\n**1.2** b\n\n**2** x\n", {"roles cross": "a", "roles self": "b", **COSTS}),
    "a letter below a number": (
        "## 3.1\n(a) a\n(b) b\n## 3.2\n(a) c\n",
        {"why why": "(a) a / (b) b", "value value": "*(a) c"}),
    "only code": ("## Question 4\nSee my file.\n", {}),
}  # fmt: skip


@pytest.mark.parametrize("case", NUMBERED)
def test_declared_numbers(case: str) -> None:
    text, expected = NUMBERED[case]
    assert texts(read(text, DECLARED)) == expected


NOTES: dict[str, tuple[str, tuple[str, ...]]] = {
    "what was taken for what": (
        "# Homework\nAda\n\n2 Question 2\n\nx\n\nAufgabe 3\n\nc\n",
        ('homework.md: read as answers: "2 Question 2" (line 4) as t/cost; '
         '"Aufgabe 3" (line 8) as t/why',)),
    "what says so itself": ("# t/why\nc\n", ()),
    "a number beyond the assignment": (
        "# Question 3\nc\n# Question 9\nd\n",
        ('homework.md: read as answers: "Question 3" (line 1) as t/why',
         'homework.md: "Question 9" (line 3) was not read: the assignment has no question of this '
         "number; it has 1 to 5")),
    "a number against a title": (
        "# Question 3: What a layer costs\nx\n# Question 4\nd\n",
        ('homework.md: "Question 4" (line 3) was not read: "Question 3: What a layer costs" has '
         "the number of t/why and the title of t/cost, so that numbers in this file may mean other "
         "questions; head each answer with the title or the id of its problem",)),
    "headings of nothing": (
        "# Question 3\nc\n# Notes\nd\n# Ideas\ne\n# Empty\n",
        ('homework.md: read as answers: "Question 3" (line 1) as t/why',
         'homework.md: "Notes" (line 3), "Ideas" (line 5) name no question, and the text below was '
         "not read as an answer")),
    "a flood": (
        "# Question 3\nc\n" + "# Notes\nd\n" * 50,
        ('homework.md: read as answers: "Question 3" (line 1) as t/why',
         "homework.md: " + ", ".join(f'"Notes" (line {3 + 2 * n})' for n in range(10))
         + " and 40 more name no question, and the text below was not read as an answer")),
    "no heading at all": (
        "It costs x.\n",
        ("homework.md has no heading of a question that is asked, and nothing in it was read as an "
         "answer; write a heading such as `Question 1`, `t/roles` or its title, `Who asks`",)),
    "much before the first question": (
        "# Homework\n" + "words " * 200 + "\n# Question 3\nc\n",
        ('homework.md: read as answers: "Question 3" (line 3) as t/why',
         "homework.md: lines 1 to 2 stand before the first question that is asked and were not "
         "read as an answer")),
}  # fmt: skip


@pytest.mark.parametrize("case", NOTES)
def test_what_a_report_says(case: str) -> None:
    text, notes = NOTES[case]
    assert read(text).notes == notes


def test_a_title_counts_though_its_number_does_not() -> None:
    found = texts(read("# Question 3: What a layer costs\nx\n# Question 4\nd\n"))
    assert found == COSTS


def test_numbers_without_an_assignment() -> None:
    found = read("# Question 3\nc\n", {})
    assert texts(found) == {}
    assert found.notes == (
        'homework.md: "Question 3" (line 1) was not read: numbers count within an assignment only: '
        "name it with --assignment",
    )


@pytest.mark.parametrize(
    ("name", "text", "counts"),
    [
        ("README.md", "# 1. Install\nx\n# 2. Run\ny\n", False),
        ("README.md", "1. Install\n2. Run\n", False),
        ("README.md", "## Question 2\nx\n", True),
        ("readme.txt", "## t/cost\nx\n", True),
        ("requirements.txt", "## Question 2\nx\n", False),
        ("LICENSE.txt", "## 2. Grant\nx\n", False),
        ("notes.txt", "2) x\n", True),
        ("answers.md", "2) x\n", True),
    ],
)
def test_which_files_are_answers(name: str, text: str, counts: bool) -> None:
    found = read(text, name=name)
    assert bool(texts(found)) == counts
    assert len(found.notes) == (counts and "t/cost" not in text)


def test_one_document_beside_others_needs_better_headings() -> None:
    """A list in notes is not the homework that lies beside them."""
    found = read("## Question 3\nc\n", notes="2) x\n", plan="## 1. First\ny\n")
    assert texts(found) == {"why why": "c"}
    assert found.notes == (
        'homework.md: read as answers: "Question 3" (line 1) as t/why',
        "notes.md, plan.md have no heading of a question that is asked, and nothing in them was "
        "read as an answer; write a heading such as `Question 1`, `t/roles` or its title, "
        "`Who asks`",
    )


def test_one_question_and_one_document_without_headings() -> None:
    passages = contents_from_scan(scan({"hw.txt": b"Because.\n"})).passages
    assert texts(placed(passages, questions({}, [WHY]))) == {"why why": "Because."}


def test_of_two_files_the_answers_count() -> None:
    found = read("# Question 3\nc\n", answers="# t/why\nb\n")
    assert texts(found)["why why"] == "b"
    note = "answered in homework.md, line 2 too; graded is answers.md, line 2"
    assert found.answers["t/why"]["why"].note == note


def test_a_part_that_is_answered_twice() -> None:
    found = read("# t/cost\nattention: x\n\nconvolution: z\n\nattention: y\nand more\n")
    one = found.answers["t/cost"]["attention"]
    assert one.note == "answered 2 times, in lines 2 and 6"
    assert [told.text for told in one.told] == ["x", "y\nand more"]
    assert found.answers["t/cost"]["convolution"].told == ()


def test_lines_are_those_of_the_file() -> None:
    found = read("\n\n# Question 2\n\n\n(a) x\n\n(b)\n\ny\n(c) z\n")
    assert {part: one.line for part, one in found.answers["t/cost"].items()} == {
        "attention": 6,
        "convolution": 10,
        "recurrence": 11,
    }


STRAYS: dict[str, tuple[str, str | None]] = {
    "a name of its own": ("attention: $n^2 d$\n\nRNN: $n d^2$\n", "RNN: $n d^2$"),
    "an aside": ("attention: $n^2 d$\n\nNote: $n d^2$\n", None),
    "no name at all": ("attention: $n^2 d$\n\nand $n d^2$ for the other\n", None),
}


@pytest.mark.parametrize("what", STRAYS)
def test_what_has_a_name_of_its_own_is_there_for_parts_without_an_answer(what: str) -> None:
    text, given = STRAYS[what]
    found = read(f"## t/cost\n\n{text}").answers_to("t/cost")
    assert found["attention"].text.startswith("$n^2 d$")
    others = [found.get("convolution"), found.get("recurrence")]
    assert [one and one.text.strip() for one in others] == [given, given]
    assert all(one.whole for one in others if one)
