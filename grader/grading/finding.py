"""Which of a part's calls a submission answers, and with which definition."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from grader.course.parts import CodePart
from grader.course.signature import Signature, read_signature
from grader.grading.styles import as_built
from grader.submission import Contents, Definition, Found


@dataclass(frozen=True)
class Chosen:
    """The definition that is graded, and how it is called."""

    call: Signature
    found: Found
    notes: tuple[str, ...] = ()


# Other names for a function or class, wherever it is asked for: `names` of grader.toml.
Names = Mapping[str, Sequence[str]]


def calls_of(part: CodePart) -> list[Signature]:
    """The part's own call, then the others that it takes."""
    others = (read_signature(text, built=True) for text in part.other_calls)
    return [read_signature(part.call), *others]


def all_calls_of(part: CodePart, names: Names) -> list[Signature]:
    """Those of the part, then the same by the other names that the course has for them."""
    calls = calls_of(part)
    return [
        *calls,
        *(replace(call, function=name) for call in calls for name in names.get(call.function, ())),
    ]


def choose(
    part: CodePart, contents: Contents, asked: Collection[str], names: Names
) -> Chosen | None:
    """The first call that is there and takes so many arguments, else the first that is there; but
    no definition that is still empty where another one is not. Where none is there, one whose name
    is one of theirs in another spelling, unless it is `asked` for by that name."""
    calls = all_calls_of(part, names)
    there = [one for call in calls if (one := _called(part, call, contents)) is not None]
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
    return Chosen(call, found, (*notes, *_kind_notes(part, call, found.definition)))


def _kind_notes(part: CodePart, call: Signature, definition: Definition) -> Iterator[str]:
    """A note where what was handed in is not of the kind that was asked for."""
    name, kind = definition.name, definition.kind
    if part.defines == "class" and kind == "function":
        yield f"your {name} is a function; what it returns was taken for the class"
    called = part.calls_after or call.built_with is not None
    if part.defines == "function" and kind == "class" and not called:
        yield f"your {name} is a class, and a function is asked for: {call} makes an object"


def _called(part: CodePart, call: Signature, contents: Contents) -> tuple[Signature, Found] | None:
    """What the submission has by the name of the call, and how that is called: of a class, where a
    function is asked for, its object; where a class is asked for, a function that makes one."""
    if part.defines == "class":
        found = contents.find(call.function, ("assignment", "class"))
        makes = None if found else contents.find(call.function, ("function",))
        if makes is not None and makes.definition.fits(len(call.arguments)):
            found = makes
    else:
        found = contents.find(call.function, ("function", "assignment", "class"))
    if found is None:
        return None
    return as_built(part, call, found.definition) or call, found


def _spelt_otherwise(
    part: CodePart, calls: Sequence[Signature], contents: Contents, asked: Collection[str]
) -> Chosen | None:
    """`kMeans` for `k_means`, if it takes so many arguments; or a class `KMeans`, if it is plain
    how its objects are called."""
    for call, kind in product(calls, ("function", "class")):
        name = contents.spelt_otherwise(call.function, kind, asked)
        found = contents.find(name, (kind,)) if name else None
        if found is None:
            continue
        taken = replace(call, function=name)
        note = f"your {name} was taken for {call.function}"
        if kind != part.defines and call.built_with is None:
            built = as_built(part, taken, found.definition)
            if built is None:
                continue
            taken, note = built, f"your class {name} was taken for {call.function}, as {built}"
        if _takes(taken, found, _unpassed(part)):
            return Chosen(taken, found, (note, *filter(None, [found.note])))
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
