"""A question whether something can be done, where the text says after `but` that it can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from grader.kinds.choice.concessions import OPPOSING, grant_in
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.refusals import asks_what_can_be, refuses, words_of_what_is_done
from grader.kinds.choice.terms import terms
from grader.maths.tree.functions import words
from grader.writing.sentences import sentences

# Adverbs among them oppose the whole clause that they stand in.
_ADVERB = re.compile(r"\b(?:still|nevertheless|nonetheless|anyway|all the same)\b", re.IGNORECASE)
_OPPOSED = re.compile(rf"(?:(?<=[,;\s])|^)(?={OPPOSING}\b)", re.IGNORECASE)
# `This, however, …`: the thing is of the clause that opposes.
_SET_APART = re.compile(
    r"(?:(?<=[.;!?\n]\s)|^)(?P<thing>[\w -]{1,40}),\s(?P<joint>however|by contrast|in contrast),",
    re.IGNORECASE,
)
_ANYBODY = re.compile(
    r"\b(?:one|we|you)\s+(?:can|could)\b(?!\s+(?:not|only|hardly)\b)", re.IGNORECASE
)
_PIECES = re.compile(
    r"[,;:()\n]|[.!?](?=\s|$)|\b(?:and|because|since|but|while|whereas)\b", re.IGNORECASE
)
# What makes it hard is no leave to do it, nor is what may be done in part.
_HARDLY = frozenset(
    words("hard harder difficult slow less limits limited limiting restricts hinders little barely "
          "hardly only local locally partly partial within inside")
)  # fmt: skip
# Of an honest answer. Each is read with what stands before it, so that many cost their square.
MAX_OPPOSED = 20
_TWICE = re.compile(
    r"\b(?:does|do|did) ?n[o'’]t (?:mean|imply|prevent|stop|forbid|preclude)\b", re.I
)


def says_that_it_can(part: ChoicePart, text: str) -> bool:
    """Whether a clause that opposes another one says that what the question asks about can be done,
    and says it of no other thing of the course and of no option's; or has so many such clauses that
    nobody knows."""
    if not asks_what_can_be(part):
        return False
    done = words_of_what_is_done(part)
    steps = {word for word in terms(part.text)[1:4] if len(word) > 3}
    opposing = list(islice(_opposing(text), MAX_OPPOSED + 1))
    if len(opposing) > MAX_OPPOSED:
        return True
    options = {word for key in part.options for word in terms(key)}
    things = {word for name in part.words for word in terms(name)}
    opposed = any(
        _allows(terms(piece), done, options | things - {*terms(before)})
        for before, clause in opposing
        for piece in _PIECES.split(clause)
    )
    return opposed or any(
        _allows(said, done, options | things)
        for said in map(terms, _PIECES.split(text))
        if (_is_of_anybody(said, options | things) or steps & {*said})
    )


def _is_of_anybody(said: list[str], others: set[str]) -> bool:
    """`one can do it`, whatever it is done to."""
    return _ANYBODY.search(" ".join(said)) is not None and others.isdisjoint(said)


def _opposing(text: str) -> Iterator[tuple[str, str]]:
    """What stands before, in its sentence and in the one before that, and a clause that opposes
    it."""
    last = ""
    for sentence in sentences(_SET_APART.sub(r"\g<joint>, \g<thing>", text)):
        if grant := grant_in(sentence):
            yield last + grant.granted, grant.rest
        for cut in _OPPOSED.finditer(sentence):
            yield last + sentence[: cut.start()], sentence[cut.end() :]
        if _ADVERB.search(sentence) or _TWICE.search(sentence):
            yield last, sentence
        last = sentence


def _allows(said: list[str], done: set[str], others: set[str]) -> bool:
    at = next((at for at, word in enumerate(said) if word in done), None)
    if at is None or not _HARDLY.isdisjoint(said) or sum(map(refuses, said)) % 2:
        return False
    return others.isdisjoint(said[:at])
