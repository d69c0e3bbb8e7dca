"""A student's own LaTeX macros: collected from the source, and written out in formulas.

Nothing of TeX is run. What a definition can cost is bounded: a formula whose macros make more of it
than that, or call themselves, stays as it was written, and the file's notes say so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.values.patterns import Pattern

# Of 241 files of students none had more than some 90.
MAX_DEFINITIONS = 200
# For a whole file; all formulas of the longest files take some hundreds.
MAX_SUBSTITUTIONS = 10_000
MAX_DEPTH = 20
# What a formula may grow to: honest macros make it a few times longer.
MAX_GROWTH = 20
MAX_OUTPUT = 200_000
# Of an option in square brackets; one that is never closed is looked for no further.
MAX_OPTION = 2_000

_DEFINITION = Pattern(
    r"\\(?P<new>(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?"
    r"|\\(?P<document>(?:New|Renew|Provide|Declare)DocumentCommand)"
    r"|\\(?P<operator>DeclareMathOperator)\*?"
    r"|\\(?P<paired>DeclarePairedDelimiter)"
    r"|\\(?P<def>[gex]?def)(?=\\)"
    r"|\\(?P<let>let)(?=\\)"
)
_BRACES = Pattern(r"\\.|[{}]", re.DOTALL)
_BRACES_OR_END = Pattern(r"[{}\]]")
_CONTROL = Pattern(r"\\([A-Za-z@]+|[^A-Za-z@])")
_ENDS_IN_WORD = Pattern(r"\\[A-Za-z@]+\s*$")
# What takes the next token, or may do so: a group of braces may be the first of two.
_ENDS_IN_TAKER = Pattern(
    r"(?:[\^_}]|\\(?:[dtc]?frac|sqrt|[dt]?binom|hat|bar|tilde|vec|dot|ddot|widehat|widetilde|overline"
    r"|underline|math[a-z]+|text[a-z]*|boldsymbol|bm|operatorname|pmb|boxed))\s*$"
)
_ONE_SIGN = Pattern(r"\\[A-Za-z]+|[^\\{}]|\{[^{}]*\}")


class NotExpanded(Exception):
    """The message says why a formula stays as it is."""


@dataclass(frozen=True)
class Macro:
    body: str
    arguments: int = 0
    default: str | None = None  # of the first argument, which then stands in brackets
    final: bool = False  # its body is TeX's own
    starred: bool = False  # `\\norm*` and `\\norm[\\big]` mean the same


def braced(text: str, at: int) -> tuple[str, int] | None:
    """What stands in the braces that open at `at`, and where they end."""
    if at >= len(text) or text[at] != "{":
        return None
    depth = 0
    for match in _BRACES.finditer(text, at):
        depth += (match[0] == "{") - (match[0] == "}")
        if not depth:
            return text[at + 1 : match.start()], match.end()
    return None


def bracketed(text: str, at: int) -> tuple[str, int] | None:
    """The same of an option in square brackets, in which braces may hold others."""
    if at >= len(text) or text[at] != "[":
        return None
    depth = 0
    for match in _BRACES_OR_END.finditer(text, at + 1, at + MAX_OPTION):
        depth += (match[0] == "{") - (match[0] == "}")
        if match[0] == "]" and depth <= 0:
            return text[at + 1 : match.start()], match.end()
    return None


def after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n":
        at += 1
    return at


def definitions_in(text: str) -> tuple[dict[str, Macro], list[tuple[int, int]]]:
    """The macros that a source defines, the last of a name counts; and where the definitions
    stand in it, so that nobody takes them for text."""
    found: dict[str, Macro] = {}
    places = []
    at = 0
    while len(found) < MAX_DEFINITIONS and (match := _DEFINITION.search(text, at)):
        at = match.end()
        read = _definition(text, match, found)
        if read is not None:
            name, macro, at = read
            places.append((match.start(), at))
            if macro is not None and "\\if" not in macro.body:
                found[name] = macro
    return found, places


def _definition(
    text: str, match: re.Match[str], known: dict[str, Macro]
) -> tuple[str, Macro | None, int] | None:
    name_at = _name_at(text, after_space(text, match.end()))
    if name_at is None:
        return None
    name, at = name_at
    at = after_space(text, at)
    if match["let"]:
        at = after_space(text, at + text.startswith("=", at))
        other = _CONTROL.match(text, at)
        if other is None:
            return None
        # As it is now: `\let\old\sum` and then a new `\sum` must not become a circle.
        return name, known.get(other[1], Macro(other[0], final=True)), other.end()
    if match["def"]:
        pattern = text[at : text.find("{", at)] if "{" in text[at : at + 40] else ""
        count = len(re.findall(r"#[1-9]", pattern))
        body = braced(text, at + len(pattern))
        plain = re.fullmatch(r"(?:#[1-9])*\s*", pattern)
        return (name, Macro(body[0], count) if plain else None, body[1]) if body else None
    if match["paired"]:
        left = braced(text, at)
        right = braced(text, after_space(text, left[1])) if left else None
        if left is None or right is None:
            return None
        return name, Macro(f"{left[0]} #1 {right[0]}", 1, starred=True), right[1]
    if match["operator"]:
        body = braced(text, at)
        return (name, Macro(f"\\operatorname{{{body[0]}}}"), body[1]) if body else None
    return _with_arguments(text, at, name, document=bool(match["document"]))


def _with_arguments(
    text: str, at: int, name: str, *, document: bool
) -> tuple[str, Macro | None, int] | None:
    count, default = 0, None
    if document:
        spec = braced(text, at)
        if spec is None:
            return None
        kinds = spec[0].replace(" ", "")
        count, at = len(kinds), after_space(text, spec[1])
        simple = set(kinds) <= {"m"}
    else:
        simple = True
        if option := bracketed(text, at):
            count, at = int(option[0]) if option[0].strip() in "123456789" else 0, option[1]
            at = after_space(text, at)
            if value := bracketed(text, at):
                default, at = value[0], after_space(text, value[1])
    body = braced(text, at)
    if body is None:
        return None
    return name, Macro(body[0], count, default) if simple else None, body[1]


def _name_at(text: str, at: int) -> tuple[str, int] | None:
    inner = braced(text, at)
    if inner is not None:
        name = _CONTROL.fullmatch(inner[0].strip())
        return (name[1], inner[1]) if name else None
    name = _CONTROL.match(text, at)
    return (name[1], name.end()) if name else None


class Expander:
    """Writes macros out. What it may still do is counted over the whole file."""

    def __init__(self, macros: dict[str, Macro]) -> None:
        self.macros = macros
        self.left = MAX_SUBSTITUTIONS

    def expanded(self, formula: str) -> str:
        """The formula without the student's macros. Raises NotExpanded."""
        self.most = min(MAX_OUTPUT, 1_000 + MAX_GROWTH * len(formula))
        return self._expand(formula, frozenset(), 0)

    def _expand(self, text: str, above: frozenset[str], depth: int) -> str:
        if depth > MAX_DEPTH:
            raise NotExpanded("macros are nested too deeply")
        pieces: list[str] = []
        size = at = 0
        while match := _CONTROL.search(text, at):
            macro = self.macros.get(match[1])
            pieces.append(text[at : match.start() if macro else match.end()])
            at = match.end()
            if macro:
                if match[1] in above:
                    raise NotExpanded(f"\\{match[1]} is defined by itself")
                written, at = self._called(match[1], macro, text, at, above, depth)
                pieces.append(_joining("".join(pieces[-2:]), written, text[at : at + 1]))
            size += sum(map(len, pieces[-2:]))
            if size > 2 * self.most:
                raise NotExpanded("macros make it too long")
        pieces.append(text[at:])
        found = "".join(pieces)
        if len(found) > self.most:
            raise NotExpanded("macros make it too long")
        return found

    def _called(
        self, name: str, macro: Macro, text: str, at: int, outside: frozenset[str], depth: int
    ) -> tuple[str, int]:
        """What one call stands for, and where it ends."""
        self.left -= 1
        if self.left < 0:
            raise NotExpanded("there are too many macros in this file")
        if macro.starred:
            at += text.startswith("*", at)
            option = bracketed(text, at)
            at = option[1] if option else at
        arguments: list[str] = []
        if macro.default is not None:
            option = bracketed(text, after_space(text, at))
            arguments.append(option[0] if option else macro.default)
            at = option[1] if option else at
        while len(arguments) < macro.arguments:
            taken = _argument(text, after_space(text, at))
            if taken is None:
                raise NotExpanded("a macro lacks an argument")
            argument, at = taken
            # What it is given first, as it stands there: `\\norm{\\norm{x}}` is no circle.
            arguments.append(self._expand(argument, outside, depth + 1))
        if macro.final:
            return macro.body, at
        body = self._expand(macro.body, outside | {name}, depth + 1)
        for number, argument in enumerate(arguments, start=1):
            body = body.replace(f"#{number}", argument)
            if len(body) > self.most:
                raise NotExpanded("macros make it too long")
        return body, at


def _argument(text: str, at: int) -> tuple[str, int] | None:
    """A group, a control word or a single character."""
    if found := braced(text, at):
        return found
    if control := _CONTROL.match(text, at):
        return control[0], control.end()
    return (text[at], at + 1) if at < len(text) and text[at] not in "}&" else None


def _joining(before: str, written: str, after: str) -> str:
    """What a macro stands for, so that its neighbours stay apart from it."""
    if _ENDS_IN_TAKER.search(before) and not _ONE_SIGN.fullmatch(written.strip()):
        return f"{{{written}}}"
    if _ENDS_IN_WORD.search(before) and written[:1].isalpha():
        written = f" {written}"
    return f"{written} " if after.isalpha() and _ENDS_IN_WORD.search(written) else written


def without(text: str, places: list[tuple[int, int]]) -> str:
    """The source without definitions, each line where it was."""
    pieces, at = [], 0
    for start, end in places:
        if start >= at:
            pieces += [text[at:start], "\n" * text.count("\n", start, end)]
            at = end
    return "".join(pieces) + text[at:]


def with_environments(text: str, macros: dict[str, Macro]) -> str:
    r"""`\be` and `\ee` written out, where they stand for the beginning and end of something."""
    short = {
        name: macro.body
        for name, macro in macros.items()
        if not macro.arguments and re.search(r"\\(?:begin|end)\b", macro.body)
    }
    most = len(text) + MAX_OUTPUT
    for name, body in short.items():
        pieces = re.split(rf"\\{re.escape(name)}(?![A-Za-z@])", text)
        if len(text) + len(body) * len(pieces) < most:
            text = body.replace("\n", " ").join(pieces)
    return text
