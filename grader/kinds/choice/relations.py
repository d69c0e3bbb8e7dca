"""What a sentence says is smaller than what, by symbols or by the prompt's words for them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.kinds.choice.terms import PUNCTUATION, denies, terms
from grader.maths.tree.functions import words

# Words that stand beside a symbol and say nothing of what it is.
_SMALL = frozenset(
    words("a an the of on in to is are and or with by for at as it its that than when if then "
          "each every there one whose which")
)  # fmt: skip
# Words before a symbol, or right after it, that say what it is.
_NEAR = 3
_NEAR_PRODUCT = frozenset("^*/+-")
_BETTER = frozenset(words("faster cheaper quicker less fewer lower better wins beats"))
_WORSE = frozenset(words("slower costlier more higher worse loses dearer expensive"))
_VERBS = frozenset(words("do does need needs take takes has have requires require runs would"))
_CONDITION = frozenset(words("when if whenever where for as once while because since"))


# `…, and not for every length`: of other cases, of which nothing is compared.
_NOT_ALWAYS = re.compile(
    r"[,;.][^,;.<>\d]{0,40}?\b(?:not|n['’]t)\s(?!\s*(?:hold|true|right|correct|the case)\b)"
    r"[^,;.<>]{0,60}?\b(?:always|any|every|all|任意|任何|arbitrary)"
    r"\b[^,;.<>]{0,80}(?=[.;]|\s*$)",
    re.IGNORECASE,
)


def same_relation(option: str, text: str, prompt: str) -> bool:
    """Whether both say that the same is smaller than the same."""
    mine = relations(text, called_in(prompt))
    return bool(mine) and mine == relations(option, {})


def relations(text: str, called: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """What is smaller than what: `n < d`, `the length n is smaller than the width d`; nothing where
    something is denied."""
    said = terms(_NOT_ALWAYS.sub(" ", text))
    if any(map(denies, said)):
        return set()
    found, vague = {}, set()
    for at, word in enumerate(said):
        if word in ("<", ">"):
            left = _symbol(_before(said, at), called)
            right = _symbol(_after(said, at), called)
            if left and right:
                found[(left, right) if word == "<" else (right, left)] = word
            else:
                vague.add(word)
    # `n^2 d < n d^2, that is n < d`: of things that are not known to be symbols the same is said.
    return set(found) if vague <= set(found.values()) else set()


def _before(said: list[str], at: int) -> list[str]:
    """What is compared: the words back to the comma or the word that opens a condition."""
    found = []
    for word in reversed(said[:at]):
        if word in PUNCTUATION or word in _CONDITION or word in ("<", ">"):
            break
        found.append(word)
    return found


def _after(said: list[str], at: int) -> list[str]:
    found = []
    for word in said[at + 1 :]:
        if word in PUNCTUATION or word in ("<", ">"):
            break
        found.append(word)
    return found


def _symbol(said: list[str], called: Mapping[str, set[str]]) -> str:
    """The symbol among some words, the nearest one; else the one that the prompt calls so; none of
    a product."""
    named = [word for word in said if _is_symbol(word)]
    if len(set(named)) > 1 and _NEAR_PRODUCT & {*said}:
        return ""
    if named:
        return named[0]
    fits = [symbol for symbol, its in called.items() if its & set(said)]
    return fits[0] if len(fits) == 1 else ""


def called_in(prompt: str) -> dict[str, set[str]]:
    """Symbol -> the prompt's words right beside it that no other symbol has."""
    found: dict[str, set[str]] = {}
    for match in re.finditer(r"\$\s*([A-Za-z])\s*\$", prompt):
        before = re.findall(r"[^\W\d_]+", prompt[: match.start()].split("$")[-1])[-_NEAR:]
        following = re.match(r"\s+([^\W\d_]+)", prompt[match.end() :])
        near = {word.casefold() for word in (*before, *(following.groups() if following else ()))}
        found.setdefault(match[1].casefold(), set()).update(near - _SMALL)
    return {
        symbol: its - {w for other, them in found.items() if other != symbol for w in them}
        for symbol, its in found.items()
    }


def _is_symbol(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha() and word != "a"


def prefers_another(question: str, text: str) -> bool:
    """Whether the question asks when one of two things is better, and the text may be about when it
    is worse, or the other is better."""
    compared, asked = _compared(text), _compared(question)
    if asked is None:
        return False
    if compared is None:
        return _names_other_first(question, text, asked[0])
    (mine, good), (theirs, wanted) = compared, asked
    return good != wanted or (bool(mine) and not mine & theirs)


def things_compared(question: str) -> tuple[set[str], set[str]]:
    """The words of the two things that a question compares; nothing where it compares none."""
    asked, compared = terms(question), _compared(question)
    if compared is None:
        return set(), set()
    at = next(at for at, word in enumerate(asked) if word in _BETTER | _WORSE)
    others = {it for it in asked[at + 1 :] if len(it) > 3} - {"work", "time", "than"}
    return compared[0], others - compared[0]


def better_of(text: str, one: set[str], other: set[str]) -> bool | None:
    """Whether a text calls the one thing the better one, or the other; None where it says neither,
    or compares more than once."""
    compared = _compared(text)
    if compared is None or sum(word in _BETTER | _WORSE for word in terms(text)) > 1:
        return None
    subject, good = compared
    if bool(subject & one) == bool(subject & other):
        return None
    return good == bool(subject & one)


def _names_other_first(question: str, text: str, wanted: set[str]) -> bool:
    """Whether a text without a word that compares names the other of the two things first."""
    said, (_, others) = terms(text), things_compared(question)
    first = next((word for word in said if word in others | wanted), "")
    return first in others and not wanted.isdisjoint(said)


def _compared(text: str) -> tuple[set[str], bool] | None:
    """The words before a comparison of two things, and whether the first is better."""
    said = terms(text)
    for at, word in enumerate(said):
        if word in _BETTER | _WORSE:
            subject = {it for it in said[:at] if it not in _SMALL | _CONDITION | PUNCTUATION}
            return subject - _VERBS, word in _BETTER
    return None
