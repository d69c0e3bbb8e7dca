"""Documents shaped like those that the course was made from, in words of our own: which part of the
shipped problems gets which text. Converters lose levels, print numbers as text, and mix both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.checks.registry import all_checks
from grader.course import Course, load_course
from grader.grading.grade import _questions
from grader.kinds import language
from grader.sandbox.inside.definitions import scan
from grader.submission.contents import contents_from_scan
from grader.submission.placing import Placed, placed

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(ROOT, language(all_checks()))


def read(course: Course, assignment: str, text: str, name: str = "homework.md") -> Placed:
    passages = contents_from_scan(scan({name: text.encode()})).passages
    return placed(passages, _questions(course, course.assignment(assignment), assignment))


def texts(found: Placed) -> dict[str, str]:
    """`problem part` -> its text on one line, a shared one with a star."""
    return {
        f"{problem} {part}": ("*" if one.whole else "") + " ".join(one.text.split())
        for problem, parts in found.answers.items()
        for part, one in parts.items()
    }


# Numbered sections whose titles repeat the number, at levels that mean nothing.
FIRST = """\
## 1 Question 1

The asking side is y, the asked side is x.

### 2 Question 2

#### • Attention:

It is $O(n^2 d)$.

#### • Convolution:

It is $O(n k d^2)$.

## 3 Question 3

Each looks elsewhere.

# 6 Question 6

In total $6 \\cdot 7$, thus : 42 parameters.

# 7 Question 7

# 8 Question 8

The pieces are told apart.

### References

- [1] Somebody.
"""
# Plain lines without any markup.
SECOND = """\
1 Question 1

1.1 A Mask

It hides what comes later.

1.2 Positions

| k | i=0 |
|---|---|
| 0 | 0 |

Figure 2: A table.

2 Question 2

2.1 Words

One for each place.

2.2 Labels

One for all.

3 Question 3

The first part has $2 d$ of them.

3.1 Words

- the table: $3 \\cdot 4 = 12$

3.2 Labels

$$n = 15 \\quad (2)$$

4 Question 4

It learns faster.

5 Question 5

It sees both sides.

References

- [1] Somebody. In *Somewhere*, 2020.
"""
# Chapters with numbered questions and nothing else in the headings.
THIRD = """\
# HW3

### A Student

# 1 Nets

### 1.1

I take the smaller one.

## 1.2

They cannot.

# 1.3

$$c = f * c$$

# 2 Counting

# 2.1

others: $B \\times T \\times d$

2.2

Norm: $2 d = 2048$

# sum = 2048 + 4

# 4 Positions

### 4.1

Some are learned.

### Drawbacks:

- 1. Learned: more memory
- 2. Fixed: less of it

### 4.2

It is relative.

### 4.4

Sinusoidal:

$a + b$

Rotary:

$a - b$

## 4.5

It falls with the distance.

5

#### 5.1

For example:

### 5.2

It has $O(N^4)$ of them.

# 5.3

## 5.4

It moves along.
"""
# Words and numbers in the wrong order.
FOURTH = """\
#### Question 1 1

The rows sum to one.

### **Penalty**

$$P = A$$

#### 2 **Question 2**

\u2022 it is cheaper if $n < d$

## 3 Question 3

Figure 1: Weights

# 4 Question 4

- no languages
- no other sentences
"""
# A sheet of problems with its solutions: bold words run into the text.
FIFTH = """\
## A COURSE, 2020

### Problems.

**Problem 1. Blanks.** This problem considers blanks. Give $P$.

**Solution:** There are many.

**Problem 3. Nets.** This problem is on nets.

(a) Give an equation.

**Solution:**

$$L_0 = e$$

(b) Give another for stride 2.

**Solution:**

$$L_1 = 2$$

(c) How long does it take?

**Solution:** It takes $O(L)$, and a loop $O(T)$.

**Problem 6.** Queries and keys are multiplied.

**(a) 20 pts** Give one matrix.

**Solution:** This is easy:

$$W = Q K$$

**(b) 5pts** How many are there?

**Solution:** Before there are $2 I J$, then $J^2$.
"""

SHAPES: dict[str, tuple[str, dict[str, str]]] = {
    "attention-basics": (FIRST, {
        "attention/roles cross": "*The asking side is y, the asked side is x.",
        "attention/roles self": "*The asking side is y, the asked side is x.",
        "attention/cost attention":
            "*#### • Attention: It is $O(n^2 d)$. #### • Convolution: It is $O(n k d^2)$.",
        "attention/cost convolution":
            "*#### • Attention: It is $O(n^2 d)$. #### • Convolution: It is $O(n k d^2)$.",
        "attention/cost recurrence":
            "*#### • Attention: It is $O(n^2 d)$. #### • Convolution: It is $O(n k d^2)$.",
        "attention/heads why": "*Each looks elsewhere.",
        "counting/base-model formula": "*In total $6 \\cdot 7$, thus : 42 parameters.",
        "counting/base-model value": "*In total $6 \\cdot 7$, thus : 42 parameters.",
        "language-model/bert-input why": "*The pieces are told apart.",
    }),
    "language-model": (SECOND, {
        "language-model/positional-encoding table":
            "*| k | i=0 | |---|---| | 0 | 0 | Figure 2: A table.",
        "language-model/two-heads language_model":
            "*2.1 Words One for each place. 2.2 Labels One for all.",
        "language-model/two-heads classifier":
            "*2.1 Words One for each place. 2.2 Labels One for all.",
        "language-model/two-heads change":
            "*2.1 Words One for each place. 2.2 Labels One for all.",
        "counting/language-model counts":
            "*The first part has $2 d$ of them. 3.1 Words - the table: $3 \\cdot 4 = 12$ 3.2 "
            "Labels $$n = 15 \\quad (2)$$",
        "language-model/pretrained runs": "It learns faster.",
        "language-model/masked-modelling why": "*It sees both sides.",
    }),
    "recurrence-and-positions": (THIRD, {
        "lstm/parallel choose": "I take the smaller one.",
        "lstm/parallel parallel": "*They cannot.",
        "lstm/parallel recurrent": "*They cannot.",
        "lstm/parallel attention": "*They cannot.",
        **{f"lstm/cell-formulas {part}": "*$$c = f * c$$"
           for part in ("candidate", "forget_gate", "cell", "activation", "prediction")},
        "counting/encoder-decoder inside": "others: $B \\times T \\times d$",
        "counting/encoder-decoder counts": "Norm: $2 d = 2048$ # sum = 2048 + 4",
        "positions/kinds compare":
            "Some are learned. - 1. Learned: more memory - 2. Fixed: less of it",
        "positions/kinds rotary": "It is relative.",
        "positions/side-by-side sinusoidal": "$a + b$",
        "positions/side-by-side rotary": "$a - b$",
        "positions/alibi slope": "*It falls with the distance.",
        "attention/score-tensor entries": "It has $O(N^4)$ of them.",
        **{f"attention/equivariance {part}": "*It moves along."
           for part in ("scores", "which", "pooled", "encoded")},
    }),
    "structured-attention": (FOURTH, {
        "structured/attention formula": "*The rows sum to one. $$P = A$$",
        **{f"structured/cost {part}": "*• it is cheaper if $n < d$"
           for part in ("attention_work", "recurrent_work", "attention_steps", "recurrent_steps",
                        "restricted_work", "restricted_path", "faster")},
        "structured/limits languages": "*- no languages - no other sentences",
        "structured/limits isolation": "*- no languages - no other sentences",
    }),
    "translation-and-attention": (FIFTH, {
        "translation/blank leak": "*There are many.",
        "translation/language-cnn length": "*$$L_1 = 2$$",
        "translation/language-cnn convolution": "*It takes $O(L)$, and a loop $O(T)$.",
        "translation/language-cnn recurrence": "*It takes $O(L)$, and a loop $O(T)$.",
        "translation/language-cnn stacked": "*It takes $O(L)$, and a loop $O(T)$.",
        "attention/fused entry": "*This is easy: $$W = Q K$$",
        **{f"attention/fused {part}": "*Before there are $2 I J$, then $J^2$."
           for part in ("before", "after", "equal", "layer_before", "layer_after")},
    }),
}  # fmt: skip


@pytest.mark.parametrize("assignment", SHAPES)
def test_which_part_gets_which_text(assignment: str, course: Course) -> None:
    text, expected = SHAPES[assignment]
    assert texts(read(course, assignment, text)) == expected


@pytest.mark.parametrize("assignment", SHAPES)
def test_each_problem_of_an_assignment_has_a_number(assignment: str, course: Course) -> None:
    numbered = {
        problem for targets in course.numbers(assignment).values() for problem, _ in targets
    }
    assert numbered == set(course.assignment(assignment))


# Language -> words for a question and its answer, as they stand before the second one.
LANGUAGES = {
    "English": ("Question", "Solution:"), "German": ("Aufgabe", "Lösung:"),
    "French": ("Exercice", "Réponse :"), "Spanish": ("Ejercicio", "Solución:"),
    "Portuguese": ("Questão", "Resposta:"), "Italian": ("Esercizio", "Soluzione:"),
    "Russian": ("Задача", "Решение."), "Polish": ("Zadanie", "Rozwiązanie:"),
    "Turkish": ("Soru", "Çözüm:"), "Dutch": ("Opgave", "Oplossing:"),
    "Chinese": ("问题", "解："), "Japanese": ("問題", "解答："), "Korean": ("문제", "풀이:"),
    "Arabic": ("السؤال", "الحل:"),
}  # fmt: skip


@pytest.mark.parametrize("ending", ["md", "txt"])
@pytest.mark.parametrize("name", LANGUAGES)
def test_a_document_in_each_language(name: str, ending: str, course: Course) -> None:
    question, answer = LANGUAGES[name]
    text = f"{question} 2\n\nThe copied question?\n\n{answer} a\n\n{question} 3\n\nb\n"
    found = texts(read(course, "attention-basics", text, f"homework.{ending}"))
    assert found == {
        "attention/cost attention": "*a",
        "attention/cost convolution": "*a",
        "attention/cost recurrence": "*a",
        "attention/heads why": "*b",
    }


def test_the_document_of_the_page_is_read_as_it_says(course: Course) -> None:
    page = (ROOT / "docs/students.md").read_text("utf-8")
    section = page.partition("## A homework document\n")[2].partition("## How your code")[0]
    document, notes = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    found = read(course, "attention-basics", document)
    assert "".join(f"{note}\n" for note in found.notes) == notes
    assert texts(found) == {
        "attention/roles cross": "*For attention of y over x, the queries are y, and keys and "
        "values are x.",
        "attention/roles self": "*For attention of y over x, the queries are y, and keys and "
        "values are x.",
        "attention/cost attention": "Attention: $O(n^2 d)$",
        "attention/cost convolution": "Convolution: $O(n k d^2)$",
        "attention/cost recurrence": "Recurrence: $O(n d^2)$",
        "attention/heads why": "*Each of them may look elsewhere.",
    }
