"""Names as people and code write them, in the spelling that the problem declares."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from grader.kinds.formula.keys import FormulaPart
from grader.maths import Symbols
from grader.maths.tree.functions import SPELLED
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import GREEK_LETTERS

_LOOKED_UP = re.compile(
    r"\b[A-Za-z_][\w.]*\[\s*(?P<quote>['\"])(?P<name>[A-Za-z]\w*)(?P=quote)\s*\]"
)
_AT_STEP = re.compile(r"\b(?P<name>[A-Za-z]\w*)\[\s*t\s*(?P<moved>(?:[-+]\s*1)?)\s*\]")
# `c(t-1)`, of letters alone and those with an accent: `tanh(t)` is a function.
_OF_STEP = re.compile(
    r"(?<![A-Za-z\\])(?P<name>(?:[A-Za-z]|\\(?:tilde|hat|bar)\s*(?:\{\s*[A-Za-z]\s*\}|[A-Za-z])|"
    r"\\[Gg]amma)(?:_(?:\w|\{\w\}))?)\(\s*t\s*(?P<moved>(?:[-+−]\s*1)?)\s*\)"
)
# `log10000` is no logarithm to the base 10.
_LOG_OF = re.compile(r"(?<![A-Za-z])(?P<log>\\?(?:log|ln))(?P<of>\d{3,})(?![\d(])")

# The letter, in place of the sign of a sum over what stands below it.
_SUM = re.compile(r"(?:Σ|\\Sigma(?![A-Za-z]))(?=\s*_)")
# A derivative of what has an accent, as a name: the accent is on the d too.
_OF_ACCENTED = re.compile(
    r"(?<![A-Za-z\\{/])(?<!/ )(?:d|\\mathrm\s*\{\s*d\s*\})\s*\\"
    r"(?P<accent>hat|tilde|bar|widehat|widetilde)\s*(?:\{\s*(?P<inner>[A-Za-z])\s*\}|(?P<bare>[A-Za-z])(?![A-Za-z]))"
)
# A step of time above a name that has something below it already.
_STEP_ABOVE = re.compile(
    r"(?P<name>\\?[A-Za-z]+_(?:\{[A-Za-z]+\}|[A-Za-z]+))\s*"
    r"(?P<step>\^\s*\{?\s*(?:\\left\s*)?(?:<|\\langle)\s*t\s*(?:\\right\s*)?(?:>|\\rangle)\s*\}?)"
)

# A letter before its argument, its slope or an entry of its value; its transpose is none of these.
_APPLIED = (
    r"(?:{})\}}?\s*(?:\\left\s*)?(?:[(\['′_]|\^(?!\s*\{{?\s*(?:T|\\top|\\intercal|⊤)(?![A-Za-z])))"
)

# A letter with its step in angles right behind it, `a<t-1>`, as plain text has it.
_STEP_BEHIND = re.compile(
    r"(?<![A-Za-z\\^_{])(?P<name>[A-Za-z])<\s?t\s?(?P<moved>(?:[-+−]\s?1)?)\s?>"
)
_SIDE_BY_SIDE = re.compile(
    r"(\[\s?[A-Za-z]\^\{<t[^<>{}]{0,4}>\})\s+(?=[A-Za-z]\^\{<t[^<>{}]{0,4}>\}\s?\])"
)
# A word that gets a value, and one that a formula uses: behind a sign, or as what a function is of.
_GETS = re.compile(r"(?<![\w\\{])(?P<name>[A-Za-z][a-z]+)\s*=(?!=)\s*(?:[\[(\\]|np\.|torch\.)")
_USES = re.compile(r"[*@·+(,]\s*(?P<name>[A-Za-z][a-z]+)(?=\s*[)+*@,])")


def _written(name: str) -> str:
    """In LaTeX and as letters."""
    letters = [letter for letter, greek in GREEK_LETTERS.items() if greek == name]
    return "|".join((rf"\\{name}(?![A-Za-z])", *letters))


def without_unapplied(part: FormulaPart, text: str, symbols: Symbols) -> Symbols:
    """Without the functions that a letter usually is, where the part says that this letter is
    usual for one of its symbols and the answer applies it to nothing: `diag(σ) - σσ^T`."""
    usual = {key_of(it) for names in part.usual.values() for it in names}
    names = [it for it in symbols.functions if it in usual and it not in part.functions]
    dropped = [name for name in names if not re.search(_APPLIED.format(_written(name)), text)]
    functions = {it: known for it, known in symbols.functions.items() if it not in dropped}
    return replace(symbols, functions=functions) if dropped else symbols


# The softmax of one vector, as a function of a library or as a method.
_SOFTMAX = re.compile(
    r"(?<![\w.])(?:(?:[A-Za-z_]\w*\.)+_?softmax\(\s*(?P<of>[A-Za-z]\w*)|(?P<its>[A-Za-z]\w*)\.softmax\()"
    r"(?:\s*,)?\s*(?:(?:dim|axis)\s*=\s*)?(?:-?\d)?\s*\)"
)


def with_softmax(text: str) -> str:
    """`torch.softmax(z, dim=-1)` and `z.softmax(0)` as `softmax(z)`."""
    return _SOFTMAX.sub(lambda found: f"softmax({found['of'] or found['its']})", text)


def with_plain_names(text: str, symbols: Symbols) -> str:
    """Names as code has them: `cache["f"]` as `f`, and `cs[t-1]` or `c(t-1)` as `c_{t-1}` where the
    problem itself does not count with t."""
    text = _LOOKED_UP.sub(r"\g<name>", text)
    text = _LOG_OF.sub(r"\g<log>(\g<of>)", text)
    text = _SUM.sub("∑", text) if "Sigma" not in symbols.keys else text
    text = _STEP_ABOVE.sub(lambda found: _without_step(found, symbols), text)
    if "t" in symbols.keys:
        return text
    text = _AT_STEP.sub(r"\g<name>_{t\g<moved>}", text)
    return _OF_STEP.sub(lambda m: m[0] if m["name"] in symbols.functions else _at(m), text)


def with_accents_on_slopes(text: str) -> str:
    """`d\\hat{c}` as `\\hat{dc}`, which is a name."""
    return _OF_ACCENTED.sub(lambda it: rf"\{it['accent']}{{d{it['inner'] or it['bare']}}}", text)


def _without_step(found: re.Match[str], symbols: Symbols) -> str:
    """`x_{next}^{<t>}` as `x_{next}`, where that alone is declared."""
    key, timed = key_of(found["name"]), key_of(found["name"] + found["step"])
    return found["name"] if key in symbols.keys and timed not in symbols.keys else found.group()


def _at(found: re.Match[str]) -> str:
    moved = found["moved"].replace("−", "-").replace(" ", "")
    return f"{found['name']}_{{t{moved}}}"


def with_underscores(text: str, symbols: Symbols) -> str:
    """`d model` as `d_{model}`, where that is declared and its letters are not."""
    for key in symbols.declared_keys:
        base, _, below = key.partition("_")
        if len(below) > 2 and below.isalpha() and below not in symbols.keys:
            text = re.sub(
                rf"(?<![A-Za-z\\]){re.escape(base)}(?:\s|\\[,; ])+{below}(?![A-Za-z])",
                f"{base}_{{{below}}}",
                text,
            )
    return text


def known_names(symbols: Symbols) -> Callable[[str], bool]:
    """Whether a word may stand in a formula: a symbol, a function, a letter alone."""
    names = {name.casefold() for name in symbols.keys}
    names |= {spelling.casefold() for spelling in SPELLED}
    names |= {"pi", "sqrt", "sum", "prod", "np", "torch"}
    letters = {letter.casefold() for name in names if len(name) == 1 for letter in name}

    def knows(word: str) -> bool:
        folded = word.casefold()
        if len(word) == 1 or folded in names:
            return True
        return all(letter in letters for letter in folded) and len(word) <= 3  # nd, ppT

    return knows


def with_own_names(text: str, knows: Callable[[str], bool]) -> Callable[[str], bool]:
    """Also a word that the answer itself gives a value to and uses, `both = [a, x]`."""
    own = {it["name"] for it in _GETS.finditer(text)} & {it["name"] for it in _USES.finditer(text)}
    return (lambda word: word in own or knows(word)) if own else knows


def with_steps_above(text: str) -> str:
    """`a<t-1>` as `a^{<t-1>}`, and two of them in square brackets one on top of the other."""
    return _SIDE_BY_SIDE.sub(r"\1; ", _STEP_BEHIND.sub(r"\g<name>^{<t\g<moved>>}", text))
