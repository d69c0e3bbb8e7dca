"""A text cut where an answer may begin: at headings, labels, and lines that read like a heading.

Which of these are headings of a question, the grader decides, who knows the questions. So each
passage keeps its own first line as it was written: one that turns out to be none is text again.
Reading takes time in proportion to the length, whatever the text holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grader.values.headings import MAX_HEAD, after_head, body_of, head_of, is_aside
from grader.values.patterns import Pattern

# A whole homework with long prose is some 50 000 characters; these stop what is not an answer.
MAX_CHARS = 200_000
MAX_PASSAGES = 3_000

_LABEL = Pattern(
    r"^\s{0,8}(?:>\s?)?(?:[-*+]\s{1,4}|\d{1,3}[.)]\s{1,4})?(?:\*\*|__)?`?([A-Za-z](?:[\w.-]|\\_)*)`?"
    r"(?:\*\*|__)?\s{0,8}:(?![=:]|//)(?:\*\*|__)?(.*)$"
)
_FENCE = Pattern(r"^\s{0,8}(?:[-*+]\s+)?(?:(`{3,})[^`]*|(~{3,}).*)$")
_HTML_HEADING = Pattern(r"\s{0,3}<h([1-6])\b[^>]{0,200}>(.{1,300}?)</h\1>\s*$", re.IGNORECASE)
_HTML_BOLD = Pattern(r"</?(?:b|strong)>", re.IGNORECASE)
_HTML_TAG = Pattern(r"<[^<>]{0,200}>")
_BOLD = Pattern(r"\s{0,8}(?:[-+*•]\s{1,3})?(\*\*|__)(?=\S)(.{1,300}?)\1(?!\1)(.*)$")
_UNDERLINE = Pattern(r"\s{0,3}(?:={3,}|-{3,})\s*$")
_ITEM = Pattern(r"\s{0,8}[-+•]\s{1,3}")
_ID = Pattern(r"\s{0,3}[a-z0-9][a-z0-9-]*(?:/[a-z0-9-]+)+:?\s*$")
# A title that stands alone: short, begins like one, and neither ends nor goes on like a sentence.
_ALONE = Pattern(r"\s{0,3}[^\W\d_][^$=|<>{}\\]{2,80}(?<![.,;!])\s*$")
_DISPLAY = Pattern(r"\$\$|\\\[|\\\]|\\begin\{|\\end\{")

Passage = dict[str, Any]
Cells = Sequence[tuple[int | None, str]]


def fault_of(path: str, message: str, line: int = 1, cell: int | None = None) -> Passage:
    """What stands for text that is not read, and says why."""
    return passage(path, line, cell, "start", fault=message)


def passage(
    path: str, line: int, cell: int | None, mark: str, own: str = "", **more: Any
) -> Passage:
    """One passage: where it begins, by what, its own first line, and the lines below it."""
    fields = {
        "document": path,
        "depth": 0,
        "title": "",
        "after": "",
        "label": "",
        "labelled": "",
        "text": "",
        "fault": "",
    }
    return {"file": path, "line": line, "cell": cell, "mark": mark, "own": own, **fields, **more}


def cut(path: str, cells: Cells) -> list[Passage]:
    """The passages of a document, of which each cell is read by itself."""
    return cut_pieces([(path, 1, cell, text) for cell, text in cells])


def cut_pieces(pieces: Sequence[tuple[str, int, int | None, str]]) -> list[Passage]:
    """The same of what may come from several files: each with its first line and cell."""
    found: list[Passage] = []
    left = MAX_CHARS
    path = pieces[0][0] if pieces else ""
    for path, first, cell, text in pieces:
        if len(text) > left:
            message = f"too long: only the first {MAX_CHARS} characters are read"
            found.append(fault_of(path, message, cell=cell))
            text = text[:left]
        left -= len(text)
        _Cutter(path, first, cell, text, found).run()
    if len(found) >= MAX_PASSAGES:
        message = f"more than {MAX_PASSAGES} labels and headings: the rest is not read"
        found.append(fault_of(path, message))
    return found


class _Cutter:
    """One cell, line by line."""

    def __init__(
        self, path: str, first: int, cell: int | None, text: str, found: list[Passage]
    ) -> None:
        self.path, self.first, self.cell, self.found = path, first, cell, found
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = without_comments(text).split("\n")
        self.fence = ""
        self.opened = 0
        self.display = False
        self.below: list[str] = []
        self.current = passage(path, first, cell, "start")

    def run(self) -> None:
        for index, line in enumerate(self.lines):
            if len(self.found) >= MAX_PASSAGES:
                break
            opens = self._opened_by(index, line)
            if opens is None:
                self.below.append(line)
            else:
                self._close()
                self.current = opens
        self._close()
        if self.fence:
            message = f"this {self.fence} is never closed, so that all below belongs to it"
            self.found.append(fault_of(self.path, message, self.opened, self.cell))

    def _close(self) -> None:
        # What stands before the first heading has no line of its own.
        text = "".join(f"{line}\n" for line in self.below)
        if self.current["mark"] != "start" or text.strip():
            self.found.append({**self.current, "text": text})
        self.below = []

    def _opened_by(self, index: int, line: str) -> Passage | None:
        """The passage that begins with this line, if one does."""
        mark = _FENCE.match(line)
        if self.fence:
            if (
                mark
                and line.strip().startswith(self.fence)
                and not line.strip().strip(self.fence[0])
            ):
                self.fence = ""
            return None
        if mark:
            self.fence, self.opened = mark[1] or mark[2], self.first + index
        heading = self._heading(line)
        if heading:
            return self._made(index, "heading", line, depth=heading[0], title=heading[1])
        in_display = self._in_display(line)
        if mark:
            return None
        if not in_display and (opened := self._by_words(index, line)):
            return opened
        return self._made(index, "label", line) if _LABEL.match(line) else None

    def _made(self, index: int, mark: str, own: str, **more: Any) -> Passage:
        # Any of them may be the label of a part: `**Q4:** text`, `Answer: 42`.
        if mark != "heading" and (label := _LABEL.match(own)):
            more |= {"label": label[1].replace("\\_", "_"), "labelled": label[2].strip()}
        return passage(self.path, self.first + index, self.cell, mark, own, **more)

    def _heading(self, line: str) -> tuple[int, str] | None:
        """(depth, title) of a heading; the space after # is often forgotten."""
        if html := _HTML_HEADING.match(line):
            return int(html[1]), _HTML_TAG.sub("", html[2]).strip()
        text = line.lstrip(" ")
        depth = len(text) - len(text.lstrip("#"))
        if not 1 <= depth <= 6 or len(line) - len(text) > 3:
            return None
        title = text[depth:].strip().rstrip("#").strip("`*_ \t")
        return (depth, title) if title else None

    def _in_display(self, line: str) -> bool:
        """Whether a line is inside of a displayed formula, which ends at a blank line at last."""
        if not line.strip():
            self.display = False
            return False
        before = self.display
        for sign in _DISPLAY.findall(line):
            self.display = not self.display if sign == "$$" else sign in ("\\[", "\\begin{")
        return before

    def _by_words(self, index: int, line: str) -> Passage | None:
        """A passage that begins with what reads like a heading, whatever it looks like."""
        short = line[: 2 * MAX_HEAD]
        if not short.strip() or short.lstrip().startswith("|"):
            return None
        bold = _BOLD.match(_HTML_BOLD.sub("**", short) if "<" in short else short)
        if bold:
            return self._by_bold(index, line, bold[2].strip(), bold[3].strip())
        if index + 1 < len(self.lines) and self._is_underlined(index, short):
            self.lines[index + 1] = ""
            return self._made(index, "bold", line, title=short.strip())
        item = _ITEM.match(short)
        text = line[item.end() :] if item else line
        after = None if item else body_of(text)
        if after is not None:
            return self._made(index, "body", line, after=after)
        head = head_of(text, "line")
        if head:
            # Words that nothing separates from a bare number are a title, and no answer.
            after = "" if head.bare and not head.closed else after_head(text, head)
            return self._made(index, "line", line, title=text[:MAX_HEAD].strip(), after=after)
        titled = _ID.match(text) or (is_aside(text) and not item)
        alone = self._stands_alone(index) and _ALONE.match(short) and not _LABEL.match(short)
        if titled or alone:
            return self._made(index, "line", line, title=short.strip())
        return None

    def _by_bold(self, index: int, line: str, bold: str, after: str) -> Passage | None:
        """A line that begins with bold words: all of it, or a head before its text."""
        # `**Q4**: text` and `**4.** text`, but not `**4** is the answer`.
        lead = bold + (after[0] if after[:1] in (":", ".", ")") else "")
        after = (after + line[2 * MAX_HEAD :]).lstrip(" :.)：—–-")
        if body_of(lead) == "":
            return self._made(index, "body", line, after=after)
        if not after.strip("*_ "):
            return self._made(index, "bold", line, title=bold)
        if head_of(lead, "lead"):
            return self._made(index, "lead", line, title=lead, after=after)
        return None

    def _is_underlined(self, index: int, line: str) -> bool:
        alone = index == 0 or not self.lines[index - 1].strip()
        return alone and len(line.strip()) <= 100 and bool(_UNDERLINE.match(self.lines[index + 1]))

    def _stands_alone(self, index: int) -> bool:
        before = self.lines[index - 1] if index else ""
        after = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        return not before.strip() and not after.strip()


def without_comments(text: str) -> str:
    """HTML comments as blank lines, so that the lines below keep their numbers."""
    pieces = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        pieces += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + 3
    return "".join(pieces) + text[at:]
