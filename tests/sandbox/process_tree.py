"""Which processes there are, by /proc."""

from pathlib import Path


def parents() -> dict[int, int]:
    """The parent of every living process."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:  # it has ended
                continue
            found[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    return found


def descendants(root: int) -> list[int]:
    """Every living process below `root`."""
    parent_of = parents()
    found = {root}
    while more := {pid for pid, parent in parent_of.items() if parent in found} - found:
        found |= more
    return sorted(found - {root})
