"""Inputs for the problems on BERT that the input language cannot say."""

from typing import Any

import numpy as np

WORDS = (
    "attention", "the", "model", "reads", "both", "sides", "of", "a", "word", "once",
    "it", "has", "seen", "long", "texts", "and", "learns", "from", "gaps", "in", "them",
)  # fmt: skip


def two_sentences(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """`a` and `b` as lists of words, of the lengths n_a and n_b; b is None for n_b = 0."""
    rng = np.random.default_rng(seed)
    a, b = (
        [WORDS[i] for i in rng.integers(0, len(WORDS), inputs[size])] for size in ("n_a", "n_b")
    )
    return {"a": a, "b": b if inputs["n_b"] else None}


def two_segments(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """Segments 0 for the first n_a tokens and 1 for the n_b others."""
    return {"segments": np.repeat([0, 1], [inputs["n_a"], inputs["n_b"]])}


def masked_unevenly(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """A mask with some positions of every sequence, in one of them more than in the others:
    the mean over all masked positions is then not the mean of the sequences' means."""
    rng = np.random.default_rng(seed)
    rows, columns = inputs["mask"].shape
    mask = np.zeros((rows, columns), dtype=bool)
    for row in range(rows):
        count = columns - 2 if row == 0 else int(rng.integers(1, columns - 2))
        mask[row, rng.permutation(columns)[:count]] = True
    return {"mask": mask}


def tokens_to_mask(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """The same kind of mask, and a `mask_id` that no token has."""
    return {**masked_unevenly(seed, inputs), "mask_id": int(inputs["tokens"].max()) + 7}
