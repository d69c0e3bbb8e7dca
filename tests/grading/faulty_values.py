"""Faults in what the function takes, returns or does while it runs."""

from __future__ import annotations

from faulty import Faulty


def answer(body: str, header: str = "import numpy as np") -> str:
    """A `softmax` with this body; `right` is the right result for `x`."""
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    return (
        f"{header}\n"
        "def right_one(x):\n"
        "    e = np.exp(x - x.max(-1, keepdims=True))\n"
        "    return e / e.sum(-1, keepdims=True)\n"
        "def softmax(x):\n"
        "    right = right_one(x)\n"
        f"{lines}\n"
    )


ARITY = (
    Faulty(
        "no parameter",
        "def softmax():\n    return 1\n",
        verdict="crashed",
        message="case 1: softmax takes (), but is called as softmax(x)",
    ),
    Faulty(
        "one parameter too many",
        "def softmax(x, axis):\n    return x\n",
        verdict="crashed",
        message=(
            "case 1: softmax takes (x, axis), but is called as softmax(x): axis would get no "
            "value; give it a default"
        ),
    ),
    Faulty(
        "a parameter by keyword only",
        "def softmax(x, *, axis):\n    return x\n",
        verdict="crashed",
        message=(
            "case 1: softmax takes (x, *, axis), but is called as softmax(x): axis would get no "
            "value; give it a default"
        ),
    ),
)

RETURNS = (
    Faulty(
        "another shape",
        answer("return right[:-1]"),
        verdict="wrong",
        message="case 1: the result has shape (1, 6), not (2, 6)",
    ),
    Faulty(
        "transposed",
        answer("return right.T"),
        verdict="wrong",
        message=("case 1: the result has shape (6, 2), not (2, 6); it looks transposed"),
    ),
    Faulty(
        "a single number",
        answer("return right.sum()"),
        verdict="wrong",
        message=("case 1: the result has shape (), not (2, 6); it is a single number"),
    ),
    Faulty(
        "None",
        answer("right.sum()"),
        verdict="wrong",
        message=("case 1: the result is None; does your function end without `return`?"),
    ),
    Faulty(
        "text",
        answer("return str(right)"),
        verdict="wrong",
        message=("case 1: the result is text, but an array of shape (2, 6) is asked for"),
    ),
    Faulty(
        "a generator",
        answer("return (row for row in right)"),
        verdict="wrong",
        message=("case 1: the result is a generator, but an array of shape (2, 6) is asked for"),
    ),
    Faulty(
        "a generator function",
        answer("yield right"),
        verdict="wrong",
        message=("case 1: the result is a generator, but an array of shape (2, 6) is asked for"),
    ),
    Faulty(
        "a coroutine",
        "async def softmax(x):\n    return x\n",
        verdict="wrong",
        message=("case 1: the result is a coroutine, but an array of shape (2, 6) is asked for"),
    ),
    Faulty("a list of lists", answer("return right.tolist()"), points=4),
    Faulty("a tuple of rows", answer("return tuple(right)"), points=4),
    Faulty(
        "rows of unequal length",
        answer("return [row[: i + 1].tolist() for i, row in enumerate(right)]"),
        verdict="wrong",
        message=(
            "case 1: the result is a list of 2 rows of different lengths, but "
            "an array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "a nested dictionary",
        answer("return {'out': {'weights': right}}"),
        verdict="wrong",
        message=("case 1: the result is a dictionary, but an array of shape (2, 6) is asked for"),
    ),
    Faulty(
        "NaN everywhere",
        answer("return right * np.nan"),
        verdict="wrong",
        message="case 1: the result is NaN in 12 of 12 entries",
    ),
    Faulty(
        "one NaN",
        answer("right[0, 0] = np.nan\nreturn right"),
        verdict="wrong",
        message="case 1: the result is NaN in 1 of 12 entries",
    ),
    Faulty(
        "infinite",
        answer("return right + np.inf"),
        verdict="wrong",
        message="case 1: the result is infinite in 12 of 12 entries",
    ),
    Faulty(
        "complex",
        answer("return right + 0j"),
        verdict="wrong",
        message=("case 1: the result holds complex numbers, but real numbers are asked for"),
    ),
    Faulty(
        "booleans",
        answer("return right > 0.5"),
        verdict="wrong",
        message=("case 1: the result holds booleans, but real numbers are asked for"),
    ),
    Faulty(
        "rounded",
        answer("return right.round(3)"),
        verdict="wrong",
        message="case 1: the result differs in 12 of 12 entries",
    ),
    Faulty(
        "one entry is wrong",
        answer("right[0, 1] += 1e-3\nreturn right"),
        verdict="wrong",
        message="case 1: the result differs in 1 of 12 entries",
    ),
    Faulty(
        "float32 where float64 is due",
        answer("return right.astype(np.float32)"),
        points=4,
        said=("the result agrees to 7 digits only: it is float32",),
    ),
    Faulty(
        "float32 inside",
        answer("return right_one(x.astype(np.float32)).astype(np.float64)"),
        points=4,
        said=(("the result agrees to 7 digits only: part of it looks like float32"),),
    ),
    Faulty(
        "float16",
        answer("return right.astype(np.float16)"),
        verdict="wrong",
        message=(
            "case 1: the result differs in 12 of 12 entries; it is float16, "
            "which is too coarse to compare"
        ),
    ),
    Faulty("longdouble", answer("return right.astype(np.longdouble)"), points=4),
    Faulty("an object array", answer("return right.astype(object)"), points=4),
    Faulty(
        "an array of text",
        answer("return right.astype(str)"),
        verdict="wrong",
        message=(
            "case 1: the result is a numpy array of text, but an array of shape (2, 6) is asked for"
        ),
    ),
    Faulty("a masked array with nothing masked", answer("return np.ma.array(right)"), points=4),
    Faulty(
        "a masked array that hides an entry",
        answer("return np.ma.masked_greater(right, right.mean())"),
        verdict="wrong",
        message=(
            "case 1: the result is a numpy array with masked entries, but an "
            "array of shape (2, 6) is asked for"
        ),
    ),
    Faulty("a matrix", answer("return np.matrix(right)"), points=4),
    Faulty(
        "an array of a class of its own",
        answer("return right.view(Mine)", "import numpy as np\nclass Mine(np.ndarray):\n    pass"),
        points=4,
    ),
    Faulty(
        "an object of a class of its own",
        answer("return Mine()", "import numpy as np\nclass Mine:\n    pass"),
        verdict="wrong",
        message=(
            "case 1: the result is an object of a class of its own, but an "
            "array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "an axis of length one too many",
        answer("return right[None]"),
        points=4,
        said=(("accepted, although axes of length 1 are not as asked: the result"),),
    ),
    Faulty(
        "the result and something else",
        answer("return right, x"),
        points=4,
        said=("you return 2 values; the first one was taken as the answer",),
    ),
    Faulty(
        "something else and the result",
        answer("return 'ok', right"),
        verdict="wrong",
        message=(
            "case 1: the result is a tuple of 2 items, but an array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "an empty array",
        answer("return np.array([])"),
        verdict="wrong",
        message="case 1: the result has shape (0,), not (2, 6)",
    ),
    Faulty(
        "an empty list",
        answer("return []"),
        verdict="wrong",
        message=(
            "case 1: the result is a list of 0 items, but an array of shape (2, 6) is asked for"
        ),
    ),
    Faulty(
        "a view of eight terabytes",
        answer("return np.broadcast_to(right[:1, :1], (10**6, 10**6))"),
        verdict="wrong",
        message=(
            "case 1: what you return is too large to compare: an array of shape (1000000, 1000000)"
        ),
    ),
    Faulty(
        "a list 100 000 deep",
        answer("deep = []\nfor _ in range(100_000):\n    deep = [deep]\nreturn deep"),
        verdict="wrong",
        message=(
            "case 1: what you return is too large to compare: nested more than 100 levels deep"
        ),
    ),
    Faulty(
        "a list that contains itself",
        answer("me = []\nme.append(me)\nreturn me"),
        verdict="wrong",
        message=(
            "case 1: what you return is too large to compare: nested more than 100 levels deep"
        ),
    ),
    Faulty(
        "a dictionary of a million keys",
        answer("return {i: 0 for i in range(10**6)}"),
        verdict="wrong",
        message=(
            "case 1: what you return is too large to compare: a dictionary of more than 4,096 keys"
        ),
    ),
    Faulty(
        "an integer of a million digits",
        answer("return 10 ** 10**6"),
        verdict="wrong",
        message=(
            "case 1: what you return is too large to compare: an integer of more than 8192 bits"
        ),
    ),
    Faulty(
        "changes its input",
        answer("x[:] = right\nreturn x"),
        points=4,
        said=("your function changes its input x in place",),
    ),
    Faulty(
        "a torch tensor",
        """
        import torch
        def softmax(x):
            return torch.softmax(x, -1)
        """,
        points=4,
    ),
    Faulty(
        "a tensor that still requires its gradient",
        """
        import torch
        def softmax(x):
            return torch.softmax(x.clone().requires_grad_(), -1)
        """,
        points=4,
    ),
    Faulty(
        "torch is mentioned but numpy is what it takes",
        """
        import numpy as np
        import torch
        def softmax(x):
            assert isinstance(x, np.ndarray), type(x)
            return torch.softmax(torch.from_numpy(x), -1)
        """,
        points=4,
    ),
    Faulty(
        "torch is hidden in another file and a tensor is what it takes",
        files={
            "homework.py": "from helpers import soft\ndef softmax(x):\n    return soft(x, dim=-1)\n"
            "import numpy as np\ndef gram(x):\n    return x @ x.T\n",
            "helpers.py": "import torch\ndef soft(x, dim):\n    return x.softmax(dim=dim)\n",
        },
        points=4,
    ),
)

VALUES = (*ARITY, *RETURNS)
