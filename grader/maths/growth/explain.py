"""A verdict in one or two plain sentences to the student."""

from __future__ import annotations

from fractions import Fraction

from grader.maths import Applied, Constant, Expr, Name, Number, Power, Symbols, multiply, to_plain
from grader.maths.growth.algebra import Monomial, Term
from grader.maths.growth.assumptions import Assumption
from grader.maths.growth.compare import GrowthVerdict, Relation
from grader.maths.growth.exact import Exact
from grader.maths.growth.growth import names_in, render_growth
from grader.maths.growth.paths import Path
from grader.maths.tree.nodes import ONE

# Factors and paths have names of their own making, such as (n - k + 1), and nothing to declare.
_NOTHING_DECLARED = Symbols()
# A base is written out as a product of primes: beyond 2^12 nobody sees more in it than in e^(c n).
_MAX_SHARE = 12


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
        (slow, unit), (fast, _) = sorted((weight, name) for name, weight in path.growing)
        quick = names[weights.index(fast)]
        like = _raised(_logarithm(unit, 1 if path.of_logs else 0), fast / slow)
        return f"{quick} grow like {_shown(like)}"
    return _listed(
        [
            f"{name} grow like {_shown(_raised(Name('t'), weight))}"
            for name, weight in zip(names, weights, strict=True)
        ]
    )


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def render_factor(term: Term) -> str | None:
    """A term as text, `n/d` or `2^n log n`; None if its exponent has no simple writing."""
    factor = _factor(term)
    return None if factor is None else _shown(factor)


def _shown(expression: Expr) -> str:
    return to_plain(expression, _NOTHING_DECLARED)


def _factor(term: Term) -> Expr | None:
    factors: list[Expr] = []
    for monomial, coefficient in term.exponent.parts:
        exact = coefficient.exact
        factor = None if exact is None else _exponential(monomial, exact)
        if factor is None:
            return None
        factors.append(factor if coefficient.sign > 0 else Power(factor, Number(Fraction(-1))))
    # plain powers first: `n log d` has one reading, `log d n` has two
    for (name, level), power in sorted(term.monomial.powers, key=lambda p: p[0][1]):
        factors.append(_raised(_logarithm(name, level), power))
    return multiply(*factors) if factors else ONE


def _logarithm(name: str, level: int) -> Expr:
    found: Expr = Name(name)
    for _ in range(level):
        found = Applied("log", (found,))
    return found


def _raised(base: Expr, power: Fraction) -> Expr:
    return base if power == 1 else Power(base, Number(power))


def _exponential(monomial: Monomial, exact: Exact) -> Expr | None:
    """exp(c m) with the base written out, without its sign."""
    exponent = _factor(Term(monomial))
    size = exact if exact.sign > 0 else exact.scaled(Fraction(-1))
    if exponent is None:
        return None
    if not size.logs:
        scaled = exponent if size.rational == 1 else multiply(Number(size.rational), exponent)
        return Power(Constant("e"), scaled)
    base = Fraction(1)
    for prime, share in size.logs:
        if share.denominator != 1 or abs(share) > _MAX_SHARE:
            return None
        base *= Fraction(prime) ** int(share)
    return None if size.rational else Power(Number(base), exponent)
