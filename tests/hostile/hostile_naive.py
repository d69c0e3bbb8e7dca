"""Grades a file the naive way: no walls, no limits, and it trusts what it is told. For controls.

python hostile_naive.py FILE
"""

import sys
from typing import Any

import numpy as np


def main() -> None:
    x = np.arange(8.0).reshape(2, 4)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    truth = e / e.sum(axis=-1, keepdims=True)
    module: dict[str, Any] = {"__name__": "attack"}
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123
        exec(compile(file.read(), "attack.py", "exec"), module)
    got = module["attacked"](x)
    print("fooled" if np.allclose(got, truth) else "not fooled", flush=True)


if __name__ == "__main__":
    main()
