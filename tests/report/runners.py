"""What the runners of CI systems take for a command, as their own sources and manuals have it.

Written anew and more broadly than the runners read, so that it shares no mistake with the grader's
own pattern: a name that no runner knows yet counts as a command too.
"""

from __future__ import annotations

import re

ANSI = re.compile(r"\x1b\[[0-9;]*[mK]")


def commands(text: str) -> list[str]:
    """Every line of `text` that a runner would act on."""
    # .NET, which reads for GitHub and Azure, ends a line at \r, \n and \r\n.
    return [line for line in re.split(r"\r\n|\r|\n", text) if _acts(line)]


def _acts(line: str) -> bool:
    return any(acts(seen) for seen in (line, ANSI.sub("", line)) for acts in RUNNERS)


def github(line: str) -> bool:
    """ActionCommand.TryParseV2: trims, then `::name data::value`."""
    line = line.lstrip()
    return line.startswith("::") and line.find("::", 2) >= 0


def github_of_old(line: str) -> bool:
    """ActionCommand.TryParse, and the log's page: `##[` anywhere, then `]`."""
    begin = line.find("##[")
    return begin >= 0 and line.find("]", begin) >= 0


def azure(line: str) -> bool:
    return _opened(line, "##vso[")


def teamcity(line: str) -> bool:
    return _opened(line, "##teamcity[")


def octopus(line: str) -> bool:
    return _opened(line, "##octopus[")


def _opened(line: str, sign: str) -> bool:
    begin = line.find(sign)
    return begin >= 0 and "]" in line[begin:]


def buildkite(line: str) -> bool:
    """buildkite/agent's header times: a group's head, with a terminal's \\r behind it or not."""
    line = line.lstrip() + "\r"
    return bool(re.match(r"(---|\+\+\+|~~~)\s|\^\^\^\s+\+\+\+\s*$", line))


def gitlab(line: str) -> bool:
    return "section_start:" in line or "section_end:" in line


def travis(line: str) -> bool:
    return "travis_fold:" in line or "travis_time:" in line


RUNNERS = (
    github, github_of_old, azure, teamcity, octopus, buildkite, gitlab, travis,
)  # fmt: skip
