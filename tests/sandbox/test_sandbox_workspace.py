"""What one check leaves on disk, the next one does not find."""

import numpy as np
import pytest

from grader.sandbox import Call, Limits, Returned, Sandbox
from grader.values import Array

SOURCE = b"""
import os

with open("made_at_load.txt", "w") as file:
    file.write("load")

def seen(x):
    return sorted(os.listdir(".")) + [open("data.txt").read(), open("made_at_load.txt").read()]

def tamper(x):
    open("note.txt", "w").write("for the next one")
    os.makedirs("folder")
    open("folder/deep.txt", "w").write("deeper")
    open("data.txt", "w").write("spoilt")
    os.unlink("hw.py")
    return 1
"""


@pytest.mark.parametrize("sealed", [True, False])
def test_files_do_not_pass_from_check_to_check(sealed: bool) -> None:
    files = {"hw.py": SOURCE, "data.txt": b"data"}
    arguments = (Array(np.zeros(1)),)
    with Sandbox(sealed=sealed) as sandbox, sandbox.open(files) as cell:
        loaded = cell.load("hw.py", Limits())
        (before,) = loaded.run([Call("seen", arguments)], Limits())
        (done,) = loaded.run([Call("tamper", arguments)], Limits())
        (after,) = loaded.run([Call("seen", arguments)], Limits())
    assert isinstance(before, Returned)
    assert isinstance(done, Returned)
    assert isinstance(after, Returned)
    assert before.value == ["data.txt", "hw.py", "made_at_load.txt", "data", "load"]
    # An empty folder may stay behind: it carries a name at most, and no content.
    assert [entry for entry in after.value if entry != "folder"] == before.value
