"""Right answers in unusual writings, which all get full marks; A4 and A6 with proof."""

from __future__ import annotations

import pytest
from forms_course import mark, same_words

from grader.checks.verdict import Verdict
from grader.course import Course
from grader.maths import Prover

MATRICES = {
    "bmatrix": r"$$\begin{bmatrix}\cos(\lambda k)&\sin(\lambda k)\\-\sin(\lambda k)&\cos(\lambda k)"
    r"\end{bmatrix}$$",
    "pmatrix": r"$\begin{pmatrix}\cos\lambda k&\sin\lambda k\\-\sin\lambda k&\cos\lambda k"
    r"\end{pmatrix}$",
    "array": r"$\left[\begin{array}{cc}\cos k\lambda&\sin k\lambda\\-\sin k\lambda&\cos k\lambda"
    r"\end{array}\right]$",
    "lists": "[[cos(lambda*k), sin(lambda*k)], [-sin(lambda*k), cos(lambda*k)]]",
    "unicode": "`[[cos(λk), sin(λk)], [-sin(λk), cos(λk)]]`",
    "lambda_i and a left side": r"$r = \begin{bmatrix}\cos(\lambda_i k)&\sin(\lambda_i k)\\"
    r"-\sin(\lambda_i k)&\cos(\lambda_i k)\end{bmatrix}$",
    "transpose of the transposed": r"$\begin{bmatrix}\cos\lambda k&-\sin\lambda k\\"
    r"\sin\lambda k&\cos\lambda k\end{bmatrix}^T$",
    "transposed twice": r"$\left(\begin{bmatrix}\cos\lambda k&\sin\lambda k\\"
    r"-\sin\lambda k&\cos\lambda k\end{bmatrix}^T\right)^T$",
    "negative angle": r"$\begin{bmatrix}\cos(-\lambda k)&-\sin(-\lambda k)\\"
    r"\sin(-\lambda k)&\cos(-\lambda k)\end{bmatrix}$",
    "shifted by pi/2": "[[sin(lambda*k+pi/2), cos(lambda*k-pi/2)], [cos(lambda*k+pi/2), "
    "cos(lambda*k)]]",
    "as a sum": r"$r_k=\cos(\lambda k)\begin{bmatrix}1&0\\0&1\end{bmatrix}"
    r"+\sin(\lambda k)\begin{bmatrix}0&1\\-1&0\end{bmatrix}$",
    "half angle": "[[1-2*sin(lambda*k/2)^2, 2*sin(lambda k/2)*cos(lambda k/2)], "
    "[-2*sin(lambda k/2)*cos(lambda k/2), 2*cos(lambda k/2)^2-1]]",
    "square of half the way": r"$\begin{bmatrix}\cos\frac{\lambda k}{2}&\sin\frac{\lambda k}{2}\\"
    r"-\sin\frac{\lambda k}{2}&\cos\frac{\lambda k}{2}\end{bmatrix}^2$",
}


@pytest.mark.parametrize("writing", MATRICES)
def test_a4_accepts_and_proves(writing: str, shipped: Course, prover: Prover) -> None:
    marked = mark(shipped, "attention/rotation", "matrix", MATRICES[writing], prover)
    assert (marked.verdict, marked.share, marked.message) == (Verdict.CORRECT, 1.0, "")
    assert marked.notes == (
        "r PE(pos) = PE(pos + k): proved",
        "moving by k and then by m is moving by k + m: proved",
        "r^T r is the identity: proved",
    )


@pytest.mark.parametrize(
    "text",
    [
        "[[cos(lambda*k), -sin(lambda*k)], [sin(lambda*k), cos(lambda*k)]]",
        r"$\begin{bmatrix}\cos\lambda k&-\sin\lambda k\\\sin\lambda k&\cos\lambda k\end{bmatrix}$",
        MATRICES["bmatrix"].replace(r"\end{bmatrix}", r"\end{bmatrix}^T"),
    ],
)
def test_a4_refutes_the_transposed_one(text: str, shipped: Course, prover: Prover) -> None:
    marked = mark(shipped, "attention/rotation", "matrix", text, prover)
    words = (
        "r PE(pos) = PE(pos + k): it does not hold: … instead of … in row 1, column 1 "
        "at k = …, lambda = …, pos = …"
    )
    assert same_words(words, marked.message), marked.message
    assert (marked.verdict, marked.share) == (Verdict.PARTLY, 0.5)
    assert marked.mistake is not None
    assert marked.mistake.name == "the rotation is transposed, as for the order [cos, sin]"
    assert [line.verdict for line in marked.lines] == [
        Verdict.WRONG,
        Verdict.CORRECT,
        Verdict.CORRECT,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[[cos(k), sin(k)], [-sin(k), cos(k)]]",
        "[[cos(lambda k), sin(lambda k)], [sin(lambda k), cos(lambda k)]]",
        "[[cos(lambda pos), sin(lambda pos)], [-sin(lambda pos), cos(lambda pos)]]",
        "[[1, 0], [0, 1]]",
        "[[sin(lambda (pos+k))/sin(lambda pos), 0], [0, cos(lambda (pos+k))/cos(lambda pos)]]",
        "[[cos(lambda k), sin(lambda k)], [-sin(lambda k), cos(lambda k + 10^-9)]]",
    ],
)
def test_a4_refutes_what_is_nearly_right(text: str, shipped: Course, prover: Prover) -> None:
    assert mark(shipped, "attention/rotation", "matrix", text, prover).verdict is Verdict.WRONG


FORMULAS = [
    "N * (2*(h*(d+1) + d*(h+1)) + 3*H*d*(2*d_k + d_v))",
    "N(2(h(d+1)+d(h+1))+3Hd(2d_k+d_v))",
    r"$N\left(2[h(d+1)+d(h+1)]+3Hd(2d_k+d_v)\right)$",
    "4*N*h*d + 2*N*h + 2*N*d + 6*N*H*d*d_k + 3*N*H*d*d_v",
    r"$$N (4hd + 2h + 2d) + 3 N H d (2 d_k + d_v)$$",
    r"\(2N\left(2hd + h + d\right) + 3N \cdot H \cdot d_{model} (d_k + d_k + d_v)\)",
    r"The count is $\sum_{l=1}^{N} \left(4hd + 2h + 2d + 3Hd(2d_k+d_v)\right)$ in all.",
    "- `N*(2*(h*(d+1) + d*(h+1))) + N*3*H*d*(2*d_k + d_v)`",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a6_formulas(text: str, shipped: Course, prover: Prover) -> None:
    marked = mark(shipped, "counting/base-model", "formula", text, prover)
    assert (marked.verdict, marked.share, marked.message) == (Verdict.CORRECT, 1.0, "")


NUMBERS = [
    "39352320",
    "39 352 320",
    "39,352,320",
    "39.352.320",
    "39'352'320",
    "39_352_320",
    "39{,}352{,}320",
    r"$39\,352\,320$",
    "39\u202f352\u202f320",
    "39\u00a0352\u00a0320 parameters",
    "39352320.0",
    "39 352 320.",
    "≈ 39352320",
    "= 39352320",
    "value = 39352320",
    "**39352320**",
    "`39352320`",
    "- 39352320",
    "The value is $39352320$, as said.",
    r"39352320 \text{ params}",
    "$39352320$ parameters",
    "6*6558720",
    r"$6 \cdot 6558720 = 39352320$",
    "3.935232e7",
]


@pytest.mark.parametrize("text", NUMBERS)
def test_a6_numbers(text: str, shipped: Course) -> None:
    assert mark(shipped, "counting/base-model", "value", text).verdict is Verdict.CORRECT


def test_a6_says_that_exactly_n_is_missing(shipped: Course) -> None:
    marked = mark(shipped, "counting/base-model", "value", "6 558 720")
    assert marked.message == "exactly the factor N = 6 is missing"
    assert (marked.verdict, marked.share) == (Verdict.PARTLY, 0.5)


ROWS = ["0 | 1", "0.84 | 0.54", "0.91 | -0.42", "0.14 | -0.99"]
OTHERS = {
    "attention": [
        "n^2 d", "$O(n^2 d)$", r"$\Theta(n^2\cdot d)$", "O(n²d)", "d*n**2", "`3 n^2 d + n d`",
        r"$\mathcal{O}(d \, n^{2})$", "O(d n n)",
    ],
    "convolution": ["n k d^2", "(n-k+1) k d^2", "O(k·n·d²)"],
    "mask": [
        "a", "A", "(a)", "a)", "**a**", "`a`", "$a$", "a.", "- a", "[a]", "option a",
        "before softmax, -∞ is added", "a: before softmax, -∞ is added",
        "- [x] a\n- [ ] b\n- [ ] c",
    ],
    "equivariant": [
        "p, r", "r and p", "[p, r]", "p\nr", "- p\n- r", "p;r", "p & r",
        "self-attention and layer norm", "- [x] p\n- [ ] q\n- [X] r",
    ],
    "logits": [
        "(B, T, vocab)", "B×T×V", "B x T x V", "BxTxV", r"$B \times T \times V$",
        "torch.Size([B, T, V])", "[batch, time, n_tokens]", r"$(B, T, n_{\text{tokens}})$",
        "(B, T, V,)", "B, T, V", "x.shape = (B, T, V)", "(N, seq_len, V)",
        r"$\left(B, T, V\right)$", r"$\mathbb{R}^{B\times T\times V}$", "`(B,T,n_tokens)`",
    ],
    "flat": ["(B*T, vocab)", "(T·B, V)", r"$(B \cdot T, V)$", "(B × T, V)"],
    "property": [
        "equivariant", "Equivariant.", "*permutation-equivariant*", '"equivariant"',
        "permutation  equivariant", "- `equivariant`",
    ],
    "layer": ["Layer-Norm", "layer norm"],
    "encoding": [
        "|a|b|\n|-|-|\n" + "\n".join(f"|{row}|" for row in ROWS),
        "|a|b|\n|-|-|\n" + "\n".join(f"|{row}|" for row in ROWS) + "\n\nrounded",
        "|pos|sin(pos/1)|cos 0|\n|-|-|-|\n" + "\n".join(f"|{i}|{r}|" for i, r in enumerate(ROWS)),
        "|pos|0|1|\n|-|:-:|-|\n" + "\n".join(f"|{i}|{r}|" for i, r in enumerate(ROWS)),
        "pos | s | c\n--- | --- | ---\n" + "\n".join(f"{i} | {r}" for i, r in enumerate(ROWS)),
        "[[0, 1], [0.84, 0.54], [0.91, -0.42], [0.14, -0.99]]",
        "[[ 0.    1.  ]\n [ 0.84  0.54]\n [ 0.91 -0.42]\n [ 0.14 -0.99]]",
        r"$\begin{bmatrix}0&1\\0.84&0.54\\0.91&-0.42\\0.14&-0.99\end{bmatrix}$",
        "```\n0, 1\n0.84, 0.54\n0.91, -0.42\n0.14, -0.99\n```",
        "|a|b|\n|-|-|\n|$0$|`1`|\n|**0.84**|0.5403|\n|sin(2)|cos(2)|\n|sin(3)|cos(3)|",
    ],
    "accuracy": ["86.7", "86.67 %", "$86.7$ %", "$86.7$ percent", "260/3 = 86.7"],
}  # fmt: skip


@pytest.mark.parametrize(("part", "text"), [(part, t) for part in OTHERS for t in OTHERS[part]])
def test_other_forms(part: str, text: str, costs: Course) -> None:
    marked = mark(costs, "costs/attention", part, text)
    assert (marked.verdict, marked.share, marked.message) == (Verdict.CORRECT, 1.0, "")
