"""Markdown and JUnit around hostile text: nothing links, loads, calls, hides or breaks out."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from markdown_it import MarkdownIt
from report_fields import FIELDS, changed

from grader.report import Report
from grader.report.formats import FORMATS
from grader.report.quoting import paragraph, quoted

SCHEMA = xmlschema.XMLSchema(Path(__file__).with_name("junit_schema.xsd"))

HOSTILE = [
    "![x](http://evil.example/pixel.png)",
    "[click](http://evil.example)",
    "[click]: http://evil.example",
    "<http://evil.example>",
    "http://evil.example and www.evil.example",
    "ftp://@octocat and www.@octocat",
    "mail ada@example.org",
    "<img src=http://evil.example/p.png>",
    "<details><summary>x</summary>",
    "</details></td></table>",
    "<!-- the rest is gone",
    "<script>alert(1)</script>",
    "&lt;b&gt; &#64;octocat",
    "@octocat @org/team @_name @@octocat",
    "see #1, org/repo#1, GH-1 and !1",
    "a | b || c\\|d",
    "```\ncode\n```",
    "`` ` ` @octocat `",
    "~~~\nx",
    "# heading",
    "heading\n===",
    "- item",
    "1. item",
    "> quoted",
    "---",
    "    indented @octocat",
    "***bold*** __x__ ~~y~~",
    "[^1] [ ] [x] - [x]",
    "$\\href{http://evil.example}{x}$",
    "\\",
    "]]> <![CDATA[ x ]]>",
    '" onload="x',
    "<!DOCTYPE x [<!ENTITY a 'b'>]> &a;",
    "\x00\x08\x0b\x1f\x7f\x85",
    "\ud800 \udfff",
    "\ufffe\uffff\U0001fffe",
    "\u202eright to left\u2066",
    "\u2028\u2029",
    "x" * 100_000,
    "word " * 20_000,
    "line\n" * 5_000,
]
# What a page may be made of here; no link, picture, list inside a part, rule or raw HTML.
TAGS = {"h1", "h2", "p", "strong", "em", "code", "pre", "table", "thead", "tbody", "tr", "th", "td"}
LISTS = {"ul", "li"}
WITH_NOTES = ("heading of an answer", "note of the report", "submission name")


def _tags(page: str) -> set[str]:
    return set(re.findall(r"</?([a-z0-9]+)", page))


@pytest.mark.parametrize("field", FIELDS)
def test_markdown_stays_the_page_it_is(field: str, report: Report) -> None:
    change, _ = FIELDS[field]
    noted = LISTS if field in WITH_NOTES else set()
    for text in HOSTILE:
        markdown = FORMATS["markdown"](changed(report, **change(text)))
        page = MarkdownIt("gfm-like", {"linkify": False}).render(markdown)
        assert _tags(page) <= TAGS | noted, text
        assert page.count("<h1>") == page.count("<h2>") == page.count("<table>") == 1, text
        rows = [line for line in markdown.split("\n") if line.startswith("| topic")]
        assert all(len(re.findall(r"(?<!\\)\|", line)) == 5 for line in rows), text
        _calls_nobody(page)


def _calls_nobody(page: str) -> None:
    """Hosts look for names and numbers in the page's text, outside of code."""
    text = re.sub(r"<(code)[^>]*>.*?</\1>|<pre>.*?</pre>", "\0", page, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", "\0", text).replace("&lt;", "<").replace("&amp;", "&")
    assert not re.search(r"@\w|#\d|GH-\d|://|www\.\w", text, re.IGNORECASE)


@pytest.mark.parametrize("field", FIELDS)
def test_junit_stays_valid(field: str, report: Report) -> None:
    change, formats = FIELDS[field]
    for text in HOSTILE:
        xml = FORMATS["junit"](changed(report, **change(text)))
        SCHEMA.validate(xml)
        assert xml.encode().decode() == xml  # no lone surrogate
        if "junit" in formats and text.isascii() and text.isprintable():
            values = [*ET.fromstring(xml).itertext(), *_attributes(xml)]
            assert any(text.strip() in value for value in values), text


def _attributes(xml: str) -> list[str]:
    return [value for one in ET.fromstring(xml).iter() for value in one.attrib.values()]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, 3.5 of 4", "plain words, 3.5 of 4"),
        ("ask @octocat", "ask `@`octocat"),
        ("@@octocat", "`@@`octocat"),
        ("ada@example.org", "ada`@`example.org"),
        ("see org/repo#12", "see org/repo`#`12"),
        ("GH-12, high-12", "GH`-`12, high-12"),
        ("http://x.example", "http`://`x.example"),
        ("WWW.x.example", "WWW`.`x.example"),
        ("ftp://@octocat", "ftp`://@`octocat"),
        ("q @ k, a # b", r"q @ k, a \# b"),
        ("`@x`", r"\``@`x\`"),
        ("<b> | [x](y)", r"\<b\> \| \[x\]\(y\)"),
        ("two\nlines", "two lines"),
    ],
)
def test_quoted(text: str, shown: str) -> None:
    assert quoted(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- item", r"\- item"),
        ("---", r"\---"),
        ("===", r"\==="),
        ("1. item", r"1\. item"),
        ("    code", "code"),
        ("0.5 is wrong", "0.5 is wrong"),
        ("case 1: - item", "case 1: - item"),
    ],
)
def test_paragraph(text: str, shown: str) -> None:
    assert paragraph(text) == shown


def test_a_long_text_of_signs_takes_no_longer_than_its_length() -> None:
    for sign in ("@", "#", "://", "www.", "GH-", "@ "):
        assert quoted(sign * 100_000)
