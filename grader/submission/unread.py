"""Documents that were handed in and are read by a person alone: PDF, pictures, what is damaged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from grader.submission.passage import Passage
from grader.values.endings import PICTURES, UNREAD_DOCUMENTS, is_notebook, is_readme, is_source

MOST_NAMED = 10
FORMATS = ".md, .txt, .tex and .docx files and the text of notebooks are read"


def unread_documents(
    paths: Iterable[str], passages: Sequence[Passage], answered: Collection[str]
) -> list[str]:
    """What may hold answers that nobody has looked for. `answered` are documents that do hold some.

    A PDF beside the source that it was made of says nothing new. Pictures are figures, unless there
    is nothing else.
    """
    paths = sorted(paths)
    stems = {_stem(document) for document in answered}
    found = [
        path
        for path in paths
        if path.casefold().endswith(UNREAD_DOCUMENTS)
        and not is_readme(path)
        and _stem(path) not in stems
    ]
    found += _refused(passages)
    if not found and not answered and not any(map(is_source, paths)):
        found = [path for path in paths if path.casefold().endswith(PICTURES)]
    return sorted(dict.fromkeys(found))


def note_on(unread: Sequence[str]) -> Iterator[str]:
    """One for all of them: what happens with them, and what is read."""
    if unread:
        more = len(unread) - MOST_NAMED
        named = ", ".join(unread[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        what = (
            "is kept, but not read: it waits"
            if len(unread) == 1
            else "are kept, but not read: they wait"
        )
        yield f"{named} {what} for a person; {FORMATS}, so hand in one of these if you can"


def _stem(path: str) -> str:
    return PurePosixPath(path).stem.casefold()


def _is_data(path: str) -> bool:
    return is_notebook(path) or path.casefold().endswith((".yaml", ".yml"))


def _refused(passages: Sequence[Passage]) -> Iterator[str]:
    """Documents of which nothing but a fault came. What is wrong in YAML, its author can mend."""
    read = {one.document for one in passages if not one.fault}
    for one in passages:
        if one.fault and one.document not in read and not _is_data(one.document):
            yield one.document
