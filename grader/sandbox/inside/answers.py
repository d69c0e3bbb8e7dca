"""Written answers, cut out of whatever a student writes them into.

Each kind of file becomes lines of Markdown first, and is then cut in one way (`passages`): a
formula stands between dollars, whatever it was made with. What the text means is for the grader;
here it is only cut and located.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grader.sandbox.inside.answers_yaml import cut_yaml
from grader.sandbox.inside.decoding import NOT_UTF8, NotText, decoded
from grader.sandbox.inside.notebooks import NotANotebook, _cells
from grader.sandbox.inside.passages import Cells, Passage, cut, fault_of
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
    certain = [path for path in files if is_answers(path) or is_notebook(path)]
    return sorted([*certain, *found[:MAX_DOCUMENTS]])


def _read(path: str, files: Mapping[str, bytes]) -> Iterator[Passage]:
    name = path.rpartition("/")[2].casefold()
    try:
        if is_notebook(name):
            written = [(n, text) for n, kind, text in _cells(files[path]) if kind == "markdown"]
            yield from cut(path, written)
            return
        text, not_read = decoded(files[path])
    except NotANotebook:
        return  # said where its code is read
    except NotText as why:
        yield fault_of(path, str(why))
        return
    if not_read:
        yield fault_of(path, NOT_UTF8, not_read)
    if name.endswith((".yaml", ".yml")):
        yield from cut_yaml(path, text)
    else:
        cells: Cells = [(None, text)]
        yield from cut(path, cells)
