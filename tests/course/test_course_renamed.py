"""Words that have new names: the changelog has the table that faults are told by."""

from __future__ import annotations

import re
from pathlib import Path

from grader.course.renamed import RENAMED, now_called

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def test_the_changelog_has_the_same_table() -> None:
    rows = re.findall(
        r"^  \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$", CHANGELOG.read_text(), re.MULTILINE
    )
    assert rows == [
        (where, old, new) for where, words in RENAMED.items() for old, new in words.items()
    ]


def test_a_word_that_never_was_one_has_no_new_name() -> None:
    assert now_called("after", "softmax") == ""
