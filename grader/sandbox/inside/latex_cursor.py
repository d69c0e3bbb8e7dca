"""Where a reader of LaTeX stands in its text, and what it has written so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.sandbox.inside.macros import after_space, braced, bracketed


@dataclass
class Included:
    """A file that is read where the source names it."""

    name: str
    line: int


@dataclass
class Source:
    """One file as Markdown, with the places where others are read, and what is wrong with it."""

    text: str = ""
    included: list[Included] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


class Cursor:
    """Each line of the text gives one line: who goes over a newline counts it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.out: list[str] = []
        self.found = Source()

    def put(self, text: str) -> None:
        self.out.append(text)

    def fault(self, message: str) -> None:
        self.found.faults.append((self.line, message))

    def written(self) -> str:
        return "".join(self.out)

    def starts(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def argument(self) -> str | None:
        """What stands in the braces that open here; goes on behind them. None without braces."""
        found = braced(self.text, after_space(self.text, self.at))
        if found is None:
            return None
        self.line += self.text.count("\n", self.at, found[1])
        self.at = found[1]
        return found[0]

    def option(self) -> str | None:
        """The same of square brackets."""
        found = bracketed(self.text, self.at)
        if found is None:
            return None
        self.at = found[1]
        return found[0]

    def skip(self, arguments: int) -> None:
        """Leave out an option and as many arguments, and none of their lines."""
        before = self.line
        self.option()
        for _ in range(arguments):
            self.argument()
        self.put_lines_since(before)

    def put_lines_since(self, line: int) -> None:
        """The newlines of an argument that was written on one line."""
        self.put("\n" * (self.line - line))
