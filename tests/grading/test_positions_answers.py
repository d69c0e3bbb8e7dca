"""The position problems: existing answers run unchanged, and each mistake gets its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from shipped_marks import assert_named, marked

from grader.grading import Session

ROTATION, BOOLEAN = "attention/rotation", "language-model/boolean-mask"
ALIBI, RELATIVE = "positions/alibi", "companions/relative-rotary"
HIDDEN = "In this course True marks what may be seen."

MOVE = """
import numpy as np
def rotation_matrix(k, d_model):
    R = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        t = {angle}
        c, s = np.{cos}(t), np.{sin}(t)
        a, b = {rows}
        R[a, a], R[a, b], R[b, a], R[b, b] = c, {up}s, {down}s, c
    return R
"""


def move(
    angle: str = "k / 10000 ** (2 * i / d_model)",
    rows: str = "2 * i, 2 * i + 1",
    up: str = "",
    down: str = "-",
    cos: str = "cos",
    sin: str = "sin",
) -> str:
    return MOVE.format(angle=angle, rows=rows, up=up, down=down, cos=cos, sin=sin)


TABLE = """
import math, torch
def positional_encoding(max_len, d_model{more}):
    pe = torch.zeros(max_len, d_model)
    position = torch.arange({first}, max_len, dtype=torch.float).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    pe[{first}:, 0::2] = torch.sin(position * div_term)
    pe[{first}:, 1::2] = torch.cos(position * div_term)
    return pe{shape}
"""

MASK = "import torch\ndef get_subsequent_mask(seq):\n    b, n = seq.size()\n    return {}\n"

BIAS = """
import torch
def compute_alibi(num_heads: int, seq_len: int) -> torch.Tensor:
    slopes = torch.tensor([{slope} for i in range(1, num_heads + 1)]).view(-1, 1, 1)
    q, k = torch.arange(seq_len).view(-1, 1), torch.arange(seq_len).view(1, -1)
    return {bias}
"""


def bias(bias: str = "slopes * (k - q)", slope: str = "2 ** (-8 * i / num_heads)") -> str:
    return BIAS.format(bias=bias, slope=slope)


SCORES = """
import numpy as np
def turn(x, positions, base):
    d = x.shape[1]
    t = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    z = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * t)
    return np.stack([z.real, z.imag], -1).reshape(x.shape)
def rotary_scores(q, k, positions, base):
    return {}
"""

# problem, part, source, notes
RIGHT = [
    (ROTATION, "move", move(), ()),
    (ROTATION, "move", move(angle="k * np.exp(-2 * i * np.log(1e4) / d_model)").replace(
        "return R", "return R.tolist()"), ()),
    (ROTATION, "encoding", TABLE.format(more="", first=0, shape=""), ()),
    (ROTATION, "encoding", TABLE.format(more=", dropout=0.1", first=0, shape="[None].numpy()"),
     ("accepted, although axes of length 1 are not as asked: table",)),
    (BOOLEAN, "code", MASK.format("(1 - torch.triu(torch.ones((1, n, n)), 1)).bool()"), ()),
    (BOOLEAN, "code", MASK.format("torch.tril(torch.ones((n, n)))"),
     ("ones and zeros were read as Booleans: mask",
      "accepted, although axes of length 1 are not as asked: mask")),
    (BOOLEAN, "code", MASK.format("torch.triu(torch.ones(n, n), 1).bool()"),
     ("accepted, although axes of length 1 are not as asked: mask",
      f"read as: True marks what is hidden. {HIDDEN}")),
    (BOOLEAN, "code",
     MASK.format("torch.triu(torch.ones((n, n), dtype=torch.uint8), 1)[None].expand(b, -1, -1)"),
     ("ones and zeros were read as Booleans: mask",
      "read as: True marks what is hidden, and the mask is repeated for every sequence. "
      + HIDDEN)),
    (BOOLEAN, "code", MASK.format("torch.ones(b, n, n).tril() > 0"),
     ("read as: the mask is repeated for every sequence",)),
    (ALIBI, "code", bias(), ()),
    (ALIBI, "code", bias("-slopes * abs(q - k)"), ()),
    (ALIBI, "code", bias("torch.tril(slopes * (k - q))"), ()),
    (ALIBI, "code", bias("(slopes * k).expand(-1, seq_len, -1)"), ()),
    (ALIBI, "code", bias("torch.where(k <= q, slopes * (k - q), -torch.inf)[None].numpy()"),
     ("accepted, although axes of length 1 are not as asked: bias",)),
    (RELATIVE, "code", SCORES.format("turn(q, positions, base) @ turn(k, positions, base).T"), ()),
]  # fmt: skip


def numbered(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return [f"{row[0]} {row[1]} {number}" for number, row in enumerate(rows)]


@pytest.mark.parametrize(("problem", "part", "source", "notes"), RIGHT, ids=numbered(RIGHT))
def test_an_existing_answer_runs_unchanged(
    shipped: Session, problem: str, part: str, source: str, notes: tuple[str, ...]
) -> None:
    graded_part = marked(shipped, problem, part, source)
    assert (graded_part.verdict.value, graded_part.message) == ("correct", "")
    # How many digits float32 gets right depends on the machine.
    assert {note for note in graded_part.notes if "digits only" not in note} == set(notes)


MISTAKEN = [
    (ROTATION, "move", "the rotation is transposed, as for the order [cos, sin]",
     move(up="-", down="")),
    (ROTATION, "move", "the exponent is written as a factor",
     move(angle="np.float64(k) / (10000 * 2 * i / d_model)")),
    (ROTATION, "move", "sine and cosine have changed places in the matrix",
     move(cos="sin", sin="cos")),
    (ROTATION, "move", "the frequency is turned upside down",
     move(angle="k * 10000 ** (2 * i / d_model)")),
    (ROTATION, "move", "every pair turns at the same speed",
     move(angle="k / 10000 ** (2 * i // d_model)")),
    (ROTATION, "move", "row i is paired with row i + d/2", move(rows="i, i + d_model // 2")),
    (ROTATION, "encoding", "the row of position 0 is left at zero",
     TABLE.format(more="", first=1, shape="")),
    (BOOLEAN, "code", "a position does not see itself",
     MASK.format("torch.ones(n, n).tril(-1) > 0")),
    (BOOLEAN, "code", "the past is hidden and the future is not",
     MASK.format("torch.ones(1, n, n).triu()")),
    (BOOLEAN, "code", "one position ahead stays visible", MASK.format("torch.ones(n, n).tril(1)")),
    (BOOLEAN, "code", "the batch size is taken for the length",
     MASK.format("torch.ones(b, b).tril() > 0")),
    (ALIBI, "code", "the sign is turned round", bias("slopes * (q - k)")),
    (ALIBI, "code", "the sign is turned round", bias("slopes * abs(q - k)")),
    (ALIBI, "code", "heads are counted from 0", bias(slope="2 ** (-8 * (i - 1) / num_heads)")),
    (ALIBI, "code", "the head's number stands in the denominator", bias(slope="2 ** (-8 / i)")),
    (ALIBI, "code", "8 is divided by the number of heads without a remainder",
     bias(slope="2.0 ** (-i * (8 // num_heads))")),
    (ALIBI, "code", "the exponent has lost its sign", bias(slope="2 ** (8 * i / num_heads)")),
    (ALIBI, "code", "every head has the same slope", bias(slope="2 ** (-8 / num_heads)")),
    (ALIBI, "code",
     "the bias is constant along each row, so that the softmax takes it away again",
     bias("(-slopes * q).expand(-1, -1, seq_len)")),
    (ALIBI, "code",
     "the bias is constant along each row, so that the softmax takes it away again",
     bias("torch.zeros(num_heads, seq_len, seq_len)")),
    (RELATIVE, "code", "only the queries are turned",
     SCORES.format("turn(q, positions, base) @ k.T")),
    (RELATIVE, "code", "queries and keys are turned in opposite directions",
     SCORES.format("turn(q, positions, base) @ turn(k, -positions, base).T")),
    (RELATIVE, "code", "nothing is turned", SCORES.format("q @ k.T")),
    (RELATIVE, "code", "there is one row for each key",
     SCORES.format("turn(k, positions, base) @ turn(q, positions, base).T")),
]  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("problem", "part", "name", "source"), MISTAKEN, ids=numbered(MISTAKEN))
def test_a_mistake_gets_its_name(
    shipped: Session, problem: str, part: str, name: str, source: str
) -> None:
    assert_named(shipped, problem, part, name, source)


WRONG = [
    (ALIBI, "code", bias("slopes * (k - q) ** 2"), "wrong",
     "agrees with the reference after a causal softmax: case 1: after a causal softmax, bias "
     "differs in 112 of 200 entries"),
    (ALIBI, "code", bias("(slopes * (k - q))[0]"), "wrong",
     "agrees with the reference after a causal softmax: case 1: bias has shape (5, 5), not "
     "(8, 5, 5)"),
    (ALIBI, "code", bias("slopes * (k - q) / (k <= q) * 0 + slopes * (k - q)"), "wrong",
     "agrees with the reference after a causal softmax: case 1: bias is NaN in 80 of 200 "
     "entries"),
    (BOOLEAN, "code", MASK.format("torch.zeros(n, n) > 0"), "wrong",
     "agrees with the reference: case 1: mask differs in 36 of 64 entries"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "part", "source", "verdict", "message"), WRONG, ids=numbered(WRONG)
)
def test_what_is_neither(
    shipped: Session, problem: str, part: str, source: str, verdict: str, message: str
) -> None:
    graded_part = marked(shipped, problem, part, source)
    assert (graded_part.verdict.value, graded_part.score.earned) == (verdict, 0.0)
    assert (graded_part.message, graded_part.mistake) == (message, None)
