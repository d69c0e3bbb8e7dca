"""A starter that was left as it was is no answer; anything else is one."""

import ast

import pytest

from grader.sandbox.inside.starters import is_empty

EMPTY = [
    "pass",
    "...",
    '"""Only words."""',
    '"""Words."""\n    pass',
    "raise NotImplementedError",
    'raise NotImplementedError("your code here")',
    "return",
    "return None",
    "...\n    return weights",
    "...\n    return output, cache",
    "out, cache = None, None\n    return out, cache",
    "out = None\n    # your code\n    pass\n    return out",
]
ANSWERS = [
    "return x",
    "...\n    return x",
    "return TABLE",
    "return 0",
    "return []",
    "return x, None",
    "out = None\n    out = x\n    return out",
    "out = x\n    return out",
    "print(x)",
    "raise ValueError",
    "if x: pass",
    "x.out = None",
    "for _ in x:\n        pass",
]


def function(body: str) -> ast.FunctionDef:
    (node,) = ast.parse(f"def f(x, y=None):\n    {body}\n").body
    assert isinstance(node, ast.FunctionDef)
    return node


@pytest.mark.parametrize("body", EMPTY)
def test_empty(body: str) -> None:
    assert is_empty(function(body))


@pytest.mark.parametrize("body", ANSWERS)
def test_an_answer(body: str) -> None:
    assert not is_empty(function(body))
