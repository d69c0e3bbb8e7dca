"""Attacks on other processes, and on the number of processes."""

import ctypes
import fcntl
import os
import resource
import signal
import struct
import threading
import time
from pathlib import Path

from jail_table import Capability, attack, done, raw
from jail_world import SECRET, World

_MANY = 50
_CLONE_PARENT = 0x8000
_CLONE_NEWUSER = 0x1000_0000


def _found(data: bytes) -> bool:
    return SECRET.encode() in data


# Looking into them.


@attack()
def read_victims_memory_file(world: World) -> object:
    with Path(f"/proc/{world.victim}/mem").open("rb", buffering=0) as memory:
        memory.seek(world.address)
        return _found(memory.read(99))


@attack()
def read_victims_environment(world: World) -> object:
    return Path(f"/proc/{world.victim}/environ").read_bytes() is not None


@attack()
def read_victims_command_line(world: World) -> object:
    return Path(f"/proc/{world.victim}/cmdline").read_bytes()


@attack()
def read_victims_links(world: World) -> object:
    return Path(f"/proc/{world.victim}/cwd").readlink()


@attack()
def list_processes(world: World) -> object:
    return [path for path in Path("/proc").iterdir() if path.name.isdigit()]


def _vector(address: int, length: int) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack("=QQ", address, length), 16)


@attack()
def read_victims_memory_by_call(world: World) -> object:
    mine = ctypes.create_string_buffer(99)
    local, remote = _vector(ctypes.addressof(mine), 64), _vector(world.address, 36)
    raw("process_vm_readv", world.victim, local, 1, remote, 1, 0)
    return _found(mine.raw)


@attack()
def write_victims_memory_by_call(world: World) -> object:
    mine = ctypes.create_string_buffer(SECRET.encode())
    local, remote = _vector(ctypes.addressof(mine), 36), _vector(world.address, 36)
    return raw("process_vm_writev", world.victim, local, 1, remote, 1, 0)


@attack()
def trace_victim(world: World) -> object:
    raw("ptrace", 16, world.victim, 0, 0)  # PTRACE_ATTACH
    os.waitpid(world.victim, 0x4000_0000)  # __WALL
    return done(raw("ptrace", 17, world.victim, 0, 0))  # PTRACE_DETACH


@attack()
def seize_victim(world: World) -> object:
    return done(raw("ptrace", 0x4206, world.victim, 0, 0))  # PTRACE_SEIZE


@attack()
def take_victims_descriptor(world: World) -> object:
    fd = raw("pidfd_getfd", os.pidfd_open(world.victim), world.victim_fd, 0)
    return _found(os.pread(fd, 99, 0))


@attack(feature="CONFIG_KCMP")
def compare_kernel_objects(world: World) -> object:
    return raw("kcmp", os.getpid(), world.victim, 1, 0, 0) >= 0


@attack()
def read_victims_lock_list(world: World) -> object:
    head, length = ctypes.create_string_buffer(8), ctypes.create_string_buffer(8)
    return done(raw("get_robust_list", world.victim, head, length))


@attack(feature="CONFIG_MIGRATION")
def locate_victims_pages(world: World) -> object:
    page = ctypes.c_uint64(world.address & ~0xFFF)
    status = ctypes.create_string_buffer(4)
    return done(raw("move_pages", world.victim, 1, ctypes.byref(page), None, status, 0))


@attack(capability=Capability.SYS_NICE, feature="CONFIG_ADVISE_SYSCALLS")
def advise_victim(world: World) -> object:
    vector = _vector(world.address & ~0xFFF, 4096)
    return raw("process_madvise", os.pidfd_open(world.victim), vector, 1, 20, 0)  # MADV_COLD


# Asking whether they are there, and how much they do: what one does, another can count.


@attack()
def read_victims_clock(world: World) -> object:
    return time.clock_gettime(~world.victim << 3 | 2) >= 0  # its processor time


@attack()
def ask_for_victims_group(world: World) -> object:
    return done(os.getpgid(world.victim))  # 0 where its leader is in another namespace


@attack()
def ask_for_victims_session(world: World) -> object:
    return done(os.getsid(world.victim))


@attack()
def ask_for_victims_processors(world: World) -> object:
    return os.sched_getaffinity(world.victim)


@attack()
def ask_for_victims_policy(world: World) -> object:
    return done(os.sched_getscheduler(world.victim))


@attack()
def ask_for_victims_parameters(world: World) -> object:
    return done(os.sched_getparam(world.victim))


@attack()
def ask_for_victims_priority(world: World) -> object:
    return done(os.getpriority(os.PRIO_PROCESS, world.victim))


@attack()
def ask_for_victims_capabilities(world: World) -> object:
    header = ctypes.create_string_buffer(struct.pack("=Ii", 0x2008_0522, world.victim), 8)
    return done(raw("capget", header, ctypes.create_string_buffer(24)))


# Signals, in every way there is. SIGCONT does nothing to a process that runs.


@attack()
def signal_victim(world: World) -> object:
    os.kill(world.victim, signal.SIGCONT)
    return True


@attack()
def signal_parent(world: World) -> object:
    parent = os.getppid()
    assert parent > 1, "no parent to be seen"
    os.kill(parent, signal.SIGCONT)
    return True


@attack()
def signal_victims_group(world: World) -> object:
    os.killpg(os.getpgid(world.victim), signal.SIGCONT)
    return True


@attack()
def signal_thread(world: World) -> object:
    return done(raw("tkill", world.victim, signal.SIGCONT))


@attack()
def signal_thread_in_group(world: World) -> object:
    return done(raw("tgkill", world.victim, world.victim, signal.SIGCONT))


@attack()
def signal_by_queue(world: World) -> object:
    info = struct.pack("=iii4xii104x", signal.SIGCONT, 0, -1, os.getpid(), os.getuid())
    buffer = ctypes.create_string_buffer(info, 128)
    return done(raw("rt_sigqueueinfo", world.victim, signal.SIGCONT, buffer))


@attack()
def signal_by_descriptor(world: World) -> object:
    signal.pidfd_send_signal(os.pidfd_open(world.victim), signal.SIGCONT)
    return True


@attack()
def signal_by_descriptor_owner(world: World) -> object:
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, world.victim)
    fcntl.fcntl(reading, 10, signal.SIGCONT)  # F_SETSIG
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    return os.write(writing, b"x")


@attack()
def signal_by_ioctl_owner(world: World) -> object:
    left, _ = __import__("socket").socketpair()
    fcntl.ioctl(left, 0x8901, struct.pack("=i", world.victim))  # FIOSETOWN
    return True


@attack()
def open_victim_descriptor(world: World) -> object:
    return os.pidfd_open(world.victim)


# Their limits and priorities.


@attack()
def slow_victim_down(world: World) -> object:
    os.setpriority(os.PRIO_PROCESS, world.victim, 19)
    return True


@attack()
def pin_victim(world: World) -> object:
    os.sched_setaffinity(world.victim, os.sched_getaffinity(0))
    return True


@attack()
def idle_victim(world: World) -> object:
    os.sched_setscheduler(world.victim, os.SCHED_BATCH, os.sched_param(0))
    return True


@attack()
def limit_victim(world: World) -> object:
    _, hard = resource.prlimit(world.victim, resource.RLIMIT_CORE)
    resource.prlimit(world.victim, resource.RLIMIT_CORE, (0, hard))
    return True


@attack()
def starve_victims_disk(world: World) -> object:
    return done(raw("ioprio_set", 1, world.victim, 3 << 13))


@attack()
def lower_own_niceness(world: World) -> object:
    return os.nice(1) >= 0


@attack()
def set_own_affinity(world: World) -> object:
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    return True


# Leaving the group, and many of them.


@attack()
def leave_process_group(world: World) -> object:
    if (child := os.fork()) == 0:
        try:
            os.setpgid(0, 0)
            os._exit(42)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


@attack()
def leave_session(world: World) -> object:
    if (child := os.fork()) == 0:
        try:
            os.setsid()
            os._exit(42)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


@attack()
def child_of_ones_parent(world: World) -> object:
    if raw("clone", _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)
    return True


@attack(feature="CONFIG_USER_NS")
def clone_into_user_namespace(world: World) -> object:
    if raw("clone", _CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)
    return True


@attack()
def fork_by_clone3(world: World) -> object:
    arguments = ctypes.create_string_buffer(struct.pack("=4Q7Q", 0, 0, 0, 0, 17, *[0] * 6), 88)
    if raw("clone3", arguments, 64) == 0:
        os._exit(0)
    return True


@attack()
def fork_without_wait(world: World) -> object:
    """vfork's flags by clone: the child shares memory, so it must not return from here."""
    if raw("clone", 0x4000 | signal.SIGCHLD, 0, 0, 0, 0) == 0:  # CLONE_VFORK
        os._exit(0)
    return True


@attack(leaf_only=True)
def fork_once(world: World) -> object:
    if (child := os.fork()) == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


@attack()
def fork_many(world: World) -> object:
    children = []
    try:
        for _ in range(_MANY):
            if (child := os.fork()) == 0:
                time.sleep(30)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    finally:
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:
                break
        else:
            for child in children:
                os.waitpid(child, 0)
    return len(children) >= _MANY


@attack()
def raise_process_limit(world: World) -> object:
    resource.setrlimit(resource.RLIMIT_NPROC, (4000, 4000))
    return True


@attack()
def start_thread(world: World) -> object:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return True
