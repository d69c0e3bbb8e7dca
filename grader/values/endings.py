"""What a file holds, by its name: some systems write endings in capitals."""

import re

from grader.values.patterns import Pattern

SOURCES = (".py", ".ipynb")
ANSWERS = ("answers.md", "answers.markdown", "answers.yaml", "answers.yml")
DOCUMENTS = (".md", ".markdown", ".txt", ".tex", ".docx")
# Written by people, and read by people alone.
UNREAD_DOCUMENTS = (".pdf", ".odt", ".rtf", ".doc", ".pages")
PICTURES = (
    ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".webp", ".tif", ".tiff", ".ico", ".heic",
    ".eps",
)  # fmt: skip

# What lies beside a homework and is never one, whatever stands in it; `solution.py.txt` is source
# under a name that a browser gave it.
_BESIDE = Pattern(
    r"(?:licen[cs]e|copying|notice|authors|changelog|contributing|code_of_conduct|requirements"
    r"|constraints|environment|cmakelists|robots|top_level)\b.*|.*\.(?:py|ipynb)\.txt"
    r"|grader-.*",  # what a student's kit came with
    re.IGNORECASE,
)
_README = Pattern(r"(?:readme|read_me|liesmich|lisezmoi|leeme|todo|install)\b.*", re.IGNORECASE)


def is_source(path: str) -> bool:
    return path.casefold().endswith(SOURCES)


def is_notebook(path: str) -> bool:
    return path.casefold().endswith(".ipynb")


def is_answers(path: str) -> bool:
    """Whether it can be nothing but answers."""
    return path.rpartition("/")[2].casefold() in ANSWERS


def is_document(path: str) -> bool:
    """Whether it may hold written answers, besides those that can be nothing else."""
    name = path.rpartition("/")[2].casefold()
    return name.endswith(DOCUMENTS) and not _BESIDE.fullmatch(name)


def is_readme(path: str) -> bool:
    """Whether it is by its name about the files beside it."""
    return _README.fullmatch(path.rpartition("/")[2]) is not None
