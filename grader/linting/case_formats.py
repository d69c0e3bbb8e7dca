"""Drawn cases as text to read, as JSON, and as arrays for numpy."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grader.checks.showing import show
from grader.linting.cases import DrawnCase, DrawnCheck
from grader.values import Array, Opaque, Rng, Value
from grader.values.counting import counted


def as_text(problem: str, checks: Sequence[DrawnCheck]) -> str:
    lines = []
    for check in checks:
        count = counted(len(check.cases), "case")
        lines.append(f"{problem}/{check.part}: {check.name} ({check.kind}), {count}")
        for case in check.cases:
            lines += ["", f"  {case.label}{', public' if case.public else ''}"]
            lines += [line for name, value in case.inputs.items() for line in _shown(name, value)]
            for value in case.truth:
                lines += _shown("truth", _by_name(value, check.returns))
            if case.tells_apart:
                lines.append(f"    tells apart: {'; '.join(case.tells_apart)}")
        if check.not_told:
            lines += ["", f"  no case tells apart: {'; '.join(check.not_told)}"]
        lines.append("")
    return "\n".join(lines)


def as_json(problem: str, checks: Sequence[DrawnCheck]) -> str:
    """Arrays as lists; what JSON has no number for (NaN, infinity, complex) as text."""
    found = [
        {
            "part": check.part,
            "kind": check.kind,
            "name": check.name,
            "cases": [_case(case, check.returns) for case in check.cases],
            "not_told_apart": list(check.not_told),
        }
        for check in checks
    ]
    return json.dumps({"problem": problem, "checks": found}, ensure_ascii=False, indent=1) + "\n"


def as_npz(checks: Sequence[DrawnCheck]) -> bytes:
    """Arrays and numbers by `part/check/case/inputs/name` and `part/check/case/truth`, with the
    numbers of check and case from 0."""
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    for number, check in enumerate(checks):
        for index, case in enumerate(check.cases):
            above = f"{check.part}/{number}/{index}"
            for name, value in case.inputs.items():
                arrays.update(_arrays(f"{above}/inputs/{name}", value))
            for value in case.truth:
                arrays.update(_arrays(f"{above}/truth", _by_name(value, check.returns)))
    data = io.BytesIO()
    np.savez(data, **arrays)  # type: ignore[arg-type]  # numpy's stub takes a name for an option
    return data.getvalue()


def _shown(name: str, value: Value) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _shown(f"{name}.{key}", item)
        return
    first, *rest = show(value).split("\n")
    yield f"    {name} = {first}"
    yield from (f"    {' ' * len(name)}   {line}" for line in rest)


def _by_name(value: Value, returns: Sequence[str]) -> Value:
    """Several results by their names, where they have any."""
    if isinstance(value, tuple) and len(value) == len(returns):
        return dict(zip(returns, value, strict=True))
    return value


def _case(case: DrawnCase, returns: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "label": case.label,
        "public": case.public,
        "seed": case.seed,
        "inputs": _plain(case.inputs),
        "tells_apart": list(case.tells_apart),
    }
    if case.truth:
        found["truth"] = _plain(_by_name(case.truth[0], returns))
    return found


def _plain(value: Value) -> Any:
    if isinstance(value, Array):
        value = value.data
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Rng):
        return {"seed": value.seed}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return value.type_name if isinstance(value, Opaque) else str(value)


def _arrays(name: str, value: Value) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    if isinstance(value, Array):
        value = value.data
    if isinstance(value, Rng):
        value = value.seed
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _arrays(f"{name}/{key}", item)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _arrays(f"{name}/{index}", item)
    elif isinstance(value, np.ndarray | bool | int | float | complex | str):
        yield name, np.asarray(value)
