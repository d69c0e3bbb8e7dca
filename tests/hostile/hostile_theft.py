"""Attacks that read what is not theirs: reference, problem, secret, truth, other submissions."""

from __future__ import annotations

from hostile_table import Attack, cheat

_FIND = """
import os

def _holds(path):
    try:
        with open(path, "rb") as file:
            return b"@known@" in file.read(100_000)
    except OSError:
        return False

def _walk(root, most=5000):
    for folder, folders, names in os.walk(root):
        for name in names:
            most -= 1
            if most < 0:
                return False
            if _holds(os.path.join(folder, name)):
                return True
    return False
"""

_MEMORY = """
import gc, sys

def _mentions(value, depth=0):
    # Looked for backwards, so that this file is not what is found.
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, str):
        return "-yranac" in value[::-1]
    if depth < 3 and isinstance(value, dict):
        return any(_mentions(v, depth + 1) for v in list(value.values())[:2000])
    if depth < 3 and isinstance(value, (list, tuple)):
        return any(_mentions(v, depth + 1) for v in value[:2000])
    return False
"""


def _memory(what: str, body: str) -> Attack:
    return Attack(
        what,
        cheat(body, _MEMORY),
        control="planted",
    )


THEFT = (
    Attack("read the reference by its path",
           cheat("return _holds('@course@/reference/rows.py')", _FIND)),
    Attack("read the problem file", cheat("return _holds('@course@/problems/rows.yaml')", _FIND)),
    Attack("read the secret in grader.toml", cheat("return _holds('@course@/grader.toml')", _FIND)),
    Attack("walk the course's folder", cheat("return _walk('@course@')", _FIND)),
    Attack(
        "walk up from where it stands",
        cheat("return any(_walk(place, 3000) for place in ('..', '../..', '@course@/..'))", _FIND),
    ),
    Attack(
        "read the truth from the cache",
        cheat(
            """
            for folder, _, names in os.walk("@cache@"):
                for name in names:
                    if b"GRD1" in open(os.path.join(folder, name), "rb").read():
                        return True
            """,
            _FIND,
        ),
    ),
    Attack(
        "import the reference",
        cheat(
            """
            import sys
            sys.path.insert(0, "@course@/reference")
            import rows
            return rows.attacked
            """
        ),
    ),
    Attack(
        "import the reference with an importer of its own",
        cheat(
            """
            from importlib.machinery import SourceFileLoader
            return SourceFileLoader("rows", "@course@/reference/rows.py").load_module().attacked
            """
        ),
    ),
    Attack(
        "a link to the reference, made at load",
        cheat(
            """
            import tempfile
            link = os.path.join(tempfile.gettempdir(), f"link{os.getpid()}")
            os.symlink("@course@/reference/rows.py", link)
            return _holds(link)
            """,
            _FIND,
        ),
    ),
    Attack(
        "a hard link to the reference",
        cheat(
            """
            os.link("@course@/reference/rows.py", "stolen.py")
            return _holds("stolen.py")
            """,
            _FIND,
        ),
    ),
    Attack(
        "open by descriptor, folder by folder",
        cheat(
            """
            folder = os.open("@course@", os.O_PATH)
            file = os.open("reference/rows.py", os.O_RDONLY, dir_fd=folder)
            return b"@known@" in os.read(file, 1000)
            """,
            _FIND,
        ),
    ),
    Attack(
        "ask only whether a hidden file exists",
        cheat("import os\nreturn os.stat('@course@/grader.toml').st_size"),
        strong="correct",  # the one thing that stat allows without namespaces
    ),
    Attack(
        "another process's environment",
        cheat("return _holds('/proc/@pid@/environ')", _FIND),
    ),
    Attack(
        "every process's environment",
        cheat(
            """
            return any(
                _holds(f"/proc/{name}/environ") for name in os.listdir("/proc") if name.isdigit()
            )
            """,
            _FIND,
        ),
    ),
    Attack(
        "another submission's files",
        cheat("return _walk('@scratch@') or _walk('..')", _FIND),
    ),
    Attack(
        "change the reference",
        cheat(
            """
            path = "@course@/reference/rows.py"
            status = os.stat(path)
            with open(path, "r+b") as file:
                same = file.read()
                file.seek(0)
                file.write(same)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            return True
            """,
            _FIND,
        ),
    ),
    Attack(
        "open the reference up, as its owner may",
        cheat("import os\nos.chmod('@course@/reference/rows.py', 0o644)\nreturn True"),
    ),
    Attack(
        "start a program that reads it",
        cheat(
            """
            import subprocess
            return b"@known@" in subprocess.run(
                ["cat", "@course@/grader.toml"], capture_output=True
            ).stdout
            """
        ),
    ),
    _memory("look through sys.modules",
            "return any(_mentions(vars(m)) for m in list(sys.modules.values()) if m is not None"
            " and hasattr(m, '__dict__') and m.__name__ != __name__)"),
    _memory("look through every object that gc knows",
            "gc.unfreeze()\nfound = gc.get_objects()\n"
            "return any(_mentions(o) for o in found if o is not globals())"),
    _memory(
        "climb the frames",
        """
        frame = sys._getframe()
        while frame:
            seen = dict(frame.f_locals)
            owner = seen.get("self") or seen.get("process")
            for value in (seen, getattr(owner, "__dict__", {}), frame.f_globals):
                if value is not globals() and _mentions(value):
                    return True
            loader = getattr(owner, "loader", owner)
            if _mentions(getattr(loader, "files", {})):
                return True
            frame = frame.f_back
        """,
    ),
    _memory("its own environment",
            "import os\nreturn any(_mentions(v) for v in os.environ.values())"),
)  # fmt: skip
