"""Which files hold source, by their endings: some systems write them in capitals."""

SOURCES = (".py", ".ipynb")


def is_source(path: str) -> bool:
    return path.casefold().endswith(SOURCES)


def is_notebook(path: str) -> bool:
    return path.casefold().endswith(".ipynb")
