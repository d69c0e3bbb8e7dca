"""Nodes of a syntax tree, as the scan goes through it: many times, in a process made for each
submission, where `ast.walk` was most of what it took."""

from __future__ import annotations

import ast

# What says nothing that is looked for by going through a tree: texts and numbers, and the nodes of
# which all trees share one, such as `Load` and `Add`.
_NO_NODES = {
    "ctx", "op", "ops", "id", "attr", "arg", "asname", "module", "level", "kind", "tag",
    "type_comment", "simple", "is_async", "conversion",
}  # fmt: skip
_BELOW = {
    kind: tuple(name for name in kind._fields if name not in _NO_NODES)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
} | {ast.Constant: ()}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below, in the order of `ast.iter_child_nodes`, without operators and
    contexts."""
    found: list[ast.AST] = []
    for name in _BELOW[type(node)]:
        value = getattr(node, name, None)
        if type(value) is list:
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walked(node: ast.AST) -> list[ast.AST]:
    """The node and all below it, in the order of `ast.walk`, without operators and contexts."""
    found = [node]
    for one in found:  # which grows meanwhile
        for name in _BELOW[type(one)]:
            value = getattr(one, name, None)
            if type(value) is list:
                found += [inner for inner in value if isinstance(inner, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found
