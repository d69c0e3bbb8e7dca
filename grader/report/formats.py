"""The ways to write a report, by name: one renderer a file, all from report to text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.report import github, junit, markdown, terminal
from grader.report.model import Report

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": terminal.render,
    "json": Report.to_json,
    "markdown": markdown.render,
    "junit": junit.render,
    "github": github.render,
}
# What `--output report.xml` means without being told.
BY_SUFFIX: Mapping[str, str] = {
    ".json": "json",
    ".md": "markdown",
    ".xml": "junit",
    ".txt": "text",
}
