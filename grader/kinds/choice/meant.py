"""Which of the options that a sentence names it chooses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.mentions import SIGNS, Mention, is_before_noun, mentions
from grader.kinds.choice.passing import is_denied, is_in_passing, sentence_of
from grader.kinds.choice.phrases import WHERE
from grader.kinds.choice.purposes import without_purposes
from grader.kinds.choice.terms import ARTICLES, LINKS, OPPOSITE, PUNCTUATION, REASON, terms
from grader.kinds.choice.whole import same_words
from grader.maths.tree.functions import words
from grader.writing.concluding import HEDGED
from grader.writing.sentences import sentences

_FILLING = frozenset(
    words(
        "it is the a an this that i we would choose chose pick select think option options answer "
        "right correct choice my our are be still of and one only true here must should so thus "
        "others other the following ones as namely clearly"
    )
)
# Words of a sentence beside one that is only the key of an option: more, and it may be meant as an
# ordinary word.
MAX_BESIDE = 4
_JOINING = frozenset(words("and or also both , either then"))
_EXCEPTING = words("but except only however unless though although partly sometimes")
_IT_DEPENDS = re.compile(r"\bit depends\b|\bdepends(?: [.,;:]|$)")
_NOT_EITHER = re.compile(r"(?<=\bnot )(?:\w* ){0,5}either\b")
# At the beginning of a sentence: it may be about the one before.
_TAKING_BACK = frozenset(words("wrong false incorrect untrue not no but however actually"))
# What says of something that it is so, and words between that and what it is.
_BEING = re.compile(
    r"is|are|be|being|was|becom\w+|gives?|yields?|makes?|produc\w+|stays?|remains?|call\w*|=|obtain\w*"
)
_ADVERBS = ARTICLES | frozenset(
    words("still also therefore thus then only both fully completely strictly now so hence")
)
# What may be done to a thing, near its name: it is then no word by chance.
_MADE = frozenset(words("0 zero zeros zeroed masked mask masks removed hidden set multiplied"))
_NEAR_MADE = 6
# `this or that` hedges what stands so near.
_NEAR_OR = 4
# What is named then is all that is not chosen.
_ALL_BUT = re.compile(
    r"\b(?:all|everything|anything|any)(?:\s+\w+){0,2}\s+(?:but|except|other than|apart from)\b",
    re.IGNORECASE,
)


def meant_in_a_sentence(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The one option that some sentence of a text chooses, where no other sentence chooses another
    or takes it back."""
    pieces = list(sentences(text))
    if len(pieces) < 2 or any(set(terms(piece)[:6]) & _TAKING_BACK for piece in pieces[1:]):
        return None
    keys: set[str] = set()
    for piece in pieces:
        same = same_words(part, piece, prompt)
        try:
            keys |= {same} if same else meant_options(part, piece)
        except ValueError:
            return None
    if len(keys) != 1 or keys & _denied(part, text):
        return None
    return keys.pop()


def _denied(part: ChoicePart, text: str) -> set[str]:
    said = terms(text)
    found = mentions(part, text, said)
    return {one.key for one in found if is_denied(one, said, found)}


def meant_options(part: ChoicePart, text: str) -> set[str]:
    """The options that a sentence chooses; empty where it names none, or names them as no choice.

    Raises ValueError with the options it names where it is not clear which of them is meant.
    """
    said = terms(text)
    found = mentions(part, text, said)
    denied = _denied(part, text)
    passing = is_in_passing(part.text, said)
    live = [one for one in found if not is_denied(one, said, found) and not passing(one)]
    reason = _reason_at(said, found, live)
    live = [one for one in live if one.start < reason]
    if not live:
        return _none_of_the_others(part, said, denied)
    live = _without_chance(live, said)
    live = without_purposes(live, said)
    live = _without_denied(live, denied, single=len(part.answer) == 1)
    live = _as_is_said(live, said) if len(part.answer) == 1 else live
    keys = {one.key for one in live}
    unsure = (
        (len(part.answer) == 1 and not keys.isdisjoint(denied))
        or _is_hedged(said[:reason], found, live)
        or _opens_otherwise(part, keys, said)
        or (len(part.answer) > 1 and bool(_ALL_BUT.search(text)))
    )
    if unsure or (len(part.answer) == 1 and len(keys) > 1):
        raise ValueError(" and ".join(key for key in part.options if key in keys))
    beside = _beside(said[:reason], found)
    firm = {one.key for one in live if one.firm}
    if not keys <= firm and len(beside) > MAX_BESIDE:
        return set()
    return keys if not _contradicts(part, beside) else set()


def _none_of_the_others(part: ChoicePart, said: Sequence[str], denied: set[str]) -> set[str]:
    """The option that says neither, where each of the others is denied: `no longer this, and not
    that either`."""
    neither = {key for key, option in part.options.items() if terms(option)[:1] == ["neither"]}
    if len(neither) != 1 or denied != part.options.keys() - neither:
        return set()
    return set() if "?" in said or HEDGED.search(" ".join(said).replace("either", "")) else neither


def _without_chance(live: list[Mention], said: list[str]) -> list[Mention]:
    """Beside an option that is named by a sign of its own, or in a long sentence, a word that is
    another's key and joined to nothing is a word by chance."""
    sure = {one.key for one in live if one.firm}
    signed = any(SIGNS & {*said[one.start : one.end]} for one in live if one.key in sure)
    long = len(_beside(said, live)) > 2 * MAX_BESIDE
    if len(sure) != 1 or not (signed or long):
        return live

    joining = _JOINING - {","} if long else _JOINING

    def is_joined(one: Mention) -> bool:
        return bool(joining & {*said[max(0, one.start - 1) : one.start], *said[one.end :][:1]})

    def is_meant(one: Mention) -> bool:
        near = {*said[max(0, one.start - _NEAR_MADE) : one.end + _NEAR_MADE]}
        return is_joined(one) or said[one.start] in WHERE or (not signed and bool(near & _MADE))

    return [one for one in live if one.key in sure or is_meant(one)]


def _without_denied(live: list[Mention], denied: set[str], *, single: bool) -> list[Mention]:
    """What is denied once is told of afterwards: `before that and not after it: after it the rows
    …`. Another option must be chosen."""
    kept = [one for one in live if one.key not in denied]
    return kept if single and kept else live


def _as_is_said(live: list[Mention], said: list[str]) -> list[Mention]:
    """`the sum of an odd function is even`: what is said of something is chosen, and not what
    stands before a noun."""
    being = [one for one in live if _is_predicate(one, said)]
    rest = [one for one in live if one not in being]
    if len({one.key for one in being}) != 1 or not all(is_before_noun(one, said) for one in rest):
        return live
    return being


def _is_predicate(one: Mention, said: Sequence[str]) -> bool:
    at = one.start - 1
    while at >= 0 and said[at] in _ADVERBS:
        at -= 1
    return at >= 0 and _BEING.fullmatch(said[at]) is not None


def _reason_at(said: list[str], found: list[Mention], live: list[Mention]) -> int:
    """Where a reason begins that follows a choice: what it names is no choice any more."""
    first = min((one.end for one in live), default=len(said))
    inside = {at for one in found for at in range(one.start, one.end)}
    reasons = (at for at in range(first, len(said)) if said[at] in REASON and at not in inside)
    return next(reasons, len(said))


def _is_hedged(said: list[str], found: list[Mention], live: list[Mention]) -> bool:
    """Whether a sentence that chooses says that it may be otherwise, or anything is asked."""
    inside = {at for one in found if one.firm for at in range(one.start, one.end)}
    rest = [word if at not in inside else "" for at, word in enumerate(said)]
    if "?" in rest or ("/" in rest and len({one.key for one in found}) > 1):
        return True
    for one in live:
        begin, end = sentence_of(one, said)
        near = rest[max(begin, one.start - _NEAR_OR) : one.end + _NEAR_OR]
        whole = " ".join(word for word in rest[begin:end] if word != "or")
        if "or" in near or HEDGED.search(_NOT_EITHER.sub("", whole)):
            return True
    return False


def _opens_otherwise(part: ChoicePart, keys: set[str], said: list[str]) -> bool:
    """Whether a text opens with `no` where the option says `yes`, or says in what cases it does not
    hold."""
    other = OPPOSITE.get(said[0])
    opening = {tuple(terms(part.options[key])[:1]) for key in keys}
    if other is None or not opening & {(other,), (said[0],)}:
        return False
    clear = (said[1:2] or ["."])[0] in PUNCTUATION and {other, *_EXCEPTING}.isdisjoint(said)
    clear = clear and not _IT_DEPENDS.search(" ".join(said))
    return (other,) in opening or not clear


def _beside(said: list[str], found: list[Mention]) -> list[str]:
    inside = {at for one in found for at in range(one.start, one.end)}
    return [
        word
        for at, word in enumerate(said)
        if at not in inside and word not in _FILLING and word not in PUNCTUATION
    ]


def _contradicts(part: ChoicePart, beside: list[str]) -> bool:
    """Whether symbols by which options differ stand beside what was named: `Q comes from y, K and V
    too` says more than the words that name an option."""
    told = [{word for word in terms(text) if len(word) <= 2} for text in part.options.values()]
    symbols = {word for one in told for word in one if sum(word in other for other in told) > 1}
    symbols -= LINKS | _FILLING | frozenset(words("in no or as so if on at do - ∞"))
    if all(len(key) <= 2 for key in part.options):  # what is as short may be meant for a key
        symbols |= {word for word in beside if len(word) <= 2}
    return bool(symbols & set(beside))
