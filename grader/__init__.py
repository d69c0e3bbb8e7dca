"""Automated grading of deep-learning homework.

Nothing is imported here: `grader --help` must not pay for numpy, and a cell that runs student
code must not have the rest of the grader in its memory. What a notebook uses is looked up by name
when it is asked for.
"""

__version__ = "0.1.0"

_IN_NOTEBOOKS = ("check", "check_all", "load_ipython_extension")


def __getattr__(name: str) -> object:
    if name not in _IN_NOTEBOOKS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.notebook"), name)
