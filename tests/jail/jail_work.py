"""Honest work in sealed processes, with torch warm in the parent. Prints JSON: job to outcome.

python jail_work.py root|plain FOLDER
"""

import importlib
import io
import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import sympy
import torch
from jail_arena import become_plain

from grader.jail.keeper import reap
from grader.jail.limits import Ceilings
from grader.jail.nursery import Nursery
from grader.jail.profile import ALL_LAYERS, WITHOUT_NAMESPACES, interpreter_paths, make_profile
from grader.jail.seal import seal_cell, seal_leaf

JOBS: dict[str, Callable[[], object]] = {}


def job(function: Callable[[], object]) -> Callable[[], object]:
    JOBS[function.__name__] = function
    return function


@job
def torch_matmul() -> object:
    return (torch.randn(128, 64) @ torch.randn(64, 128)).sum()


@job
def torch_convolution() -> object:
    layer = torch.nn.Conv2d(3, 8, 3, padding=1)
    layer(torch.randn(4, 3, 16, 16)).square().mean().backward()
    return layer.weight.grad.norm()


@job
def torch_lstm() -> object:
    layer = torch.nn.LSTM(8, 16, num_layers=2)
    layer(torch.randn(5, 3, 8))[0].sum().backward()
    return layer.weight_ih_l0.grad.norm()


@job
def torch_attention() -> object:
    q = torch.randn(2, 4, 16, 8, requires_grad=True)
    torch.nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True).sum().backward()
    layer = torch.nn.TransformerEncoderLayer(16, 4, batch_first=True)
    return layer(torch.randn(2, 5, 16)).sum() + q.grad.sum()


@job
def torch_linalg() -> object:
    a = torch.randn(16, 16, dtype=torch.float64)
    torch.linalg.svd(a), torch.linalg.qr(a), torch.linalg.eigh(a @ a.T), torch.linalg.inv(a)
    return torch.linalg.solve(a, a).trace()


@job
def torch_einsum() -> object:
    return torch.einsum("bhid,bhjd->bhij", torch.randn(2, 3, 4, 5), torch.randn(2, 3, 6, 5))


@job
def torch_autograd() -> object:
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda t: t.sin().exp().sum(), (x,))
    return torch.autograd.functional.hessian(lambda t: (t**3).sum(), x)


@job
def torch_training() -> object:
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
    x, y = torch.randn(32, 4), torch.randn(32, 1)
    for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
        optimiser = kind(model.parameters(), lr=1e-2)
        for _ in range(3):
            optimiser.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimiser.step()
    return True


@job
def torch_data_loader() -> object:
    data = torch.utils.data.TensorDataset(torch.arange(10.0))
    return [batch for (batch,) in torch.utils.data.DataLoader(data, batch_size=4, shuffle=True)]


@job
def torch_save_in_memory() -> object:
    file = io.BytesIO()
    torch.save({"w": torch.ones(3)}, file)
    file.seek(0)
    return torch.load(file, weights_only=True)


@job
def numpy_everything() -> object:
    a = np.random.default_rng(0).normal(size=(32, 32))
    np.linalg.svd(a), np.linalg.inv(a), np.fft.rfft(a), np.linalg.eigvals(a)
    return np.einsum("ij,jk->ik", a, a).sum()


@job
def sympy_everything() -> object:
    x = sympy.Symbol("x")
    assert sympy.integrate(sympy.exp(-x) * x, (x, 0, sympy.oo)) == 1
    assert sympy.simplify(sympy.sin(x) ** 2 + sympy.cos(x) ** 2) == 1
    return sympy.lambdify(x, sympy.diff(sympy.tan(x), x), "numpy")(0.5)


@job
def late_imports() -> object:
    names = (
        "sqlite3 xml.dom.minidom csv decimal fractions statistics unittest email.message wave "
        "http.client difflib heapq bisect zipfile tarfile gzip bz2 lzma hashlib hmac uuid html "
        "configparser argparse logging.handlers multiprocessing concurrent.futures cmath turtle_ "
        "numpy.polynomial numpy.testing torch.distributions torch.nn.utils.prune sympy.stats "
        "mpmath networkx encodings.idna encodings.utf_16 zoneinfo colorsys calendar"
    )
    for name in names.split():
        if not name.endswith("_"):
            importlib.import_module(name)
    return True


@job
def asyncio_loop() -> object:
    import asyncio

    async def wait() -> int:
        await asyncio.sleep(0.001)
        return 7

    return asyncio.run(wait())


@job
def c_callback() -> object:
    import ctypes

    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
    return kind(lambda value: value + 1)(41) == 42


@job
def random_numbers_and_time() -> object:
    import datetime
    import random
    import secrets
    import time
    import zoneinfo

    datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin"))
    time.localtime()
    return random.SystemRandom().random() + secrets.randbelow(9) + len(os.urandom(9))


@job
def too_deep_recursion_is_an_exception() -> object:
    def dig(depth: int) -> int:
        return dig(depth + 1)

    try:
        return not dig(0)
    except RecursionError:
        return True


@job
def too_much_memory_is_an_exception() -> object:
    try:
        return not bytearray(2 << 30)
    except MemoryError:
        pass
    try:
        return not torch.ones(1 << 30)
    except RuntimeError:
        return True


@job
def subprocess_is_an_exception() -> object:
    import subprocess

    try:
        return not subprocess.run(["true"])
    except PermissionError:
        return True


@job
def scratch_files() -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.txt")
        path.write_text("x")
        path.rename(Path(folder, "b.txt"))
        shutil.copyfile(Path(folder, "b.txt"), Path(folder, "c.txt"))
        np.save(Path(folder, "d.npy"), np.ones(3))
        torch.save(torch.ones(3), Path(folder, "e.pt"))
        torch.load(Path(folder, "e.pt"), weights_only=True)
        names = sorted(entry.name for entry in Path(folder).iterdir())
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    assert Path.cwd() == Path(tempfile.gettempdir())
    return names == ["b.txt", "c.txt", "d.npy", "e.pt"]


@job
def locks_are_taken() -> object:
    """Or so it is said: libraries that keep files lock them first."""
    import fcntl

    with tempfile.TemporaryFile() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_EX)
        fcntl.lockf(file, fcntl.LOCK_UN)
    return True


def _join_as_c_does() -> None:
    """Waits in the kernel for the thread's end, which Python before 3.13 does not."""
    import ctypes
    import time

    libc = ctypes.CDLL(None)
    started = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: time.sleep(0.01))
    thread = ctypes.c_ulong()
    assert libc.pthread_create(ctypes.byref(thread), None, started, None) == 0
    assert libc.pthread_join(thread, None) == 0


@job
def with_threads() -> object:
    """Runs with the profile that allows threads; see `main`."""
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    _join_as_c_does()
    torch.set_num_threads(2)
    assert (torch.randn(600, 600) @ torch.randn(600, 600)).shape == (600, 600)
    try:
        os.fork()
    except PermissionError:
        return True
    return False


def warm_up() -> None:
    torch.set_num_threads(1)
    layer = torch.nn.Linear(2, 2)
    optimiser = torch.optim.Adam(layer.parameters())
    layer(torch.ones(1, 2)).sum().backward()
    optimiser.step()


def main() -> None:
    user, folder = sys.argv[1], Path(sys.argv[2])
    warm_up()
    if user == "plain" and os.geteuid() == 0:
        become_plain(folder.stat().st_uid)
    scratch = folder / "scratch"
    scratch.mkdir()
    outcomes: dict[str, str] = {}
    profile = make_profile(
        interpreter_paths(), [folder / "hidden"], scratch=scratch, limits=Ceilings(memory=1 << 30)
    )
    for level, layers in (("strong", WITHOUT_NAMESPACES), ("full", ALL_LAYERS)):
        nursery = Nursery(replace(profile, layers=layers, writes_uncapped=True))
        if nursery.profile.refused:
            outcomes[f"{level} refused"] = nursery.profile.refused
            continue
        for name, function in JOBS.items():
            outcomes[f"{level} {name}"] = _run(nursery, name, function)
    print(json.dumps(outcomes))


def _run(nursery: Nursery, name: str, function: Callable[[], object]) -> str:
    profile = replace(nursery.profile, threads=name == "with_threads")
    reading, writing = os.pipe()
    cell = nursery.fork()
    if cell == 0:
        try:
            protection = seal_cell(profile, keep=[writing, 2], own_pids=nursery.own_pids)
            if leaf := os.fork():
                os._exit(os.waitstatus_to_exitcode(os.waitpid(leaf, 0)[1]) & 0xFF)
            seal_leaf(profile, keep=[writing, 2], baseline=protection.baseline)
            os.write(writing, b"fine" if function() is not False else b"said no")
        except BaseException as error:
            os.write(writing, f"{type(error).__name__}: {error}"[:400].encode())
        finally:
            os._exit(0)
    os.close(writing)
    answer = os.read(reading, 500).decode()
    os.close(reading)
    status = reap(cell)
    assert status is not None
    return answer or f"ended with {os.waitstatus_to_exitcode(status)}"


if __name__ == "__main__":
    main()
