"""A question whether something can be done, where the text says after `but` that it can."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.kinds.choice.concessions import OPPOSING, grant_in
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.refusals import asks_what_can_be, refuses, words_of_what_is_done
from grader.kinds.choice.terms import terms
from grader.maths.tree.functions import words
from grader.writing.sentences import sentences

# Adverbs among them oppose the whole clause that they stand in.
_ADVERB = re.compile(r"\b(?:still|nevertheless|nonetheless|anyway|all the same)\b", re.IGNORECASE)
_OPPOSED = re.compile(rf"(?:(?<=[,;\s])|^)(?={OPPOSING}\b)", re.IGNORECASE)
_ANYBODY = re.compile(r"\b(?:one|we|you)\s+(?:can|could)\b(?!\s+(?:not|only|hardly)\b)", re.IGNORECASE)
_PIECES = re.compile(r"[,;:()]|\b(?:and|because|since|but|while|whereas)\b", re.IGNORECASE)
# What makes it hard is no leave to do it, nor is what may be done in part.
_HARDLY = frozenset(
    words("hard harder difficult slow less limits limited limiting restricts hinders little barely "
          "hardly only local locally partly partial within inside")
)  # fmt: skip
_TWICE = re.compile(r"\b(?:does|do|did) ?n[o'’]t (?:mean|imply|prevent|stop|forbid|preclude)\b", re.I)


def says_that_it_can(part: ChoicePart, text: str) -> bool:
    """Whether a clause that opposes another one says that what the question asks about can be done,
    and says it of no other thing of the course and of no option's."""
    if not asks_what_can_be(part):
        return False
    done = words_of_what_is_done(part)
    options = {word for key in part.options for word in terms(key)}
    things = {word for name in part.words for word in terms(name)}
    return any(
        _allows(terms(piece), done, options | things - {*terms(before)})
        for before, clause in _opposing(text)
        for piece in _PIECES.split(clause)
    )


def _opposing(text: str) -> Iterator[tuple[str, str]]:
    """What stands before, in its sentence and in the one before that, and a clause that opposes it
    or that says of anybody what can be done."""
    last = ""
    for sentence in sentences(text):
        if grant := grant_in(sentence):
            yield last + grant.granted, grant.rest
        for cut in _OPPOSED.finditer(sentence):
            yield last + sentence[: cut.start()], sentence[cut.end() :]
        if _ADVERB.search(sentence) or _TWICE.search(sentence):
            yield last, sentence
        if anybody := _ANYBODY.search(sentence):
            yield last, sentence[anybody.start() :]
        last = sentence


def _allows(said: list[str], done: set[str], others: set[str]) -> bool:
    at = next((at for at, word in enumerate(said) if word in done), None)
    if at is None or not _HARDLY.isdisjoint(said) or sum(map(refuses, said)) % 2:
        return False
    return others.isdisjoint(said[:at])
