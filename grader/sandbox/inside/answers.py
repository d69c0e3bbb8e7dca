"""Written answers, cut out of whatever a student writes them into.

Each kind of file becomes lines of Markdown first, and is then cut in one way (`passages`): a
formula stands between dollars, whatever it was made with. What the text means is for the grader;
here it is only cut and located. In a cell nothing of grader can be imported any more, so all of it
is imported here, and what of it takes time is put off until such a file is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grader.sandbox.inside.answers_yaml import cut_yaml
from grader.sandbox.inside.decoding import NOT_UTF8, NotText, decoded
from grader.sandbox.inside.including import included_in, pieces_of
from grader.sandbox.inside.notebooks import NotANotebook, _cells
from grader.sandbox.inside.passages import Passage, cut, cut_pieces, fault_of
from grader.sandbox.inside.word import document_of
from grader.sandbox.inside.xml_tree import NotRead
from grader.values.endings import is_answers, is_document, is_notebook

# A homework is one document or a few; a folder of notes has hundreds.
MAX_DOCUMENTS = 40


def read_answers(
    files: Mapping[str, bytes], tables: Collection[str] = ()
) -> dict[str, list[Passage]]:
    """Path -> its passages, in the order written. What is one of the `tables` is data.

    A passage may have a `fault`, which says what is wrong with a file, at that line of it.
    """
    data = {table.casefold() for table in tables}
    return {
        path: list(_read(path, files))
        for path in _documents(files)
        if path.rpartition("/")[2].casefold() not in data
    }


def _documents(files: Mapping[str, bytes]) -> list[str]:
    """What is looked into, in the order of names; of too many what lies at the top."""
    found = [path for path in files if is_document(path) and not is_answers(path)]
    found.sort(key=lambda path: (path.count("/"), path))
    found = found[:MAX_DOCUMENTS]
    sources = [path for path in found if _ends(path, ".tex")]
    if sources:
        inside = {one for path in sources for one in included_in(path, files)}
        # Files that name each other in a circle: none of them is inside of one that is read.
        found = [path for path in found if path not in inside] or found
    certain = [path for path in files if is_answers(path) or is_notebook(path)]
    return sorted([*certain, *found])


def _ends(path: str, *endings: str) -> bool:
    return path.casefold().endswith(endings)


def _read(path: str, files: Mapping[str, bytes]) -> Iterator[Passage]:
    try:
        if is_notebook(path):
            cells = _cells(files[path])
            yield from cut(path, [(n, text) for n, kind, text in cells if kind == "markdown"])
        elif _ends(path, ".tex"):
            yield from _latex(path, files)
        elif _ends(path, ".docx"):
            yield from _word(path, files[path])
        else:
            yield from _plain(path, files[path])
    except NotANotebook:
        return  # said where its code is read
    except NotText as why:
        yield fault_of(path, str(why))


def _plain(path: str, data: bytes) -> Iterator[Passage]:
    text, not_read = decoded(data)
    if not_read:
        yield fault_of(path, NOT_UTF8, not_read)
    yield from cut_yaml(path, text) if _ends(path, ".yaml", ".yml") else cut(path, [(None, text)])


def _latex(path: str, files: Mapping[str, bytes]) -> Iterator[Passage]:
    not_read = decoded(files[path])[1]
    if not_read:
        yield fault_of(path, NOT_UTF8, not_read)
    pieces = list(pieces_of(path, files))
    for one in pieces:
        if one.fault:
            yield {**fault_of(one.path, one.fault, one.line), "document": path}
    texts = [(one.path, one.line, None, one.text) for one in pieces if not one.fault]
    for found in cut_pieces(texts):
        yield {**found, "document": path}


def _word(path: str, data: bytes) -> Iterator[Passage]:
    try:
        document = document_of(data)
    except NotRead as why:
        raise NotText(f"it was not read: {why}; hand in .md or .tex") from why
    for line, message in document.faults:
        yield fault_of(path, message, line)
    yield from cut(path, [(None, document.text)])
