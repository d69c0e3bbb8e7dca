"""Milliseconds for each step of a cell's life, with torch warm in the parent. Not a test.

    python jail_timing.py root|plain nursery|fork full|strong FOLDER

FOLDER must exist, be empty, and belong to the user (for "plain": any uid but 0).
"""

import gc
import json
import os
import statistics
import sys
import time
from pathlib import Path

from jail_arena import become_plain
from jail_work import warm_up

from grader.jail.keeper import reap
from grader.jail.nursery import Nursery
from grader.jail.profile import ALL_LAYERS, WITHOUT_NAMESPACES, interpreter_paths, make_profile
from grader.jail.seal import prepare, seal_cell, seal_leaf

_ROUNDS = 60
_STEPS = ("fork cell", "seal_cell", "fork and seal_cell", "fork leaf", "seal_leaf", "whole life")


def main() -> None:
    user, way, level, place = sys.argv[1:]
    warm_up()
    folder = Path(place)
    if user == "plain" and os.geteuid() == 0:
        become_plain(folder.stat().st_uid)
    layers = ALL_LAYERS if level == "full" else WITHOUT_NAMESPACES
    profile = make_profile(interpreter_paths(), scratch=folder, layers=layers)
    fork, own_pids = os.fork, False
    if way == "nursery":
        nursery = Nursery(profile)
        profile, fork, own_pids = nursery.profile, nursery.fork, nursery.own_pids
    else:
        profile = prepare(profile)
    gc.collect()
    gc.freeze()
    rows = []
    for _ in range(_ROUNDS):
        reading, writing = os.pipe()
        clock = [time.perf_counter()]
        cell = fork()
        if cell == 0:
            clock.append(time.perf_counter())
            protection = seal_cell(profile, keep=[writing, 2], own_pids=own_pids)
            clock.append(time.perf_counter())
            if leaf := os.fork():
                os.waitpid(leaf, 0)
                os._exit(0)
            clock.append(time.perf_counter())
            seal_leaf(profile, keep=[writing, 2], baseline=protection.baseline)
            clock.append(time.perf_counter())
            os.write(writing, json.dumps([protection.level, *clock]).encode())
            os._exit(0)
        os.close(writing)
        reached, *clock = json.loads(os.read(reading, 9999))
        os.close(reading)
        reap(cell)
        a, b, c, d, e = clock
        rows.append((b - a, c - b, c - a, d - c, e - d, time.perf_counter() - a))
    print(f"{user}, {way}, level {reached} {profile.refused}")
    for name, column in zip(_STEPS, zip(*rows, strict=True), strict=True):
        median, least = statistics.median(column) * 1e3, min(column) * 1e3
        print(f"  {name:20} median {median:6.2f} ms   least {least:6.2f} ms")


if __name__ == "__main__":
    main()
