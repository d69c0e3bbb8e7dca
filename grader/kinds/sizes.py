"""What sizes are called: by the course, `L` or `seq_len` for the length of a sequence, and by an
answer itself, `where L is the sequence length`.

A part says which of its sizes is of what kind, and the course lists once what such a size is
called. A name that is only usual is a guess: it counts where the answer is right or a known
mistake.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.kinds.kinds_of_size import Names, is_other
from grader.kinds.one_by_one import one_by_one
from grader.maths.tree.names import key_of

# Ways to read the usual names of one answer: few sizes are called alike.
MAX_READINGS = 24
# Characters of an answer that are looked through for what its letters are.
LONGEST = 5000
_LETTER = (
    r"(?<![A-Za-z0-9_\\^{])[$`]{0,2}\\?(?P<letter>[A-Za-z](?:_\{?[A-Za-z0-9_]+\}?)?)"
    r"(?![A-Za-z0-9_À-ɏ^(])[$`]{0,2}"
)
_EXPLAINED = re.compile(
    rf"{_LETTER}\s*"
    r"(?:=|:|：|∈|[—–-]|\b(?:is|are|denotes?|means|for|being|stands for|ist|est|es|é|sind|son)\b|"
    r"(?=(?:the|der|die|das|la|le|el|il|lo|los|las|les)\b|l['’])|[为是は이가은는])\s*"
    r"(?=(?P<words>[^$`=;\n。；]{2,60}))"
)
_ENDS = re.compile(r",|，|、|\.(?=\s|$)|\band\b|\bund\b|\bet\b|\by\b|[(（]")
_FONT = re.compile(
    r"\\(?:text|textrm|textit|texttt|mathrm|mathit|mathtt|operatorname)\s*\{([^{}]*)\}"
)
_BELOW = re.compile(r"_\{(\w+)\}")
# Alone these may be said of anything: `vectors of length d`.
_VAGUE = frozenset(
    {"length", "width", "depth", "size", "dimension", "words", "positions", "tokens"}
)
_A_WORD = frozenset({"a", "A", "I", "O", "o"})


def usual_names(names: Names, text: str, taken: Collection[str | None]) -> dict[str, list[str]]:
    """Each usual name that stands in a text, and the sizes it may be; none of those `taken`."""
    found: dict[str, list[str]] = {}
    plain = plain_names(text)
    for size, them in names.items():
        for name in them:
            key = key_of(name)
            if key is None or key in taken or is_other(size) or size == name:
                continue
            if stands_in(name, plain):
                found.setdefault(name, []).append(size)
    return found


def plain_names(text: str) -> str:
    """`\\text{seq\\_len}` and `d_{\\text{model}}` as they are written in code."""
    text = _FONT.sub(r"\1", text).replace(r"\_", "_")
    return _BELOW.sub(r"_\1", text)


def stands_in(name: str, text: str) -> bool:
    """Whether a name is written in a text; a letter may be one of several that touch."""
    if len(name) == 1:
        return name in text
    return re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text) is not None


def assignments(names: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every way to give names a size each, and no two of them the same."""
    ways = itertools.product(*names.values())
    for sizes in itertools.islice(ways, MAX_READINGS):
        if len(set(sizes)) == len(sizes):
            yield dict(zip(names, sizes, strict=True))


def explained(names: Names, text: str) -> tuple[dict[str, str], dict[str, list[str]], set[str]]:
    """Letters that an answer says the meaning of: those that are a size of the part for sure; of
    each size those that are likely to be it; and those that are something else.

    A name such as seq_len says its own.
    """
    sure: dict[str, str] = {}
    text = one_by_one(plain_names(text[:LONGEST]))
    for name, sizes in usual_names(names, text, ()).items():
        if len(sizes) == 1 and re.fullmatch(r"[a-z]+_[a-z]+", name):
            sure[name] = sizes[0]
    for letter, size in _said_after(names, text):
        sure.setdefault(letter, size)
    likely: dict[str, str] = {}
    for letter, size in _said_before(names, text):
        likely.setdefault(letter, size)
    both = {key_of(it) or it: size for it, size in {**likely, **sure}.items() if it not in _A_WORD}
    both = {key: size for key, size in both.items() if key not in names}
    other = {key for key, size in both.items() if is_other(size)}
    firm = {key_of(it) or it for it in sure}
    said: dict[str, list[str]] = {}
    for key, size in both.items():
        if key not in firm | other:
            said.setdefault(size, []).append(key)
    return {key: both[key] for key in both if key in firm - other}, said, other


def exchanged(names: Names, text: str) -> tuple[str, str] | None:
    """A size of the part that an answer says is another one, and that one: `n is the depth`."""
    for letter, size in _said_after(names, one_by_one(plain_names(text[:LONGEST]))):
        if letter in names and size != letter and not is_other(size):
            return letter, size
    return None


def _said_after(names: Names, text: str) -> Iterator[tuple[str, str]]:
    """`L is the sequence length`."""
    for match in _EXPLAINED.finditer(text):
        size = meant(names, _ENDS.split(match["words"])[0].casefold())
        if size:
            yield match["letter"], size


def _said_before(names: Names, text: str) -> Iterator[tuple[str, str]]:
    """`for sequence length L`, `a window of r`; and `N tokens`, but not those of a window."""
    folded = text.casefold()
    there = [
        (size, words)
        for size, them in names.items()
        for words in them
        if words.casefold() in folded
    ]
    for size, words in sorted(there, key=lambda it: (-len(it[1]), is_other(it[0]))):
        if words not in _VAGUE and (not words.isascii() or len(words) > 3):
            before = rf"\b{re.escape(words)}" if words.isascii() else re.escape(words)
            pattern = rf"{before}\s*(?:of\s+|is\s+|[为是は=:(（]\s*)?{_LETTER}(?!\s*[=:])"
            yield from ((it["letter"], size) for it in re.finditer(pattern, text, re.IGNORECASE))
    for size, words in there:
        if " " in words or words.endswith("s"):
            pattern = rf"(?P<of>(?:\w+\s+){{0,3}}){_LETTER}[ -]{re.escape(words)}(?![\w-])"
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if not meant(names, match["of"].casefold()):
                    yield match["letter"], size


def meant(names: Names, said: str) -> str:
    """The size that some words name; the longest of the words for sizes that are among them decide,
    and where two are as long, the part's own; none where they only say of what kind of thing it is
    the size, `the width of the feature grid`."""
    head, _, whose = said.partition(" of ")
    if whose and (size := _named(names, head)) and _named(names, said) not in ("", size):
        last = re.findall(r"\w+", whose)[-1:]
        ends = {one.casefold().split()[-1] for known in names.values() for one in known}
        if last and ends.isdisjoint((last[0], last[0].removesuffix("s"))):
            return ""
    return _named(names, said)


def _named(names: Names, said: str) -> str:
    best: dict[str, int] = {}
    for size, them in names.items():
        found = [
            len(one) for one in them if (len(one) > 2 or not one.isascii()) and _has(said, one)
        ]
        if found:
            best[size] = max(found)
    if not best:
        return ""
    most = max(best.values())
    longest = [size for size, length in best.items() if length == most]
    own = [size for size in longest if not is_other(size)]
    return own[0] if len(own) == 1 else "" if own else longest[0]


def _has(said: str, words: str) -> bool:
    if not words.isascii():
        return words.casefold() in said
    return re.search(rf"\b{re.escape(words.casefold())}s?\b", said) is not None
