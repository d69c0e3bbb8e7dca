"""One digest for a set of files, wherever they lie."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def digest_of(files: Mapping[str, bytes]) -> str:
    """Of the names and contents: the same files give the same digest anywhere."""
    total = hashlib.sha256()
    for path in sorted(files):
        for part in (path.encode(), files[path]):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()
