"""Attacks on the machine: processes, signals, memory, disk, descriptors, output, time.

Every one is bounded, so that nothing happens to the machine if the walls are gone.
"""

from __future__ import annotations

from hostile_table import Attack, answer, cheat

_LATE = "case 1: no answer within 1 s; is there a loop that never ends?"

PROCESSES = (
    Attack(
        "a fork bomb in the function",
        cheat(
            """
            made = 0
            for _ in range(50):
                if os.fork() == 0:
                    time.sleep(2)
                    os._exit(0)
                made += 1
            return made == 50
            """,
            "import os, time",
            when="call",
        ),
        control="naive",
    ),
    Attack(
        "a fork bomb while its file is loaded",
        cheat(
            """
            for _ in range(50):
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
            return True
            """,
            "import os, time",
            when="load",
        ),
        verdict="crashed",
        control="naive",
    ),
    Attack(
        "a thread bomb",
        cheat(
            """
            threading.stack_size(64 << 10)
            for _ in range(50):
                threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
            return True
            """,
            "import threading, time",
        ),
    ),
    Attack("signal its parent", cheat("os.kill(os.getppid(), signal.SIGCONT)\nreturn True",
                                      "import os, signal")),
    Attack("signal its group", cheat("os.killpg(0, signal.SIGCONT)\nreturn True",
                                     "import os, signal")),
    Attack("signal a stranger", cheat("os.kill(@pid@, signal.SIGCONT)\nreturn True",
                                      "import os, signal")),
    Attack(
        "stop and kill its parent and group in earnest",
        cheat(
            """
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for pid in (@pid@, os.getppid()):
                    for target in (os.killpg, os.kill):
                        try:
                            target(pid, number)
                        except OSError:
                            pass
            os.killpg(0, signal.SIGKILL)
            """,
            "import os, signal",
            when="call",
        ),
        control="trusting", harm="killed",
    ),
)  # fmt: skip

MEMORY = (
    Attack("memory from the heap", answer("data = bytearray(600 << 20)\nreturn right"),
           verdict="out of memory", control="naive"),
    Attack("memory from the heap, and catch the error",
           cheat("return bytearray(600 << 20)", when="call"), control="naive"),
    Attack("memory by mmap",
           cheat("import mmap\nreturn mmap.mmap(-1, 600 << 20)"), control="naive"),
    Attack("memory by memfd",
           cheat("import os\nfile = os.memfd_create('x')\nos.ftruncate(file, 600 << 20)\n"
                 "return True"),
           control="naive"),
    Attack("memory in shared segments",
           cheat("from multiprocessing.shared_memory import SharedMemory\n"
                 "block = SharedMemory(create=True, size=1 << 20)\nblock.close()\nblock.unlink()\n"
                 "return True")),
    Attack("two hundred megabytes of files",
           cheat(
               """
               piece = bytes(10 << 20)
               names = [f"fill{os.getpid()}-{number}" for number in range(20)]
               try:
                   for name in names:
                       with open(name, "wb") as file:
                           file.write(piece)
                   return True
               finally:
                   for name in names:
                       if os.path.exists(name):
                           os.unlink(name)
               """,
               "import os", when="call"), control="naive"),
    Attack("one file of two hundred megabytes, mostly a hole",
           cheat("with open('hole', 'wb') as file:\n    file.truncate(200 << 20)\nreturn True",
                 when="call"), control="naive"),
    Attack("every descriptor",
           cheat("files = [open('/dev/null') for _ in range(1000)]\nreturn True", when="call"),
           control="naive"),
)  # fmt: skip

OUTPUT = (
    Attack("print fifty megabytes", answer("print('x' * 50_000_000)\nreturn right"),
           verdict="correct", control="naive", harm="flooded"),
    Attack("write fifty megabytes past print",
           answer("import os\nfor number in (1, 2):\n    os.write(number, b'x' * 50_000_000)\n"
                  "return right"), verdict="correct", control="naive", harm="flooded"),
    Attack("return more than may travel", answer("return np.zeros(1 << 20)"),
           message="case 1: what you return is too large to compare",
           control="trusting", harm="flooded"),
    Attack("a reply that drips",
           answer(
               """
               import os, struct, time
               for number in range(3, 256):
                   try:
                       os.write(number, struct.pack("<4sIQ", b"GRD1", 4096, 0))
                       break
                   except OSError:
                       pass
               while True:
                   os.write(number, b" ")
                   time.sleep(0.05)
               """),
           verdict="timed out", message=_LATE, control="trusting", harm="held up"),
)  # fmt: skip

TIME = (
    Attack("a loop that ignores every signal",
           answer(
               """
               import signal
               for number in range(1, 65):
                   try:
                       signal.signal(number, signal.SIG_IGN)
                   except (OSError, ValueError):
                       pass
               while True:
                   try:
                       while True: pass
                   except BaseException:
                       pass
               """),
           verdict="timed out", message=_LATE, control="naive", harm="deaf"),
    Attack("a loop in C that never lets go", answer("import itertools\nsum(itertools.repeat(0))"),
           verdict="timed out", message=_LATE, control="naive", harm="held up"),
    Attack("a huge power", answer("return 7 ** 7 ** 9"),
           verdict="timed out", message=_LATE, control="naive", harm="held up"),
    Attack("a regular expression that backtracks",
           answer("import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')\nreturn right"),
           verdict="timed out", message=_LATE, control="naive", harm="held up"),
    Attack("sleep", answer("import time\ntime.sleep(600)"),
           verdict="timed out", message=_LATE, control="naive", harm="held up"),
    Attack("a loop while its file is loaded",
           "while True:\n    pass\n" + answer("return right * 0"),
           control="naive", harm="held up"),
)  # fmt: skip

ENDS = (
    Attack("a segmentation fault", answer("import ctypes\nctypes.string_at(0)"), verdict="crashed",
           message="case 1: the Python process crashed (segmentation fault)",
           control="naive", harm="down"),
    Attack("recursion until the stack ends",
           answer("deep = iter([1])\nfor _ in range(700_000): deep = map(abs, deep)\n"
                  "return right * next(deep)"),  # in C, where no Python counts the depth
           verdict="crashed", control="naive", harm="down",
           message="case 1: the Python process crashed (segmentation fault)"),
    Attack("sys.exit while loading, in the middle",
           "import sys\nsys.exit(0)\n" + answer("return right * 0"), control="naive", harm="down"),
    Attack("os._exit while loading",
           "import os\nos._exit(0)\n" + answer("return right * 0"), control="naive", harm="down"),
    Attack("os._exit in the function", answer("import os\nos._exit(0)"), verdict="crashed",
           message="case 1: the code ended Python itself; return a value instead",
           control="naive", harm="down"),
    Attack("sys.exit in the function", answer("import sys\nsys.exit(0)"), verdict="crashed",
           message="case 1: the code ended Python itself; return a value instead",
           control="naive", harm="down"),
    Attack("os._exit in a decorator, a default and a class body",
           "import os\ndef leave(f):\n    os._exit(0)\n"
           "class Body:\n    os._exit(0)\n"
           "@leave\ndef attacked(x, y=os._exit(0)):\n    return x\n",
           verdict="crashed", control="naive", harm="down"),
    Attack("os._exit from what it returns",
           answer("return Leaves()",
                  "import os\nclass Leaves:\n"
                  "    def __array__(self, *a, **k): os._exit(0)\n"
                  "    __float__ = __len__ = __iter__ = __repr__ = __str__ = __array__\n"
                  "    @property\n    def __class__(self): os._exit(0)"),
           verdict="crashed",
           message="case 1: the code ended Python itself; return a value instead",
           control="naive", harm="down"),
    Attack("atexit, __del__ and a destructor that write replies",
           answer(
               "return Dying()",
               """
               import atexit, os
               def _late():
                   for number in range(3, 64):
                       try:
                           os.write(number, b"GRD1 correct")
                       except OSError:
                           pass
               atexit.register(_late)
               class Dying:
                   def __del__(self): _late()
               """),
           verdict="wrong", control="trusting"),
    Attack("an error whose text ends Python",
           answer("raise Hostile",
                  "import os\nclass Hostile(Exception):\n"
                  "    def __str__(self): os._exit(0)\n    __repr__ = __str__"),
           verdict="crashed",
           message="case 1: the code ended Python itself; return a value instead",
           control="naive", harm="down"),
    Attack("source that takes the compiler's breath away",
           "x = " + "(" * 90 + "1" + ")" * 90 + "\ny = " + "-" * 30_000 + "1\n"
           + "z = " + "+".join(["1"] * 30_000) + "\n" + answer("return right * 0"),
           verdict="not attempted", control="naive", harm="down"),
    Attack("source that grows when it is compiled",
           "exec('x = [' + '[0] * 9,' * 200_000 + ']')\n" + answer("return right * 0"),
           control="naive", harm="swollen"),
)  # fmt: skip

EXHAUSTION = (*PROCESSES, *MEMORY, *OUTPUT, *TIME, *ENDS)
