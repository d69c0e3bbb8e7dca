"""Text to tokens. LaTeX, Python and plain writings of one thing become one token.

Nothing is skipped but blanks and LaTeX spacing; what is not known is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.growth.errors import UnreadableError
from grader.growth.lexicon import GREEK, Lexicon, NoSuchNameError

MAX_TEXT = 1000
"""Longer than any growth class that a person writes; keeps every later stage small."""
MAX_DIGITS = 9

_SPACING = re.compile(r"(?:\s|~|\$|\\[,;:! ]|\\(?:left|right|big|Big|bigl|bigr|quad)(?![A-Za-z]))+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_STYLED = re.compile(r"\\(?:text|mathrm|mathit|mathsf|mathbf|textit|operatorname)\s*\{([^{}]*)\}")
_SUBSCRIPT = re.compile(
    r"_\{\s*(?:\\(?:text|mathrm|mathit)\s*\{)?\s*([A-Za-z0-9_]+)\s*\}?\s*\}|_([A-Za-z0-9])"
)
_BIG_O = re.compile(r"\\mathcal\s*\{?\s*O\s*\}?|\\(?:Theta|bigO|BigO)(?![A-Za-z])|Θ|𝒪|O")
_OTHER_BOUND = {
    "Ω": "Ω(...) is only a lower bound; write O(...)",
    "Omega": "Ω(...) is only a lower bound; write O(...)",
    "tilde": "Õ(...) hides logarithms; write them out inside O(...)",
    "widetilde": "Õ(...) hides logarithms; write them out inside O(...)",
}
_RAISED = {c: str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_SIMPLE = {
    "+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*", "·": "*", "⋅": "*", "∗": "*",
    "/": "/", "÷": "/", "^": "^", "!": "!", ",": ",", "(": "(", ")": ")", "[": "(", "]": ")",
    "{": "{", "}": "}", "⌈": "ceil(", "⌉": "ceil)", "⌊": "floor(", "⌋": "floor)", "√": "sqrt",
}  # fmt: skip
_COMMANDS = {
    "cdot": "*", "times": "*", "ast": "*", "div": "/", "lceil": "ceil(", "rceil": "ceil)",
    "lfloor": "floor(", "rfloor": "floor)", "frac": "frac", "dfrac": "frac", "tfrac": "frac",
    "log": "log", "ln": "ln", "lg": "lg", "exp": "exp", "sqrt": "sqrt", "max": "max",
    "min": "min", "lbrace": "(", "rbrace": ")",
}  # fmt: skip


@dataclass(frozen=True)
class Token:
    """`kind` is number, variable, log, big-o, euler, power (²), end, or the sign itself."""

    kind: str
    value: str
    start: int
    end: int


def tokens_of(text: str, lexicon: Lexicon) -> list[Token]:
    """All tokens, closed by one of kind `end`; UnreadableError at the first unknown character."""
    if len(text) > MAX_TEXT:
        raise UnreadableError(text, MAX_TEXT, f"the text is longer than {MAX_TEXT} characters")
    found: list[Token] = []
    at = 0
    while at < len(text):
        spacing = _SPACING.match(text, at)
        if spacing:
            at = spacing.end()
            continue
        new = _next(text, at, lexicon)
        found += new
        at = new[-1].end
    return [*found, Token("end", "", len(text), len(text))]


def _next(text: str, at: int, lexicon: Lexicon) -> list[Token]:
    char = text[at]
    number = _NUMBER.match(text, at)
    if number and char.isascii():
        return [_number(text, number)]
    if char in _RAISED:
        return [_raised(text, at)]
    if text.startswith("**", at):
        return [Token("^", "**", at, at + 2)]
    if text.startswith(("\\{", "\\}"), at):
        return [Token("(" if text[at + 1] == "{" else ")", text[at : at + 2], at, at + 2)]
    big_o = _BIG_O.match(text, at)
    if big_o and lexicon.declared(char) is None and _opens(text, big_o.end()):
        return [Token("big-o", big_o.group(), at, big_o.end())]
    if char in _SIMPLE:
        return [Token(_SIMPLE[char], char, at, at + 1)]
    if char == "\\" and not _STYLED.match(text, at):
        return [_command(text, at, lexicon)]
    if char == "\\" or (char.isascii() and char.isalpha()) or char in GREEK:
        return _letters(text, at, lexicon)
    if char in _OTHER_BOUND:
        raise UnreadableError(text, at, _OTHER_BOUND[char])
    if char in "=<>≤≥≪≫~":
        raise UnreadableError(text, at, f"'{char}' does not belong here: write one growth class")
    raise UnreadableError(text, at, f"'{char}' means nothing in a growth class")


def _opens(text: str, at: int) -> bool:
    return (
        re.match(r"(?:\s|\\left(?![a-z])|\\[bB]igl?(?![a-z])|\\[,!])*[(\[{]", text[at:]) is not None
    )


def _number(text: str, match: re.Match[str]) -> Token:
    if len(match.group()) > MAX_DIGITS:
        raise UnreadableError(text, match.start(), f"a number of more than {MAX_DIGITS} digits")
    return Token("number", match.group(), match.start(), match.end())


def _raised(text: str, at: int) -> Token:
    end = at
    while end < len(text) and text[end] in _RAISED:
        end += 1
    if end - at > MAX_DIGITS:
        raise UnreadableError(text, at, f"a number of more than {MAX_DIGITS} digits")
    return Token("power", "".join(_RAISED[c] for c in text[at:end]), at, end)


def _command(text: str, at: int, lexicon: Lexicon) -> Token:
    match = _COMMAND.match(text, at)
    if match is None:
        raise UnreadableError(text, at, "a backslash with no command after it")
    name = match.group(1)
    if name == "log":
        based = re.compile(r"\s*_\s*(?:\{\s*(2|10)\s*\}|(2|10))").match(text, match.end())
        if based:
            return Token("log", based.group(1) or based.group(2), at, based.end())
    if name in _COMMANDS:
        return Token(_COMMANDS[name], match.group(), at, match.end())
    declared = lexicon.declared(name)
    if declared is not None:
        return Token("variable", declared, at, match.end())
    if name in _OTHER_BOUND:
        raise UnreadableError(text, at, _OTHER_BOUND[name])
    if name in GREEK.values():
        raise UnreadableError(text, at, f"there is no variable {name} here; {lexicon.listing()}")
    raise UnreadableError(text, at, f"\\{name} means nothing in a growth class")


def _letters(text: str, at: int, lexicon: Lexicon) -> list[Token]:
    run, places, end = _run(text, at)
    if run in {"o", "Omega", "Theta"} and _opens(text, end) and lexicon.declared(run) is None:
        if run == "Theta":
            return [Token("big-o", run, at, end)]
        reason = "o(...) is a strict bound" if run == "o" else "Ω(...) is only a lower bound"
        raise UnreadableError(text, at, f"{reason}; write O(...)")
    try:
        words = lexicon.cut(run)
    except NoSuchNameError as missing:
        raise UnreadableError(text, places[missing.start], missing.reason) from None
    found = []
    for word in words:
        stop = places[word.end] if word.end < len(run) else end
        kind = word.value if word.kind == "function" else word.kind
        found.append(Token(kind, word.value, places[word.start], stop))
    return found


def _run(text: str, at: int) -> tuple[str, list[int], int]:
    """Letters with their subscripts, flattened to `d_model`, and where each came from."""
    run = ""
    places: list[int] = []
    while at < len(text):
        styled = _STYLED.match(text, at)
        subscript = _SUBSCRIPT.match(text, at) if run else None
        if styled and not run:
            piece, start, end = styled.group(1).strip(), styled.start(1), styled.end()
            if not re.match(r"[A-Za-z][A-Za-z0-9_]*\Z", piece):
                raise UnreadableError(text, start, "a name is letters, digits and underscores")
        elif subscript:
            group = 1 if subscript.group(1) is not None else 2
            piece, start, end = "_" + subscript.group(group), at, subscript.end()
        elif (text[at].isascii() and text[at].isalnum()) or text[at] in GREEK:
            piece, start, end = text[at], at, at + 1
        else:
            break
        run += piece
        places += range(start, start + len(piece))
        at = end
    return run, places, at
