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
    "...\n    return ...",
    "return ..., None",
    "...\n    return weights",
    "...\n    return output, cache",
    "out, cache = None, None\n    return out, cache",
    "out = None\n    # your code\n    pass\n    return out",
    "out = ...\n    return out, None",
    "print('your code here')\n    return None, None",
]
BLANK = [
    "n_x, m = None\n    return n_x",
    "n, m = x.shape\n    out, cache = None, None\n    return out, cache",
    "W = y['W']\n    a = None\n    cache = (a, x, W)\n    return a, cache",
    "a = np.zeros(x.shape)\n    g = None\n    grads = {'da': g}\n    assert g\n    return grads",
    "caches = []\n    a, T = None\n    for t in range(None):\n        at = None\n"
    "        a[:, t] = None\n        caches.append(at)\n    return a, caches",
    "out = None\n    mode = y['mode']\n    mean = y.get('mean', np.zeros(len(x)))\n"
    "    if mode == 'train':\n        pass\n    else:\n        raise ValueError(mode)\n"
    "    y['mean'] = mean\n    return out",
    "concat = np.zeros((len(x) + 1, 2))\n    concat[:2, :] = None\n    f = sigmoid(None)\n"
    "    c = None * None + None\n    return f, c",
    "n = len(x)\n    out = ...\n    return out, n",
    "out = None\n    out += None\n    with y as z:\n        pass\n    return [out]",
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
    "print('x', x)\n    return None",
    "y['count'] = 0\n    return None",
    "a = ...\n    return x[..., 0]",
    "raise ValueError",
    "if x: pass",
    "x.out = None",
    "for _ in x:\n        pass",
    "out = None\n    np.add(x, 1, out=out)\n    return out",
    "out = None\n    x += 1\n    return out",
    "out = None\n    for out in x:\n        pass\n    return out",
    "out = None\n    out = y['out']\n    return out",
    "a = None\n    b = x @ x\n    return a, b",
    "a = None\n    b = x.sum(axis=None)\n    return a, b",
    "best = None\n    for one in x:\n        if one > 0:\n            best = one\n    return best",
    "a = None\n    if x > 0:\n        return x + 1\n    return a",
    "with y as out:\n        out = None\n    return out",
    "a = None\n    b = [one for one in x]\n    return a, b",
    "a = None\n    def g():\n        return 1\n    return a",
    "a = None\n    b = y if x else x\n    return a, b",
]


def function(body: str) -> ast.FunctionDef:
    (node,) = ast.parse(f"def f(x, y=None):\n    {body}\n").body
    assert isinstance(node, ast.FunctionDef)
    return node


@pytest.mark.parametrize("body", [*EMPTY, *BLANK])
def test_empty(body: str) -> None:
    assert is_empty(function(body))


@pytest.mark.parametrize("body", ANSWERS)
def test_an_answer(body: str) -> None:
    assert not is_empty(function(body))
