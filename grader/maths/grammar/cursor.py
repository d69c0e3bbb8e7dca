"""A place in a student's text, and the one kind of error reading it can end in."""

from __future__ import annotations

import re

from grader.errors import NoValue, StudentError

# An answer of this course has some tens of symbols; these bounds only stop what is not an answer.
MAX_CHARACTERS = 4000
MAX_DEPTH = 50  # some eight frames a bracket: twice this would meet Python's own limit
# Later rooms evaluate the tree at many points: an answer has some tens of nodes, never thousands.
MAX_NODES = 3000
# Things begun to be read, of which each is at least a node. Where brackets can mean two things they
# are read twice, and brackets in these four times: that must end before it takes seconds.
MAX_BEGUN = 3 * MAX_NODES

_SKIP = re.compile(
    r"(?:\s|~|\\[,;:! ]|\{\}|\\(?:left|right)\s*\.|"
    r"\\(?:left|right|bigl|bigr|Bigl|Bigr|biggl|biggr|big|Big|bigg|Bigg|middle|quad|qquad|"
    r"displaystyle|textstyle|space|limits|nolimits|thinspace|mathstrut|enspace)(?![A-Za-z]))*"
)


class Unreadable(StudentError, NoValue):
    """A formula that cannot be read: where, why, and what to write instead.

    `position` counts characters of `text` from 0; `str()` shows the line with a caret under it.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", self.position)
        line = self.text[start : end if end >= 0 else len(self.text)]
        offset = self.position - start
        if offset > 60:  # keep the caret in sight in a long line
            line, offset = "…" + line[offset - 50 :], 51
        caret = " " * offset + "^"
        return f"character {self.position + 1}: {self.message}\n    {line[:100]}\n    {caret}"


class UnknownName(Unreadable):
    """A name that the problem does not declare; it begins at `position`."""


class Cursor:
    """Text and place; spacing and sizing commands are never seen by the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.inside = 0  # how many things that were begun are not read to their end
        self.begun = 0

    def fail(self, message: str, at: int | None = None) -> Unreadable:
        return Unreadable(message, self.text, self.at if at is None else at)

    def begin(self) -> None:
        """One more thing begins here. Its `end` must be called, unless reading fails.

        All recursion of the grammar comes by here: sums and roots nest without a bracket.
        """
        self.inside += 1
        self.begun += 1
        if self.inside > MAX_DEPTH:
            raise self.fail(f"nested more than {MAX_DEPTH} deep: write it flatter")
        if self.begun > MAX_BEGUN:
            raise self.fail(
                "brackets within brackets that can be read in two ways: write it flatter"
            )

    def end(self) -> None:
        self.inside -= 1

    def skip(self) -> None:
        match = _SKIP.match(self.text, self.at)
        if match:
            self.at = match.end()

    def ahead(self) -> str:
        """The character at this place, or nothing at the end."""
        return self.text[self.at : self.at + 1]

    def starts(self, *options: str) -> bool:
        """Whether one of these stands right here, before any spacing is skipped."""
        return self.text.startswith(options, self.at)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern at this place: never a search, and never a copy of the rest of the text."""
        return pattern.match(self.text, self.at)

    def refuse_nothing(self) -> None:
        """Braces with nothing in them space things elsewhere, but are no argument."""
        if re.compile(r"\s*\{\s*\}").match(self.text, self.at):
            raise self.fail("nothing stands between these braces")

    def peek(self, *options: str) -> str | None:
        """The first option the text goes on with; a command must end where its name does."""
        self.skip()
        for option in options:
            if self.text.startswith(option, self.at):
                after = self.at + len(option)
                if (
                    option[0] == "\\"
                    and option[-1].isalpha()
                    and self.text[after : after + 1].isalpha()
                ):
                    continue
                return option
        return None

    def eat(self, *options: str) -> str | None:
        option = self.peek(*options)
        if option is not None:
            self.at += len(option)
        return option

    def expect(self, option: str, opened: int, what: str) -> None:
        if self.eat(option) is None:
            if self.at >= len(self.text):
                raise self.fail(f"this {what} is never closed: add {option}", opened)
            raise self.fail(
                f"expected {option} here, to close the {what} of character {opened + 1}"
            )

    def done(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def found(self) -> str:
        """What stands here, for a message: a command, a word or a character."""
        match = re.match(r"\\[A-Za-z]+|\\.|[A-Za-z0-9]+|.", self.text[self.at :], re.DOTALL)
        return match.group() if match else "the end"
