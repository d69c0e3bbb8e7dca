"""The functions a formula may use without declaring them, and how each may be written.

`Known.shape` says what a function does to shapes: "each" applies entry by entry, "scalar" makes a
number of a vector or matrix, "same" keeps the shape without working entry by entry, and "special"
has a rule of its own in `shapes`.
"""

from __future__ import annotations

from dataclasses import dataclass


def words(text: str) -> tuple[str, ...]:
    """A list of words as a tuple; keeps long tables of names readable."""
    return tuple(text.split())


@dataclass(frozen=True, slots=True)
class Known:
    name: str
    spellings: tuple[str, ...]
    least: int = 1
    most: int = 1
    shape: str = "each"
    latex: str = ""


_TRIGONOMETRIC = ("sin", "cos", "tan", "cot", "sec", "csc")
_HYPERBOLIC = ("sinh", "cosh", "tanh", "coth", "sech", "csch")
_NATIVE_LATEX = {"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth"}


def _simple() -> list[Known]:
    table = []
    for name in (*_TRIGONOMETRIC, *_HYPERBOLIC):
        latex = f"\\{name}" if name in _NATIVE_LATEX else f"\\operatorname{{{name}}}"
        spellings = (name, "cosec") if name == "csc" else (name,)
        table.append(Known(name, spellings, latex=latex))
        area = ("ar" + name,) if name in _HYPERBOLIC else ()
        inverse = (f"a{name}", f"arc{name}", *area)
        table.append(Known(f"a{name}", inverse, latex=f"\\operatorname{{a{name}}}"))
    return table


KNOWN: dict[str, Known] = {
    known.name: known
    for known in (
        *_simple(),
        Known("exp", ("exp",), latex=r"\exp"),
        Known("log", ("log", "ln", "log2", "log10", "lb", "lg"), 1, 2, latex=r"\log"),
        Known("abs", ("abs", "Abs"), latex=""),
        Known("sign", ("sign", "sgn"), latex=r"\operatorname{sign}"),
        Known("floor", ("floor",), latex=""),
        Known("ceil", ("ceil", "ceiling"), latex=""),
        Known("factorial", ("factorial",), latex=""),
        Known("gamma", ("gammafunction",), latex=r"\operatorname{gammafunction}"),
        Known("binomial", ("binomial", "binom", "comb"), 2, 2, "scalars"),
        Known("erf", ("erf",), latex=r"\operatorname{erf}"),
        Known("re", ("re", "Re"), latex=r"\operatorname{re}"),
        Known("im", ("im", "Im"), latex=r"\operatorname{im}"),
        Known("conjugate", ("conjugate", "conj"), latex=r"\operatorname{conj}"),
        Known("sigmoid", ("sigmoid", "logistic", "sigm"), latex=r"\operatorname{sigmoid}"),
        Known("relu", ("relu", "ReLU"), latex=r"\operatorname{ReLU}"),
        Known("softplus", ("softplus",), latex=r"\operatorname{softplus}"),
        Known("max", ("max",), 1, 16, "scalars", r"\max"),
        Known("min", ("min",), 1, 16, "scalars", r"\min"),
        Known("delta", ("kronecker", "KroneckerDelta"), 2, 2, "scalars"),
        Known("softmax", ("softmax",), 1, 1, "special", r"\operatorname{softmax}"),
        Known("norm", ("norm",), 1, 1, "scalar"),
        Known("norm_F", ("norm_F",), 1, 1, "scalar"),
        Known("norm_1", ("norm_1",), 1, 1, "scalar"),
        Known("norm_inf", ("norm_inf",), 1, 1, "scalar"),
        Known("det", ("det",), 1, 1, "square", r"\det"),
        Known("trace", ("trace", "tr", "Tr"), 1, 1, "square", r"\operatorname{tr}"),
        Known("total", ("total",), 1, 1, "scalar", r"\operatorname{sum}"),
        Known("mean", ("mean",), 1, 1, "scalar", r"\operatorname{mean}"),
        Known("inverse", ("inv",), 1, 1, "square", ""),
        Known("dot", ("dot",), 2, 2, "special", ""),
        Known("diag", ("diag", "blockdiag"), 1, 64, "special", r"\operatorname{diag}"),
    )
}

SPELLED: dict[str, str] = {
    spelling: known.name for known in KNOWN.values() for spelling in known.spellings
}

_FOLDED = {spelling.casefold(): name for spelling, name in SPELLED.items() if len(spelling) > 2}


def function_named(word: str) -> str | None:
    """The function that a word spells. Of three letters or more, in any case: Softmax, TANH."""
    return SPELLED.get(word) or _FOLDED.get(word.casefold())


# What a letter is to everyone in this field, unless a problem calls something else by it.
USUAL: dict[str, str] = {"sigma": "sigmoid"}

# An argument without parentheses may be a product for these only: \sin\lambda k is sin(λk) to
# everyone, while \tanh c\,\Gamma_o is read both ways.
TAKES_PRODUCTS = frozenset(_TRIGONOMETRIC)

# sin^{-1} means the inverse function; for others ^{-1} after the name is refused as ambiguous.
INVERSES = {name: f"a{name}" for name in (*_TRIGONOMETRIC, *_HYPERBOLIC)}

# Spellings of log that carry their base. lg is the binary logarithm, as in texts on algorithms.
LOG_BASES = {"log2": 2, "log10": 10, "lb": 2, "lg": 2}
