# ruff: noqa: E501
"""Growth classes of several quantities in one sentence, and what stands beside a class: the formula
of the layer, and what its letters are."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

STEPS = "structured/cost", "attention_steps"
SERIAL = "structured/cost", "recurrent_steps"
WORK = "structured/cost", "recurrent_work"
NEAR = "structured/cost", "restricted_path"
COST = "attention/cost", "attention"
CELL = "attention/cost", "recurrence"
DEPTH = "translation/self-attention", "layer"
CONSTANT = "translation/self-attention", "softmax"
TIME = "lstm/parallel", "recurrent"
LAYERS = "translation/language-cnn", "convolution"

RIGHT = [
    (WORK, "RNN layer: $O(n d^2)$ operations, $O(n)$ of sequential depth, paths of $O(n)$"),
    (SERIAL, "RNN layer: $O(n d^2)$ operations and $O(n)$ sequential steps"),
    (WORK, "Рекуррентному слою нужно $O(n d^2)$ операций и $O(n)$ последовательных шагов."),
    (WORK, "Die rekurrente Schicht: $O(nd^2)$ Rechenoperationen, $O(n)$ sequentielle Schritte"),
    (WORK, "순환 신경망의 계산량은 $O(nd^2)$이고 순차 연산은 $O(n)$이다."),
    (WORK, "Recurrent: work $O(n d^2)$, depth $O(n)$"),
    (NEAR, "Restricted self-attention: $O(r n d)$ operations, paths of length $O(n/r)$"),
    (COST, "Calcular la atención cuesta $O(n^2 d)$ en cómputo y $O(n^2)$ para la matriz."),
    (COST, "$O(n^2 d)$ по вычислениям, $O(n^2)$ на матрицу внимания"),
    (COST, "Attention takes $O(n^2 d)$ in compute and $O(n^2)$ for the matrix of scores."),
    (STEPS, "Self-attention is $\\mathrm{softmax}(QK^T)V$ and takes $O(1)$ sequential operations."),
    (STEPS, "softmax(QK^T / sqrt(d_k)) V has no loop: O(1) sequential operations"),
    (CELL, "RNN: $h_t = \\tanh(W h_{t-1} + U x_t)$ at each step, $O(n d^2)$"),
    (STEPS, "셀프 어텐션에서 순차적 연산의 횟수는 상수값이다."),
    (STEPS, "Il numero di operazioni sequenziali è una costante."),
    (STEPS, "The number of sequential operations is a constant."),
    (DEPTH, "O(logT + logJ)"),
    (DEPTH, "$O(\\log n + \\log d)$, wobei $n$ und $d$ die Satzlänge und die Modelldimension sind"),
    (DEPTH, "O(log n + log d)，其中 n 和 d 分别为序列长度和模型维度"),
    (DEPTH, "Matrix products, the softmax and sums together: O(log n + log d) with n tokens of embedding dimension d"),
    (CONSTANT, "Scores take O(log U), their sum O(log T): O(logU + logT)"),
    (DEPTH, "O(log T) for the sums over positions and O(log J) for the projections: O(log T + log J)"),
    (TIME, "T, where T is the number of time steps"),
    (TIME, "n (n is the sequence length)"),
    (TIME, "T, wobei T die Länge der Sequenz ist"),
    (LAYERS, "L, the number of layers"),
]  # fmt: skip
WRONG = [
    (WORK, "RNN layer: $O(n)$ operations and $O(n d^2)$ of sequential depth"),
    (SERIAL, "RNN layer: $O(n)$ operations and $O(n d^2)$ sequential steps"),
    (WORK, "순환 신경망의 계산량은 $O(n)$이고 순차 연산은 $O(nd^2)$이다."),
    (NEAR, "Restricted self-attention: $O(n/r)$ operations, paths of length $O(r n d)$"),
    (COST, "Attention takes $O(n^2)$ in compute and $O(n^2 d)$ for the matrix of scores."),
    (COST, "时间 $O(n^2)$，矩阵 $O(n^2 d)$"),
    (STEPS, "Self-attention is $\\mathrm{softmax}(QK^T)V$ and takes $O(n)$ sequential operations."),
    (CELL, "RNN: $\\tanh(W h)$, $O(n^2 d)$. Attention: $\\mathrm{softmax}(QK^T)V$, $O(n d^2)$."),
    (STEPS, "셀프 어텐션에서 순차적 연산의 횟수는 상수값이 아니라 $n$이다."),
    (SERIAL, "The number of sequential operations of an RNN is a constant."),
    (STEPS, "The number of sequential operations is a constant times n."),
    (DEPTH, "O(logT * logJ)"),
    (DEPTH, "O(log n + log d) where n and d are the embedding dimension and the number of heads respectively"),
    (CONSTANT, "Scores take O(log U), their sum O(log T): O(logU)"),
    (TIME, "1, where T is the number of time steps"),
    (TIME, "T, where T is the number of steps, or 1"),
    (TIME, "T, where T is the batch size"),
    (STEPS, "순차 연산의 수는 상수인가? 아니다, n이다."),
    (COST, "$O(n^2 d)$, where $n$ and $d$ are the depth and the sequence length respectively"),
    (LAYERS, "T, the number of words"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text"), RIGHT)
def test_the_class_of_what_is_asked_counts(
    place: tuple[str, str], text: str, shipped: Course
) -> None:
    assert judged(shipped, place, text)[0] == "correct"


@pytest.mark.parametrize(("place", "text"), WRONG)
def test_no_other_class_counts(place: tuple[str, str], text: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] != "correct"
