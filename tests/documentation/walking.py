"""A page that is followed word for word: its files are written, its commands run, in its order.

```yaml title="problems/first.yaml"     a file, written where it says
```bash                                 commands, run where those before them have led
```text                                 printed by the commands before it, among other lines
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from typed import command

_BLOCK = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.M | re.DOTALL
)
# Tells the output of one block from that of the next, and is in nobody's page.
_NEXT = "\x1enext block\x1e"


@dataclass(frozen=True)
class Block:
    language: str
    title: str | None
    text: str


@dataclass(frozen=True)
class Walk:
    """What each block of commands printed, and how the last one ended."""

    printed: list[str]
    code: int
    complaints: str


def blocks_of(page: str) -> list[Block]:
    return [
        Block(found["language"], found["title"], found["text"]) for found in _BLOCK.finditer(page)
    ]


def walk(page: str, folder: Path, env: Mapping[str, str]) -> Walk:
    """Follow a page in an empty folder. It ends at the first command that fails."""
    script = "\n".join(filter(None, map(_step, blocks_of(page))))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=dict(env),
        capture_output=True,
        text=True,
    )
    _, *printed = done.stdout.split(_NEXT + "\n")
    return Walk(printed, done.returncode, done.stderr)


def _step(block: Block) -> str:
    if block.title:
        end = "END OF THE FILE"
        return (
            f"mkdir -p $(dirname {block.title})\ncat > {block.title} <<'{end}'\n{block.text}{end}"
        )
    return f"echo '{_NEXT}'\n{block.text}" if block.language == "bash" else ""


def said(page: str) -> list[list[str]]:
    """For each block of commands, what the page shows of its output."""
    shown: list[list[str]] = []
    for block in blocks_of(page):
        if block.language == "bash":
            shown.append([])
        elif block.language == "text" and not block.title and shown:
            shown[-1].append(block.text)
    return shown


def newcomer(folder: Path) -> dict[str, str]:
    """The environment of somebody who has installed grader and set nothing."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    folders = [command().parent, Path(sys.executable).parent]
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    return {**kept, "PATH": path, "GRADER_CACHE": str(folder / "cache"), "GRADER_USER": "sam"}
