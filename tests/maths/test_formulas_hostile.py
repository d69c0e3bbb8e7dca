"""Bombs and injections: each is refused or left undecided, for little work, and runs nothing."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from counted_calls import at_most

from grader.maths import Decided, Indexed, Shape, Symbols, Unreadable, Work, compare, read

SYMBOLS = Symbols(indexed={"w": Indexed((3,))}, identity={"I": None}).declare(
    {**dict.fromkeys("abcdefnxy", "real"), "A": Shape(2, 2)}
)
# About half a second of processor time, and three times what the dearest of all these takes.
CALLS = 10_000_000
# All the work that is given to points: less than a second of processor time.
MORE_CALLS = 30_000_000

REFUSED = {
    "import": "__import__('os').system('touch {marker}')",
    "import as a symbol": "Symbol(\"__import__('os').system('touch {marker}')\")",
    "lambdify": "lambdify([x],Symbol(\"__import__('os').system('touch {marker}')\"))()",
    "classes": "().__class__.__bases__[0].__subclasses__()",
    "attribute": "x.__class__",
    "exec": "exec(\"open('{marker}','w')\")",
    "eval": "eval(x)",
    "open": "open('{marker}', 'w')",
    "backticks": "`touch {marker}`",
    "shell": "$(touch {marker})",
    "write18": r"\write18{touch {marker}}",
    "input": r"\input{/etc/passwd}",
    "300 brackets": "(" * 300 + "x" + ")" * 300,
    "brackets left open": "(" * 3000,
    "braces": "{" * 3000,
    "lists": "[" * 3000,
    "bars": "|" * 3000 + "x",
    "signs": "-" * 3000 + "x",
    "carets": "x" + "^x" * 1000,
    "factorials": "x" + "!" * 3000,
    "fractions": r"\frac{" * 500 + "x",
    "roots": "sqrt(" * 200 + "x" + ")" * 200,
    "a long text": "x" * 100_000,
    "a long word": "x" * 3000,
    "a long number": "1" * 3000,
    "a huge decimal": "1e999999999",
    "expand": "expand((a+b+c+d+e+f)**40)",
    "a null character": "x\x00y",
    "quotients": "a/" * 1900 + "b",
    "pluses": "+" * 3000 + "x",
    "sums without brackets": r"\sum_{i=1}^{2}" * 200 + "x",
    "roots without brackets": "√" * 400 + "x",
    "bases of logarithms": r"\log_" * 200 + "x",
    "binomials": r"\binom" * 400 + "x",
    "accents": r"\hat" * 900 + "x",
    "subscripts": "x_" * 1900 + "x",
    "subscripts with figures": "x_1" * 1300,
    "read in two ways": r"\sin{(" * 45 + "x" + ")+1}" * 45,
    "derivatives": r"\sigma" + "'" * 60 + "(x)",
    "derivatives of derivatives": r"\sigma'(" * 45 + "x" + ")" * 45,
    "softmax of softmax": r"\operatorname{softmax}_i " * 40 + "w_i",
}

# Read, but never worked out: a value this large, or this much work, decides nothing.
UNDECIDED = {
    "tower": "2**10**10**10",
    "factorial": "factorial(10**9)",
    "nested factorials": "(((((9!)!)!)!)!)!",
    "triple sum": r"\sum_{i=1}^{1000}\sum_{j=1}^{1000}\sum_{k=1}^{1000} i j k",
    "long sum": r"\sum_{i=1}^{10^9} i",
    "long product": r"\prod_{i=1}^{100000} i",
    "many sums": r"\sum_{i=1}^{n}" * 30 + "x",
    "binomial": "binomial(10**9, 10**8)",
    "exponentials": "exp(exp(exp(exp(100))))",
    "a matrix power": "[[1,x],[2,3]]**100000",
    "a large identity": "trace(I_{99999})",
    "many matrices": r"\sum_{i=1}^{5000} A^{30}",
    "a bound of a trillion bits": r"\sum_{i=1}^{2^{2^{40}}} x",
    "both bounds": r"\sum_{i=2^{2^{40}}}^{2^{2^{40}}} x",
    "a bound below nothing": r"\sum_{i=-2^{2^{40}}}^{1} x",
    "a power of a trillion bits": "[[1,x],[2,3]]**(2**2**40)",
    "an index of a trillion bits": "w_{2^{2^{40}}}",
    "a binomial of a trillion bits": "binomial(2**2**40, 3)",
}
MATRICES = {"a matrix power", "many matrices", "a power of a trillion bits"}

# Large, and yet soon decided by balls: no digit of these is ever written out.
DECIDED = {
    "nines": "9^{9^9}",
    "eights": "8^10**9",
    "power of a sum": "(x+y)**100000",
    "wide power": "(a+b+c+d+e+f)**40",
    "big exponent": "10**10**10",
    "sine of a big number": "sin(10**10**9)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    with at_most(CALLS), pytest.raises(Unreadable):
        read(REFUSED[name].replace("{marker}", str(marker)), SYMBOLS)
    assert not marker.exists()


@pytest.mark.parametrize("name", UNDECIDED)
def test_undecided(name: str) -> None:
    expr = read(UNDECIDED[name], SYMBOLS)
    truth = read("[[x,x],[x,x]]" if name in MATRICES else "x", SYMBOLS)
    with at_most(CALLS):
        found = compare(expr, truth, SYMBOLS, proof=False)
    assert found.verdict is Decided.UNDECIDED
    assert found.reason


@pytest.mark.parametrize("name", DECIDED)
def test_decided_without_being_worked_out(name: str) -> None:
    with at_most(CALLS):
        found = compare(read(DECIDED[name], SYMBOLS), read("x", SYMBOLS), SYMBOLS, proof=False)
    assert found.verdict is Decided.REFUTED


def joined(term: str, count: int) -> str:
    """Terms of all numbers up to the count, the greatest first and then the others."""
    return "+".join(term.replace("#", str(number)) for number in range(count, 0, -1))


# Each against itself with `x - x` added: equal, and not by form.
BENT = {
    "many relus": joined("relu(x-#)", 119),
    "many relus of products": joined("relu(x*y-#)", 119),
    "many absolute values": joined("|a-#*b|", 119),
    "nested absolute values": "abs(" * 45 + "x" + "-1)" * 45,
    "nested maxima": "max(y+1," * 45 + "x*y" + ")" * 45,
    "many floors": joined("floor(x/#)", 119),
    "floors of floors": "floor(x+" * 40 + "1/3" + ")" * 40,
    "a maximum of many": "max(" + ",".join(f"{n}*x+y^{n}" for n in range(16)) + ")",
    "polynomials in the way": joined("|(x-#)^20-3|", 60),
    "steep functions": joined("tanh(10^#*x)", 60),
    "far borders": joined("relu(x-10^#)", 60),
    "roots of sums": joined("sqrt((x-#)^2)", 90),
    "logarithms of waves": joined("log(sin(#x))", 60),
    "bends of matrices": "norm_1(relu(" + "+".join(["A@A@A@A"] * 40) + "))",
    "eight variables": "|a|+|b|+|c|+|d|+|e|+|f|+|x|+|y|",
    "a sum of maxima": r"\sum_{i=1}^{n}\sum_{j=1}^{n} max(i, j-150)",
}


# Counting calls takes three times as long as making them. An odd number, so that of the rows that
# are tried some are counted and some are not.
@pytest.mark.one_in(3)
@pytest.mark.in_turn("counted")
@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("name", BENT)
def test_bends_take_no_more_work_than_others(name: str, counted: bool) -> None:
    truth = read(BENT[name], SYMBOLS)
    answer = read(f"{BENT[name]}+x-x", SYMBOLS)
    work = Work()
    with at_most(MORE_CALLS) if counted else nullcontext():
        found = compare(answer, truth, SYMBOLS, proof=False, work=work)
    assert found.verdict is not Decided.REFUTED
    assert work.numeric > -20_000  # the last evaluation is taken to its end


def test_a_spelling_of_many_signs_is_read_at_once() -> None:
    spelling = r"\frac{\partial L}{\partial \gamma_u}"
    symbols = Symbols(scalars=SYMBOLS.scalars, aliases={spelling: "x", f"{spelling}^{{<t>}}": "y"})
    with at_most(CALLS):
        read("+".join([spelling] * 100), symbols)
        read("+".join(["x"] * 1990), symbols)


def test_reading_imports_neither_sympy_nor_numpy() -> None:
    script = (
        "import sys\n"
        "from grader.maths import Symbols, compare, read\n"
        "symbols = Symbols.of(x='real')\n"
        "compare(read('x+x', symbols), read('2x', symbols), symbols, proof=False)\n"
        "assert not {'sympy', 'numpy', 'torch', 'pydantic'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
