"""How the questions of an assignment are numbered: as it declares, else by their place in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.course.faults import Fault
from grader.course.inputs import did_you_mean
from grader.course.problem import Problem
from grader.course.source import Source
from grader.course.specs import CourseSettings
from grader.values.headings import Number, number_of, shown

Numbers = Mapping[Number, tuple[tuple[str, str], ...]]  # -> problems, each with a part or all of it


def numbers_of(declared: Mapping[str, Sequence[str]], problems: Sequence[str]) -> Numbers:
    """The numbers of an assignment with these problems; `declared` without fault, or nothing."""
    if not declared:
        return {(str(place),): ((one, ""),) for place, one in enumerate(problems, start=1)}
    found = {}
    for text, targets in declared.items():
        number = number_of(text)
        if number is not None:
            found[number] = tuple(_split(target, problems) for target in targets)
    return found


def labels_of(numbers: Mapping[Number, Sequence[tuple[str, str]]]) -> dict[str, str]:
    """The numbers by which a problem is asked: its own, else those of its parts."""
    found: dict[str, dict[bool, list[str]]] = {}
    for number, targets in numbers.items():
        for problem, part in targets:
            found.setdefault(problem, {}).setdefault(not part, []).append(shown(number))
    return {
        problem: ", ".join(dict.fromkeys(by.get(True) or by[False]))
        for problem, by in found.items()
    }


def number_faults(
    settings: CourseSettings,
    source: Source,
    assignments: Mapping[str, Sequence[str]],
    problems: Mapping[str, Problem],
) -> Iterator[Fault]:
    """Numbers of an assignment that is none, that are none, that are there twice, or that stand
    for nothing in it. `assignments` has the problems of each."""
    for name, declared in settings.numbers.items():
        if name not in assignments:
            hint = did_you_mean(name, list(assignments))
            yield source.fault(("numbers", name), f"there is no assignment `{name}`{hint}")
            continue
        seen: dict[Number, str] = {}
        for text, targets in declared.items():
            path = ("numbers", name, text)
            number = number_of(text)
            if number is None:
                message = f'`{text}` is not a number; write such as "2", "1.3" or "3.1 (a)"'
                yield source.fault(path, message)
            elif number in seen:
                message = f"`{seen[number]}` is the same number; write {shown(number)} once"
                yield source.fault(path, message)
            else:
                seen[number] = text
            for target in targets:
                yield from _target_faults(target, path, source, assignments[name], problems)


def _target_faults(
    target: str,
    path: tuple[str, ...],
    source: Source,
    asked: Sequence[str],
    problems: Mapping[str, Problem],
) -> Iterator[Fault]:
    problem, part = _split(target, asked)
    if problem not in asked:
        hint = did_you_mean(target, list(asked))
        yield source.fault(path, f"`{target}` is no problem of this assignment{hint}")
    elif part and part not in problems[problem].parts:
        hint = did_you_mean(part, list(problems[problem].parts))
        yield source.fault(path, f"{problem} has no part `{part}`{hint}")


def _split(target: str, problems: Sequence[str]) -> tuple[str, str]:
    """Problem and part: an id has slashes itself."""
    problem, _, part = target.rpartition("/")
    return (target, "") if target in problems or problem not in problems else (problem, part)
