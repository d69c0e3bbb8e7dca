# ruff: noqa: E501
"""The ledger of counting/language-model: line by line, errors carried forward, every layout."""

from __future__ import annotations

import pytest
from forms_course import mark

from grader.checks.verdict import Verdict
from grader.course import Course
from grader.kinds.marker import Marked, Unclear

PROBLEM, PART = "counting/language-model", "counts"
RIGHT = {
    "embedding": "20 000",
    "attention": "160,800",
    "feed_forward": "80400",
    "norms": "800",
    "layer": "242000",
    "layers": "968_000",
    "lm_head": "20100",
    "language_model": "1 008 100",
    "classifier_head": "402",
    "classifier": "988'402",
}
POINTS = 12  # the sum of the weights


def lines(changes: dict[str, str | None] | None = None, form: str = "{}: {}") -> str:
    kept = {**RIGHT, **(changes or {})}
    return "\n".join(form.format(name, value) for name, value in kept.items() if value is not None)


def marked(course: Course, text: str) -> Marked:
    return mark(course, PROBLEM, PART, text)


FAULTY: list[tuple[str, dict[str, str | None], str, float, str, tuple[str, ...]]] = [
    # B3: the line of the norms is wrong, the total is right and passes
    ("norm of 400", {"norms": "400"}, "partly", 11, "norms: 400 is not right", ("layer: right, but your own lines give 241,600",)),
    (
        "carried forward",
        {"norms": "400", "layer": "241600", "layers": "966400", "language_model": "1006500", "classifier": "986802"},
        "partly",
        11,
        "norms: 400 is not right",
        (
            "layer: 241,600 is not the right number, but it follows from your own lines",
            "layers: 966,400 is not the right number, but it follows from your own lines",
            "language_model: 1,006,500 is not the right number, but it follows from your own lines",
            "classifier: 986,802 is not the right number, but it follows from your own lines",
        ),
    ),
    ("missing line", {"norms": None}, "partly", 11, "norms: this line is missing", ()),
    ("misspelt line", {"attention": None, "attenton": "160800"}, "correct", 12, "", ("attention: `attenton` is taken for it",)),
    ("unreadable line", {"norms": "x800"}, "unread", 11, "norms: cannot be read: character 1: unknown symbol x800: this problem uses n_tokens, n_hid, n_layers, n_classes", ()),
    ("words for a number", {"norms": "eight hundred"}, "unread", 11, "norms: cannot be read: there is no number here; write one, such as 12 345", ()),
    ("false equation", {"embedding": "100*200 = 30000"}, "partly", 11, "embedding: 30,000 is not right", ("embedding: your step `100*200 = 30000` does not follow: 100*200 is 20000", "language_model: right, but your own lines give 1,018,100", "classifier: right, but your own lines give 998,402")),
    ("remark or factor", {"layer": "242000 (attention + feed_forward + norms)"}, "unread", 11, "layer: cannot be read: a number before brackets can be read in two ways; write * between them, or leave the remark out", ()),
    ("in a circle", {"norms": "layer", "layer": "norms"}, "unread", 10, "norms: cannot be read: it is made of layer, which has no number here; layer: cannot be read: it is made of norms, which has no number here", ()),
    ("wrong total", {"language_model": "1008101"}, "partly", 10, "language_model: 1,008,101 is not right", ()),
    ("half a parameter", {"norms": "0.5"}, "partly", 11, "norms: 0.5 is not right", ("layer: right, but your own lines give 241200.5",)),
    ("all zeros", dict.fromkeys(RIGHT, "0"), "wrong", 0, "embedding: 0 is not right; attention: 0 is not right; feed_forward: 0 is not right; and 7 more", ()),
    ("a bomb", {"norms": "2**10**10**10"}, "undecided", 11, "norms: a person decides about 2**(10**(10**10))", ("layer: right, but your own lines give 160800 + 80400 + 2**(10**(10**10))",)),
]  # fmt: skip


@pytest.mark.parametrize("row", FAULTY, ids=lambda row: row[0])
def test_faulty(row: tuple, shipped: Course) -> None:  # type: ignore[type-arg]
    _, changes, verdict, weight, words, notes = row
    found = marked(shipped, lines(changes))
    assert (found.message, str(found.verdict), found.notes) == (words, verdict, notes)
    assert found.share == pytest.approx(weight / POINTS)


def test_a_line_written_twice(shipped: Course) -> None:
    assert marked(shipped, lines() + "\nnorms: 800").verdict is Verdict.CORRECT
    twice = marked(shipped, lines() + "\nnorms: 400")
    assert twice.message == "norms: cannot be read: written 2 times, with different values"


def test_the_total_alone(shipped: Course) -> None:
    with pytest.raises(Unclear) as unclear:
        marked(shipped, "1 008 100")
    assert str(unclear.value) == (
        "no line of it was found; write one line each for embedding, attention, feed_forward, "
        "norms, layer, layers, lm_head, language_model, classifier_head, classifier"
    )


def test_b3_norm_line_fails_and_total_passes(shipped: Course) -> None:
    found = {line.name: line.verdict for line in marked(shipped, lines({"norms": "400"})).lines}
    assert found.pop("norms") is Verdict.WRONG
    assert set(found.values()) == {Verdict.CORRECT}


LAYOUTS = {
    "plain": lines(),
    "list": lines(form="- {}: {}"),
    "numbered": lines(form="1. `{}`: {}"),
    "bold": lines(form="* **{}**: {}"),
    "bold with its colon": lines(form="* **{}:** {}"),
    "equals": lines(form="{} = {}"),
    "fence": "```\n" + lines() + "\n```",
    "table": "| line | count |\n|---|---|\n" + lines(form="| {} | {} |"),
    "table with formulas": "| line | how | count |\n|:--|--|--:|\n" + lines(form="| **{}** | x | ${}$ |"),
    "table without outer bars": "line | count\n--- | ---\n" + lines(form="{} | {}"),
    "backticks": lines(form="{}: `{}`"),
    "dollars": lines(form="{}: ${}$"),
    "units": lines(form="{}: {} parameters"),
    "words around": "Here it is.\n\n" + lines() + "\n\nThat is: all of it.",
    "spaces in names": lines().replace("_", " ", 4),
    "aliases": lines({"feed_forward": None, "ffn": "80400", "language_model": None, "Total": "1008100"}),
    "symbols": lines({"embedding": "n_tokens*n_hid", "attention": "$4(n_{hid}^2+n_{hid})$", "norms": "4*n_hid"}),
    "own lines": lines({"layer": "attention + feed_forward + norms", "layers": "4 layer", "language_model": "embedding + layers + lm_head"}),
    "worked out": lines({"embedding": "100*200 = 20000", "norms": "2*2*200 = 4*200 = 800"}),
    "remarks": lines({"norms": "800 (both norms of a layer, each 400)"}),
    "emphasis": lines({"norms": "**800**", "layer": "*242000*"}),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout: str, shipped: Course) -> None:
    found = marked(shipped, LAYOUTS[layout])
    assert (found.message, found.verdict, found.share) == ("", Verdict.CORRECT, 1.0)


@pytest.mark.parametrize("name", ["nlayers", "n_layers", "n layers", "$n_{layers}$"])
def test_the_name_of_a_size_is_no_line_and_none_is_meant_by_it(name: str, shipped: Course) -> None:
    text = f"{name} = 4 encoder layers in all\n{lines({'layers': None})}"
    found = marked(shipped, text)
    assert (found.verdict.value, found.message) == ("partly", "layers: this line is missing")


@pytest.mark.parametrize(
    "title", ["2.3 What the head adds", "2.3. Modelling language", "1.2.1 Heads"]
)
def test_the_number_of_a_section_is_no_line_s(title: str, shipped: Course) -> None:
    text = f"The embedding layer\nhas a row for each token, $n_{{tokens}} n_{{hid}}$ = 20 000.\n\n{title}\n\n{lines({'embedding': None})}"
    found = marked(shipped, text)
    assert (found.verdict.value, found.message) == ("correct", "")


def test_a_number_whose_line_is_not_told_waits_for_a_person(shipped: Course) -> None:
    text = (
        f"There are $2 n_{{hid}}$ × (… + 1) = 80 400 such numbers.\n{lines({'feed_forward': None})}"
    )
    found = marked(shipped, text)
    assert (found.verdict.value, found.message) == (
        "unread",
        "feed_forward: cannot be read: `80400` may be meant for it; write `feed_forward: 80400`",
    )
