"""Runs a file and shows all that comes of it: a report without care. For controls.

    python hostile_careless.py FILE

What it prints, its exit code and what is written to the descriptors that it was given are what a
student would be sent. The two functions are called in one process, one after the other.
"""

import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np


def hidden_input() -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.random.default_rng(7).normal(size=(2, 4))


def main() -> None:
    np.set_printoptions(precision=17)
    module: dict[str, Any] = {"__name__": "homework"}
    exec(compile(Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[1], "exec"), module)
    for name in ("attacked", "shown"):
        try:
            value = module[name](hidden_input())
            print(f"{name} returned {value!r} of shape {np.shape(value)}", flush=True)
        except Exception:
            traceback.print_exc()


if __name__ == "__main__":
    main()
