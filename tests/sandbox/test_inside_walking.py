"""Going through a syntax tree: the same nodes in the same order as `ast.walk` has them."""

from __future__ import annotations

import ast
from pathlib import Path

import grader
from grader.sandbox.inside.walking import children, walked

_SHARED = ast.expr_context | ast.operator | ast.boolop | ast.unaryop | ast.cmpop
# What few files of ours have.
RARE = """
async def f(a, /, b: int = 1, *c, d=2, **e) -> None:
    global g
    async with a as b, c: await d
    async for x in y: del x[1:2, ...]
    try: yield from a
    except* E as e: raise e from None
    match a:
        case {"k": 1, **rest} | [*_, Own(p, q=None)] as found if (z := a): pass
    return {*a} if not -a < b <= c and f"{a!r:{b}}" else lambda *a: (i for i in a if i)
"""


def test_the_same_nodes_in_the_same_order() -> None:
    sources = [path.read_text("utf-8") for path in Path(grader.__file__).parent.rglob("*.py")]
    for source in [RARE, *sources]:
        tree = ast.parse(source)
        every = [one for one in ast.walk(tree) if not isinstance(one, _SHARED)]
        assert walked(tree) == every
        for one in every:
            below = ast.iter_child_nodes(one)
            assert children(one) == [inner for inner in below if not isinstance(inner, _SHARED)]
