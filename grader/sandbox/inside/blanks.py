"""A starter with lines of its own around the blanks, `n_x, m = None`, that nobody has filled in.

Sizes are read, parameters are taken out of a dictionary, a cache is packed: all that came with the
starter. It is one as long as nothing is computed anywhere and a blank is among what is returned.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.sandbox.inside.walking import children, walked

# Calls that make or read something without computing anything that could be asked for.
_HARMLESS = {
    *("append", "copy", "dict", "empty", "empty_like", "enumerate", "get", "items", "keys", "len"),
    *("list", "ones", "ones_like", "print", "range", "reversed", "seed", "size", "values"),
    *("zeros", "zeros_like", "zip"),
}
_COMPUTES = (
    *(ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Await),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.YieldFrom),
)
# What a loop or a `with` gives to its name: no blank.
_SOMETHING = ast.Constant(0)


def is_blank(node: ast.FunctionDef) -> bool:
    """Whether nothing is computed, and a name that was only ever set to nothing is returned."""
    statements = list(_statements(node.body))
    blanks = _blanks(statements)
    returned = [one.value for one in statements if isinstance(one, ast.Return)]
    return any(one is not None and _holds(one, blanks) for one in returned) and all(
        map(_is_idle, statements)
    )


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those inside of others too; not those of inner functions."""
    for one in body:
        yield one
        if isinstance(one, ast.If | ast.For | ast.While | ast.With):
            yield from _statements([*one.body, *getattr(one, "orelse", [])])


def _blanks(statements: list[ast.stmt]) -> set[str]:
    """The names that are given nothing but blanks."""
    given: dict[str, list[ast.expr]] = {}
    for one in statements:
        for target, value in _assigned(one):
            for inner in walked(target):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    given.setdefault(inner.id, []).append(value)
    found: set[str] = set()
    while True:
        more = {
            name
            for name, values in given.items()
            if all(_is_none(value) or _holds(value, found) for value in values)
        }
        if more <= found:
            return found
        found |= more


def _assigned(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        yield node.target, node.value or _SOMETHING
    elif isinstance(node, ast.For):
        yield node.target, _SOMETHING
    elif isinstance(node, ast.With):
        yield from ((one.optional_vars, _SOMETHING) for one in node.items if one.optional_vars)


def _is_none(node: ast.expr) -> bool:
    """None or `...`, as many as there are, or what is computed of nothing else: `sigmoid(None)`."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(_is_none, node.elts))
    if isinstance(node, ast.Call):
        return bool(node.args) and all(map(_is_none, node.args))
    if isinstance(node, ast.BinOp):
        return _is_none(node.left) or _is_none(node.right)
    return is_nothing(node)


def is_nothing(node: ast.expr) -> bool:
    """What stands in a starter where an answer is to be written."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is ...)


def _holds(node: ast.expr, blanks: set[str]) -> bool:
    """Whether it is one of these names, or packs one with others."""
    if isinstance(node, ast.Tuple | ast.List):
        return any(_holds(one, blanks) for one in node.elts)
    if isinstance(node, ast.Dict):
        return any(_holds(one, blanks) for one in node.values)
    return isinstance(node, ast.Name) and node.id in blanks


def _is_idle(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.Expr | ast.Return):
        return node.value is None or _computes_nothing(node.value)
    if isinstance(node, ast.AugAssign):
        return _is_none(node.value)
    if isinstance(node, ast.For):
        return _computes_nothing(node.iter)
    # What a branch or an assertion looks at came with the starter, as the branch did.
    return isinstance(
        node, ast.If | ast.While | ast.With | ast.Pass | ast.Raise | ast.Assert | ast.Import
    )


def _computes_nothing(node: ast.expr) -> bool:
    if _is_none(node):
        return True
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
        # Whatever a size is computed by, an array of zeros is no answer.
        return (name.id if isinstance(name, ast.Name) else name) in _HARMLESS
    if isinstance(node, _COMPUTES):
        return False
    return all(_computes_nothing(inner) for inner in children(node) if isinstance(inner, ast.expr))
