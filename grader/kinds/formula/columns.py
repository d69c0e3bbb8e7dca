"""Vectors that code turns upright before it works with them: `s = probs.reshape(-1, 1)`."""

from __future__ import annotations

import itertools
import re

from grader.maths.tree.functions import function_named

_UPRIGHT = re.compile(
    r"^(?P<name>[ \t]*(?P<bare>[A-Za-z]\w*))[ \t]*=[ \t]*"
    r"(?P<of>(?:self\.)?[A-Za-z]\w*(?:\([A-Za-z]\w*\))?)"
    r"(?:\.(?:reshape|view)\(\s*\(?\s*-1\s*,\s*1\s*\)?\s*\)|\[\s*:\s*,\s*(?:None|np\.newaxis)\s*\]"
    r"|\.unsqueeze\(\s*(?:-1|1)\s*\))[ \t]*(?=#|$)",
    re.MULTILINE,
)
# Of such lines; each has the text looked through.
MAX_LINES = 20
_NONE = r"(?:None|np\.newaxis)"
_STOOD = re.compile(rf"\b([A-Za-z]\w*)\[\s*(?::|\.\.\.)\s*,\s*{_NONE}\s*\]")
_LAID = re.compile(rf"\b([A-Za-z]\w*)\[\s*(?:\.\.\.\s*,\s*)?{_NONE}\s*,\s*:\s*\]")


def with_columns(text: str) -> str:
    """Such a line as `s = probs`. Where it is made of a name alone, that name in place of the new
    one: both are one vector, and a letter of the student's own is one symbol."""
    text = _LAID.sub(r"\1.T", _STOOD.sub(r"\1", text))
    for found in reversed(list(itertools.islice(_UPRIGHT.finditer(text), MAX_LINES))):
        name, of = found["bare"], found["of"]
        if len(re.findall(rf"(?<![\w.]){name}[ \t]*[-+*/]?=(?!=)", text)) != 1:
            continue
        before, after = text[: found.start()], text[found.end() :]
        if function_named(of.removeprefix("self.")):
            text = f"{before}{' ' * len(found.group())}{after}"  # what is called as it is made
        elif "(" in of or name == of:
            text = f"{before}{found['name']} = {of}{after}"
        else:
            text = before + re.sub(rf"(?<![\w.]){name}(?!\w)", of, after)
    return text
