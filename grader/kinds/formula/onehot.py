"""The derivative of a cross-entropy as code makes it: a copy of what is predicted, of which one is
taken away at the place of the label."""

from __future__ import annotations

import re

_NAME = r"[A-Za-z]\w*"
_AT = rf"(?:self\.)?{_NAME}(?:\[\s*t\s*\])?"
_COPIED = re.compile(
    rf"^(?P<head>[ \t]*(?P<name>{_NAME})[ \t]*=[ \t]*)"
    rf"(?:(?:np|numpy|torch)\.(?:copy|clone)\([ \t]*(?P<inner>{_AT})[ \t]*\)"
    rf"|(?P<outer>{_AT})\.(?:copy|clone)\(\))[ \t]*;?[ \t]*(?=#|$)",
    re.MULTILINE,
)
_LESS_ONE = (
    rf"^[ \t]*{{name}}\[[ \t]*(?P<label>{_AT})[ \t]*\][ \t]*-=[ \t]*1(?:\.0*)?"
    r"[ \t]*;?[ \t]*(?=#|$)"
)
# Whatever else gives the name another value, in whole or in part, by a sign or by a method.
_GIVEN = r"(?<![\w.]){name}(?:(?:\[[^\]\n]*\]+)?[ \t]*(?:[-+*/@%]|\*\*|//)?=(?!=)|\.\w+_\()"


def with_one_hot(text: str) -> str:
    """`dy = ps[t].copy()` and `dy[targets[t]] -= 1` as `dy = ps[t] - targets[t]`, the label as the
    vector with a one at its place. Where the name is changed in any other way nothing is done: what
    it then holds is for a person to read."""
    for copied in reversed(list(_COPIED.finditer(text))):
        name = re.escape(copied["name"])
        less = re.compile(_LESS_ONE.format(name=name), re.MULTILINE).search(text, copied.end())
        if less is None or len(re.findall(_GIVEN.format(name=name), text)) != 2:
            continue
        made = f"{copied['head']}{copied['inner'] or copied['outer']} - {less['label']}"
        between = text[copied.end() : less.start()]
        if re.search(rf"(?<!\w){name}(?!\w)", between):
            continue
        text = f"{text[: copied.start()]}{made}  {between}{text[less.end() :]}"
    return text
