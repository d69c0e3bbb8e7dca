"""The forms in which people head their answers, and what only looks like one."""

from __future__ import annotations

import pytest
from counted_calls import at_most

from grader.values.headings import (
    MAX_HEAD,
    Mark,
    after_head,
    body_of,
    head_of,
    is_aside,
    number_of,
    places_of,
    shown,
)

# (mark, line) -> its number, and what follows
FORMS: list[tuple[Mark, str, str, str]] = [
    ("heading", "Question 4", "4", ""),
    ("heading", "## Question 4", "4", ""),
    ("line", "Question 4", "4", ""),
    ("line", "question 4:", "4", ""),
    ("line", "QUESTION 4.", "4", ""),
    ("line", "Question 3: title", "3", "title"),
    ("line", "Question 3, Attention", "3", "Attention"),
    ("line", "Question 3 – title", "3", "title"),
    ("line", "Question 3 (continued)", "3", "(continued)"),
    ("heading", "Question 3 title", "3", "title"),
    ("heading", "Question 1 1", "1", ""),
    ("line", "2 Question 2", "2", ""),
    ("heading", "2 **Question 2**", "2", ""),
    ("line", "Question #8:", "8", ""),
    ("line", "Question 3/8", "3", ""),
    ("line", "Question 3 of 8", "3", ""),
    ("line", "Question One", "1", ""),
    ("heading", "Question 6a", "6 (a)", ""),
    ("heading", "Question a", "(a)", ""),
    ("heading", "Question 1-ii title", "1 (ii)", "title"),
    ("line", "Question 2a: text", "2 (a)", "text"),
    ("lead", "**Q4**", "4", ""),
    ("line", "Q4", "4", ""),
    ("line", "Q4.", "4", ""),
    ("line", "Q.4", "4", ""),
    ("line", "P1.", "1", ""),
    ("heading", "Ex. 2.2", "2.2", ""),
    ("line", "Exercise 2.1 (b)", "2.1 (b)", ""),
    ("heading", "Exercise 2.2 (10 pts)", "2.2", ""),
    ("heading", "Exercise 0.10", "0.10", ""),
    ("heading", "Exersise 3", "3", ""),
    ("heading", "Problem 1 - title", "1", "title"),
    ("heading", "Problem 1 — title", "1", "title"),
    ("line", "Problem 4 (b)", "4 (b)", ""),
    ("line", "Problem IV", "4", ""),
    ("lead", "Problem 2. Image Captioning.", "2", "Image Captioning."),
    ("line", "Task 2: $x$", "2", "$x$"),
    ("heading", "HW 3 Problem 2", "2", ""),
    ("line", "Homework 2, Question 3", "3", ""),
    ("heading", "Solution to Problem 3", "3", ""),
    ("line", "Answer 3:", "3", ""),
    ("heading", "Lösung zu Aufgabe 3", "3", ""),
    ("line", "4)", "4", ""),
    ("line", "4) Costs", "4", "Costs"),
    ("line", "4. $O(n)$", "4", "$O(n)$"),
    ("line", "(4) text", "4", "text"),
    ("line", "4: text", "4", "text"),
    ("line", "1、text", "1", "text"),
    ("heading", "2", "2", ""),
    ("heading", "2)", "2", ""),
    ("heading", "2. What a layer costs", "2", "What a layer costs"),
    ("heading", "1 Recurrence", "1", "Recurrence"),
    ("line", "1.2", "1.2", ""),
    ("heading", "### 2.1.", "2.1", ""),
    ("heading", "6.17", "6.17", ""),
    ("line", "1.1 Square Subsequent Mask", "1.1", "Square Subsequent Mask"),
    ("lead", "① text", "1", "text"),
    ("heading", "IV- (8 points)", "4", ""),
    ("line", "IV- (8 points)", "4", ""),
    ("heading", "II. Title", "2", "Title"),
    ("line", "(a) text", "(a)", "text"),
    ("line", "(a): text", "(a)", "text"),
    ("line", "a) text", "(a)", "text"),
    ("line", "a. text", "(a)", "text"),
    ("line", "(i)", "(i)", ""),
    ("line", "ii.", "(ii)", ""),
    ("line", "Part b.i)", "(b)(i)", ""),
    ("heading", "part a", "(a)", ""),
    ("heading", "PART (a):", "(a)", ""),
    ("heading", "A", "(a)", ""),
    ("heading", "Part A", "(a)", ""),
    ("lead", "(a) 20 pts", "(a)", ""),
    ("lead", "(b) 5pts", "(b)", ""),
    # other languages
    ("line", "Aufgabe 3: Titel", "3", "Titel"),
    ("line", "Aufgabe 2 b)", "2 (b)", ""),
    ("line", "Aufgabe 4 (3 Punkte)", "4", ""),
    ("line", "Exercice N° 3", "3", ""),
    ("line", "Exercice 2 – coût", "2", "coût"),
    ("line", "Ejercicio 4: coste", "4", "coste"),
    ("line", "Pregunta 1.", "1", ""),
    ("line", "Questão 5", "5", ""),
    ("line", "Exercício 2", "2", ""),
    ("line", "Esercizio 2.", "2", ""),
    ("line", "Задача 5.", "5", ""),
    ("heading", "Упражнение 2.12", "2.12", ""),
    ("line", "Вопрос 3", "3", ""),
    ("line", "Zadanie 2", "2", ""),
    ("line", "Soru 3:", "3", ""),
    ("line", "Opgave 3", "3", ""),
    ("line", "第三题", "3", ""),
    ("line", "第12题", "12", ""),
    ("line", "三、", "3", ""),
    ("heading", "习题1.4", "1.4", ""),
    ("line", "问题 2（10分）", "2", ""),
    ("line", "問題3", "3", ""),
    ("line", "課題2", "2", ""),
    ("line", "문제 1", "1", ""),
    ("line", "3번", "3", ""),
    ("line", "السؤال ٢", "2", ""),
    ("line", "Ｑ４：", "4", ""),
]


@pytest.mark.parametrize(("mark", "line", "number", "rest"), FORMS)
def test_a_heading(mark: Mark, line: str, number: str, rest: str) -> None:
    head = head_of(line, mark)
    assert head is not None
    assert (shown(head.number), head.rest) == (number, rest)


FALSE_FRIENDS: list[tuple[Mark, str]] = [
    ("line", "0.3 < IoU"),
    ("line", "1.0.5] 2025-04-15"),
    ("line", "0.  0."),
    ("line", "(1 - x^2)y''"),
    ("line", "Problem 3 shows that"),
    ("line", "Question 2 was hard"),
    ("line", "A kernel is"),
    ("line", "A. Turing"),
    ("line", "I. Newton"),
    ("line", "i think"),
    ("line", "i.e. the cost"),
    ("line", "e.g. the cost"),
    ("line", "z.B. so"),
    ("line", "3 apples"),
    ("line", "2.1 times faster"),
    ("line", "4.5 %"),
    ("line", "2019 was a year"),
    ("line", "10 000"),
    ("line", "50, 439, 168"),
    ("line", "6558720"),
    ("line", "6.5M"),
    ("line", "1e9"),
    ("line", "1/2"),
    ("line", "2^n"),
    ("line", "2n"),
    ("line", "1-3"),
    ("line", "a = 3"),
    ("line", "Q = y"),
    ("line", "P = 3"),
    ("line", "p(x) = 3"),
    ("line", "q(v) = 1"),
    ("line", "x: the input"),
    ("line", "d model"),
    ("line", "ex is"),
    ("line", "p 3 of the book"),
    ("line", "Figure 2: a mask"),
    ("line", "Table 1"),
    ("line", "Step 1: add"),
    ("line", "Layer 2"),
    ("line", "Equation (3)"),
    ("line", "Part of it"),
    ("line", "Answer the question"),
    ("line", "Problems with it"),
    ("line", "Questionnaire 3"),
    ("line", "Taskforce 2"),
    ("heading", "Homework 3"),
    ("heading", "Questions 1-3"),
    ("heading", "2d convolutions"),
    ("heading", "2024 results"),
    ("heading", "Introduction"),
    ("heading", "Bonus question 1"),
    ("heading", "Inline Question 1"),
    ("lead", "4"),
    ("lead", "3 layers"),
]


@pytest.mark.parametrize(("mark", "line"), FALSE_FRIENDS)
def test_what_is_no_heading(mark: Mark, line: str) -> None:
    head = head_of(line, mark)
    assert head is None or not (head.closed or mark == "heading"), head


def test_several_numbers_in_one_heading() -> None:
    head = head_of("Exercises 7.4 and 7.5", "heading")
    assert head is not None
    assert (head.number, head.more) == (("7", "4"), (("7", "5"),))


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("Solution:", ""),
        ("Solution", ""),
        ("**Solution:** There are", "There are"),
        ("*Solution:* $x_1 \\cdot y$", "$x_1 \\cdot y$"),
        ("Answer: 42", "42"),
        ("Ans. 4", "4"),
        ("Final answer: x", "x"),
        ("### Lösung:", ""),
        ("Antwort: ja", "ja"),
        ("Réponse : oui", "oui"),
        ("Corrigé.", ""),
        ("Solución: sí", "sí"),
        ("Resposta: sim", "sim"),
        ("Soluzione:", ""),
        ("Решение.", ""),
        ("Ответ: 5", "5"),
        ("答：text", "text"),
        ("解：", ""),
        ("解答", ""),
        ("풀이:", ""),
    ],
)
def test_where_an_answer_begins(line: str, after: str) -> None:
    assert body_of(line) == after


@pytest.mark.parametrize(
    "line",
    [
        "Solutions are",
        "Solution for a net: x",
        "Answers vary",
        "解 x",
        "答案是",
        "Solved: x",
        "Proof.",
    ],
)
def test_where_no_answer_begins(line: str) -> None:
    assert body_of(line) is None


@pytest.mark.parametrize(
    "line", ["References", "## References", "7 References", "Bibliography", "Literatur", "参考文献"]
)
def test_what_is_nobodys_answer(line: str) -> None:
    assert is_aside(line)


@pytest.mark.parametrize("line", ["References to it", "Reference solution 3", "The references"])
def test_what_only_speaks_of_references(line: str) -> None:
    assert not is_aside(line)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("4) $x_1$ and **b**", "$x_1$ and **b**"),
        ("4. \\(a\\)", "\\(a\\)"),
        ("(a) `n^2`", "`n^2`"),
        ("*4)* x", "x"),
        ("Q4: a_b and a_c", "a_b and a_c"),
    ],
)
def test_what_follows_a_heading_keeps_its_markup(line: str, after: str) -> None:
    head = head_of(line, "line")
    assert head is not None
    assert after_head(line, head) == after


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", ("2",)),
        ("02", ("2",)),
        ("1.3", ("1", "3")),
        ("3.1 (a)", ("3", "1", "a")),
        ("3a", ("3", "a")),
        ("3 (b)(ii)", ("3", "b", "ii")),
        ("a", None),
        ("123", None),
        ("one", None),
        ("", None),
    ],
)
def test_a_number_as_a_course_declares_it(text: str, number: tuple[str, ...] | None) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("label", "places"),
    [
        ("2", (2,)),
        ("b", (2,)),
        ("i", (1, 9)),
        ("iii", (3,)),
        ("v", (5, 22)),
        ("б", (2,)),
        ("?", ()),
    ],
)
def test_which_in_line_a_label_is(label: str, places: tuple[int, ...]) -> None:
    assert places_of(label) == places


@pytest.mark.parametrize(
    "line",
    ["1." * 50_000, "Question " * 20_000, "(" * 100_000, "#" * 100_000, "i" * 100_000,
     " " * 100_000, "第" * 50_000, "a.b." * 30_000, "1 and " * 20_000,
     "Solution " * 20_000, "**" * 50_000],
)  # fmt: skip
def test_a_long_line_costs_no_more_than_a_short_one(line: str) -> None:
    with at_most(2_000 + 4 * MAX_HEAD):
        for mark in ("heading", "lead", "line"):
            head_of(line, mark)
        body_of(line)
        is_aside(line)
