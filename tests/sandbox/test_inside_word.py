"""Word documents as Markdown, with their formulas as LaTeX; what is not known is named."""

from __future__ import annotations

import io
import zipfile

import pytest
from counted_calls import at_most
from word_files import SPACES, docx, element, formula, packed, paragraph, sign, words

from grader.sandbox.inside.answers import read_answers
from grader.sandbox.inside.word import document_of
from grader.sandbox.inside.xml_tree import NotRead

X, IX, N = sign("x"), sign("i"), sign("n")
PLAIN = '<m:sty m:val="p"/>'
ROWS = f"<m:e>{sign('a,')}{sign('&amp;b')}</m:e><m:e>{sign('c')}</m:e>"

EQUATIONS: dict[str, tuple[str, str]] = {
    "letters": (sign("𝑎+𝜃=𝐖"), r"a+\theta =W"),
    "signs": (sign("a×b≤∞−…"), r"a\times b\le \infty -\ldots"),
    "fraction": (element("f", num=X, den=N), r"\frac{x}{n}"),
    "binomial": (
        element("d", e=element("f", properties='<m:type m:val="noBar"/>', num=N, den=IX)),
        r"\binom{n}{i}"),
    "superscript": (element("sSup", e=X, sup=sign("2")), "x^{2}"),
    "subscript": (element("sSub", e=X, sub=IX), "x_{i}"),
    "both": (element("sSubSup", e=X, sub=IX, sup=sign("2")), "x_{i}^{2}"),
    "as the page shows it": (element("sSup", e=sign("a+2b"), sup=sign("2")), "a+2b^{2}"),
    "a power of a fraction": (
        element("sSup", e=element("f", num=X, den=N), sup=sign("2")), r"{\frac{x}{n}}^{2}"),
    "before": (element("sPre", sub=IX, sup=N, e=X), "{}_{i}^{n}x"),
    "root": (element("rad", deg="", e=X), r"\sqrt{x}"),
    "cube root": (element("rad", deg=sign("3"), e=X), r"\sqrt[3]{x}"),
    "sum": (
        element("nary", properties='<m:chr m:val="∑"/>', sub=IX, sup=N, e=X) + sign("+1"),
        r"\sum_{i}^{n}{x}+1"),
    "integral": (element("nary", sub="", sup="", e=X), r"\int{x}"),
    "brackets": (element("d", e=X), r"\left( x\right)"),
    "square brackets": (
        element("d", properties='<m:begChr m:val="["/><m:endChr m:val="]"/>', e=X),
        r"\left[ x\right]"),
    "norm": (
        element("d", properties='<m:begChr m:val="‖"/><m:endChr m:val="‖"/>', e=X),
        r"\left\| x\right\|"),
    "matrix": (
        "<m:m><m:mPr/><m:mr><m:e>" + X + "</m:e><m:e>" + IX + "</m:e></m:mr><m:mr><m:e>" + N
        + "</m:e><m:e>" + X + "</m:e></m:mr></m:m>", r"\begin{matrix}x & i \\ n & x\end{matrix}"),
    "cases": (
        '<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr>'
        f"{ROWS}</m:eqArr></m:e></m:d>", r"\begin{cases}a,&b \\ c\end{cases}"),
    "lines": (f"<m:eqArr>{ROWS}</m:eqArr>", r"\begin{aligned}a,&b \\ c\end{aligned}"),
    "hat": (element("acc", e=X), r"\hat{x}"),
    "tilde": (element("acc", properties='<m:chr m:val="\u0303"/>', e=X), r"\tilde{x}"),
    "bar": (element("bar", properties='<m:pos m:val="top"/>', e=X), r"\overline{x}"),
    "function": (element("func", fName=sign("sin", PLAIN), e=X), r"\sin{x}"),
    "another function": (element("func", fName=sign("softmax", PLAIN), e=X),
                         r"\operatorname{softmax}{x}"),
    "limit": (
        element("func", fName=element("limLow", e=sign("max", PLAIN), lim=IX), e=X),
        r"\max_{i}{x}"),
    "box": (element("borderBox", e=sign("n=4")), r"\boxed{n=4}"),
    "brace": (element("groupChr", properties='<m:chr m:val="⏟"/>', e=X), r"\underbrace{x}"),
    "double-struck": (sign("R", '<m:scr m:val="double-struck"/>'), r"\mathbb{R}"),
    "bold": (sign("W", '<m:sty m:val="b"/>'), r"\mathbf{W}"),
    "words": (sign("if", "<m:nor/>"), r"\text{if}"),
    "inserted and deleted": (f"<w:ins>{X}</w:ins><w:del>{N}</w:del>", "x"),
}  # fmt: skip


@pytest.mark.parametrize("name", EQUATIONS)
def test_a_formula(name: str) -> None:
    made, latex = EQUATIONS[name]
    found = document_of(docx(paragraph(words("so "), formula(made), words(" it is"))))
    assert (found.lines, found.faults) == ([f"so ${latex}$ it is"], [])


@pytest.mark.parametrize(
    ("made", "what"),
    [
        ("<m:newThing><m:e/></m:newThing>", "m:newThing"),
        (element("nary", properties='<m:chr m:val="⨀"/>', e=X), "m:nary ⨀"),
        (element("acc", properties='<m:chr m:val="x"/>', e=X), "m:acc x"),
        (element("d", properties='<m:begChr m:val="«"/>', e=X), "m:d «"),
        (f"<m:sSup><m:e><m:odd/></m:e><m:sup>{X}</m:sup></m:sSup>", "m:odd"),
    ],
)
def test_a_formula_that_is_not_known_is_named_and_not_left_out(made: str, what: str) -> None:
    found = document_of(docx(paragraph(words("a")) + paragraph(words("b "), formula(made))))
    assert found.lines == ["a", "b $\\unread$"]
    assert found.faults == [(2, f"a formula with {what} is not read; a person looks at it")]


HEADING = "<w:pStyle w:val='Titre1'/>"
STYLES = (
    '<w:style w:styleId="Titre1"><w:name w:val="titre"/>'
    '<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
    '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="7">'
    '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>'
)


def item(level: int) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="3"/></w:numPr>'


LINES: list[tuple[str, list[str]]] = [
    (paragraph(words("Question 1"), properties=HEADING), ["# Question 1"]),
    (paragraph(words("Teil"), properties='<w:pStyle w:val="H2"/>'), ["## Teil"]),
    (paragraph(words("Own"), properties='<w:outlineLvl w:val="2"/>'), ["### Own"]),
    (paragraph(words("Ques", "<w:b/>"), words("tion 2", "<w:b/>")), ["**Question 2**"]),
    (paragraph(words("Q2: ", "<w:b/>"), words("text")), ["**Q2: **text"]),
    (paragraph(words("a", '<w:b w:val="0"/>')), ["a"]),
    (paragraph(words("x"), words("2", '<w:vertAlign w:val="superscript"/>')), ["x^{2}"]),
    (paragraph(words("x"), words("i", '<w:vertAlign w:val="subscript"/>')), ["x_{i}"]),
    (paragraph(formula(X)), ["$$x$$"]),
    (paragraph(f"<m:oMathPara>{formula(X)}</m:oMathPara>"), ["$$x$$"]),
    (paragraph(words("# 3")), ["\\# 3"]),
    (paragraph(words("a"), "<w:r><w:br/></w:r>", words("b")), ["a", "b"]),
    (paragraph(words("one"), properties=item(0)) + paragraph(words("a"), properties=item(1))
     + paragraph(words("b"), properties=item(1)) + paragraph(words("two"), properties=item(0))
     + paragraph(words("a"), properties=item(1)) + paragraph(words("dot"), properties=item(2)),
     ["1. one", "(a) a", "(b) b", "2. two", "(a) a", "- dot"]),
    (f"<w:tbl><w:tr><w:tc>{paragraph(words('a'))}</w:tc><w:tc>{paragraph(formula(X))}</w:tc></w:tr>"
     f"<w:tr><w:tc>{paragraph(words('b'))}</w:tc><w:tc>{paragraph()}</w:tc></w:tr></w:tbl>",
     ["| a | $$x$$ |", "|---|---|", "| b |  |"]),
    (paragraph(f"<w:del>{words('gone')}</w:del><w:ins>{words('new')}</w:ins>"), ["new"]),
    (paragraph(f"<w:hyperlink>{words('link')}</w:hyperlink>"), ["link"]),
    (f"<w:sdt><w:sdtContent>{paragraph(words('inside'))}</w:sdtContent></w:sdt>", ["inside"]),
    (paragraph("<w:r><w:drawing/></w:r>"), ["(picture)"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "lines"), LINES)
def test_a_paragraph(body: str, lines: list[str]) -> None:
    found = document_of(docx(body, styles=STYLES, numbering=NUMBERING))
    assert (found.lines, found.faults) == (lines, [])


@pytest.mark.parametrize(
    ("inside", "line", "fault"),
    [
        ("<w:r><w:object/></w:r>", "$\\unread$",
         "a formula or object of another program is not read; a person looks at it"),
        (f"<w:r><w:pict>{words('hidden')}</w:pict></w:r>", "(picture)", "a text box is not read"),
        ("<w:r><w:footnoteReference/></w:r>", "", "footnotes are not read"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_said(inside: str, line: str, fault: str) -> None:
    found = document_of(docx(paragraph(inside)))
    assert (found.lines, found.faults) == ([line], [(1, fault)])


def deep(count: int) -> str:
    return "<m:sSup><m:e>" * count + X + "</m:e></m:sSup>" * count


ENTITIES = (
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    f"<w:document {SPACES}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>"
)
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>'
DOCUMENT = "word/document.xml"
MUCH = "it unpacks to more than a document has"
DAMAGED = "it is not a Word document, or is damaged"
BOMBS: dict[str, tuple[bytes, str]] = {
    "a zip bomb": (packed({DOCUMENT: b" " * (60 << 20)}), MUCH),
    "a smaller one": (packed({DOCUMENT: b" " * (2 << 20)}), MUCH),
    "many entries": (packed({f"{n}.xml": "" for n in range(2_001)}), MUCH),
    "an entity bomb": (packed({DOCUMENT: ENTITIES}), "it has a document type of its own"),
    "a file from outside": (packed({DOCUMENT: OUTSIDE}), "it has a document type of its own"),
    "deep XML": (docx(paragraph(formula(deep(20_000)))), "it is nested too deeply, or too large"),
    "not XML": (packed({DOCUMENT: "<w:document"}), "it is damaged"),
    "no text": (packed({DOCUMENT: "<a/>"}), "it has no text"),
    "not a document": (packed({"a.txt": "x"}), DAMAGED),
    "not a zip": (b"PK\x03\x04" + b"x" * 1000, DAMAGED),
    "nothing": (b"", DAMAGED),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_little_cost(name: str) -> None:
    data, why = BOMBS[name]
    with at_most(300_000), pytest.raises(NotRead) as told:
        document_of(data)
    assert str(told.value) == why


def test_a_deep_formula_costs_itself_alone() -> None:
    found = document_of(docx(paragraph(formula(deep(90))) + paragraph(words("next"))))
    assert found.lines[1] == "next"


def test_a_size_that_is_a_lie() -> None:
    """Of a part only so much is unpacked, whatever the list of members says of it."""
    made = bytearray(packed({DOCUMENT: b" " * (9 << 20)}))
    at = made.rindex(b"PK\x01\x02")
    made[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    assert zipfile.ZipFile(io.BytesIO(bytes(made))).infolist()[0].file_size == 1000
    with pytest.raises(NotRead):
        document_of(bytes(made))


def test_a_refused_document_is_said_to_wait() -> None:
    (found,) = read_answers({"hw.docx": b"no"})["hw.docx"]
    assert found["fault"] == f"it was not read: {DAMAGED}; hand in .md or .tex"


def test_formulas_of_libreoffice_are_to_be_checked() -> None:
    app = "<Properties><Application>LibreOffice/7.4</Application></Properties>"
    body = f"<w:document {SPACES}><w:body>{paragraph(formula(X))}</w:body></w:document>"
    found = document_of(packed({DOCUMENT: body, "docProps/app.xml": app}))
    told = "LibreOffice saves some formulas of such files wrong; check them, or hand in .md"
    assert found.faults == [(1, told)]
