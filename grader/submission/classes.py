"""A folder with one folder for each student is not one submission."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from grader.values.endings import is_answers, is_document, is_readme, is_source
from grader.values.patterns import Pattern

# Folders of one person: of questions, of kinds of files, of versions.
_OWN = Pattern(
    r"(?:q|question|p|problem|prob|ex|exercise|part|task|hw|homework|lab|week|chapter|section|aufgabe"
    r"|blatt|ejercicio|exercice)[ _.-]?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})?|[0-9]{1,2}[a-z]?|src|code|"
    r"lib|notebooks?|data|docs?|reports?|figures?|images?|tests?|answers?|solutions?|submission|written|"
    r"theory|practice|programming|numpy|torch|pytorch|v[0-9]+|old|new|final|draft|backup|models?|"
    r"utils?|scripts?|tex|latex|paper",
    re.IGNORECASE,
)
# Folders that hold source alone may be parts of a program; so many with the same files are not.
_MANY = 3


def students_in(paths: Collection[str]) -> list[str]:
    """The folders of students, where each lies in one of its own and nothing beside them."""
    graded = [path for path in paths if _is_graded(path)]
    if any("/" not in path for path in graded):
        return []
    folders: dict[str, set[str]] = {}
    for path in graded:
        top, _, rest = path.partition("/")
        folders.setdefault(top, set()).add(rest.casefold())
    if len(folders) < 2 or any(map(_OWN.fullmatch, folders)):
        return []
    if any(path.rpartition("/")[2] == "__init__.py" for path in graded):
        return []
    answering = [one for one, files in folders.items() if any(map(is_answers, files))]
    alike = len(folders) >= _MANY and _share_a_file(folders.values())
    return sorted(folders) if len(answering) > 1 or alike else []


def _is_graded(path: str) -> bool:
    document = is_document(path) and not is_readme(path)
    return is_source(path) or is_answers(path) or document


def _share_a_file(folders: Iterable[set[str]]) -> bool:
    first, *others = folders
    return any(all(file in other for other in others) for file in first)
