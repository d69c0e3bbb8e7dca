"""A Word document as Markdown, one line a paragraph; its formulas between dollars.

Nothing is unpacked to disk, only what is needed is read, and no more of it than an honest document
has. What cannot be read is named.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.sandbox.inside.equations import NotKnown, latex_of
from grader.sandbox.inside.xml_tree import Node, NotRead, tree_of

# A long homework with pictures has some hundred entries and some megabytes; its text one.
MAX_ENTRIES = 2_000
MAX_UNPACKED = 50 << 20
MAX_RATIO = 100
MAX_PART = 8 << 20
# What stands for a formula that is not read: nobody takes the text around it for the whole answer.
UNREAD = "$\\unread$"
_BLOCKS = ("w:ins", "w:hyperlink", "w:smartTag", "w:sdt", "w:sdtContent", "w:fldSimple", "w:moveTo")
_HEADING = re.compile(r"heading\s?([1-6])", re.IGNORECASE)
_FORMATS = ("decimal", "lowerLetter", "upperLetter", "lowerRoman", "upperRoman")


@dataclass
class Document:
    lines: list[str] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def document_of(data: bytes) -> Document:
    """Raises NotRead."""
    parts = _parts(data)
    body = tree_of(parts["word/document.xml"]).child("w:body")
    if body is None:
        raise NotRead("it has no text")
    styles = _styles(tree_of(parts["word/styles.xml"])) if "word/styles.xml" in parts else {}
    numbering = _Numbering(parts.get("word/numbering.xml"))
    reader = _Reader(styles, numbering)
    reader.blocks(body)
    if b"LibreOffice" in parts.get("docProps/app.xml", b""):
        message = "LibreOffice saves some formulas of such files wrong; check them, or hand in .md"
        if any("$" in line for line in reader.found.lines):
            reader.found.faults.append((1, message))
    return reader.found


def _parts(data: bytes) -> dict[str, bytes]:
    import zipfile

    wanted = ("word/document.xml", "word/styles.xml", "word/numbering.xml", "docProps/app.xml")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
        packed = sum(one.compress_size for one in members)
        unpacked = sum(one.file_size for one in members)
        if len(members) > MAX_ENTRIES or unpacked > max(MAX_UNPACKED, 0):
            raise NotRead("it unpacks to more than a document has")
        if unpacked > (1 << 20) and unpacked > MAX_RATIO * max(packed, 1):
            raise NotRead("it unpacks to more than a document has")
        found = {}
        for one in members:
            if one.filename in wanted and one.filename not in found:
                with archive.open(one) as member:
                    found[one.filename] = member.read(MAX_PART + 1)
                if len(found[one.filename]) > MAX_PART:
                    raise NotRead("it unpacks to more than a document has")
    except NotRead:
        raise
    except Exception as error:  # at bytes that are not what they should be, zipfile raises anything
        raise NotRead("it is not a Word document, or is damaged") from error
    if "word/document.xml" not in found:
        raise NotRead("it is not a Word document, or is damaged")
    return found


def _styles(root: Node) -> dict[str, int]:
    """Style -> its level as a heading, whatever the language of its name."""
    found = {}
    for style in root.all("w:style"):
        level = style.value("w:pPr", "w:outlineLvl")
        named = _HEADING.fullmatch(style.value("w:name"))
        if level.isdigit() and int(level) < 9:
            found[style.attributes.get("styleId", "")] = int(level) + 1
        elif named:
            found[style.attributes.get("styleId", "")] = int(named[1])
    return found


class _Numbering:
    """Labels of list items, which the text itself does not have: they are counted here."""

    def __init__(self, data: bytes | None) -> None:
        self.levels: dict[str, dict[str, Node]] = {}
        self.counts: dict[tuple[str, int], int] = {}
        if data is None:
            return
        root = tree_of(data)
        abstract = {
            one.attributes.get("abstractNumId", ""): {
                level.attributes.get("ilvl", ""): level for level in one.all("w:lvl")
            }
            for one in root.all("w:abstractNum")
        }
        for one in root.all("w:num"):
            name = one.attributes.get("numId", "")
            self.levels[name] = abstract.get(one.value("w:abstractNumId"), {})

    def label(self, number: str, level: str) -> str:
        form = self.levels.get(number, {}).get(level)
        if form is None:
            return "- "
        depth = int(level) if level.isdigit() else 0
        start = form.value("w:start")
        first = int(start) if start.isdigit() else 1
        self.counts[number, depth] = self.counts.get((number, depth), first - 1) + 1
        for key in [key for key in self.counts if key[0] == number and key[1] > depth]:
            del self.counts[key]
        if form.value("w:numFmt") not in _FORMATS:
            return "- "
        return (
            re.sub(
                r"%([1-9])",
                lambda one: self._shown(number, int(one[1]) - 1),
                form.value("w:lvlText"),
            )
            + " "
        )

    def _shown(self, number: str, depth: int) -> str:
        form = self.levels[number].get(str(depth))
        kind = form.value("w:numFmt") if form else "decimal"
        count = self.counts.get((number, depth), 1)
        if kind.endswith("Letter"):
            shown = chr(ord("a") + (count - 1) % 26)
        elif kind.endswith("Roman"):
            tens, ones = divmod(count, 10)
            shown = "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]
        else:
            shown = str(count)
        return shown.upper() if kind.startswith("upper") else shown


class _Reader:
    def __init__(self, styles: dict[str, int], numbering: _Numbering) -> None:
        self.styles = styles
        self.numbering = numbering
        self.found = Document()

    def blocks(self, node: Node) -> None:
        """Paragraphs and tables, each on lines of its own."""
        for one in node.children:
            if one.name == "w:p":
                self.found.lines += self._paragraph(one).split("\n")
            elif one.name == "w:tbl":
                self._table(one)
            elif one.name in _BLOCKS or one.name == "mc:AlternateContent":
                self.blocks(_chosen(one))

    def _table(self, table: Node) -> None:
        for place, row in enumerate(table.all("w:tr")):
            cells = [
                " ".join(self._inline(one).replace("\n", " ").strip() for one in cell.all("w:p"))
                for cell in row.all("w:tc")
            ]
            self.found.lines.append(f"| {' | '.join(cells)} |")
            if not place:
                self.found.lines.append("|---" * len(cells) + "|")

    def _paragraph(self, node: Node) -> str:
        text = self._inline(node)
        properties = node.child("w:pPr")
        if properties is None or not text.strip():
            return _unmarked(text)
        own = properties.value("w:outlineLvl")
        level = int(own) + 1 if own.isdigit() else self.styles.get(properties.value("w:pStyle"), 0)
        number = properties.child("w:numPr")
        if number is not None and number.value("w:numId") not in ("", "0"):
            label = self.numbering.label(number.value("w:numId"), number.value("w:ilvl"))
            text = label + text
        if 1 <= level <= 6:
            return f"{'#' * level} {text.replace('**', '').strip()}"
        return text if number is not None else _unmarked(text)

    def _inline(self, node: Node) -> str:
        pieces = [*self._pieces(node)]
        formulas = [text for text, kind in pieces if kind == "formula"]
        alone = len(formulas) == 1 and not "".join(t for t, k in pieces if k != "formula").strip(
            " .,"
        )
        found, bold = [], False
        for text, kind in pieces:
            wanted = kind == "bold"
            if wanted != bold and text.strip():
                found.append("**")
                bold = wanted
            found.append(f"${text}$" if alone and kind == "formula" and text != UNREAD else text)
        return re.sub(r"\*\*(\s*)\*\*", r"\1", "".join([*found, "**"] if bold else found))

    def _pieces(self, node: Node) -> Iterator[tuple[str, str]]:
        """Text and what it is: formula, bold or plain."""
        for one in node.children:
            if one.name == "w:r":
                yield from self._run(one)
            elif one.name == "m:oMathPara":
                yield from self._pieces(one)
            elif one.name == "m:oMath":
                yield self._formula(one), "formula"
            elif one.name in _BLOCKS or one.name == "mc:AlternateContent":
                yield from self._pieces(_chosen(one))
            elif one.name in ("w:drawing", "w:pict"):
                yield from self._picture(one)

    def _run(self, node: Node) -> Iterator[tuple[str, str]]:
        properties = node.child("w:rPr")
        bold = False
        raised = ""
        if properties is not None:
            mark = properties.child("w:b")
            bold = mark is not None and mark.attributes.get("val", "1") not in ("0", "false", "off")
            raised = properties.value("w:vertAlign")
        for one in node.children:
            text = ""
            if one.name == "w:t":
                text = one.text
                if raised in ("superscript", "subscript") and text.strip():
                    text = f"{'^' if raised == 'superscript' else '_'}{{{text}}}"
            elif one.name in ("w:tab", "w:ptab"):
                text = " "
            elif one.name in ("w:br", "w:cr"):
                text = "\n"
            elif one.name == "w:noBreakHyphen":
                text = "-"
            elif one.name == "w:object":
                yield self._unread("a formula or object of another program"), "formula"
            elif one.name in ("w:drawing", "w:pict", "mc:AlternateContent"):
                yield from self._picture(one)
            elif one.name == "w:footnoteReference":
                self._fault("footnotes are not read")
            if text:
                yield text, "bold" if bold else "plain"

    def _picture(self, node: Node) -> Iterator[tuple[str, str]]:
        if _holds_text(node):
            self._fault("a text box is not read")
        yield "(picture)", "plain"

    def _formula(self, node: Node) -> str:
        try:
            return f"${latex_of(node)}$"
        except NotKnown as what:
            return self._unread(f"a formula with {what}")
        except RecursionError:
            return self._unread("a formula inside of formulas without end")

    def _unread(self, what: str) -> str:
        self._fault(f"{what} is not read; a person looks at it")
        return UNREAD

    def _fault(self, message: str) -> None:
        self.found.faults.append((len(self.found.lines) + 1, message))


def _chosen(node: Node) -> Node:
    """Of two ways to write the same, the first."""
    choice = node.child("mc:Choice") if node.name == "mc:AlternateContent" else None
    return choice or node


def _holds_text(node: Node) -> bool:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.name == "w:t" and one.text.strip():
            return True
        waiting += one.children
    return False


def _unmarked(text: str) -> str:
    """Text that begins like a heading of Markdown and is none."""
    return f"\\{text}" if text.startswith("#") else text
