"""Answers in the styles of code that students publish: they run unchanged, or get a name."""

from __future__ import annotations

import pytest
from small_course import graded, part_of

from grader.checks import Verdict
from grader.grading import Session
from grader.report import PartReport

ROLES, ROTATION = "attention/roles", "attention/rotation"
ENCODING = "language-model/positional-encoding"
ROTARY, ALIBI = "positions/rotary", "positions/alibi"
MASK, HOPS = "language-model/boolean-mask", "structured/attention"


def answered(session: Session, problem: str, name: str, source: str) -> PartReport:
    return part_of(graded(session, {"homework.py": source}, [problem]), name)


def named(part: PartReport) -> tuple[str, float]:
    """The mistake's name and the points that are left."""
    assert part.mistake is not None, part.message
    return part.mistake.name, part.score.earned


# ------------------------------------------------------------------ files that import each other

ATTENTION = """
import numpy as np
from .maths import normalised
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = Q @ K.T * K.shape[1] ** -0.5
    return normalised(scores if mask is None else np.where(mask, scores, -np.inf)) @ V
"""

MATHS = """
import numpy as np
def normalised(scores):
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
"""


@pytest.mark.parametrize(
    "folder", ["", "model/", "src/model/"], ids=["beside", "in-a-folder", "in-two-folders"]
)
def test_a_file_imports_its_neighbour_relatively(shipped: Session, folder: str) -> None:
    files = {f"{folder}attention.py": ATTENTION, f"{folder}maths.py": MATHS}
    report = graded(shipped, files, [ROLES])
    part = part_of(report, "code")
    assert (part.verdict, part.score.earned) == (Verdict.CORRECT, 4), part.message
    assert report.notes == ()


TYPED = """
import torch
from torch import Tensor
from einops import einsum, rearrange
from shaped_types import Bool, Float, Int

class RotaryPositionalEmbedding(torch.nn.Module):
    def __init__(self, theta: float, d_k: int, max_seq_len: int, device: torch.device = None):
        super().__init__()
        speed = theta ** (-torch.arange(0, d_k, 2) / d_k)
        angle = einsum(torch.arange(max_seq_len), speed, "place, pair -> place pair")
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())

    def forward(
        self, x: Float[Tensor, " ... sequence d_k"], token_positions: Int[Tensor, " ... sequence"]
    ) -> Float[Tensor, " ... sequence d_k"]:
        first, second = rearrange(x, "... (pair two) -> two ... pair", two=2)
        cos, sin = self.cos[token_positions], self.sin[token_positions]
        turned = [first * cos - second * sin, first * sin + second * cos]
        return rearrange(turned, "two ... pair -> ... (pair two)")

def scaled_dot_product_attention(
    Q: Float[Tensor, " ... queries d_k"],
    K: Float[Tensor, " ... keys d_k"],
    V: Float[Tensor, " ... keys d_v"],
    mask: Bool[Tensor, " ... queries keys"] | None = None,
) -> Float[Tensor, " ... queries d_v"]:
    scores = einsum(Q, K, "... q d, ... k d -> ... q k") / Q.shape[-1] ** 0.5
    if mask is not None:
        scores = torch.where(mask, scores, float("-inf"))
    return einsum(torch.softmax(scores, -1), V, "... q k, ... k d -> ... q d")
"""


def test_einops_and_types_of_a_package_that_is_not_installed(shipped: Session) -> None:
    report = graded(shipped, {"model.py": TYPED}, [ROLES, ROTARY])
    assert report.notes == (
        "model.py, line 5 failed and was skipped: "
        "ModuleNotFoundError: No module named 'shaped_types'",
    )
    for problem in report.problems:
        (part,) = [part for part in problem.parts if part.name == "code"]
        assert part.verdict is Verdict.CORRECT, part.message


def test_a_default_that_is_missing_still_costs_the_function(shipped: Session) -> None:
    source = "def scaled_dot_product_attention(Q, K, V, mask=NOTHING): return Q\n"
    part = answered(shipped, ROLES, "code", source)
    assert part.verdict is Verdict.CRASHED
    assert "which failed (NameError: name 'NOTHING' is not defined)" in part.message


def test_a_file_of_a_package_imports_from_the_folder_above(shipped: Session) -> None:
    files = {
        "model/attention.py": ATTENTION.replace(".maths", "..maths"),
        "model/__init__.py": "from .attention import scaled_dot_product_attention\n",
        "maths.py": MATHS,
    }
    assert part_of(graded(shipped, files, [ROLES]), "code").verdict is Verdict.CORRECT


def test_a_script_may_ask_for_another_encoding_of_its_prints(shipped: Session) -> None:
    source = 'import sys\nsys.stdout.reconfigure(encoding="utf-8")\nprint("√2")\n'
    files = {"attention.py": source + ATTENTION, "maths.py": MATHS}
    report = graded(shipped, files, [ROLES])
    assert part_of(report, "code").verdict is Verdict.CORRECT
    assert report.notes == ()


# ------------------------------------------------------------------ other names and arguments


def test_attention_without_a_mask_keeps_half(shipped: Session) -> None:
    source = """
import torch
def scaled_dot_product_attention(Q, K, V):
    return torch.softmax(Q @ K.mT / Q.size(-1) ** 0.5, dim=-1) @ V
"""
    part = answered(shipped, ROLES, "code", source)
    assert named(part) == ("the mask is not used", 2)
    assert (
        "your scaled_dot_product_attention was called as scaled_dot_product_attention(Q, K, V)"
        in part.notes
    )


def test_rotary_may_be_called_rope(shipped: Session) -> None:
    source = """
import torch
def rope(x, positions, base=10000.0):
    d = x.shape[-1]
    speed = base ** (-torch.arange(0, d, 2, dtype=x.dtype) / d)
    turn = torch.polar(torch.ones(1, dtype=x.dtype), positions[:, None] * speed)
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * turn).flatten(-2)
"""
    part = answered(shipped, ROTARY, "code", source)
    assert (part.verdict, part.score.earned) == (Verdict.CORRECT, 5), part.message
    assert part.notes == ("your rope was called as rope(x, positions, base)",)


def test_a_mask_may_be_given_a_device(shipped: Session) -> None:
    source = """
import torch
def get_subsequent_mask(seq, device):
    b, t = seq.shape
    return torch.ones(t, t, device=device).triu(1).expand(b, t, t)
"""
    part = answered(shipped, MASK, "code", source)
    assert (part.verdict, part.score.earned) == (Verdict.CORRECT, 2), part.message


def test_hops_may_return_their_result_first(shipped: Session) -> None:
    source = """
import torch
def structured_attention(H, W1, W2):
    scores = torch.tanh(H @ W1.T) @ W2.T
    A = scores.softmax(-2).transpose(-1, -2)
    return A.matmul(H), A
"""
    part = answered(shipped, HOPS, "hops", source)
    assert (part.verdict, part.score.earned) == (Verdict.CORRECT, 3), part.message
    assert part.notes == ("read as: (M, A), the result first. The weights come first here.",)


WITH_DROPOUT = """
import torch
def scaled_dot_product_attention(query, key, value, dropout_p=0.0):
    weights = (query @ key.mT / key.shape[-1] ** 0.5).softmax(-1)
    return torch.dropout(weights, dropout_p, train=dropout_p > 0) @ value
def positional_encoding(length, width, dropout=0.0):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1) * (1 - dropout)
"""


@pytest.mark.parametrize(
    ("problem", "verdicts", "called"),
    [
        (ROLES, ["wrong", "correct"], "scaled_dot_product_attention(Q, K, V)"),
        (ENCODING, ["correct", "wrong"], "positional_encoding(n, d)"),
    ],
)
def test_nothing_is_passed_for_dropout(
    shipped: Session, problem: str, verdicts: list[str], called: str
) -> None:
    """A mask or a base would land there; without it, what does not need it is right."""
    part = answered(shipped, problem, "code", WITH_DROPOUT)
    assert [check.verdict.value for check in part.checks] == verdicts
    assert part.notes[0] == f"your {called.partition('(')[0]} was called as {called}"


# ------------------------------------------------------------------ mistakes that are common


def test_a_mask_to_be_added_where_booleans_are_asked_for(shipped: Session) -> None:
    source = """
import torch
def get_subsequent_mask(seq):
    t = seq.size(1)
    return torch.full((t, t), float("-inf")).triu(1)
"""
    name = "the mask is one to be added to scores, of 0 and minus infinity"
    assert named(answered(shipped, MASK, "code", source)) == (name, 1)


TWO_ARGUMENTS = """
import math
def positional_encoding(length, width):
    wave = lambda p, c: math.cos(p / ({scale})) if c % 2 else math.sin(p / ({scale}))
    return [[wave(p, c) for c in range(width)] for p in range(length)]
"""

OWN = "each column has a frequency of its own"


@pytest.mark.parametrize(
    ("scale", "name", "earned"),
    [
        ("10000 ** (c / width)", OWN, 1),
        (
            "10000 ** (2 * c / width)",
            f"{OWN}, and its number stands where that of the pair belongs",
            0.5,
        ),
        ("10000 ** (c // 2 / width)", "the exponent has lost its factor 2", 1),
        ("10000 ** (2 * (c // 4) / width)", "the number of the pair is halved once more", 0.5),
        (
            "10000 ** (c - c % 2) / width",
            "the power is divided by d, and not the exponent",
            0.5,
        ),
    ],
    ids=["own", "own-doubled", "without-two", "halved", "brackets"],
)
def test_exponents_of_an_encoding(shipped: Session, scale: str, name: str, earned: float) -> None:
    source = TWO_ARGUMENTS.format(scale=scale)
    assert named(answered(shipped, ROTATION, "encoding", source)) == (name, earned)


def test_slopes_of_eight_heads_for_any_number_of_them(shipped: Session) -> None:
    source = """
import numpy as np
def compute_alibi(num_heads, seq_len):
    place = np.arange(seq_len)
    return np.stack([(place - place[:, None]) / 2 ** (h + 1) for h in range(num_heads)])
"""
    part = answered(shipped, ALIBI, "code", source)
    assert named(part) == ("the number of heads is left out", 2)
