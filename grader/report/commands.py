"""Text on a log in which no runner finds a command.

Runners of a course's CI read what a job prints and obey it: `::add-mask::8` on GitHub hides every
8 of the log, `##vso[task.setvariable …]` on Azure changes the steps that follow. A student's print,
message or file name must not say such a thing. One character of it is escaped, visibly, the way the
format escapes; the rest stays as it is.

This is done to finished lines, as they are printed. A single field looks harmless where it is put
together and begins a line after the wrapping; nothing wraps, cuts or joins lines after this.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# Before a line's first sign: white space, which GitHub skips, and our own colours, which Buildkite
# takes away before it looks.
_BEFORE = r"^(?:[^\S\n]|\x1b\[[0-9;]*m)*"
_BLANK = r"(?=\s|\x1b|$)"  # on a terminal's line `---` is followed by a carriage return
_COMMAND = re.compile(
    rf"""
      (?P<before>{_BEFORE}) (?P<first>
          :(?=:)                                    # GitHub, Gitea, Forgejo: ::error::
        | -(?=--{_BLANK}) | \+(?=\+\+{_BLANK}) | ~(?=~~{_BLANK})   # Buildkite: a group's head
        | \^(?=\^\^[ ]+\+\+\+)                      # Buildkite: opens the group before
      )
    # Anywhere in a line: ##[error] on GitHub and Azure, ##vso[ ##teamcity[ ##octopus[. The length
    # is bounded so that a long text of signs takes no longer than its length.
    | (?P<hashes>\#\#[\w.-]{{0,40}}) (?P<bracket>\[)
    # Anywhere: folds of GitLab and Travis.
    | (?P<fold>\b(?:section_(?:start|end)|travis_(?:fold|time))) (?P<colon>:)
    """,
    re.MULTILINE | re.VERBOSE,
)
_PARTS = (("before", "first"), ("hashes", "bracket"), ("fold", "colon"))

# One character as a format writes it where it means nothing else.
Escape = Callable[[str], str]


def with_backslash(character: str) -> str:
    """In text and Markdown; a page that is made of the Markdown shows the character alone."""
    return f"\\{character}"


def in_json(character: str) -> str:
    """Reads back as the character itself. Only strings hold commands, never a key's syntax."""
    return f"\\u{ord(character):04x}"


def in_xml(character: str) -> str:
    """Reads back as the character itself."""
    return f"&#{ord(character)};"


def disarmed(text: str, escape: Escape = with_backslash) -> str:
    """`text`, which is whole lines, without a command in it. Doing it twice changes no more."""

    def broken(found: re.Match[str]) -> str:
        kept, character = next(pair for pair in _PARTS if found[pair[1]])
        return found[kept] + escape(found[character])

    return _COMMAND.sub(broken, text)
