"""The words and signs of a sentence."""

from __future__ import annotations

import re

from grader.maths.tree.functions import words
from grader.writing.scripts import FOREIGN

_TERM = re.compile(r"[^\W_]+(?:_[^\W_]+)*(?:['’][a-z]+)?|[-+−*/=<>∞^√]|[,.;:?!()\n]")
PUNCTUATION = frozenset(",.;:?!()\n")
DENYING = frozenset(
    words("not never neither nor no without except unlike cannot instead rather wrong false false:")
)
_COMPARED = {
    "<": re.compile(r"\b(?:is |are )?(?:much )?(?:smaller|less|lower|shorter|fewer) than\b|\blt\b"),
    ">": re.compile(
        r"\b(?:is |are )?(?:much )?(?:larger|greater|longer|bigger|more) than\b|\bgt\b"
    ),
}


def terms(text: str) -> list[str]:
    """The words and signs of a text without case and markup; `self-attention` is two words."""
    text = re.sub(r"[{}$`*\"“”\\]", "", text.casefold()).replace("−", "-")
    text = re.sub(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])", " ", text)
    text = FOREIGN.sub(lambda found: f" {found.group()} ", text)
    for sign, compared in _COMPARED.items():
        text = compared.sub(sign, text)
    return _TERM.findall(text)


def denies(word: str) -> bool:
    return word in DENYING or word.endswith(("n't", "n’t"))
