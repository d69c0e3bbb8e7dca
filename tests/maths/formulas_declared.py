"""The declarations the tables use, one a topic."""

from __future__ import annotations

from grader.maths import Domain, Indexed, Shape, Symbols

UNIT = Domain.parse("open unit interval")
REAL = Domain.parse("real")
POSITIVE = Domain.parse("positive")
NATURAL = Domain.parse("natural")
INTEGER = Domain.parse("integer")


def scalars(domain: str, *names: str) -> dict[str, Domain]:
    return {name: Domain.parse(domain) for name in names}


ROTATION = Symbols(
    scalars=scalars("real", "lambda", "theta", "phi", "q_1", "q_2", "k_1", "k_2")
    | scalars("integer", "pos", "k", "m", "n")
    | {"i": Domain.parse("nonnegative integer"), "d_model": NATURAL},
    matrices={"q": Shape(2), "v": Shape(2)},
    aliases={"d": "d_model"},
    identity={"I": None},
)

GATES = Symbols(
    scalars={
        "Gamma_o": UNIT,
        "Gamma_f": UNIT,
        "Gamma_u": UNIT,
        **scalars("real", "c^{<t>}", "c^{<t-1>}", "da", "dc", "dc_next", "\\hat c", "p_c"),
        **scalars("real", "z", "\\frac{\\partial L}{\\partial a}"),
    },
    functions={"sigma": "sigmoid"},
    aliases={
        "c": "c^{<t>}",
        "c_prev": "c^{<t-1>}",
        "\\tilde c": "\\hat c",
        "dL/da": "\\frac{\\partial L}{\\partial a}",
        "∂L/∂a": "\\frac{\\partial L}{\\partial a}",
        "p_{\\hat c}": "p_c",
    },
)

ACTIVATIONS = Symbols(
    scalars=scalars("real", "x", "y", "a", "b") | scalars("positive", "s", "t"),
    functions={"sigma": "sigmoid", "f": None, "g": None},
)

SOFTMAX = Symbols(
    scalars={"i": Domain.parse("1..n"), "j": Domain.parse("1..n")},
    matrices={"p": Shape("n"), "y": Shape("n"), "z": Shape("n")},
    identity={"I": None},
    kronecker=("delta",),
)

SOFTMAX_ENTRIES = Symbols(
    scalars={"i": Domain.parse("1..n"), "j": Domain.parse("1..n")},
    indexed={"x": Indexed(("n",)), "p": Indexed(("n",))},
    kronecker=("delta",),
)

COUNTS = Symbols(
    scalars=scalars("natural", "N", "H", "d", "h", "d_k", "d_v", "V", "L", "n", "k", "d_ff", "c"),
    aliases={"d_model": "d", "h_ff": "d_ff"},
)

HEADS = Symbols(
    scalars={"H": NATURAL, "D_k": NATURAL, "D": NATURAL},
    matrices={"X": Shape("N", "D")},
    indexed={
        "Q": Indexed(("H",), shape=Shape("N", "D_k")),
        "K": Indexed(("H",), shape=Shape("N", "D_k")),
        "W_v": Indexed(("H",), shape=Shape("D", "D_v")),
        "W_o": Indexed(("H",), shape=Shape("D_v", "D")),
    },
)

FUSED = Symbols(
    scalars={
        "k": Domain.parse("1..K"),
        "j_1": Domain.parse("1..J"),
        "j_2": Domain.parse("1..J"),
    },
    indexed={"W^Q": Indexed(("K", "I", "J")), "W^K": Indexed(("K", "I", "J"))},
    aliases={"W_Q": "W^Q", "W_K": "W^K"},
    einstein=("i",),
)

MATRICES = Symbols(
    scalars=scalars("real", "alpha", "beta") | scalars("positive", "d_k"),
    matrices={
        "A": Shape("r", "n"),
        "B": Shape("r", "n"),
        "S": Shape("m", "m"),
        "T": Shape("m", "m"),
        "Q": Shape("n", "d"),
        "K": Shape("n", "d"),
        "V": Shape("n", "d"),
        "x": Shape("m"),
        "y": Shape("m"),
        "a": Shape("m"),
        "W_y": Shape("c", "m"),
        "delta": Shape("c"),
    },
    identity={"I": None},
)

NORMS = Symbols(
    scalars={"N": NATURAL, "n": Domain.parse("1..N")},
    matrices={"x": Shape("D"), "w": Shape("D")},
    indexed={"v": Indexed(("D",)), "u": Indexed(("D",))},
)

SUMS = Symbols(
    scalars=scalars("natural", "n", "N") | scalars("real", "a", "r", "x"),
    indexed={"w": Indexed(("N",)), "z": Indexed(("N",)), "M": Indexed(("N", "N"))},
)

ALGEBRA = Symbols(
    scalars=scalars("real", "x", "y") | scalars("positive", "a", "b", "D", "s"),
)
