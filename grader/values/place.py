"""Where something stands in a student's file, in the words that every report uses."""


def place_in(file: str, line: int | None, cell: int | None = None) -> str:
    """'homework.py, line 3', or of a notebook 'homework.ipynb, cell 2, line 3'.

    Word shows no lines: 'homework.docx, paragraph 3'.
    """
    if cell:
        return f"{file}, cell {cell}, line {line}"
    return f"{file}, {'paragraph' if file.casefold().endswith('.docx') else 'line'} {line}"
