"""Which libraries are worth importing before the first fork: those that a source mentions.

Each takes long to import, and what is not imported by then is imported by every fork that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# By the word that shows that a library is used. An optimiser imports torch's compiler, which takes
# as long as all the rest of torch: only a word of its own counts, not "optimal" in a comment.
HEAVY = {
    "numpy": rb"numpy",
    "torch": rb"torch",
    "torch.optim": rb"\boptim\b",
    "scipy": rb"scipy",
    "sympy": rb"sympy",
    "pandas": rb"pandas",
    "matplotlib.pyplot": rb"matplotlib",
}
ALWAYS = ("numpy",)  # arguments and results are its arrays


def libraries_in(sources: Iterable[bytes]) -> tuple[str, ...]:
    """The heavy libraries that these files mention: a hint for warming up, no more."""
    texts = list(sources)
    found = [
        name
        for name, word in HEAVY.items()
        if name in ALWAYS or any(re.search(word, text) for text in texts)
    ]
    if "torch" not in found and "torch.optim" in found:  # somebody's own name for something
        found.remove("torch.optim")
    return tuple(found)
