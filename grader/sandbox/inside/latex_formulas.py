r"""Formulas of a LaTeX source: from where each opens to where it ends, as one between dollars."""

from __future__ import annotations

from grader.sandbox.inside.latex_cursor import Cursor
from grader.sandbox.inside.latex_source import Known
from grader.sandbox.inside.macros import NotExpanded
from grader.values.patterns import Pattern

# No formula is longer; one that is never closed is looked for no further.
MAX_FORMULA = 20_000
# The end of a formula that was never closed: no formula reaches over these.
_BREAK = Pattern(r"\n[ \t]*\n|\\(?:sub)*section|\\begin\{document|\\end\{document")
_LABEL_OR_NUMBER = Pattern(r"\\(?:label|nonumber|notag)\b\s*(?:\{[^{}]*\})?")


class Formulas:
    def __init__(self, cursor: Cursor, known: Known) -> None:
        self.cursor, self.known = cursor, known

    def read(self, opening: str, close: str) -> None:
        """The formula that opens at the cursor."""
        cursor = self.cursor
        start = cursor.at + len(opening)
        end = self._end_of(start, close)
        if end < 0:
            end = self._limit(start)
            cursor.fault("this formula is never closed")
            self.put(cursor.text[start:end], "$")
            cursor.at = end
            return
        inline = close in ("$", "\\)")
        self.put(cursor.text[start:end], "$" if inline else "$$")
        cursor.at = end + len(close)

    def read_environment(self, name: str, around: str) -> None:
        """What follows `\\begin{name}`, within another environment if `around` names one."""
        cursor = self.cursor
        close = f"\\end{{{name}}}"
        end = -1 if name in self.known.unclosed else cursor.text.find(close, cursor.at)
        if end < 0:
            self.known.unclosed.add(name)
            cursor.fault(f"\\begin{{{name}}} is never closed")
            return
        if name.startswith("alignat"):
            cursor.argument()
        self.put(cursor.text[cursor.at : end], "$$", around)
        cursor.at = end + len(close)

    def put(self, content: str, dollars: str, around: str = "") -> None:
        written = self._expanded(content)
        if around:
            written = f"\\begin{{{around}}}{written}\\end{{{around}}}"
        lines = written.strip(" \t") if "\n" in written else written.strip()
        self.cursor.put(f"{dollars}{lines}{dollars}")
        self.cursor.line += content.count("\n")

    def _expanded(self, content: str) -> str:
        content = _LABEL_OR_NUMBER.sub("", content)
        try:
            written = self.known.expander.expanded(content)
        except NotExpanded as why:
            self.cursor.fault(f"this formula is left as it is: {why}")
            return content
        # What macros are made of may stand on several lines; a formula's own are counted.
        extra = written.count("\n") - content.count("\n")
        return written if not extra else _same_lines(written, content.count("\n"))

    def _end_of(self, start: int, close: str) -> int:
        """Where the sign that closes stands, not escaped and in no braces of its own, or -1."""
        text = self.cursor.text
        depth, at = 0, start
        end = self._limit(start)
        fallback = -1
        while at < end:
            if text.startswith(close, at):
                if depth <= 0:
                    return at
                fallback = at if fallback < 0 else fallback
            if text[at] == "\\":
                at += 2
                continue
            depth += (text[at] == "{") - (text[at] == "}")
            at += 1
        return fallback

    def _limit(self, start: int) -> int:
        """Where a formula must have ended."""
        text = self.cursor.text
        most = min(len(text), start + MAX_FORMULA)
        stop = _BREAK.search(text, start, most)
        return stop.start() if stop else most


def _same_lines(text: str, lines: int) -> str:
    """The text with as many lines as it had: what macros bring along does not count."""
    pieces = text.split("\n")
    kept, rest = pieces[:lines], pieces[lines:]
    missing = lines + 1 - len(pieces)
    return "\n".join([*kept, " ".join(rest)]) + "\n" * max(0, missing)
