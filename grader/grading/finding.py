"""Which of a part's calls a submission answers, and with which definition."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from grader.course.parts import CodePart
from grader.course.signature import Signature, read_signature
from grader.submission import Contents, Definition, Found


@dataclass(frozen=True)
class Chosen:
    """The definition that is graded, and how it is called."""

    call: Signature
    found: Found
    notes: tuple[str, ...] = ()


def calls_of(part: CodePart) -> list[Signature]:
    """The part's own call, then the others that it takes."""
    others = (read_signature(text, built=True) for text in part.other_calls)
    return [read_signature(part.call), *others]


def choose(part: CodePart, contents: Contents, asked: Collection[str]) -> Chosen | None:
    """The first call that is there and takes so many arguments, else the first that is there; but
    no definition that is still empty where another one is not. Where none is there, a function
    whose name is one of theirs in another spelling, unless it is `asked` for by that name."""
    functions = () if part.defines == "class" else ("function",)
    kinds = (*functions, "assignment", "class")
    calls = calls_of(part)
    there = [
        (call, found)
        for call in calls
        if (found := contents.find(call.function, kinds)) is not None
    ]
    if all(found.definition.empty for _, found in there) and not part.calls_after:
        # A starter that was left as it was does not hide what was written beside it.
        otherwise = _spelt_otherwise(part, calls, contents, asked)
        if otherwise is not None and not (there and otherwise.found.definition.empty):
            return otherwise
    if not there:
        return None
    there = [one for one in there if not one[1].definition.empty] or there
    own = _unpassed(part)
    call, found = next((one for one in there if _takes(*one, own)), there[0])
    notes = [found.note] if found.note else []
    if call != calls[0]:
        notes.append(f"your {call.function} was called as {call}")
    return Chosen(call, found, tuple(notes))


def _spelt_otherwise(
    part: CodePart, calls: Sequence[Signature], contents: Contents, asked: Collection[str]
) -> Chosen | None:
    """`kMeans` for `k_means`, if it takes so many arguments."""
    if part.defines == "class":
        return None
    for call in calls:
        name = contents.spelt_otherwise(call.function, asked)
        found = contents.find(name, ("function",)) if name else None
        if found is not None and _takes(call, found, _unpassed(part)):
            notes = (f"your {name} was taken for {call.function}", *filter(None, [found.note]))
            return Chosen(replace(call, function=name), found, notes)
    return None


def _takes(call: Signature, found: Found, own: Collection[str]) -> bool:
    counts = [len(call.arguments)]
    if call.built_with is not None:
        counts.insert(0, len(call.built_with))
    return found.definition.fits(*counts) and not _misplaced(call, found.definition, own)


# What any function may have, whatever it computes: where it runs, in what numbers, what it prints.
_TECHNICAL = ("device", "dtype", "verbose")


def _unpassed(part: CodePart) -> frozenset[str]:
    """The parameters that are an answer's own: which these are, no name of the call tells."""
    return frozenset(name.casefold() for name in (*_TECHNICAL, *part.own_parameters))


def _misplaced(call: Signature, definition: Definition, own: Collection[str]) -> bool:
    """Whether an argument would land in a parameter that is not meant for it."""
    names = [name.casefold() for name in call.names]
    taken = [name.casefold() for name in definition.arguments]
    return any(
        into in own and name != into and name not in taken
        for name, into in zip(names, taken, strict=False)
    )


def order_notes(call: Signature, definition: Definition) -> list[str]:
    """A note, if the student's function has the call's arguments in another order.

    Only for one that is not right: what an argument is called is the student's own business.
    """
    taken = [name.casefold() for name in definition.arguments]
    passed = [str(argument).casefold() for argument in call.arguments]
    if taken == passed or sorted(taken) != sorted(passed):
        return []
    own = ", ".join(definition.arguments)
    return [
        f"your {definition.name} takes ({own}), but is called as {call}: the order counts, not the "
        "names"
    ]
