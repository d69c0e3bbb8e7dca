"""Whether a name is a library's."""

from __future__ import annotations

import functools
import importlib.util


@functools.cache
def is_installed(module: str) -> bool:
    """Whether a library has this name: it is imported before a file of the submission's is."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return True
