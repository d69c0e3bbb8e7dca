"""Which line of a ledger a student's own words for it mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grader.kinds.lines import folded
from grader.maths.tree.functions import words

# Words that name no line by themselves where others stand beside them.
_GENERIC = frozenset(
    words(
        "layer layers block blocks total sum number count counts parameter parameters params param "
        "weight weights network net module sublayer sublayers component part model n p"
    )
)
_FILLING = frozenset(
    words(
        "the a an of for in on to and one each every per all we have has is are get so this that "
        "its our both which there with as then thus hence therefore finally multi self two three "
        "four five six eight twelve text"
    )
)
# A size is not a count: `embedding dimension: 200`.
_SIZES = frozenset(
    words("dimension dimensions dimensional dim dims size sizes width depth length rate")
)
# So many letters in common make two words one: classifier, classification; norm, normalisation.
_STEM = 6
_SHORT_STEM = 4
_ABBREVIATED = 3
# Of a label; what is longer is a text.
MAX_WORDS = 40


def meant_line(label: str, aliases: Mapping[str, Iterable[str]]) -> str | None:
    """The one line of which a name stands in the label; None if there is none, or more than one."""
    found = _meant(_words(label), aliases)
    if found is None and (shorter := _OF_ONE.split(label, maxsplit=1)[0]) != label:
        found = _meant(_words(shorter), aliases)
    return found


def is_generic(label: str) -> bool:
    """Whether a label is `total` or the like, which may be said of anything."""
    return all(word in _GENERIC | _FILLING for word in _words(label))


def _words(label: str) -> list[str]:
    label = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", without_commands(label))  # LayerNorm
    return _JOINED.sub(r"\1 ", folded(label)).split()


def _meant(said: list[str], aliases: Mapping[str, Iterable[str]]) -> str | None:
    known = {word for name, also in aliases.items() for one in (name, *also) for word in
             folded(one).split()}  # fmt: skip
    said = [_spelled(word, known) for word in said]
    if not said or len(said) > MAX_WORDS or set(said) & _SIZES:
        return None
    others = [word for word in said if word not in _GENERIC | _FILLING and not word.isdecimal()]
    best: dict[str, tuple[int, frozenset[str]]] = {}
    for name, also in aliases.items():
        for alias in (name, *also):
            wanted = folded(alias).split()
            if all(word in _GENERIC for word in wanted) and others:
                continue
            if _counts_others(said[-1], wanted):
                continue
            found = [_score(word, said) for word in wanted]
            if len(wanted) > 2 and "".join(word[0] for word in wanted) in said:
                found = [2] * len(wanted)  # `mha`
            if found and all(found):
                fit = (sum(found), frozenset(_stem(word) for word in wanted))
                best[name] = max(best.get(name, fit), fit, key=lambda one: one[0])
    return _the_best(best)


# `the head of one block`
_OF_ONE = re.compile(r"\s(?:of|in|per|for) (?:one|each|a|every)\b", re.IGNORECASE)


def _spelled(word: str, known: Iterable[str]) -> str:
    """The one name that a word is but for a slip: a letter more, less, or another."""
    if len(word) < _STEM or word in known:
        return word
    near = [name for name in known if len(name) >= _STEM and _is_slip(word, name)]
    return near[0] if len(near) == 1 else word


def _is_slip(word: str, name: str) -> bool:
    begin = next((at for at, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if begin is None:
        return abs(len(word) - len(name)) == 1
    rests = {(word[begin + 1 :], name[begin:]), (word[begin:], name[begin + 1 :])}
    rests |= {(word[begin + 1 :], name[begin + 1 :])}
    return any(mine == other for mine, other in rests)


# `n_{parameterslm}`
_JOINED = re.compile(r"\b(parameters|params|param)(?=[a-z]{2})(?!s\b|eters)")


def without_commands(label: str) -> str:
    """A label without the commands of LaTeX."""
    return re.sub(r"\\[A-Za-z]+", " ", label.replace("\\_", "_"))


def _the_best(fits: Mapping[str, tuple[int, frozenset[str]]]) -> str | None:
    """The line whose words contain those of every other that fits."""
    if not fits:
        return None
    top = max(score for score, _ in fits.values())
    first = [name for name, (score, _) in fits.items() if score == top]
    if len(first) != 1:
        return None
    _, chosen = fits[first[0]]
    generic = {_stem(word) for word in _GENERIC}
    rest = [them for name, (_, them) in fits.items() if name != first[0]]
    contained = all(them <= chosen or them <= generic for them in rest)
    return first[0] if contained else None


def _counts_others(last: str, wanted: list[str]) -> bool:
    """Whether a label is about how many of something a line has: `rows of the table`, `table rows`
    for `table`."""
    plural = last.endswith("s") and not last.endswith("ss") and last not in _GENERIC
    return plural and not any(_alike(word, last) for word in wanted)


def _score(word: str, said: list[str]) -> int:
    """2 if the word is there, 1 if one that begins alike is."""
    if word in said:
        return 2
    return int(any(_alike(word, other) for other in said))


def _alike(one: str, other: str) -> bool:
    """Whether the words begin alike, or the second is short for the first: `emb`."""
    short, long = sorted((one, other), key=len)
    if len(short) >= _SHORT_STEM and long.startswith(short):
        return True
    if len(other) >= _ABBREVIATED and one.startswith(other) and other not in _FILLING:
        return True
    return len(short) >= _STEM and short[:_STEM] == long[:_STEM]


def _stem(word: str) -> str:
    return word[:_SHORT_STEM]


_SUBJECT = re.compile(
    r"\b(?:has|have|is|are|that|which|needs?|takes?|contains?|requires?|consists?|gives?|with|"
    r"comes?|adds?|counts?|gets?|where)\b", re.IGNORECASE
)  # fmt: skip


def subject(sentence: str) -> str:
    """The words of which a sentence tells a number: in bold, or before its verb and its numbers."""
    bold = re.search(r"\*\*([^*\n]{2,80})\*\*", sentence)
    if bold and not re.search(r"\d", bold[1]):
        return bold[1]
    before = re.split(r"[\d$`=]", sentence, maxsplit=1)[0]
    return _SUBJECT.split(before, maxsplit=1)[0]
