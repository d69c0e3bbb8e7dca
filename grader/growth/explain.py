"""A verdict in one or two plain sentences to the student."""

from __future__ import annotations

from fractions import Fraction

from grader.growth.algebra import Monomial, Term
from grader.growth.assumptions import Assumption
from grader.growth.compare import GrowthVerdict, Relation
from grader.growth.exact import Exact
from grader.growth.paths import Path
from grader.growth.render import quotient, raised, render_growth
from grader.growth.terms import names_in


def explain(verdict: GrowthVerdict) -> str:
    """What the student reads. Names the factor where there is one, else a path that shows it."""
    yours = f"Your {render_growth(verdict.student)}"
    match verdict.relation:
        case Relation.SAME:
            return _same(verdict, yours)
        case Relation.LARGER:
            return f"{yours} grows too fast: {_how(verdict, verdict.above, 'large')}."
        case Relation.SMALLER:
            return f"{yours} grows too slowly: {_how(verdict, verdict.below, 'small')}."
        case Relation.INCOMPARABLE:
            off = render_factor(verdict.factor) if verdict.factor else None
            lead = (
                f"{yours} is off by a factor {off}" if off else f"{yours} is not the right growth"
            )
            return (
                f"{lead}: too large if you {path_words(verdict.above, verdict)}, "
                f"too small if you {path_words(verdict.below, verdict)}."
            )
        case Relation.UNDECIDED:
            return _undecided(verdict, yours)


def _same(verdict: GrowthVerdict, yours: str) -> str:
    if verdict.student.expression == verdict.truth.expression:
        return f"{yours} is right."
    given = _given(verdict.assumptions)
    return f"{yours} is right: it grows like {render_growth(verdict.truth)}{given}."


def _how(verdict: GrowthVerdict, path: Path | None, size: str) -> str:
    if verdict.factor is not None:
        factor = verdict.factor if size == "large" else verdict.factor.raised(Fraction(-1))
        text = render_factor(factor)
        if text is not None:
            return f"it is too {size} by a factor {text}{_given(verdict.assumptions)}"
    outcome = "outgrows the right answer" if size == "large" else "falls behind the right answer"
    return f"{path_words(path, verdict)} and it {outcome}"


def _undecided(verdict: GrowthVerdict, yours: str) -> str:
    if verdict.differs:
        size = "large" if verdict.above is not None else "small"
        words = path_words(verdict.above or verdict.below, verdict)
        return f"{yours} is not the right growth: it is too {size} if you {words}."
    return (
        f"{yours} could not be compared with the right answer ({verdict.reason}). "
        "A person will look at it."
    )


def _given(assumptions: tuple[Assumption, ...]) -> str:
    texts = [a.text for a in assumptions if a.text]
    return f" (given {' and '.join(texts)})" if texts else ""


def path_words(path: Path | None, verdict: GrowthVerdict) -> str:
    """`let n grow with d fixed`: only variables that one of the two answers holds are named."""
    if path is None:
        return "let the variables grow"
    shown = set(names_in(verdict.student.expression)) | set(names_in(verdict.truth.expression))
    fixed = [n for n, _ in path.fixed if n in shown or n.startswith("(")]
    text = f"let {_growing(path)}"
    if not fixed:
        return text
    if path.slow_matters:
        return f"{text}, much faster than {_listed(fixed)}"
    return f"{text} with {_listed(fixed)} fixed"


def _growing(path: Path) -> str:
    names = [f"log {name}" if path.of_logs else name for name, _ in path.growing]
    weights = [weight for _, weight in path.growing]
    if len(set(weights)) == 1:
        return f"{_listed(names)} grow" + (" together" if len(names) > 1 else "")
    if len(names) == 2:
        slow, fast = sorted(zip(weights, names, strict=True))
        unit = f"({slow[1]})" if path.of_logs else slow[1]
        return f"{fast[1]} grow like {raised(unit, fast[0] / slow[0])}"
    return _listed([f"{n} grow like {raised('t', w)}" for n, w in zip(names, weights, strict=True)])


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def render_factor(term: Term) -> str | None:
    """A term as text, `n/d` or `2^n log n`; None if its exponent has no simple writing."""
    above: list[str] = []
    below: list[str] = []
    for monomial, coefficient in term.exponent.parts:
        exact = coefficient.exact
        factor = None if exact is None else _exponential(monomial, exact)
        if factor is None:
            return None
        (above if coefficient.sign > 0 else below).append(factor)
    # plain powers first: `n log d` has one reading, `log d n` has two
    for (name, level), power in sorted(term.monomial.powers, key=lambda p: p[0][1]):
        text = "log " * level + name
        tight = text if level == 0 or abs(power) == 1 else f"({text})"
        (above if power > 0 else below).append(raised(tight, abs(power)))
    return quotient(above, below)


def _exponential(monomial: Monomial, exact: Exact) -> str | None:
    """exp(c m) with the base written out, without its sign."""
    exponent = render_factor(Term(monomial))
    size = exact if exact.sign > 0 else exact.scaled(Fraction(-1))
    if exponent is None:
        return None
    inner = exponent if len(monomial.powers) == 1 and "/" not in exponent else f"({exponent})"
    if not size.logs:
        return f"e^{inner}" if size.rational == 1 else f"e^({size.rational} {exponent})"
    base = Fraction(1)
    for prime, share in size.logs:
        if share.denominator != 1 or abs(share) > 12:
            return None
        base *= Fraction(prime) ** int(share)
    if size.rational:
        return None
    return f"{base}^{inner}" if base.denominator == 1 else f"({base})^{inner}"
