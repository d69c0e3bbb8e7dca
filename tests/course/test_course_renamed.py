"""Words that have new names: the changelog has the table that faults are told by."""

from __future__ import annotations

import re
from pathlib import Path

from grader.course.renamed import KEYS, RENAMED, key_now, now_called

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def test_the_changelog_has_the_same_table() -> None:
    rows = re.findall(
        r"^  \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$", CHANGELOG.read_text(), re.MULTILINE
    )
    words = [(where, old, new) for where, words in RENAMED.items() for old, new in words.items()]
    keys = [("a key", old, new) for old, new_ones in KEYS.items() for new in new_ones]
    assert rows == [*words, *keys]


def test_a_word_that_never_was_one_has_no_new_name() -> None:
    assert now_called("after", "softmax") == ""


def test_an_old_key_is_told_where_the_new_one_is_known() -> None:
    assert key_now("symbols", ["values", "lines"]) == "; it is now `values`"
    assert key_now("symbols", ["means", "part"]) == "; it is now `means`"
    assert key_now("symbols", ["options"]) == ""
