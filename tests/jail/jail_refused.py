"""A machine that refuses some calls to everybody, and what is left of the protection there.

    python jail_refused.py CALLS root|plain FOLDER

CALLS is a comma-separated list, refused with EPERM by a filter of our own. Prints JSON.
"""

import errno
import json
import os
import sys
from pathlib import Path

from jail_arena import become_plain

from grader.jail import seccomp
from grader.jail.bpf import ALLOW, assemble, refuse
from grader.jail.keeper import reap
from grader.jail.nursery import Nursery
from grader.jail.profile import interpreter_paths, make_profile
from grader.jail.seal import seal_cell
from grader.jail.syscall_table import TABLES, machine
from grader.jail.syscalls import PR_SET_NO_NEW_PRIVS, prctl


def main() -> None:
    calls, user, folder = sys.argv[1].split(","), sys.argv[2], Path(sys.argv[3])
    if user == "plain" and os.geteuid() == 0:
        become_plain(folder.stat().st_uid)
    (folder / "scratch").mkdir()
    table = dict(TABLES[machine()])
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    seccomp._install(assemble(machine(), table, [], [(refuse(errno.EPERM), calls)], ALLOW))
    nursery = Nursery(make_profile(interpreter_paths(()), scratch=folder / "scratch"))
    reading, writing = os.pipe()
    cell = nursery.fork()
    if cell == 0:
        try:
            made = seal_cell(nursery.profile, keep=[writing], own_pids=nursery.own_pids)
            assert made.scratch is not None
            Path(made.scratch, "submission.py").write_text("x = 1")
            os.write(writing, str(made.level).encode())
        except BaseException as error:
            os.write(writing, repr(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    level = os.read(reading, 500).decode()
    reap(cell)
    print(json.dumps({"level": level, "refused": nursery.profile.refused}))


if __name__ == "__main__":
    main()
