"""A proof region by region, where all bends are replaced by one of their sides."""

from __future__ import annotations

from grader.maths.algebra.linear import linear
from grader.maths.algebra.structure import same_form
from grader.maths.equality.probing import Probe
from grader.maths.equality.prover import Prover
from grader.maths.equality.work import Work
from grader.maths.tree.nodes import Expr
from grader.maths.tree.symbols import Symbols


def proved_in_pieces(probe: Probe, symbols: Symbols, work: Work, prover: Prover) -> str | None:
    """How the two were proved equal in every region, or None; None says nothing either way.

    Regions meet in their borders, at which what has no jumps is what it is on both sides.
    """
    regions = probe.regions
    if probe.frame is None or probe.frame.open or not regions:
        return None
    if any(region.signed for region in regions):
        return None
    left: list[tuple[Expr, Expr]] = []
    for region in regions:
        pair = region.student, region.truth
        if pair not in left and not _same(*pair, symbols):
            left.append(pair)
    how = prover.prove_all(left, symbols, work) if left else "the same formula in each"
    if how is None:
        return None
    return f"in {len(regions)} regions, {how}" if len(regions) > 1 else how


def _same(student: Expr, truth: Expr, symbols: Symbols) -> bool:
    forms = linear(student), linear(truth)
    return (forms[0] is not None and forms[0] == forms[1]) or same_form(student, truth, symbols)
