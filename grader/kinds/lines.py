"""Named lines in one answer: a list or a table, each line under its name or another for it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.kinds.snippets import plain, table_rows

# Longer than any line that is meant: what is matched against it takes time that grows with it.
LONGEST_LINE = 500
_LABEL = re.compile(r"^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?([^:=|]+?)\s*(?::=|[:=])\s*(.+?)\s*$")


@dataclass(frozen=True)
class Written:
    lines: Mapping[str, list[str]]  # line -> what was written for it
    strange: list[tuple[str, str]]  # labels that name no line, with what was written


def written_lines(aliases: Mapping[str, Iterable[str]], text: str) -> Written:
    """What was written for each line, in a list or a table; `aliases` are other names of lines."""
    names = {folded(alias): name for name, others in aliases.items() for alias in others}
    names.update({folded(name): name for name in aliases})
    found: dict[str, list[str]] = {}
    strange: list[tuple[str, str]] = []
    for label, value in labelled(text):
        meant = names.get(folded(label))
        if meant is not None:
            found.setdefault(meant, []).append(plain(value.strip("*_ ")))
        else:
            strange.append((label.strip("`*_ "), value))
    return Written(found, strange)


def labelled(text: str) -> list[tuple[str, str]]:
    """Labels and what is written for them, first those of tables; of a row the last number."""
    lines = [line for line in text.split("\n") if len(line) <= LONGEST_LINE]
    pairs = []
    for row in table_rows("\n".join(lines)):
        if len(row) >= 2:
            cells = [cell for cell in row[1:] if re.search(r"\d", cell)]
            pairs.append((row[0], (cells or row)[-1]))
    for line in lines:
        match = None if "|" in line else _LABEL.match(plain(line))
        if match:
            pairs.append((match[1], match[2]))
    return pairs


def meant_by(missing: Iterable[str], strange: list[str]) -> dict[str, str]:
    """For each missing line the label that may have been meant for it, if there is one."""
    found = {}
    for name in missing:
        near = difflib.get_close_matches(name, strange[:100], n=1, cutoff=0.7)
        if near:
            found[name] = near[0]
    return found


def folded(text: str) -> str:
    """A label or a name without case, markup and punctuation."""
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def clashes(labels: Iterable[str], parts: Collection[str]) -> Iterator[tuple[str, str]]:
    """The lines that have the name of a part, each with what is wrong with that."""
    for label in labels:
        if label in parts and len(parts) > 1:
            yield label, f"the part `{label}` has this name too; a label could mean either"
