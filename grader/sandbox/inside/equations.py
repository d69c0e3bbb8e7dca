"""Word's formulas (OMML) as LaTeX. What is not known is refused and named, never left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from grader.sandbox.inside.xml_tree import Node


class NotKnown(Exception):
    """What in a formula has no counterpart here."""


_SIGNS = {
    "−": "-", "×": r"\times ", "·": r"\cdot ", "⋅": r"\cdot ", "∗": "*", "≤": r"\le ", "≥": r"\ge ",
    "≠": r"\ne ", "≈": r"\approx ", "∞": r"\infty ", "∂": r"\partial ", "∇": r"\nabla ",
    "∈": r"\in ", "→": r"\to ", "⇒": r"\Rightarrow ", "∘": r"\circ ", "⊙": r"\odot ",
    "‖": r"\|", "∥": r"\|", "…": r"\ldots ", "⋯": r"\cdots ", "⋮": r"\vdots ", "⋱": r"\ddots ",
    "ℝ": r"\mathbb{R}", "𝔼": r"\mathbb{E}", "ℕ": r"\mathbb{N}", "⊤": r"\top ", "∝": r"\propto ",
    "±": r"\pm ", "÷": "/", "∼": r"\sim ", "≪": r"\ll ", "≫": r"\gg ", "⟨": r"\langle ",
    "⟩": r"\rangle ", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "_": r"\_", "′": "'", "≡": r"\equiv ",
    "ℓ": r"\ell ", "∀": r"\forall ", "∃": r"\exists ", "⊗": r"\otimes ", "⊕": r"\oplus ",
    "\u2061": "", "\u200b": "", "\u2062": "", "\u2063": "", "\u00a0": " ", "\u2009": " ",
    "$": r"\$",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu",
    "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "vartheta", "µ": "mu",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_FUNCTIONS = {
    "sin", "cos", "tan", "tanh", "sinh", "cosh", "exp", "log", "ln", "max", "min", "lim", "det",
    "arg", "sup", "inf", "cot", "sec", "gcd",
}  # fmt: skip
_LARGE = {
    "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∬": r"\iint", "∮": r"\oint", "⋃": r"\bigcup",
    "⋂": r"\bigcap", "⨁": r"\bigoplus", "⨂": r"\bigotimes",
}  # fmt: skip
_ACCENTS = {
    "\u0302": "hat", "\u0303": "tilde", "\u0305": "bar", "\u0304": "bar", "\u20d7": "vec",
    "\u0307": "dot", "\u0308": "ddot", "\u030c": "check", "^": "hat", "~": "tilde", "¯": "bar",
    "→": "vec",
}  # fmt: skip
_BRACKETS = {
    "": ".", "{": r"\{", "}": r"\}", "‖": r"\|", "∥": r"\|", "⟨": r"\langle", "⟩": r"\rangle",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil",
}  # fmt: skip
_PLAIN_BRACKETS = ("(", ")", "[", "]", "|", "<", ">", "/")
_STYLES = {"double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak"}
# Of no meaning: how a thing looks, and where a formula may be broken.
_SILENT = ("ctrlPr", "rPr", "argPr", "argSz", "br", "lastRenderedPageBreak", "proofErr")


def latex_of(formula: Node) -> str:
    """A formula, `m:oMath`, as LaTeX. Raises NotKnown."""
    return re.sub(r" +", " ", _inside(formula)).strip()


def _inside(node: Node | None) -> str:
    """What stands in an element, one after the other."""
    return "".join(map(_written, node.children)) if node is not None else ""


def _written(node: Node) -> str:
    name = node.name.partition(":")[2] or node.name
    if name.endswith("Pr") or name in _SILENT or node.name.startswith("w:bookmark"):
        return ""
    if node.name in ("w:del", "w:moveFrom"):
        return ""
    if node.name in ("w:ins", "m:oMath", "m:e", "m:num", "m:den", "m:sup", "m:sub", "w:moveTo"):
        return _inside(node)
    known = _KINDS.get(node.name)
    if known is None:
        raise NotKnown(node.name)
    return known(node)


def _group(node: Node | None) -> str:
    return f"{{{_inside(node)}}}"


def _run(node: Node) -> str:
    text = "".join(one.text for one in node.all("m:t")) + "".join(
        one.text for one in node.all("w:t")
    )
    properties = node.child("m:rPr")
    style = properties.value("m:sty") if properties else ""
    script = properties.value("m:scr") if properties else ""
    if properties is not None and properties.child("m:nor") is not None:
        return f"\\text{{{text}}}" if text.strip() else " "
    if script in _STYLES:
        return f"\\{_STYLES[script]}{{{''.join(_letters(text))}}}"
    if style in ("b", "bi"):
        return f"\\mathbf{{{''.join(_letters(text))}}}"
    if style == "p" and re.fullmatch(r"[A-Za-z]{2,}", text):
        return f"\\{text} " if text in _FUNCTIONS else f"\\operatorname{{{text}}}"
    return "".join(_letters(text))


def _letters(text: str) -> Iterator[str]:
    for character in text:
        if 0x1D400 <= ord(character) <= 0x1D7FF:  # italic and bold letters of formulas
            character = unicodedata.normalize("NFKC", character)
        if character in _GREEK:
            yield f"\\{_GREEK[character]} "
        elif character in _LARGE:
            yield f"{_LARGE[character]} "
        else:
            yield _SIGNS.get(character, character)


def _fraction(node: Node) -> str:
    kind = node.value("m:fPr", "m:type")
    above, below = _inside(node.child("m:num")), _inside(node.child("m:den"))
    if kind == "noBar":
        return f"\\binom{{{above}}}{{{below}}}"
    return f"\\frac{{{above}}}{{{below}}}"


def _root(node: Node) -> str:
    degree = _inside(node.child("m:deg")).strip()
    return f"\\sqrt{f'[{degree}]' if degree else ''}{_group(node.child('m:e'))}"


def _large(node: Node) -> str:
    sign = node.value("m:naryPr", "m:chr", default="∫")
    if sign not in _LARGE:
        raise NotKnown(f"m:nary {sign}")
    below, above = _inside(node.child("m:sub")), _inside(node.child("m:sup"))
    written = _LARGE[sign]
    written += f"_{{{below}}}" if below.strip() else ""
    written += f"^{{{above}}}" if above.strip() else ""
    return f"{written}{_group(node.child('m:e'))}"  # the braces say where the sum ends


def _brackets(node: Node) -> str:
    properties = node.child("m:dPr")
    opening, closing, between = "(", ")", "|"
    if properties is not None:
        opening = properties.value("m:begChr", default="(")
        closing = properties.value("m:endChr", default=")")
        between = properties.value("m:sepChr", default="|")
    inside = list(node.all("m:e"))
    only = inside[0].children if len(inside) == 1 else []
    only = [one for one in only if not one.name.endswith("Pr")]
    if len(only) == 1 and only[0].name == "m:f" and only[0].value("m:fPr", "m:type") == "noBar":
        return _fraction(only[0])
    if opening == "{" and not closing and len(only) == 1 and only[0].name == "m:eqArr":
        return f"\\begin{{cases}}{_rows(only[0])}\\end{{cases}}"
    text = _sign(between).join(map(_inside, inside))
    return f"\\left{_bracket(opening)} {text}\\right{_bracket(closing)} "


def _sign(character: str) -> str:
    return _SIGNS.get(character, character)


def _bracket(character: str) -> str:
    if character not in _BRACKETS and character not in _PLAIN_BRACKETS:
        raise NotKnown(f"m:d {character}")
    return _BRACKETS.get(character, character)


def _rows(node: Node) -> str:
    return " \\\\ ".join(_inside(one) for one in node.all("m:e"))


def _matrix(node: Node) -> str:
    rows = [" & ".join(_inside(one) for one in row.all("m:e")) for row in node.all("m:mr")]
    inside = " \\\\ ".join(rows)
    return f"\\begin{{matrix}}{inside}\\end{{matrix}}"


def _accent(node: Node) -> str:
    sign = node.value("m:accPr", "m:chr", default="\u0302")
    if sign not in _ACCENTS:
        raise NotKnown(f"m:acc {sign}")
    return f"\\{_ACCENTS[sign]}{_group(node.child('m:e'))}"


def _bar(node: Node) -> str:
    below = node.value("m:barPr", "m:pos") == "bot"
    return f"\\{'underline' if below else 'overline'}{_group(node.child('m:e'))}"


def _brace(node: Node) -> str:
    sign = node.value("m:groupChrPr", "m:chr", default="⏟")
    known = {"⏟": "underbrace", "⏞": "overbrace"}
    if sign not in known:
        raise NotKnown(f"m:groupChr {sign}")
    return f"\\{known[sign]}{_group(node.child('m:e'))}"


def _function(node: Node) -> str:
    name = _inside(node.child("m:fName")).strip()
    if re.fullmatch(r"[A-Za-z]{2,}", name):
        name = f"\\{name}" if name in _FUNCTIONS else f"\\operatorname{{{name}}}"
    return f"{name}{_group(node.child('m:e'))}"


def _limit(sign: str) -> Callable[[Node], str]:
    def written(node: Node) -> str:
        base = _inside(node.child("m:e")).strip()
        if base in _FUNCTIONS:
            base = f"\\{base}"
        return f"{base}{sign}{_group(node.child('m:lim'))}"

    return written


def _scripts(*parts: tuple[str, str]) -> Callable[[Node], str]:
    def written(node: Node) -> str:
        base = _inside(node.child("m:e"))
        # Of `2x` with a raised 2 the page shows 2x²; a fraction is raised as a whole.
        inside = node.child("m:e")
        if inside is not None and any(one.name != "m:r" for one in inside.children):
            base = f"{{{base}}}"
        marks = "".join(f"{sign}{_group(node.child(name))}" for sign, name in parts)
        return f"{base.strip()}{marks}"

    return written


def _before(node: Node) -> str:
    below, above = _group(node.child("m:sub")), _group(node.child("m:sup"))
    return f"{{}}_{below}^{above}{_inside(node.child('m:e'))}"


_KINDS: dict[str, Callable[[Node], str]] = {
    "m:r": _run,
    "m:f": _fraction,
    "m:rad": _root,
    "m:nary": _large,
    "m:d": _brackets,
    "m:m": _matrix,
    "m:eqArr": lambda node: f"\\begin{{aligned}}{_rows(node)}\\end{{aligned}}",
    "m:acc": _accent,
    "m:bar": _bar,
    "m:groupChr": _brace,
    "m:func": _function,
    "m:limLow": _limit("_"),
    "m:limUpp": _limit("^"),
    "m:borderBox": lambda node: f"\\boxed{_group(node.child('m:e'))}",
    "m:box": lambda node: _inside(node.child("m:e")),
    "m:phant": lambda node: "",
    "m:sSup": _scripts(("^", "m:sup")),
    "m:sSub": _scripts(("_", "m:sub")),
    "m:sSubSup": _scripts(("_", "m:sub"), ("^", "m:sup")),
    "m:sPre": _before,
}
