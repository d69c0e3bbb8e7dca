"""A student's text in Markdown: it reads as itself, links nowhere and calls nobody."""

from __future__ import annotations

import re

from grader.typeset.escaping import escape

# GitHub and GitLab look for @names, #numbers and addresses in the finished page, where backslashes
# and entities are gone: `\@name` still sends that person a mail. They do not look into code. So the
# sign stands in code and its word beside it. Signs in a row share one pair of backticks, for two
# pairs that touch would be read as one.
_SIGNS = re.compile(r"(?:@|\\#|://|(?<=www)\.|(?<=\bGH)-)+", re.IGNORECASE)
_WORD = re.compile(r"\w|\\_")  # without one behind it, @ is a product of matrices
# What begins a list, a rule or an underlined heading where it begins a line.
_BEGINNING = re.compile(r"^(\d+(?=\.(?:\s|$))|(?=[-=]))")


def quoted(text: str) -> str:
    """`text` for the middle of a line; one line."""
    return _SIGNS.sub(_in_code, escape(text))


def _in_code(found: re.Match[str]) -> str:
    if "://" not in found[0] and not _WORD.match(found.string, found.end()):
        return found[0]
    signs = found[0].replace("\\", "")
    return f"`{signs}`"


def paragraph(text: str) -> str:
    """`text` for a line of its own; one line."""
    # Four blanks at the beginning would make it code, in which escapes are shown.
    return _BEGINNING.sub(r"\1\\", quoted(text).strip())
