# ruff: noqa: E501
"""Numbers in sentences, chains and other people's marks: the verdict and the words of each."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

WHOLE = "counting/base-model", "value"  # 39352320, exactly
ROUNDED = "attention/orthogonal", "value"  # 0.404609, to three decimals
DIGITS = "attention/schedule", "value"  # 0.0006987712, to three digits

RIGHT = {
    WHOLE: [
        r"$$\boxed{N_{tot} = 39\,352\,320}$$",
        r"\[ P = 6 \times 6{,}558{,}720 = 39{,}352{,}320 \]",
        r"\(39{,}352{,}320\)",
        "Encoder: 17 316 864\nDecoder: 22 035 456\nTotal: 39 352 320",
        "First I got 6558720, but that is one pair only; all six have 39352320.",
        "39352320 (not 6558720)",
        "with N = 6 and d = 512 we get 39352320 parameters",
        "In total: **39,352,320** parameters (see Table 2)",
        "sum(p.numel() for p in model.parameters()) = 39352320",
        "```\n>>> 6*6558720\n39352320\n```",
        "39352320 = N · 6558720",
        "$6 \\cdot 6558720$ = 39352320 ≈ 39.35M",
        "Lösung: 39.352.320 Parameter",
        "39.352.320,0",
        "0.03935232 billion",
        "6558720 × 6 layers = 39352320",
        "The answer is 39352320 because 6 * 6558720 = 39352320.",
        "# params = 39352320",
    ],
    ROUNDED: [
        "0,405", ".405", "40,46 %", "e/(e+4) ≈ 0.405", "2.718/(2.718+4) = 0.4046", "0.405 = 40.5 %",
        "w = 0.405 for each n", "0.405, because e = 2.718", "0.404609 ≈ 0.405 ≈ 0.41", "0.405 or so",
        r"$0.4046\ldots$", "it is 0.405 (rounded)",
    ],
    DIGITS: ["6,99·10^-4", "6.99 x 10^-4", "0.0699 %", "0,699 · 10⁻³", "0.000699 (at step 4000)"],
}  # fmt: skip


@pytest.mark.parametrize(("part", "text"), [(part, it) for part in RIGHT for it in RIGHT[part]])
def test_right(part: tuple[str, str], text: str, shipped: Course) -> None:
    assert judged(shipped, part, text) == ("correct", "", ())


BOTH = "both `{}` and `{}` could be meant; write one alone"
FAULTY = [
    # part, text, verdict, words, notes
    (WHOLE, r"$39.35\times 10^6$", "wrong", r"39.35\times 10^6 is rounded; the exact number is asked for", ()),
    (WHOLE, "~39.4M", "wrong", "39.4M is rounded; the exact number is asked for", ()),
    (ROUNDED, "0.40", "wrong", "0.40 is rounded; more digits are asked for", ()),
    (WHOLE, "44,070,911 parameters", "wrong", "44070911 is not right", ()),
    (WHOLE, "6 * 6558721 = 39352320", "correct", "", ("your step `6 * 6558721 = 39352320` does not follow: 6 * 6558721 is 39352326",)),
    (WHOLE, "N * x = 6 * 6558720 = 39352321", "wrong", "39352321 is not right", ("your step `6 * 6558720 = 39352321` does not follow: 6 * 6558720 is 39352320",)),
    (WHOLE, "I first thought 39352320, but it is 6558720.", "partly", "exactly the factor N = 6 is missing", ()),
    (WHOLE, "39352320 per model, 6558720 per pair of layers", "unread", BOTH.format("39352320", "6558720"), ()),
    (WHOLE, "Either 39352320 or 44070912", "unread", BOTH.format("39352320", "44070912"), ()),
    (WHOLE, "between 39352320 and 44070912", "unread", BOTH.format("39352320", "44070912"), ()),
    (WHOLE, "6558720 -> 39352320", "unread", BOTH.format("6558720", "39352320"), ()),
    (ROUNDED, "e/(e+4) = 0.4", "unread", BOTH.format("e/(e+4)", "0.4"), ()),
    (WHOLE, "not 39352320", "unread", "the answer says only what it is not: 39352320; write what it is", ()),
    (WHOLE, "39352320 bytes", "unread", "`bytes` stands after the number; write the number alone, or with parameters or params after it", ()),
    (WHOLE, "There are forty million", "unread", "there is no number here; write one, such as 12 345", ()),
    (WHOLE, "39352320 > 6558720", "unread", "`39352320 > 6558720` is no number; write one number", ()),
    (WHOLE, "6 * 6,558,720 = 39,342,3280", "unread", "character 7: write decimals with a point, as in 0.5, and thousands in groups of three\n    39,342,3280\n          ^", ()),
    (WHOLE, "39352320 (2)", "unread", "`(2)` after a number can be a factor or the number of an equation; write * before it or leave it out", ()),
    (ROUNDED, "405", "wrong", "405 is not right", ()),
    (DIGITS, "0.0442 * 0.0158 = 0.000698", "partly", "0.000698 is not right", ()),
    (DIGITS, "0.0442 * 0.0158 ≈ 0.00070", "unread", BOTH.format("0.0442 * 0.0158", "0.00070"), ()),
    (DIGITS, "1/sqrt(2048000) = 0.00069877 ≈ 0.0007", "correct", "", ()),
    (DIGITS, "7e-4", "partly", "7e-4 is rounded; more digits are asked for", ()),
    (DIGITS, "0.00069 (cut off)", "wrong", "0.00069 is not right", ()),
    (DIGITS, "0.0006985", "correct", "", ()),
    (ROUNDED, "0.405 %", "wrong", "0.405 % is not right", ()),
]  # fmt: skip


@pytest.mark.parametrize("row", FAULTY, ids=lambda row: row[1][:40])
def test_faulty(row: tuple, shipped: Course) -> None:  # type: ignore[type-arg]
    part, text, verdict, words, notes = row
    assert judged(shipped, part, text) == (verdict, words, notes)


OPEN = """
id: open/numbers
title: What a comma is
prompt: Some numbers.
parts:
  whole: {asks: number, points: 1, answer: 12288}
  small: {asks: number, points: 1, answer: 968}
  decimal: {asks: number, points: 1, answer: 12.288, decimals: 3}
  near: {asks: number, points: 1, answer: 12288, relative: 0.01}
  digits: {asks: number, points: 1, answer: 12288, digits: 3}
  fraction: {asks: number, points: 1, answer: -1/1024, digits: 2}
"""


@pytest.fixture(scope="module")
def commas(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("commas") / "course"
    return open_course(write_course(root, {"open": OPEN}))


TWO_WAYS = "`{}` can be {} or {}: write one of them"
COMMAS = [
    ("whole", "12,288", "correct", ""),
    ("whole", "12.288", "correct", ""),
    ("whole", "3 * 4,096 = 12.288", "correct", ""),
    ("whole", "12,289", "wrong", "12289 is not right"),
    ("small", "968.000", "unread", TWO_WAYS.format("968.000", "968000", "968.000")),
    ("decimal", "12,288", "correct", ""),
    ("decimal", "12.288", "correct", ""),
    ("decimal", "12,289", "wrong", "12.289 is not right"),
    ("near", "12,288", "unread", TWO_WAYS.format("12,288", "12288", "12.288")),
    ("near", "12 288", "correct", ""),
    ("near", "15,000", "wrong", "15000 is not right"),
    ("digits", "12 300", "correct", ""),
    ("digits", "12 250", "correct", ""),
    ("digits", "12 200", "wrong", "12200 is not right"),
    ("digits", "1.23e4", "correct", ""),
    ("digits", "12,300", "unread", TWO_WAYS.format("12,300", "12300", "12.300")),
    ("fraction", "-0.00098", "correct", ""),
    ("fraction", "-0.001", "wrong", "-0.001 is rounded; more digits are asked for"),
]


@pytest.mark.parametrize(("part", "text", "verdict", "words"), COMMAS)
def test_what_a_comma_is(part: str, text: str, verdict: str, words: str, commas: Course) -> None:
    assert judged(commas, ("open/numbers", part), text) == (verdict, words, ())
