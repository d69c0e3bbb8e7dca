"""What a claim should say: computed from the student's own data, to what the data can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from grader.kinds.curve.data import CurveData, Point, shown_x
from grader.kinds.curve.keys import CurveClaim, CurvePart


@dataclass(frozen=True)
class Which:
    """A series is claimed: any of `right` will do, and "equal" too where there are several."""

    right: tuple[str, ...]
    quoted: str  # the numbers of the data that decide


@dataclass(frozen=True)
class Amount:
    """A number is claimed, to within `error`."""

    value: Fraction
    error: Fraction
    quoted: str


def truth_of(part: CurvePart, claim: CurveClaim, data: CurveData) -> Which | Amount:
    """What the data say about the claim."""
    if claim.asks == "gap":
        return _gap(part, claim, data)
    if claim.asks == "fastest":
        return _fastest(part, claim, data)
    return _extreme(part, claim, data)


def reached(claim: CurveClaim, data: CurveData) -> dict[str, Point]:
    """Where each series first reaches the share of the best value that the claim is about."""
    return {
        name: next(point for point in points if point.value >= claim.share_of(best))
        for name, (points, best) in _with_best(claim, data).items()
        if any(point.value >= claim.share_of(best) for point in points)
    }


def _extreme(part: CurvePart, claim: CurveClaim, data: CurveData) -> Which:
    sign = 1 if claim.asks == "highest" else -1
    at = {name: _place(claim, points, sign) for name, points in data.series.items()}
    best = max(sign * point.value for point in at.values())
    near = Fraction(str(part.absolute))
    right = tuple(name for name, point in at.items() if best - sign * point.value <= near)
    return Which(right, _quoted(part, claim, data, at))


def _gap(part: CurvePart, claim: CurveClaim, data: CurveData) -> Amount:
    at = {name: _place(claim, data.series[name], 1) for name in claim.between}
    first, second = at.values()
    # Half a unit of the last place asked for, a little for either way to round, and what the file
    # itself has lost by rounding.
    error = Fraction(51, 100) / 10**claim.decimals + data.unit
    return Amount(first.value - second.value, error, _quoted(part, claim, data, at))


def _place(claim: CurveClaim, points: tuple[Point, ...], sign: int) -> Point:
    if claim.at == "best":
        return max(points, key=lambda point: (sign * point.value, -point.x))
    return points[0 if claim.at == "first" else -1]


def _quoted(part: CurvePart, claim: CurveClaim, data: CurveData, at: dict[str, Point]) -> str:
    x = part.x[0]
    if claim.at == "best":
        return "your file has " + _listed(
            f"{data.shown(point.value)} for {name} ({x} {shown_x(point.x)})"
            for name, point in at.items()
        )
    values = _listed(f"{data.shown(point.value)} for {name}" for name, point in at.items())
    place = next(iter(at.values())).x
    return f"your file has {values} at {x} {shown_x(place)}"


def _fastest(part: CurvePart, claim: CurveClaim, data: CurveData) -> Which:
    """The file is rounded, so each crossing lies between two rows, often the same ones. Series
    that may have crossed at the same x are equally fast."""
    earliest: dict[str, Fraction] = {}
    latest: dict[str, Fraction] = {}
    for name, (points, best) in _with_best(claim, data).items():
        half = data.unit / 2
        low, high = claim.share_of(best - half) - half, claim.share_of(best + half) + half
        after_all = points[-1].x + 1  # never, which is later than any row
        earliest[name] = next((p.x for p in points if p.value >= low), after_all)
        latest[name] = next((p.x for p in points if p.value >= high), after_all)
    first = min(latest.values())
    right = tuple(name for name in data.series if earliest[name] <= first)
    return Which(right, f"in your file {_listed(_reaching(part, claim, data))}")


def _reaching(part: CurvePart, claim: CurveClaim, data: CurveData) -> Iterator[str]:
    at = reached(claim, data)
    for name, (_, best) in _with_best(claim, data).items():
        level = f"{float(100 * claim.share_of(Fraction(1))):g} % of {data.shown(best)}"
        if name in at:
            yield f"{name} reaches {level} at {part.x[0]} {shown_x(at[name].x)}"
        else:
            yield f"{name} never reaches {level}"


def _with_best(claim: CurveClaim, data: CurveData) -> dict[str, tuple[tuple[Point, ...], Fraction]]:
    own = {name: max(point.value for point in points) for name, points in data.series.items()}
    everywhere = max(own.values())
    return {
        name: (points, own[name] if claim.best == "own" else everywhere)
        for name, points in data.series.items()
    }


def _listed(items: Iterable[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
