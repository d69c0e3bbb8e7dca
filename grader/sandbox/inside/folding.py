"""Texts that a source spells in pieces: `"soft" + "max"`, an f-string, a joined list."""

from __future__ import annotations

import ast

MAX_TEXT = 10_000  # characters: what is longer is no name


def text_of(node: ast.AST) -> str | None:
    """The text, or bytes as text, that an expression always has; None where that is not known."""
    if type(node) not in _TEXTS:
        return None
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bytes):
            return node.value[:MAX_TEXT].decode("latin-1")
        return node.value[:MAX_TEXT] if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([node.left, node.right])
    if isinstance(node, ast.FormattedValue):
        plain = node.conversion == -1 and node.format_spec is None
        return text_of(node.value) if plain else None
    if isinstance(node, ast.JoinedStr):
        return _joined(node.values)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        text = text_of(node.value)
        return text[::-1] if text and ast.unparse(node.slice) == "::-1" else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        between = text_of(node.func.value)
        if between is None or node.keywords:
            return None
        if node.func.attr == "join" and isinstance(node.args[0] if node.args else None, _LITERAL):
            return _joined(node.args[0].elts, between)  # type: ignore[attr-defined]
        if node.func.attr in ("strip", "lower", "decode", "encode") and not node.args:
            return between.lower() if node.func.attr == "lower" else between.strip()
    return None


# What may be a text at all: nodes that are none are most of what is asked about.
_TEXTS = {
    ast.Constant, ast.BinOp, ast.FormattedValue, ast.JoinedStr, ast.Subscript, ast.Call
}  # fmt: skip
_LITERAL = (ast.Tuple, ast.List)


def _joined(nodes: list[ast.expr], between: str = "") -> str | None:
    found: list[str] = []
    for node in reversed(nodes):  # the last first: in `a + b + c` all the others are one
        text = text_of(node)
        if text is None:
            return None
        found.append(text)
    return between.join(reversed(found))[:MAX_TEXT]


def ends_of(node: ast.AST) -> tuple[str, str]:
    """How a text begins and ends, whatever stands between: `("W", "")` for `f"W{gate}"`."""
    if isinstance(node, ast.JoinedStr) and node.values:
        return text_of(node.values[0]) or "", text_of(node.values[-1]) or ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return text_of(node.left) or ends_of(node.left)[0], (
            text_of(node.right) or ends_of(node.right)[1]
        )
    return "", ""
