"""Markdown with formulas in a terminal: lines of styled text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode
from rich.console import Console
from rich.text import Text

from grader.typeset.breaking import GLUE
from grader.typeset.document import FORMULA, plain_letters_in, tree
from grader.typeset.formula import displayed, in_one_line

INDENT = 4
STYLES = {"strong": "bold", "em": "italic", "code_inline": "bold cyan", "formula": "cyan"}
_UNDERLINES = {"h1": "═", "h2": "─"}
_SHORT_CODE, _SHORT_FORMULA = 48, 32  # columns up to which no line is broken inside
_LEAST_WIDTH = 20  # narrower than this is not worth fitting into


def lines(markdown: str, console: Console, width: int) -> list[Text]:
    """The text in lines of `width` columns, without blank lines at either end.

    Where the console has no colours, code keeps its backticks.
    """
    drawing = _Drawing(console, plain_letters_in(markdown))
    return list(drawing.blocks(tree(markdown).children, max(width, _LEAST_WIDTH)))


@dataclass(frozen=True)
class _Drawing:
    console: Console  # for breaking lines
    plain_letters: bool

    def blocks(
        self, nodes: Sequence[SyntaxTreeNode], width: int, *, close: bool = False
    ) -> Iterator[Text]:
        """Blocks below each other, with a blank line between unless the list is a `close` one."""
        first = True
        for node in nodes:
            found = list(self.block(node, width))
            if found and not first and not close:
                yield Text()
            yield from found
            first = first and not found

    def block(self, node: SyntaxTreeNode, width: int) -> Iterator[Text]:
        if node.type == "heading":
            text = self._inline(node.children[0], width)
            for line in text:
                line.stylize("bold")
            yield from text
            if node.tag in _UNDERLINES:
                yield Text(
                    _UNDERLINES[node.tag] * max((line.cell_len for line in text), default=0), "dim"
                )
        elif node.type == "paragraph":
            yield from self._inline(node.children[0], width)
        elif node.type in ("fence", "code_block"):
            for row in node.content.rstrip("\n").split("\n"):
                yield Text(" " * INDENT) + Text(row, "cyan") if row.strip() else Text()
        elif node.type in ("bullet_list", "ordered_list"):
            yield from self._list(node, width)
        elif node.type == "blockquote":
            for line in self.blocks(node.children, width - 2):
                yield Text("│ ") + line
        elif node.type == "hr":
            yield Text("─" * width, "dim")
        elif node.type == "table":
            yield from self._table(node, width)

    def _list(self, node: SyntaxTreeNode, width: int) -> Iterator[Text]:
        number = int(node.attrs.get("start", 1))
        # Markdown hides the paragraphs of a list that was written without blank lines.
        close = all(child.hidden for item in node.children for child in item.children[:1])
        for index, item in enumerate(node.children):
            mark = "•" if node.type == "bullet_list" else f"{number + index}."
            head = f"  {mark} "
            if index and not close:
                yield Text()
            found = self.blocks(item.children, width - len(head), close=close)
            for line_number, line in enumerate(found):
                yield Text(" " * len(head) if line_number else head) + line if line else Text()

    def _table(self, node: SyntaxTreeNode, width: int) -> Iterator[Text]:
        rows = [
            [Text(" ").join(self._inline(cell.children[0], width)) for cell in row.children]
            for part in node.children
            for row in part.children
        ]
        widths = [max(row[column].cell_len for row in rows) for column in range(len(rows[0]))]
        for index, row in enumerate(rows):
            cells = [
                cell + Text(" " * (size - cell.cell_len))
                for cell, size in zip(row, widths, strict=True)
            ]
            yield Text("  ").join(cells)
            if index == 0:
                yield Text("  ".join("─" * size for size in widths), "dim")

    def _inline(self, node: SyntaxTreeNode, width: int) -> list[Text]:
        """A paragraph's lines. A displayed formula stands on its own, between blank lines."""
        found: list[list[Text]] = []
        text = Text()
        for child in node.children:
            if child.type == FORMULA and child.markup == "$$":
                found += [self._wrapped(text, width), self._display(child.content, width)]
                text = Text()
            else:
                text.append_text(self._span(child))
        found.append(self._wrapped(text, width))
        return [line for block in filter(None, found) for line in (Text(), *block)][1:]

    def _display(self, latex: str, width: int) -> list[Text]:
        shown = displayed(latex, width - INDENT, plain_letters=self.plain_letters)
        indent = Text(" " * INDENT)
        return [indent + Text(line, STYLES["formula"]) if line else Text() for line in shown]

    def _span(self, node: SyntaxTreeNode) -> Text:
        if node.type == FORMULA:
            line = in_one_line(node.content, plain_letters=self.plain_letters, glue=True)
            return Text(_glued(line, _SHORT_FORMULA), STYLES["formula"])
        if node.type == "softbreak":
            return Text(" ")
        if node.type == "hardbreak":
            return Text("\n")
        if node.type == "image":
            return Text(f"[{node.content or 'picture'}]")
        if not node.children:
            content = node.content
            if node.type == "code_inline":
                mark = "" if self.console.color_system else "`"
                content = _glued(f"{mark}{content}{mark}", _SHORT_CODE)
            return Text(content, STYLES.get(node.type, ""))
        inner = Text("").join(self._span(child) for child in node.children)
        inner.stylize(STYLES.get(node.type, ""))
        if node.type == "link" and str(node.attrs.get("href", "")) != inner.plain:
            inner.append(f" ({node.attrs['href']})")
        return inner

    def _wrapped(self, text: Text, width: int) -> list[Text]:
        start = len(text.plain) - len(text.plain.lstrip())
        found: list[Text] = []
        for line in text[start:].wrap(self.console, width) if start < len(text) else ():
            line.plain = line.plain.replace(GLUE, " ")
            line.rstrip()
            found.append(line)
        return found


def _glued(text: str, longest: int) -> str:
    return text.replace(" ", GLUE) if len(text) <= longest else text
