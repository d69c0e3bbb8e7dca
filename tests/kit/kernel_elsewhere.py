"""Run as a module by an interpreter of another system: `grader.check` in a kernel that has run the
files named as arguments, without IPython, which takes another way there. Prints the report."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

from grader.notebook import check

if __name__ == "__main__":
    problem, *files = sys.argv[1:]
    cells = ["", *(Path(file).read_text("utf-8") for file in files)]
    ipython = ModuleType("IPython")
    shell = SimpleNamespace(user_ns={"In": cells})
    vars(ipython)["get_ipython"] = lambda: shell
    sys.modules["IPython"] = ipython
    print(check(problem).report.to_json())
