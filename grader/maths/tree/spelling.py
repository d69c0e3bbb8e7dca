"""One canonical key for the many spellings of a name.

`d_model`, `d_{model}` and `d_{\\text{model}}` are one symbol, as are `\\hat c` and `c_hat`, or `λ`
and `\\lambda`. A key reads base, accents, subscript, superscript: `c_hat_t^<t>`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from grader.maths.tree.functions import words

GREEK_LETTERS = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        words(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi "
            "rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon "
            "Phi Psi Omega"
        ),
        strict=True,
    )
) | {"ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "ς": "sigma", "µ": "mu", "ℓ": "ell"}
GREEK_NAMES = frozenset(GREEK_LETTERS.values())
VARIANTS = {
    "varepsilon": "epsilon",
    "vartheta": "theta",
    "varphi": "phi",
    "varrho": "rho",
    "varsigma": "sigma",
    "varpi": "pi",
    "ell": "ell",
}
ACCENTS = {
    "hat": "hat",
    "widehat": "hat",
    "tilde": "tilde",
    "widetilde": "tilde",
    "bar": "bar",
    "overline": "bar",
    "dot": "dot",
    "ddot": "ddot",
}
FONTS = frozenset(
    words(
        "mathrm text mathbf mathit mathsf mathcal mathscr mathtt mathbb boldsymbol bm textbf "
        "textit textrm operatorname rm bf vec mathnormal textsf texttt operatorname*"
    )
)
COMBINING = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0307": "dot"}
PRECOMPOSED = {"ĉ": ("c", "hat"), "ŷ": ("y", "hat"), "â": ("a", "hat"), "x̂": ("x", "hat")}
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵀ", "0123456789-+nT", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚₛₜᵤᵥₓ", "0123456789aehijklmnopstuvx", strict=True))

_ONE_WAY = (
    {"\\langle": "<", "\\rangle": ">", "⟨": "<", "⟩": ">"}
    | dict.fromkeys(("\\|", "||", "\\lVert", "\\rVert", "\\Vert"), "‖")
    | {"\\prime": "'", "′": "'", "\\partial": "∂", "−": "-"}
    | {letter: "\\" + name for letter, name in GREEK_LETTERS.items()}
    | SUBSCRIPTS
)
_TOKEN = re.compile(
    r"(?P<space>[\s~]+|\\[,;:! ]|\\(?:left|right|bigl?|bigr|Bigl?|Bigr|quad|qquad)(?![A-Za-z]))"
    r"|\\[A-Za-z]+|\\\||\|\||.",
    re.DOTALL,
)


def tokens(text: str) -> list[str]:
    """The text as commands and characters, spacing, sizing and braces left out, greek named."""
    return list(_known_tokens(text)) if len(text) <= _MOST_KNOWN else _tokens(text)


# Of short pieces: an answer's left sides and names are compared many times over.
_MOST_KNOWN = 60


@lru_cache(maxsize=4096)
def _known_tokens(text: str) -> tuple[str, ...]:
    return tuple(_tokens(text))


def _tokens(text: str) -> list[str]:
    found = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if match["space"] or token in "{}" or token[1:] in FONTS:
            continue
        found.append(_ONE_WAY.get(token, token))
    return found


_PRODUCTS = frozenset(("\\odot", "\\circ", "\\cdot", "\\ast", "⊙", "∘", "·"))


def phrase_tokens(text: str) -> tuple[str, ...]:
    """Those of what is matched as a whole: one sign for every product of two numbers."""
    plain = (token for token in tokens(text) if token not in ("\\text", "\\mathrm"))
    return tuple("*" if token in _PRODUCTS else token for token in plain)


def plain(text: str) -> str:
    """A subscript as plain text: `\\text{model}` is `model` and `\\hat c` is `c_hat`."""
    parts: list[str] = []
    accent = ""
    for token in tokens(text):
        word = token.lstrip("\\")
        if token[0] == "\\" and word in ACCENTS:
            accent = "_" + ACCENTS[word]
            continue
        parts.append(VARIANTS.get(word, word) + accent)
        accent = ""
    return "".join(parts)
