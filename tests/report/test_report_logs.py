"""No line of a report is a command for the runner that reads the log, whoever wrote its text."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from typing import Literal
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt
from pages import Page
from report_fields import FIELDS, changed, wrong
from rich.console import Console
from runners import commands

from grader.report import Report, visible
from grader.report.commands import disarmed
from grader.report.formats import FORMATS, draw

# Each is a command to some runner, at a line's beginning or wherever it stands.
COMMANDS = [
    "::add-mask::8",
    "::stop-commands::token",
    "::error::all is lost",
    "::error file=app.js,line=1,col=5::missing semicolon",
    "::warning title=x::y",
    "::set-output name=score::100",
    "::set-env name=PATH::/tmp",
    "::add-path::/tmp",
    "::save-state name=a::b",
    "::add-matcher::matcher.json",
    "::group::hidden",
    "::endgroup::",
    "::debug::x",
    "::echo::on",
    "    ::add-mask::8",
    "\t::add-mask::8",
    "\u00a0::add-mask::8",
    "\u3000::add-mask::8",
    "first line\n::add-mask::8",
    "first line\r\n   ::add-mask::8",
    "first line\r::add-mask::8",
    "##[error]all is lost",
    "##[group]hidden",
    "in the middle ##[add-mask]8 of a line",
    "##[set-env name=PATH;]/tmp",
    "##[section]Starting: x",
    "##vso[task.setvariable variable=score]100",
    "text ##vso[task.complete result=Succeeded;]DONE",
    "####vso[task.logissue type=error]x",
    "##teamcity[buildStatus status='SUCCESS']",
    "text ##teamcity[setParameter name='a' value='b']",
    "##octopus[setVariable name='YQ==' value='Yg==']",
    "--- a group",
    "+++ an open group",
    "~~~ a dim group",
    "^^^ +++",
    "first line\n---",
    "section_start:1700000000:hidden\r\x1b[0K",
    "section_end:1700000000:hidden\r\x1b[0K",
    "travis_fold:start:hidden\r\x1b[0K",
    "travis_time:end:hidden",
    "::add-mask::8 ##[group]x ##vso[a.b]c",
    "\u200b::add-mask::8",
]


def _own_commands(text: str) -> list[str]:
    """Lines that are one annotation of GitHub's and hold no other command."""
    own = re.compile(r"::(?:error|warning|notice) [^\n]*?::([^\n]*)")
    return [line for line in text.split("\n") if own.fullmatch(line)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", FORMATS)
def test_nothing_that_a_student_wrote_is_a_command(name: str, field: str, report: Report) -> None:
    change, _ = FIELDS[field]
    for text in COMMANDS:
        shown = FORMATS[name](changed(report, **change(text)))
        if name == "github":
            lines = shown.rstrip("\n").split("\n")
            assert lines == _own_commands(shown), text
            # The runner writes data and properties on lines of their own.
            shown = "\n".join(_decoded(line) for line in lines)
        assert commands(shown) == [], text


def _decoded(line: str) -> str:
    head, _, data = line.removeprefix("::").partition("::")
    values = [pair.partition("=")[2] for pair in head.partition(" ")[2].split(",")]
    return "\n".join(_unescaped(text) for text in [*values, data])


def _unescaped(text: str) -> str:
    for code, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}.items():
        text = text.replace(code, character)
    return text.replace("%25", "%")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "field"), [(name, field) for field, (_, names) in FIELDS.items() for name in names]
)
def test_the_text_is_still_recognisable(name: str, field: str, report: Report) -> None:
    change, _ = FIELDS[field]
    for text in COMMANDS:
        shown = READERS[name](FORMATS[name](changed(report, **change(text))))
        assert _bare(text) in _bare(shown), text


def _bare(text: str) -> str:
    """Without white space, which wrapping moves, and backslashes, which escaping adds."""
    return re.sub(r"[\s\\]|(?<=\\)n", "", visible(text))


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return [value] if isinstance(value, str) else []


def _elements(text: str) -> str:
    found = ET.fromstring(text).iter()
    return "\n".join("\n".join([*one.attrib.values(), one.text or ""]) for one in found)


def _page(text: str) -> str:
    """What a page made of the Markdown shows."""
    page = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    return html.unescape(re.sub(r"<[^>]*>", "", page))


READERS: dict[str, Callable[[str], str]] = {
    "text": str,
    "json": lambda text: "\n".join(_strings(json.loads(text))),
    "markdown": _page,
    "html": lambda text: Page(text).words,
    "junit": _elements,
    "github": lambda text: "\n".join(map(_decoded, text.split("\n"))),
}


@pytest.mark.parametrize("colours", [None, "truecolor"])
@pytest.mark.parametrize("command", ["::add-mask::8", "--- a group", "^^^ +++", "##[error]x"])
def test_wrapping_brings_no_command_to_the_beginning_of_a_line(
    command: str, colours: Literal["truecolor"] | None, report: Report
) -> None:
    """Wherever the line is broken: before the command, after its first sign, in its middle."""
    for before in range(60, 100):
        for filler in ("x" * (before - 1) + " ", "x" * before):
            told = changed(report, **wrong(message=filler + command, notes=(filler + command,)))
            file = io.StringIO()
            console = Console(
                file=file, width=100, force_terminal=bool(colours), color_system=colours
            )
            draw(told, console)
            assert ("\x1b" in file.getvalue()) is bool(colours)
            assert commands(file.getvalue()) == [], (filler, command)


@pytest.mark.parametrize("text", COMMANDS)
def test_json_and_junit_read_back_as_the_student_wrote(text: str, report: Report) -> None:
    told = changed(report, **wrong(message=text, notes=(f"one\n{text}",)))
    assert Report.model_validate_json(FORMATS["json"](told)) == told
    failure = ET.fromstring(FORMATS["junit"](told)).find(".//failure")
    assert failure is not None
    assert (failure.text or "").endswith(f"one\n{visible(text)}")
    assert str(failure.get("message")).endswith(visible(text))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::error::x", "\\::error::x"),
        ("  ::error::x", "  \\::error::x"),
        ("one\n::error::x", "one\n\\::error::x"),
        ("\x1b[1m::error::x\x1b[0m", "\x1b[1m\\::error::x\x1b[0m"),
        ("see ##[error]x and ##vso[a]", "see ##\\[error]x and ##vso\\[a]"),
        ("--- group", "\\--- group"),
        ("section_start:1:x", "section_start\\:1:x"),
        ("\\::error::x", "\\::error::x"),
        # What is none stays as it is.
        ("a::b", "a::b"),
        ("x[::2]", "x[::2]"),
        (": :", ": :"),
        ("# [link]", "# [link]"),
        ("| --- | --- |", "| --- | --- |"),
        ("----", "----"),
        ("-- x", "-- x"),
        ("    ^^^^^^", "    ^^^^^^"),
    ],
)
def test_one_character_is_escaped_and_nothing_else(line: str, shown: str) -> None:
    assert disarmed(line) == shown
    assert disarmed(shown) == shown


def test_long_texts_of_signs_take_no_longer_than_their_length() -> None:
    """A pattern that tried again from every sign would need hours for these."""
    for sign in ("#", "##a", ":", "-", " ", "^", "section_", "\x1b["):
        text = sign * 200_000
        assert disarmed(text)


def test_a_name_is_one_line_in_every_format(report: Report) -> None:
    told = changed(report, submission="ada\n100 / 100 points")
    assert told.submission == r"ada\n100 / 100 points"
    assert FORMATS["text"](told).split("\n")[0].startswith(r"ada\n100 / 100 points · A course")
    assert FORMATS["markdown"](told).split("\n")[0].startswith(r"# ada\\n100 / 100 points: ")
