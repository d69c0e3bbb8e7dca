"""What must be proved is proved, in a process that can be killed and that decides nothing else."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace

import formulas_declared as declared
import pytest

from grader.maths import (
    Applied,
    Decided,
    Entry,
    Expr,
    Identity,
    Indexed,
    Matrix,
    Name,
    Prover,
    Shape,
    Symbols,
    Transpose,
    Work,
    add,
    compare,
    derivative,
    explicit,
    gradient,
    holds,
    multiply,
    negate,
    number,
    read,
    substitute,
)
from grader.maths.equality.prover import ATTEMPTS

ROTATION = declared.ROTATION
K, M, N, POS = Name("k"), Name("m"), Name("n"), Name("pos")
R = read(
    r"\begin{bmatrix}\cos\lambda k & \sin\lambda k\\ -\sin\lambda k & \cos\lambda k\end{bmatrix}",
    ROTATION,
)
PE = read(r"[\sin(\lambda pos), \cos(\lambda pos)]", ROTATION)


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as made:
        yield made


def at(expr: Expr, **values: Expr) -> Expr:
    return substitute(expr, values)


def proved(left: Expr, right: Expr, symbols: Symbols, prover: Prover) -> None:
    found = holds(left, right, symbols, prover=prover)
    assert found.verdict is Decided.PROVED, found.reason


# rotations


def test_angle_addition(prover: Prover) -> None:
    whole = read(r"\sin(\theta+\phi)", ROTATION)
    parts = read(r"\sin\theta\cos\phi+\cos\theta\sin\phi", ROTATION)
    proved(whole, parts, ROTATION, prover)


def test_rotation_moves_the_encoding(prover: Prover) -> None:
    proved(multiply(R, PE), at(PE, pos=add(POS, K)), ROTATION, prover)


def test_rotations_add_up(prover: Prover) -> None:
    proved(multiply(R, at(R, k=M)), at(R, k=add(K, M)), ROTATION, prover)


def test_rotation_is_orthogonal(prover: Prover) -> None:
    proved(multiply(Transpose(R), R), Identity(), ROTATION, prover)
    proved(multiply(R, Transpose(R)), Identity(2), ROTATION, prover)


def test_determinant_is_one(prover: Prover) -> None:
    proved(Applied("det", (R,)), number(1), ROTATION, prover)


def test_rotary_scores_depend_on_the_distance_only(prover: Prover) -> None:
    q, v = Name("q"), Name("v")
    score = Applied("dot", (multiply(at(R, k=M), q), multiply(at(R, k=N), v)))
    apart = Applied("dot", (q, multiply(at(R, k=add(N, negate(M))), v)))
    proved(score, apart, ROTATION, prover)
    shifted = at(score, m=add(M, K), n=add(N, K))
    proved(shifted, score, ROTATION, prover)


def test_block_diagonal_rotations_add_up(prover: Prover) -> None:
    blocks = Applied("diag", (R, at(R, **{"lambda": Name("theta")})))
    moved = at(blocks, k=add(K, M))
    proved(multiply(blocks, at(blocks, k=M)), moved, ROTATION, prover)


# gradients

GATES = declared.ACTIVATIONS


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (r"\tanh x", r"\frac{1}{\cosh^2 x}"),
        (r"\tanh x", r"(1-\tanh x)(1+\tanh x)"),
        (r"\sigma(x)", r"\sigma(x)-\sigma(x)^2"),
        (r"\sigma(x)", r"\frac{e^{-x}}{(1+e^{-x})^2}"),
        (r"\sigma(x)\tanh(y)", r"\tanh(y)\sigma(x)\sigma(-x)"),
        (r"\log(1+e^x)", r"\sigma(x)"),
        (r"-\log\sigma(x)", r"\sigma(x)-1"),
        (r"f(x)g(x)", r"f'(x)g(x)+g'(x)f(x)"),
        (r"f(g(x))", r"g'(x)f'(g(x))"),
        (r"x^a", r"a x^{a-1}"),
        (r"e^{-x^2/2}", r"-x e^{-x^2/2}"),
        (r"\sqrt{1+x^2}", r"\frac{x}{\sqrt{1+x^2}}"),
    ],
)
def test_derivatives(function: str, slope: str, prover: Prover) -> None:
    symbols = replace(GATES, scalars={**GATES.scalars, "x": declared.POSITIVE})
    proved(derivative(read(function, symbols), "x"), read(slope, symbols), symbols, prover)


def test_softmax_jacobian(prover: Prover) -> None:
    symbols = Symbols.of(z=Shape(3))
    softmax = read("softmax(z)", symbols)
    entries = [explicit(Entry(softmax, (number(i),)), symbols) for i in (1, 2, 3)]
    places = [Entry(Name("z"), (number(j), number(1))) for j in (1, 2, 3)]
    jacobian = Matrix(tuple(tuple(derivative(p, z) for z in places) for p in entries))
    answer = read("diag(softmax(z)) - softmax(z) @ softmax(z).T", symbols)
    proved(answer, jacobian, symbols, prover)
    rows = multiply(jacobian, Matrix(((number(1),), (number(1),), (number(1),))))
    proved(rows, Matrix(((number(0),),) * 3), symbols, prover)
    diagonal = read("diag(softmax(z))", symbols)
    assert compare(diagonal, jacobian, symbols, proof=False).verdict is Decided.REFUTED


def test_softmax_jacobian_by_index() -> None:
    symbols = declared.SOFTMAX_ENTRIES
    p = read(r"\frac{e^{x_i}}{\sum_{k} e^{x_k}}", symbols)
    slope = derivative(p, Entry(Name("x"), (Name("j"),)))
    q = substitute(p, {"i": Name("j")})
    delta = Applied("delta", (Name("i"), Name("j")))
    right = multiply(p, add(delta, negate(q)))
    wrong = multiply(p, add(delta, negate(p)))
    assert holds(right, slope, symbols, proof=False).equal
    assert holds(wrong, slope, symbols, proof=False).verdict is Decided.REFUTED


@pytest.mark.parametrize("shape", [(2, 2), (2, 3)])
def test_gradient_of_the_penalty(shape: tuple[int, int], prover: Prover) -> None:
    symbols = Symbols(matrices={"A": Shape(*shape)}, identity={"I": None})
    slope = gradient(read(r"\|AA^\top-I\|_F^2", symbols), "A", symbols)
    proved(read(r"4(AA^\top-I)A", symbols), slope, symbols, prover)
    half = compare(read(r"2(AA^\top-I)A", symbols), slope, symbols, proof=False)
    assert half.verdict is Decided.REFUTED


def test_matrices_of_any_size(prover: Prover) -> None:
    symbols = declared.MATRICES
    proved(read(r"4(AA^\top-I)A", symbols), read(r"4A(A^\top A-I)", symbols), symbols, prover)
    proved(read(r"(ST)^\top", symbols), read(r"T^\top S^\top", symbols), symbols, prover)


def test_sums(prover: Prover) -> None:
    symbols = declared.SUMS
    proved(read(r"\sum_{i=1}^{n} i^2", symbols), read("n(n+1)(2n+1)/6", symbols), symbols, prover)


# what a proof is not


def test_no_proof_decides_nothing(prover: Prover) -> None:
    symbols = Symbols.of(x="real", y="real")
    left, right = read("x + 1", symbols), read("x + 2", symbols)
    assert prover.prove(left, right, symbols, Work()) is None


def test_out_of_work_is_no_proof_and_the_next_question_works() -> None:
    symbols = Symbols.of(**dict.fromkeys("abcdef", "real"))
    left = read("(a+b+c+d+e+f)^40", symbols)
    right = read("(a+b+c+d+e+f)^39 * (a+b+c+d+e+f+1)", symbols)
    work = Work()
    with Prover() as own:
        assert own.prove(left, right, symbols, work) is None
        assert work.proof == 0
        assert own.prove(read("(a+b)^2", symbols), read("a^2+2a b+b^2", symbols), symbols, Work())


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_prover_killed_from_outside_is_asked_again(by: signal.Signals) -> None:
    symbols = Symbols.of(a="real", b="real")
    left, right = read("(a+b)^2", symbols), read("a^2+2a b+b^2", symbols)
    with Prover() as own:
        how = own.prove(left, right, symbols, Work())
        first = own._child
        assert first is not None
        first.send_signal(by)
        first.wait()
        assert own.prove(left, right, symbols, Work()) == how == "sympy: expand"
        assert own._child is not first


def test_a_prover_killed_at_every_start_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    symbols = Symbols.of(x="real")
    starts: list[int] = []
    start = Prover._start

    def killed(self: Prover) -> subprocess.Popen[bytes]:
        child = start(self)
        starts.append(child.pid)
        child.kill()
        child.wait()
        return child

    monkeypatch.setattr(Prover, "_start", killed)
    with Prover() as own:
        assert own.prove(read("x+x", symbols), read("2x+0x", symbols), symbols, Work()) is None
    assert len(starts) == ATTEMPTS


def test_out_of_memory_is_no_proof() -> None:
    symbols = Symbols.of(x="real")
    with Prover(memory=64 << 20) as own:  # too little even to start
        assert own.prove(read("x+x", symbols), read("2x+0x", symbols), symbols, Work()) is None


def test_a_single_comparison_starts_its_own_prover() -> None:
    symbols = Symbols.of(x="real")
    found = compare(read(r"\sin^2 x+\cos^2 x", symbols), read("1", symbols), symbols)
    assert found.verdict is Decided.PROVED
    assert found.reason == "sympy: trigonometric identities"


def test_indexed_names_are_proved_at_given_sizes(prover: Prover) -> None:
    symbols = Symbols(indexed={"w": Indexed((3,))})
    left = read(r"\left(\sum_i w_i\right)^2", symbols)
    right = read(r"\sum_{i}\sum_{j} w_i w_j", symbols)
    proved(left, right, symbols, prover)
