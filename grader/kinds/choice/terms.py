"""The words and signs of a sentence."""

from __future__ import annotations

import re
from functools import lru_cache

from grader.maths.tree.functions import words
from grader.writing.scripts import FOREIGN

_TERM = re.compile(r"[^\W_]+(?:_[^\W_]+)*(?:['’][a-z]+)?|[-+−*/=<>∞^√]|[,.;:?!()\n]")
PUNCTUATION = frozenset(",.;:?!()\n")
DENYING = frozenset(
    words("not never neither nor no without except unlike cannot instead rather wrong false false:")
)
# Links between words, which say nothing of what they link.
LINKS = frozenset(
    words("come comes coming from and while all is are the a an of to it by in be = both taken as")
)
LINKING = frozenset(words("is are was were would be does do can must should will : ,"))
REASON = frozenset(words("because since otherwise whereas unlike"))
ARTICLES = frozenset(words("the a an it this that"))
OPPOSITE = {"yes": "no", "no": "yes"}
_BREAKING = re.compile(
    r"break(?:s|ing)?|broken?|destroy\w*|los(?:e|es|ing|t)|violat\w*|\w*(?:打破|破坏|失去)"
)
_COMPARED = {
    "<": re.compile(
        r"\b(?:is |are )?(?:much )?(?:smaller|less|lower|shorter|fewer) than\b|\blt\b"
        r"|\b(?:is |are )?below\b|\bll\b|≪"
    ),
    ">": re.compile(
        r"\b(?:is |are )?(?:much )?(?:larger|greater|longer|bigger|more) than\b|\bgt\b"
        r"|\bexceeds?\b|\bgg\b|≫"
    ),
}


# One word for what is said in several: what stands before the colon is put for each of them.
_SAME = {
    "before": r"prior to|ahead of",
    "no": r"nope|nah",
    "last": r"final",
    "parallel": r"(?:at )?the same time|simultaneously|concurrently|at once|in parallel|"
    r"parall[ae]li[sz]\w*",
    "score": r"scores",
    "permutation": r"permutations|orderings?",
    "serial": r"sequential(?:ly)?|serially",
    "only": r"solely|merely|just",
    "-∞": r"(?:minus|negative) infinity|-\s*inf(?:inity|ty|inito|ini)?\b|-\s*1e\+?\d+|"
    r"-\s*10\s*\^\s*9",
    "∞": r"infinity|infty|unendlich|l['’]infini|infinito",
}
_ALIKE = [(re.compile(rf"(?<!\w)(?:{spelled})(?!\w)"), word) for word, spelled in _SAME.items()]
# `invariant under permutations`, `order-invariant` as `permutation invariant`.
_VARIANT = re.compile(
    r"\b(\w*variant)\s+(?:to|under|w\.?\s?r\.?\s?t\.?|with respect to|against)\s+(?:\w+\s+){0,3}?"
    r"(permutation|order)\b"
)
_ORDERED = re.compile(r"\b(?:\w+ )?order (\w*variant)\b")


_IMPLIES = re.compile(r"\\(?:iff|Leftrightarrow|Longleftrightarrow|Rightarrow|implies)\b|⟺|⇔", re.I)
_THEN = re.compile(r"(?<=[\w)])\s*(?:-+>|=>|→|⇒|➜)\s*(?=\w)")
_WRITTEN = str.maketrans({"−": "-", "²": "^2 ", "³": "^3 "})


def terms(text: str) -> list[str]:
    """The words and signs of a text without case and markup; `self-attention` is two words."""
    return list(_remembered(text)) if len(text) <= _SHORT else _terms(text)


# Options and what means them are asked for again at every piece of an answer. A whole answer is
# not, and would fill the memory.
_SHORT = 200


@lru_cache(maxsize=4096)
def _remembered(text: str) -> tuple[str, ...]:
    return tuple(_terms(text))


def _terms(text: str) -> list[str]:
    text = _IMPLIES.sub(" , ", text)
    text = re.sub(r"[{}$`*\"“”\\]", "", text.casefold()).translate(_WRITTEN)
    text = re.sub(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])", " ", text)
    text = _THEN.sub(" then ", text)
    text = FOREIGN.sub(lambda found: f" {found.group()} ", text)
    for alike, word in _ALIKE:
        text = alike.sub(word, text)
    text = _ORDERED.sub(r"permutation \1", _VARIANT.sub(r"permutation \1", text))
    for sign, compared in _COMPARED.items():
        text = compared.sub(sign, text)
    return _TERM.findall(text)


def denies(word: str) -> bool:
    return word in DENYING or word.endswith(("n't", "n’t"))


def breaks(word: str) -> bool:
    """`positions break equivariance`: what is named after it is what is no more."""
    return _BREAKING.fullmatch(word) is not None
