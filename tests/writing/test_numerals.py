"""Numbers as people write them: which marks part thousands, and which decimals."""

from __future__ import annotations

import pytest

from grader.writing.numerals import open_numeral, places_of, plain_numerals, worked_out

# as written, as a whole number where that is open, with decimals where that is open
NUMERALS = [
    ("50, 439, 168", "50439168", "50439168"),
    ("39.352.320", "39352320", "39352320"),
    ("39{,}352{,}320", "39352320", "39352320"),
    (r"39\,352\,320", "39352320", "39352320"),
    ("12'288", "12288", "12288"),
    ("12_288", "12288", "12288"),
    ("1,23,456", "123456", "123456"),
    ("0,84", "0.84", "0.84"),
    ("0,405", "0.405", "0.405"),
    ("0{,}405", "0.405", "0.405"),
    ("1.234,56", "1234.56", "1234.56"),
    ("1,234.56", "1234.56", "1234.56"),
    ("12 288,5", "12288.5", "12288.5"),
    ("12,288", "12288", "12.288"),
    ("12.288", "12288", "12.288"),
    ("12{,}288", "12288", "12.288"),
    ("4.096e7", "4.096e7", "4.096e7"),
    (r"4,096 \cdot 10^7", r"4.096 \cdot 10^7", r"4.096 \cdot 10^7"),
    ("39 352 32", "39 352 32", "39 352 32"),
    ("max(1,2)", "max(1,2)", "max(1,2)"),
    ("[3,456]", "[3,456]", "[3,456]"),
    ("4 * 262.144 = 1.048.576", "4 * 262144 = 1048576", "4 * 262144 = 1048576"),
    ("0.5 * 12,288", "0.5 * 12288", "0.5 * 12288"),
    ("0,5 * 12,288", "0,5 * 12,288".replace(",", "."), "0.5 * 12.288"),
]


@pytest.mark.parametrize(("text", "whole", "decimal"), NUMERALS, ids=lambda text: text)
def test_numerals(text: str, whole: str, decimal: str) -> None:
    assert plain_numerals(text, thousands=True) == whole
    assert plain_numerals(text, thousands=False) == decimal


def test_what_is_open_is_named() -> None:
    assert open_numeral("4 * 3,072 = 12 288") == "3,072"
    assert open_numeral("0,405 or 39.352.320 or 4.096e7 or (a,123)") == ""


@pytest.mark.parametrize(
    ("text", "arithmetic"),
    [
        ("6.5M", "(6.5*10^{6})"),
        ("39.35 million", "(39.35*10^{6})"),
        (r"40.5\%", "(40.5/100)"),
        ("40.5 percent", "(40.5/100)"),
        ("√64", r"\sqrt{64}"),
        ("3½", "3+(1/2)"),
        ("8 x 64", "8 * 64"),
        (r"\num{1.2e9}", "1.2e9"),
        (r"0.4046\ldots", "0.4046"),
    ],
)
def test_magnitudes_are_arithmetic(text: str, arithmetic: str) -> None:
    assert worked_out(text) == arithmetic


def test_a_name_is_no_magnitude() -> None:
    assert worked_out("4 k + 2 M", {"k"}) == "4 k + (2*10^{6})"


@pytest.mark.parametrize(
    ("text", "places"),
    [("0.84", -2), ("39.35M", 4), ("3.9e7", 6), (r"6.99 \cdot 10^{-4}", -6), ("40.5 %", -3),
     ("12", 0), ("2^20", None), ("6 * 7", None), ("12 GB", None)],
)  # fmt: skip
def test_the_last_digit_that_was_written(text: str, places: int | None) -> None:
    assert places_of(text) == places
