"""What is found is a function of counted work: no clock, no history and no other process has a say.

Where the work ends, a student reads why.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from grader.maths import Decided, Expr, Prover, Shape, Symbols, Unreadable, Work, compare, read
from grader.maths.equality.length import MAX_LENGTH, length
from grader.maths.growth import compare_growth, explain, read_growth

SYMBOLS = Symbols.of(**dict.fromkeys("abkmnxy", "real"), A=Shape(2, 2))
SINES = (r"\sin^2 x+\cos^2 x", "1")
SQUARES = ("(a+b)^2", "a^2+2a b+b^2")
HALVES = (r"\cos x", r"1-2\sin^2(x/2)")


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as made:
        yield made


def both(texts: tuple[str, str]) -> tuple[Expr, Expr]:
    left, right = (read(text, SYMBOLS) for text in texts)
    return left, right


def asked(prover: Prover, texts: tuple[str, str], most: int) -> tuple[str | None, int]:
    """What was found, and the work it took."""
    work = Work(proof=most)
    return prover.prove(*both(texts), SYMBOLS, work), most - work.proof


# proofs


def test_the_same_question_takes_the_same_work_whatever_was_asked_before(prover: Prover) -> None:
    most = Work().proof
    first = asked(prover, HALVES, most)
    assert first[0] == "sympy: trigonometric identities"
    for other in (SINES, SQUARES, ("x", "y"), HALVES):
        asked(prover, other, most)
    assert asked(prover, HALVES, most) == first


def test_a_proof_is_found_exactly_where_its_work_suffices(prover: Prover) -> None:
    found, needed = asked(prover, SINES, Work().proof)
    assert asked(prover, SINES, needed) == (found, needed)
    assert asked(prover, SINES, needed - 1) == (None, needed - 1)


def test_a_clock_that_races_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = compare(*both(HALVES), SYMBOLS)
    hours = count(0, 3600)
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        monkeypatch.setattr(time, name, lambda: float(next(hours)))
    assert compare(*both(HALVES), SYMBOLS) == quiet
    assert quiet.verdict is Decided.PROVED


def test_one_answer_has_one_budget(prover: Prover) -> None:
    _, needed = asked(prover, SINES, Work().proof)
    work = Work(proof=needed)
    first = compare(*both(SINES), SYMBOLS, prover=prover, work=work)
    again = compare(*both(SINES), SYMBOLS, prover=prover, work=work)
    assert (first.verdict, again.verdict) == (Decided.PROVED, Decided.EQUAL_NUMERIC)


@pytest.mark.parametrize(
    "text",
    [
        "9^(9^9)",
        "2**10**10**10",
        "(4*a-x)**6000",
        "factorial(10**9)",
        "binomial(10**9, 10**8)",
        "exp(exp(exp(100)))",
        "floor(exp(exp(10)))",
        "x^(1/100000)",
        "sin(100000*x)",
        "e^(100000*x)",
        "((x^99)^99)^99",
        r"\sum_{i=1}^{n} i^{100000}",
        "trace(((A^8)^8)^8)",
        "1" * 300,
    ],
)
def test_what_hides_work_in_one_call_is_never_asked(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(self: Prover) -> None:
        raise AssertionError("a proof was tried")

    monkeypatch.setattr(Prover, "_start", never)
    left, right = both((text, "x"))
    assert Prover().prove(left, right, SYMBOLS, Work()) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x", 1),
        ("x+y+a", 1),
        ("3", 2),
        ("x/3", 4),
        ("(x+y)^7", 7),
        ("x^2*y^3", 5),
        ("1/x+1/y", 3),
        ("sin(x)", 2),
        ("sin(9*x)", 18),
        ("e^(2*x)", 3),
    ],
)
def test_length(text: str, expected: int) -> None:
    assert length(read(text, SYMBOLS)) == expected
    assert expected < MAX_LENGTH


# the fork that counts

SCRIPT = """
import os, signal
from grader.maths.equality.counted import Ran, counted

def ended_by(number):
    os.kill(os.getpid(), number)

def endless():
    while True:
        try:
            len(())
        except BaseException:
            pass

assert counted(lambda: "found", 1000).found == "found"
assert counted(lambda: 1 / 0, 1000).found is None
assert counted(endless, 1000) == Ran(None, 1000)
assert counted(lambda: ended_by(signal.SIGKILL), 1000) == Ran(None, 1000, killed=True)
assert counted(lambda: ended_by(signal.SIGTERM), 1000) == Ran(None, 1000, killed=True)
assert counted(lambda: ended_by(signal.SIGXCPU), 1000) == Ran(None, 1000)
assert len({counted(lambda: str(sorted(range(9))), 1000) for _ in range(9)}) == 1
"""


def test_counting() -> None:
    # Not in this process, which may have threads.
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)


# points

LONG = "+".join([r"\sum_{i=1}^{400} \sin(i x)"] * 8)
TOO_LARGE = "it takes more work to compare the two than a formula deserves"


def test_points_end_with_the_work() -> None:
    work = Work()
    found = compare(*both((LONG, f"{LONG}+x-x")), SYMBOLS, proof=False, work=work)
    assert (found.verdict, found.reason) == (Decided.UNDECIDED, TOO_LARGE)
    assert -20_000 < work.numeric <= 0  # the last evaluation is taken to its end


def test_a_difference_is_found_as_long_as_work_is_left() -> None:
    refuted = compare(*both((LONG, "x")), SYMBOLS, proof=False)
    assert refuted.verdict is Decided.REFUTED
    spent = compare(*both((LONG, "x")), SYMBOLS, proof=False, work=Work(numeric=0))
    assert (spent.verdict, spent.reason) == (Decided.UNDECIDED, TOO_LARGE)


# reading


@pytest.mark.parametrize(
    ("text", "times", "words"),
    [
        (lambda n: "+".join(["x"] * n), 2001, "longer than 4000 characters"),
        (lambda n: "".join(["x!"] * n), 1500, "more than 3000 operations"),
        (lambda n: "-" * n + "x", 50, "too many signs in a row"),
        (lambda n: "(" * n + "x" + ")" * n, 50, "nested more than 50 deep: write it flatter"),
        (lambda n: "√" * n + "x", 51, "nested more than 50 deep: write it flatter"),
        (lambda n: "x" * n, 41, "a word of more than 40 letters"),
        (lambda n: "1" * n, 301, "this number is longer than 300 digits"),
        (lambda n: "x" + "!^2" * n, 50, "operations nested more than 100 deep"),
        (
            lambda n: r"\sin{(" * n + "x" + ")+1}" * n,
            12,
            "brackets within brackets that can be read in two ways: write it flatter",
        ),
    ],
)
def test_a_growing_text_meets_its_limit(text: Callable[[int], str], times: int, words: str) -> None:
    read(text(times - 1), SYMBOLS)
    for longer in (times, times + 1):
        with pytest.raises(Unreadable) as refused:
            read(text(longer), SYMBOLS)
        assert refused.value.message == words


# growth


def test_a_growth_too_large_to_compare_goes_to_a_person() -> None:
    names = ["n", "d", "k", "h", "m", "t"]
    product = "(n+d*sqrt(d)+n*h+m*d+2^t*t)*(n^3+m*h+k+log(t)*m^2)*(log(t)*log(m)+h+k*log(n)+2^k)"
    found = compare_growth(read_growth(product, names), read_growth("n^2 d", names))
    assert explain(found).endswith(
        " could not be compared with the right answer (it is too large a comparison). "
        "A person will look at it."
    )
