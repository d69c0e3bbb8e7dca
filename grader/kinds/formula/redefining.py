"""Declared names of which an answer says something else than the problem: `δ = m - n` where that is
n - m there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.checks.verdict import Verdict
from grader.kinds.conclusion import named_in, pieces
from grader.kinds.formula.judging import Judge
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import spelled_out
from grader.kinds.formula.prompted import is_same_but_letters, said_in, with_differences
from grader.kinds.formula.spellings import known_names
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Marked, Unclear
from grader.maths import (
    Expr,
    Identity,
    Name,
    Number,
    Symbols,
    Unreadable,
    compare,
    free_names,
    read,
    substitute,
)
from grader.maths.tree.functions import function_named
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import Role, Statement, statements

# Equations of an answer that say what a name is.
MAX_DEFINITIONS = 120
LISTED = re.compile(r"\s*\d+\s*(?:[,:…]|\.\.|\\[lc]?dots|to\b)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Redefined:
    """A declared name, and what an answer says that it is. `surely`: the answer sets that as a
    condition, or the prompt says otherwise; else it may be said in passing, `d_k = d / H`."""

    name: str
    declared: str
    text: str
    meaning: Expr | None  # None where it cannot be read
    surely: bool

    def refused(self) -> Unclear:
        return Unclear(
            f"here {self.name} is {self.text[:40]}, and in this problem it is not", self.text
        )


def redefined_in(
    part: FormulaPart,
    found: Sequence[Statement],
    symbols: Symbols,
    prompt: str,
    own: Sequence[str],
) -> list[Redefined]:
    """Raises Unclear where a function, an identity matrix or a declared spelling gets another
    meaning: then the formula is not about what was asked."""
    result: list[Redefined] = []
    stated = [one for one in found if one.role is not Role.DENIED and not _is_example(one)]
    stated = [one for one in stated if not one.example and not is_one_of(one.left, own)]
    for one in stated:
        given = one.role is Role.GIVEN
        for name, text in itertools.islice(named_in([one]), MAX_DEFINITIONS):
            declared = symbols.keys.get(key_of(name) or name)
            meaning = key_of(text)
            is_own = meaning is not None and meaning not in symbols.keys
            if declared is None or (is_own and not function_named(meaning or "")):
                continue  # at most a letter of the student's own gets a meaning
            if given and _has_other_meaning(declared, text, symbols):
                raise Redefined(name, declared, text, None, True).refused()
            if declared in symbols.functions or is_one_of(name, own):
                continue
            result += _redefined(
                part, symbols, prompt, Redefined(name, declared, text, None, given)
            )
    return result


def _redefined(
    part: FormulaPart, symbols: Symbols, prompt: str, one: Redefined
) -> Iterator[Redefined]:
    otherwise = _is_said_otherwise(one.name, one.text, prompt, symbols)
    said = any(key_of(called) == key_of(one.name) for called, _ in said_in(prompt))
    try:
        meaning = read(with_differences(one.text, prompt, symbols), symbols)
    except Unreadable:
        if not said or otherwise:
            yield replace(one, surely=one.surely and otherwise)
        return
    if isinstance(meaning, Number) and one.declared in symbols.scalars:
        return  # an example
    if not one.surely and _is_made_of(one, symbols):
        return  # what it becomes by what it was
    if _is_other_value(part, one.declared, meaning, symbols):
        if one.surely and one.declared in symbols.identity:
            raise one.refused()
        yield replace(one, meaning=meaning, surely=one.surely or otherwise)
    elif one.surely and otherwise:
        yield one


def _is_made_of(one: Redefined, symbols: Symbols) -> bool:
    try:
        return one.declared in free_names(read(one.text, symbols))
    except Unreadable:
        return False


def as_redefined(
    redefined: Sequence[Redefined], given: Expr, first: Marked, judge: Judge, *, mixed: bool
) -> Marked | None:
    """What a formula is worth by the answer's own meanings of its names, where it has any that
    count; None where it has not. `mixed`: a name has both meanings in it. Raises Unclear."""
    used = [one for one in redefined if one.declared in free_names(given)]
    right = first.verdict is Verdict.CORRECT
    if right or first.mistake is not None:
        used = [one for one in used if one.surely]
    if not used:
        return None
    meanings = {one.declared: one.meaning for one in used if one.meaning is not None}
    if len(meanings) == len({one.declared for one in used}) and not mixed:
        marked = judge.judged(substitute(given, meanings))
        if marked.verdict is Verdict.CORRECT:
            said = tuple(f"read {one.name} as {one.text}: as your answer says" for one in used)
            return replace(marked, notes=(*said, *marked.notes))
    raise used[0].refused()


def is_given_otherwise(text: str, symbols: Symbols, prompt: str) -> Iterator[tuple[str, str]]:
    """(a declared symbol, what it is here): of equations in an answer, for what the prompt has
    another equation."""
    stated = statements(pieces(text, known_names(symbols)))
    for name, meaning in itertools.islice(named_in(stated), MAX_DEFINITIONS):
        if key_of(name) in symbols.keys and _is_said_otherwise(name, meaning, prompt, symbols):
            yield name, meaning


def _is_example(one: Statement) -> bool:
    """`d_v = d_k = 64`: sizes of one model, which say nothing of the names in general."""
    return len(one.sides) > 2 and _NUMBER.fullmatch(one.last) is not None


def _is_said_otherwise(name: str, text: str, prompt: str, symbols: Symbols) -> bool:
    """Whether the prompt has an equation for this name, and none that is this one."""
    stated = [meaning for called, meaning in said_in(prompt) if key_of(called) == key_of(name)]
    return (
        bool(stated)
        and not LISTED.match(text)
        and not any(
            tokens(text) == tokens(it) or is_same_but_letters(text, it, symbols) for it in stated
        )
    )


def _is_other_value(part: FormulaPart, declared: str, meaning: Expr, symbols: Symbols) -> bool:
    """Whether it is not what the symbol stands for."""
    mine = spelled_out(meaning, symbols, part)
    other: Expr = Identity(symbols.identity[declared]) if declared in symbols.identity \
        else Name(declared)  # fmt: skip
    return not compare(mine, spelled_out(other, symbols, part), symbols, proof=False).equal


def _has_other_meaning(declared: str, text: str, symbols: Symbols) -> bool:
    """Whether `text`, which an answer sets equal to a declared name, is surely something else."""
    if declared in symbols.functions:
        function = function_named(text.strip().lstrip("\\"))
        return function is not None and function != symbols.functions[declared]
    if LISTED.match(text):  # `h = 0, …`: where it begins is looked at with the formula
        return False
    # ‖x‖ where the problem calls ‖x‖² by this name: the beginning of a declared spelling, or one
    # with something after it.
    written = tuple(tokens(text))
    phrases = [phrase for phrase, meant in symbols.phrases if meant == declared]
    if written in phrases:
        return False
    return any(
        phrase[: len(written)] == written or written[: len(phrase)] == phrase for phrase in phrases
    )
