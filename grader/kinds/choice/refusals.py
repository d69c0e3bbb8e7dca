"""A question whether something can be done, answered by words that say that it cannot."""

from __future__ import annotations

import re

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.mentions import mentions
from grader.kinds.choice.terms import PUNCTUATION, denies, terms
from grader.maths.tree.functions import words
from grader.writing.sentences import sentences

_PREVENTING = ("preven", "preclud", "prohibit", "imposs", "unable", "hinder", "forbid", "inhibit")
_ALLOWING = frozenset(words("can could yes but except unless however though although partly"))
# `at the same time, …` opens a sentence and says nothing of when.
_MOREOVER = re.compile(r"((?:^|[.!?\n])\W{0,20})at the same time\s*,", re.IGNORECASE)
_REMARK = re.compile(r"\([^()]*\)")
# What is granted of something else than is asked about: `while it can be done within a step, …`
_GRANTED = re.compile(
    r"(?:(?<=[.!?\n])|^)\W{0,20}(?:while|although|though|even though|even if)\b"
    r"(?P<what>[^.;!?]{0,300}?\b(?:"
    r"(?:within|inside|in) (?:one|an?|each|every) (?:single |individual |given )*(?:time )?step|"
    r"batch(?:es)?|(?:different|several|many|multiple) (?:sentences|sequences|examples))\b"
    r"[^.;!?]{0,300}?),\s+(?P<then>[^.;!?]*)",
    re.IGNORECASE,
)
_NAME = re.compile(r"[a-z]_?(?:t|i|j|k|n|\d)?")
_PASS = re.compile(r"\b(?:forward|backward|backprop\w*|training|inference)\b", re.IGNORECASE)
_REASON = re.compile(
    r"\b(?:because|since)\b(?:(?!\b(?:but|however|though|although|except)\b)[^.;!?])*",
    re.IGNORECASE,
)
# `impossible: each one waits for …`
_OPENS = re.compile(r"(?:cannot|impossible|not possible|it cannot|cannot be) [.,:;!()\n]")
_UNSURE = re.compile(r"\b(?:maybe|perhaps|possibly|might|not sure|guess|either)\b|\?", re.I)


def denies_what_is_asked(part: ChoicePart, text: str) -> str | None:
    """The one option that opens with `no`, where the question is whether something can be done and
    the text says that it cannot: `this precludes doing it in parallel`."""
    refusing = [key for key, option in part.options.items() if terms(option)[:1] == ["no"]]
    if not asks_what_can_be(part) or len(refusing) != 1:
        return None
    text = _REMARK.sub(" ", _MOREOVER.sub(r"\1", text))
    text = _GRANTED.sub(lambda found: _without_grant(part, refusing[0], found), text)
    said = terms(text)
    done = words_of_what_is_done(part)
    if _OPENS.match(" ".join(said[:3])) and not (_allows(text, done) or _UNSURE.search(text)):
        return refusing[0]
    at = [n for n, word in enumerate(said) if word in done]
    free = _allows(text, done) or _UNSURE.search(text) or _denies_twice(text)
    if not at or free or any(not _is_refused(said, n) for n in at):
        return None
    return refusing[0]


def asks_what_can_be(part: ChoicePart) -> bool:
    """Whether the question is whether something can be done."""
    return re.match(r"\s*(?:can|could)\b", part.text, re.IGNORECASE) is not None


def words_of_what_is_done(part: ChoicePart) -> set[str]:
    """The last words of such a question."""
    return set(terms(part.text)[-3:]) - PUNCTUATION


def _allows(text: str, done: set[str]) -> bool:
    """Whether something can be done; in a reason another thing may, `since none can be known`."""
    plain = _REASON.sub(lambda found: found[0] if done & {*terms(found[0])} else " ", text)
    return not _ALLOWING.isdisjoint(terms(plain))


def _without_grant(part: ChoicePart, refusing: str, found: re.Match[str]) -> str:
    """What is refused, without what is granted before it of something else; both where that denies
    something, names an option that is no `yes`, or the two may be halves of the same."""
    granted = terms(found["what"])
    sided = {
        one.key
        for one in mentions(part, found["what"], granted)
        if one.firm and one.key != refusing and terms(part.options[one.key])[:1] != ["yes"]
    }
    denied = any(map(refuses, granted)) or not any(map(refuses, terms(found["then"])))
    return found.group() if sided or denied or _PASS.search(found.group()) else f" {found['then']}"


def _denies_twice(text: str) -> bool:
    """`nothing prevents`, `it is not true that it cannot`: what that comes to is not guessed."""
    pieces = [re.split(r"[.;,!?]|\b(?:because|since)\b", piece) for piece in sentences(text)]
    return any(sum(map(refuses, terms(it))) > 1 for them in pieces for it in them)


def refuses(word: str) -> bool:
    """Whether a word says that something is not, or cannot be."""
    return denies(word) or word == "nothing" or word.startswith(_PREVENTING)


def _is_refused(said: list[str], at: int) -> bool:
    """Whether a word that refuses stands near it, in the same clause."""
    ends = [n for n, word in enumerate(said) if word in PUNCTUATION or word == "so"]
    ends += [n for n, word in enumerate(said) if word == "and" and not _joins_names(said, n)]
    begin = max((n for n in ends if n < at), default=-1)
    end = min((n for n in ends if n > at), default=len(said))
    return any(map(refuses, said[begin + 1 : end]))


def _joins_names(said: list[str], at: int) -> bool:
    """`ht and ht+1`: what is said of them is said of both."""
    beside = [*said[max(0, at - 1) : at], *said[at + 1 : at + 2]]
    return len(beside) == 2 and all(_NAME.fullmatch(word) for word in beside)
