"""The input language: what each declaration draws, and what cannot be drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from grader.cases import draw_inputs
from grader.cases.drawing import Undrawable
from grader.cases.varying import draw_varying, varying_in
from grader.course.inputs import (
    DRAWS,
    BadInput,
    SizeChoice,
    SizeRange,
    did_you_mean,
    read_input,
)


def draw(declared: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    inputs = {name: read_input(value) for name, value in declared.items()}
    rng = np.random.default_rng(seed)
    return draw_inputs(inputs, draw_varying(varying_in(inputs, generated=False), {}, rng), rng)


def one(text: Any, **beside: Any) -> Any:
    return draw({**beside, "x": text})["x"]


# declaration -> shape, dtype, and what is true of every value drawn
ARRAYS: dict[str, tuple[tuple[int, ...], str, Any]] = {
    "normal[3, 400]": ((3, 400), "float64", lambda x: abs(x.mean()) < 0.2 < x.std()),
    "normal[2000](5, 0.1)": ((2000,), "float64", lambda x: abs(x.mean() - 5) < 0.05),
    "uniform[500]": ((500,), "float64", lambda x: x.min() >= 0 and x.max() < 1),
    "uniform[500](-3, -2)": ((500,), "float64", lambda x: x.min() >= -3 and x.max() < -2),
    "integers[500](2, 5)": ((500,), "int64", lambda x: set(x) == {2, 3, 4}),
    "integers[500](3)": ((500,), "int64", lambda x: set(x) == {0, 1, 2}),
    "bernoulli[400](0.25)": ((400,), "bool", lambda x: 60 < x.sum() < 140),
    "bernoulli[20](0)": ((20,), "bool", lambda x: not x.any()),
    "bernoulli[20](1)": ((20,), "bool", lambda x: x.all()),
    "choice[300](1, 5, 7)": ((300,), "int64", lambda x: set(x) == {1, 5, 7}),
    "choice[9](0.5, 2)": ((9,), "float64", lambda x: set(x) <= {0.5, 2.0}),
    "zeros[2, 3]": ((2, 3), "float64", lambda x: (x == 0).all()),
    "ones[2, 3]": ((2, 3), "float64", lambda x: (x == 1).all()),
    "arange[4]": ((4,), "int64", lambda x: list(x) == [0, 1, 2, 3]),
    "arange[3](5)": ((3,), "int64", lambda x: list(x) == [5, 6, 7]),
    "eye[3]": ((3, 3), "float64", lambda x: (x == np.eye(3)).all()),
    "lower[3]": ((3, 3), "bool", lambda x: (x == np.tril(np.ones((3, 3)))).all()),
    "lower[2](0, -inf)": (
        (2, 2),
        "float64",
        lambda x: x[0, 1] == -math.inf and (x[[0, 1, 1], [0, 0, 1]] == 0).all(),
    ),
    "lower[2](7)": ((2, 2), "int64", lambda x: x.tolist() == [[7, 0], [7, 7]]),
    "inf * ones[2]": ((2,), "float64", lambda x: (x == math.inf).all()),
    "permutation[6]": ((6,), "int64", lambda x: sorted(x) == list(range(6))),
    "orthogonal[4]": ((4, 4), "float64", lambda x: np.allclose(x @ x.T, np.eye(4))),
    "symmetric[4]": ((4, 4), "float64", lambda x: (x == x.T).all() and x.std() > 0),
    "onehot[5, 3]": (
        (5, 3),
        "float64",
        lambda x: (x.sum(axis=1) == 1).all() and set(x.flat) == {0.0, 1.0},
    ),
    "simplex[5, 3]": (
        (5, 3),
        "float64",
        lambda x: (x > 0).all() and np.allclose(x.sum(axis=-1), 1),
    ),
    "1000 * ones[2] - 5": ((2,), "float64", lambda x: (x == 995).all()),
    "ones[2] / 4 + 2 ** 3": ((2,), "float64", lambda x: (x == 8.25).all()),
    "-ones[2]": ((2,), "float64", lambda x: (x == -1).all()),
    "ones[7 // 2]": ((3,), "float64", lambda x: True),
    "normal[4] as float32": ((4,), "float32", lambda x: True),
    "normal[4] as float16": ((4,), "float16", lambda x: True),
    "3 * ones[4] as int32": ((4,), "int32", lambda x: (x == 3).all()),
    "normal[4] as complex128": ((4,), "complex128", lambda x: (x.imag == 0).all()),
    "integers[50](0, 2) as bool": ((50,), "bool", lambda x: x.any() and not x.all()),
    "zeros[0, 3]": ((0, 3), "float64", lambda x: True),
}


@pytest.mark.parametrize(("text", "wanted"), ARRAYS.items(), ids=ARRAYS)
def test_a_draw_has_its_shape_dtype_and_range(text: str, wanted: Any) -> None:
    shape, dtype, holds = wanted
    value = one(text)
    assert (value.shape, value.dtype.name) == (shape, dtype)
    assert holds(value)


def test_every_kind_of_draw_is_tested() -> None:
    assert {text.lstrip("-").split("[")[0] for text in ARRAYS} >= set(DRAWS)


SCALARS: dict[Any, tuple[type, Any]] = {
    "normal": (float, lambda x: True),
    "uniform(2, 3)": (float, lambda x: 2 <= x < 3),
    "integers(4, 6)": (int, lambda x: x in (4, 5)),
    "choice(100.0, 1000.0)": (float, lambda x: x in (100.0, 1000.0)),
    "bernoulli(1)": (bool, lambda x: x is True),
    "integers(4, 6) as float64": (float, lambda x: x in (4.0, 5.0)),
    7: (int, lambda x: x == 7),
    0.5: (float, lambda x: x == 0.5),
    True: (bool, lambda x: x is True),
    None: (type(None), lambda x: x is None),
    "2 * 3 + 1": (int, lambda x: x == 7),
}


@pytest.mark.parametrize(("declared", "wanted"), SCALARS.items(), ids=map(str, SCALARS))
def test_a_draw_without_sizes_is_a_plain_number(declared: Any, wanted: Any) -> None:
    kind, holds = wanted
    value = one(declared)
    assert type(value) is kind
    assert holds(value)


def test_sizes_are_drawn_from_all_their_values_and_no_others() -> None:
    drawn = [draw({"n": "2..8 step 3", "h": [1, 4], "k": "-1..1"}, seed) for seed in range(60)]
    assert {values["n"] for values in drawn} == {2, 5, 8}
    assert {values["h"] for values in drawn} == {1, 4}
    assert {values["k"] for values in drawn} == {-1, 0, 1}


def test_sizes_differ_where_their_ranges_allow() -> None:
    for seed in range(40):
        values = draw({"n": "1..3", "m": "1..3", "k": "1..3", "x": "ones[n, m, k]"}, seed)
        assert sorted(values["x"].shape) == [1, 2, 3]
    assert draw({"n": [2], "m": [2]}) == {"n": 2, "m": 2}


def test_sizes_and_numbers_can_be_used_in_other_inputs() -> None:
    values = draw(
        {
            "n": "3..3",
            "width": "2 * n",
            "half": "width // 2",
            "top": 5,
            "x": "normal[n + 1, width]",
            "y": "integers[half](top, top + 1)",
        }
    )
    assert values["width"] == 6
    assert values["x"].shape == (4, 6)
    assert list(values["y"]) == [5, 5, 5]


def test_dictionaries_and_lists_are_passed_as_one_input() -> None:
    values = draw(
        {
            "n": "2..2",
            "parameters": {"W": "normal[n, n]", "b": "zeros[n, 1]", "rate": 0.1, "k": "4..4"},
            "layers": ["normal[n]", "ones[3]", [7, 7]],
            "mode": {"value": "interleaved"},
            "order": {"value": [2, 1]},
        }
    )
    parameters = values["parameters"]
    assert list(parameters) == ["W", "b", "rate", "k"]
    assert (parameters["W"].shape, parameters["b"].shape) == ((2, 2), (2, 1))
    assert (parameters["rate"], parameters["k"]) == (0.1, 4)
    assert [getattr(layer, "shape", layer) for layer in values["layers"]] == [(2,), (3,), 7]
    assert (values["mode"], values["order"]) == ("interleaved", [2, 1])


def test_what_is_read_is_data() -> None:
    assert read_input("1..6") == SizeRange(1, 6)
    assert read_input(" 2 .. 8 step 2 ") == SizeRange(2, 8, 2)
    assert read_input([1, 2, 4]) == SizeChoice((1, 2, 4))


UNDRAWABLE = {
    "normal[2 - 5]": "-3 is not a size; sizes are whole numbers from 0 up",
    "normal[3 / 2]": "1.5 is not a size; sizes are whole numbers from 0 up",
    "normal[10 ** 9]": "an input of shape (1000000000,) is larger than 20,000,000 entries",
    "normal[3](0, -1)": "normal cannot be drawn: scale < 0",
    "lower[inf]": "inf is not a size; sizes are whole numbers from 0 up",
    "integers[3](0, inf)": "integers cannot be drawn: cannot convert float infinity to integer",
    "lower[3](0, -inf) as int64": "what is not finite cannot be int64",
    "uniform[3](2, 1)": "uniform(2, 1) is empty; write the smaller end first",
    "integers[3](5, 5)": "integers(5, 5) is empty; the upper end is left out",
    "bernoulli[3](2)": "bernoulli(2): a probability lies between 0 and 1",
    "10 ** 10 ** 10": "10 ** 10000000000 cannot be worked out: the result is too large",
    "1 / 0": "1 / 0 cannot be worked out: division by zero",
    "(0 - 8) ** 0.5": "-8 ** 0.5 is not a real number",
    "1e200 ** 2": "1e+200 ** 2 cannot be worked out: (34, 'Numerical result out of range')",
}


@pytest.mark.parametrize(("text", "message"), UNDRAWABLE.items(), ids=UNDRAWABLE)
def test_what_cannot_be_drawn_says_why_and_which(text: str, message: str) -> None:
    with pytest.raises(Undrawable) as raised:
        one(text)
    assert str(raised.value) == message
    assert raised.value.input == "x"


UNREADABLE = {
    "simplex": "`simplex` takes at least one size; write `simplex[n]`",
    "zeros[n](3)": "`zeros` takes nothing in parentheses, not a value",
    "choice[n]": "`choice` needs values to choose from; write `choice[n](0, 1)`",
    "normal[n](normal)": (
        "`normal` is drawn, and what stands in parentheses cannot be; write a number or a size"
    ),
    "normal[n][n]": "`normal[n][n]` is not a draw; write `normal[n, d]`",
    "": "is empty; write a range such as `1..6` or a draw such as `normal[n, d]`",
    "two words": (
        "`two words` cannot be read; write a range such as `1..6`, a draw such as `normal[n, d]`, "
        "or {value: …} for plain text"
    ),
    "open('x').read()": "`open('x').read` is not a draw; write `normal[n, d]`",
    "(lambda: 1)()": "`lambda: 1` is not a draw; write `normal[n, d]`",
    "normal[n].__class__": (
        "`normal[n].__class__` is not part of the input language; use a generator function in "
        "reference/ (`from: module.function`) for what it cannot say"
    ),
}


@pytest.mark.parametrize(("text", "message"), UNREADABLE.items(), ids=UNREADABLE)
def test_what_the_language_cannot_say(text: str, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_input(text)
    assert str(raised.value) == message


@pytest.mark.parametrize("text", ["(" * 5000, "1" + "+1" * 2000, "1" + "+1" * 50_000])
def test_text_that_would_exhaust_the_reader(text: str) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_input(text)


DID_YOU_MEAN = [
    ("titel", ["title", "points"], "; did you mean `title`?"),
    ("xs", ["n", "x"], "; did you mean `x`?"),
    ("sq", ["cube", "square"], "; did you mean `square`?"),
    ("inputs", ["points"], "; known are `points`"),
    ("zebra", ["b", "a"], "; known are `a`, `b`"),
    ("zebra", [], ""),
    ("", ["a"], "; known are `a`"),
    (
        "zebra",
        [f"n{i:02}" for i in range(25)],
        "; known are " + ", ".join(f"`n{i:02}`" for i in range(20)) + ", …",
    ),
]


@pytest.mark.parametrize(("word", "known", "hint"), DID_YOU_MEAN)
def test_did_you_mean(word: str, known: list[str], hint: str) -> None:
    assert did_you_mean(word, known) == hint


def test_a_source_of_chance_is_another_in_every_case() -> None:
    found = [draw({"rng": "rng", "all": {"rng": " rng "}}, seed) for seed in range(5)]
    assert len({one for values in found for one in (values["rng"], values["all"]["rng"])}) == 10
    assert draw({"rng": "rng"}) == draw({"rng": "rng"})
