r"""A LaTeX source before it is read: without comments, definitions and what is not the document.

Each line stays where it was, so that places in the source stay true.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from grader.sandbox.inside import latex_words as words
from grader.sandbox.inside.macros import Expander, definitions_in, with_environments, without
from grader.values.headings import head_of
from grader.values.patterns import Pattern

MAX_CHARS = 1 << 20
# Of braces: honest sources have some ten, and each is a call inside of a call in the reader.
MAX_DEPTH = 100
_COMMENT = Pattern(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_BRACES = Pattern(r"\\.|[{}]")
_BEGIN_LISTING = Pattern(rf"\\begin\{{({'|'.join(map(re.escape, words.VERBATIM))})\}}")
_NEW_THEOREM = Pattern(r"\\newtheorem\*?\{([^{}]+)\}(?:\[[^\]]*\])?\{([^{}]+)\}(\[[^\]]*\])?")
_SHOWN = {ord(hidden): sign for sign, hidden in words.HIDDEN.items()}
_HIDDEN = {ord(sign): hidden for sign, hidden in words.HIDDEN.items()}


class TooDeep(Exception):
    """Braces or environments inside of each other without end."""


@dataclass
class Known:
    """What holds in all of a source, in the arguments of its commands too."""

    expander: Expander
    theorems: dict[str, tuple[str, bool]]  # see `_theorems`
    listings: set[str]
    counters: dict[str, int] = field(default_factory=dict)
    unclosed: set[str] = field(default_factory=set)  # environments: not looked for again

    def count(self, name: str) -> int:
        """One more of that name."""
        self.counters[name] = self.counters.get(name, 0) + 1
        return self.counters[name]


def prepared(text: str, expander: Expander | None = None) -> tuple[str, Known]:
    """What is to be read of a source, and what is known of it. Signs inside of listings are
    hidden until `shown`. Raises TooDeep."""
    text = text[:MAX_CHARS].replace("\r\n", "\n").replace("\r", "\n")
    theorems = _theorems(text)
    text, listings = _without_listings(text)
    text = _COMMENT.sub(r"\1", text)
    _check_depth(text)
    macros, places = definitions_in(text)
    expander = expander or Expander(macros)
    text = with_environments(without(text, places), expander.macros)
    begin = text.find("\\begin{document}")
    if begin >= 0:
        text = "\n" * text.count("\n", 0, begin) + text[begin + len("\\begin{document}") :]
    text = text.partition("\\end{document}")[0]
    return text.lstrip(" \t"), Known(expander, theorems, listings)


def shown(text: str) -> str:
    """The text with the signs of its listings."""
    return text.translate(_SHOWN)


def _theorems(text: str) -> dict[str, tuple[str, bool]]:
    """Environments that open a question, with the word for it, and whether sections count them."""
    found = {name: (word, False) for name, word in words.PROBLEMS.items()}
    for match in _NEW_THEOREM.finditer(text):
        head = head_of(f"{match[2]} 1", "heading")
        if head and head.word == "question":
            found[match[1]] = match[2], match[3] == "[section]"
    return found


def _without_listings(text: str) -> tuple[str, set[str]]:
    """The source with the signs inside of listings hidden, and which kinds of listing there are."""
    pieces, seen, at = [], set(), 0
    unclosed: set[str] = set()
    for match in _BEGIN_LISTING.finditer(text):
        name = match[1]
        if match.start() < at or name in unclosed:
            continue
        close = f"\\end{{{name}}}"
        end = text.find(close, match.end())
        if end < 0:
            unclosed.add(name)
            continue
        inside = text[match.end() : end]
        if name == "comment":
            pieces += [text[at : match.start()], "\n" * inside.count("\n")]
        else:
            seen.add(name)
            pieces += [text[at : match.end()], inside.translate(_HIDDEN), close]
        at = end + len(close)
    return "".join(pieces) + text[at:], seen


def _check_depth(text: str) -> None:
    depth = 0
    for match in _BRACES.finditer(text):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth > MAX_DEPTH:
            raise TooDeep(f"braces are nested more than {MAX_DEPTH} deep")
