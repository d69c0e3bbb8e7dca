"""Attacks on files: reading what is hidden, changing what is not one's own."""

import ctypes
import fcntl
import importlib
import mmap
import os
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from jail_table import Capability, attack, done, raw
from jail_world import SECRET, World

_F_OFD_GETLK, _F_OFD_SETLK = 36, 37


def _found(text: str | bytes) -> bool:
    return SECRET in (text if isinstance(text, str) else text.decode("latin-1"))


@attack()
def read_by_path(world: World) -> object:
    return _found(world.secret.read_text())


@attack()
def read_by_symlink(world: World) -> object:
    return _found(world.link.read_text())


@attack()
def read_by_own_symlink(world: World) -> object:
    own = Path(tempfile.gettempdir(), f"grader-jail-link-{world.victim}")
    own.symlink_to(world.secret)
    try:
        return _found(own.read_text())
    finally:
        own.unlink()


@attack()
def read_by_hard_link(world: World) -> object:
    hard = world.folder / "hard.txt"
    os.link(world.secret, hard)
    return _found(hard.read_text())


@attack()
def read_by_dot_dot(world: World) -> object:
    return _found(Path("../" * 40 + str(world.secret)).read_text())


@attack()
def read_by_mmap(world: World) -> object:
    with world.secret.open("rb") as file:
        return _found(bytes(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)))


@attack()
def read_by_open_write_flag(world: World) -> object:
    return _found(os.read(os.open(world.secret, os.O_RDWR), 99))


@attack()
def read_by_openat2(world: World) -> object:
    how = struct.pack("=QQQ", os.O_RDONLY, 0, 0)
    fd = raw("openat2", -100, os.fsencode(world.secret), ctypes.create_string_buffer(how, 24), 24)
    return _found(os.read(fd, 99))


@attack()
def read_by_path_descriptor(world: World) -> object:
    fd = os.open(world.secret, os.O_PATH)
    return _found(Path(f"/proc/self/fd/{fd}").read_text())


@attack()
def read_by_proc_root(world: World) -> object:
    return _found(Path(f"/proc/self/root{world.secret}").read_text())


@attack()
def read_by_proc_cwd(world: World) -> object:
    os.chdir(world.folder)
    return _found(Path("/proc/self/cwd", world.secret.name).read_text())


@attack()
def read_by_chdir(world: World) -> object:
    os.chdir(world.folder)
    return _found(Path(world.secret.name).read_text())


@attack()
def read_by_victims_root(world: World) -> object:
    return _found(Path(f"/proc/{world.victim}/root{world.secret}").read_text())


@attack()
def read_by_victims_descriptor(world: World) -> object:
    return _found(Path(f"/proc/{world.victim}/fd/{world.victim_fd}").read_text())


@attack()
def read_inherited_descriptor(world: World) -> object:
    return _found(os.pread(world.secret_fd, 99, 0))


@attack()
def read_any_inherited_descriptor(world: World) -> object:
    found = []
    for fd in range(3, 512):
        try:
            found.append(os.pread(fd, 99, 0))
        except OSError:
            continue
    return any(map(_found, found))


@attack()
def read_through_inherited_folder(world: World) -> object:
    return _found(os.read(os.open(world.secret.name, os.O_RDONLY, dir_fd=world.folder_fd), 99))


@attack(capability=Capability.DAC_READ_SEARCH)
def read_by_handle(world: World) -> object:
    handle = ctypes.create_string_buffer(struct.pack("=Ii128x", 128, 0), 136)
    mount_id = ctypes.create_string_buffer(4)
    raw("name_to_handle_at", -100, os.fsencode(world.secret), handle, mount_id, 0)
    root = os.open("/", os.O_RDONLY)
    return _found(os.read(raw("open_by_handle_at", root, handle, os.O_RDONLY), 99))


@attack()
def name_to_handle(world: World) -> object:
    handle = ctypes.create_string_buffer(struct.pack("=Ii128x", 128, 0), 136)
    raw("name_to_handle_at", -100, os.fsencode(world.secret), handle, ctypes.c_char_p(b"    "), 0)
    return True


@attack()
def import_reference(world: World) -> object:
    sys.path.insert(0, str(world.folder))
    importlib.invalidate_caches()
    return _found(importlib.import_module(world.module).ANSWER)


@attack()
def list_folder(world: World) -> object:
    return world.secret in list(world.folder.iterdir())


@attack()
def walk_disk(world: World) -> object:
    top = world.folder.parent
    return any(world.secret.name in files for _, _, files in os.walk(top))


@attack()
def glob_disk(world: World) -> object:
    return list(world.folder.parent.rglob("secret*"))


@attack(tells_existence=True)
def stat_secret(world: World) -> object:
    return world.secret.stat().st_size == len(SECRET)


@attack(tells_existence=True)
def access_secret(world: World) -> object:
    return os.access(world.secret, os.F_OK)


@attack()
def watch_secret(world: World) -> object:
    fd = raw("inotify_init1", 0)
    return done(raw("inotify_add_watch", fd, os.fsencode(world.secret), 1))


@attack()
def read_attributes(world: World) -> object:
    return os.listxattr(world.secret) is not None


@attack(capability=Capability.MKNOD)
def make_device(world: World) -> object:
    os.mknod(world.outside / "device", 0o020600, os.makedev(1, 3))  # another /dev/null
    return True


@attack(capability=Capability.SYSLOG)
def read_kernel_log(world: World) -> object:
    return os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK) > 0


@attack()
def read_mount_table(world: World) -> object:
    return Path("/proc/self/mountinfo").read_text()


@attack()
def read_password_file(world: World) -> object:
    return Path("/etc/passwd").read_text()


@attack()
def run_program(world: World) -> object:
    return _found(subprocess.run(["cat", world.secret], capture_output=True).stdout)


@attack()
def run_shell(world: World) -> object:
    return os.system(f"grep -q 42 {world.secret}") == 0


@attack()
def replace_self(world: World) -> object:
    if (child := os.fork()) == 0:
        try:
            os.execv("/bin/sh", ["sh", "-c", "exit 42"])
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


@attack()
def spawn_program(world: World) -> object:
    child = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 42"], {})
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


@attack()
def run_interpreter(world: World) -> object:
    return (
        os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-S", "-c", "raise SystemExit(42)"])
        == 42
    )


@attack()
def execute_memory(world: World) -> object:
    fd = raw("memfd_create", b"program", 0)
    os.write(fd, Path("/bin/true").read_bytes())
    if (child := os.fork()) == 0:
        try:
            os.execve(fd, ["true"], {})
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# Changing what is outside.


@attack()
def write_outside(world: World) -> object:
    return (world.outside / "note").write_text("for the next student")


@attack()
def write_to_temp(world: World) -> object:
    path = Path("/tmp", f"grader-jail-note-{world.victim}")
    path.write_text("for the next student")
    path.unlink()
    return True


@attack()
def write_to_shared_memory(world: World) -> object:
    path = Path("/dev/shm", f"grader-jail-note-{world.victim}")
    path.write_text("for the next student")
    path.unlink()
    return True


@attack()
def append_to_file(world: World) -> object:
    with world.decoy().open("a") as file:
        return file.write("100 points")


@attack()
def write_inherited_descriptor(world: World) -> object:
    return os.pwrite(world.secret_fd, SECRET.encode(), 0)


@attack()
def truncate_by_path(world: World) -> object:
    os.truncate(world.decoy(), 0)
    return True


@attack()
def truncate_by_reading(world: World) -> object:
    os.open(world.decoy(), os.O_RDONLY | os.O_TRUNC)
    return True


@attack()
def change_mode(world: World) -> object:
    world.decoy().chmod(0o777)
    return True


@attack()
def change_owner(world: World) -> object:
    os.chown(world.decoy(), -1, os.getgid())
    return True


@attack()
def change_times(world: World) -> object:
    os.utime(world.decoy(), (1, 1))
    return True


@attack()
def rename_file(world: World) -> object:
    return world.decoy().rename(world.folder / "renamed.txt")


@attack()
def remove_file(world: World) -> object:
    world.decoy().unlink()
    return True


@attack()
def make_folder(world: World) -> object:
    (world.outside / "folder").mkdir()
    return True


@attack()
def make_fifo(world: World) -> object:
    os.mkfifo(world.outside / "fifo")
    return True


@attack()
def make_symlink_outside(world: World) -> object:
    (world.outside / "soft.txt").symlink_to("/")
    return True


@attack(feature="user attributes in the file system of the temporary folder")
def set_attribute(world: World) -> object:
    os.setxattr(world.decoy(), "user.grade", b"100")
    return True


@attack()
def make_terminal(world: World) -> object:
    return os.openpty()


# Filling the disk. Bounded at 64 MB.

_CHUNK = b"x" * (1 << 20)


def _fill(folder: str, files: int, megabytes: int) -> int:
    written = 0
    made = []
    try:
        for index in range(files):
            path = Path(folder, f"fill-{index}")
            made.append(path)
            with path.open("wb", buffering=0) as file:
                for _ in range(megabytes):
                    written += file.write(_CHUNK)
    except OSError:
        pass
    finally:
        for path in made:
            path.unlink(missing_ok=True)
    return written


@attack()
def fill_disk_with_one_file(world: World) -> object:
    places = (str(world.outside), tempfile.gettempdir(), ".", "/tmp", "/dev/shm")
    return any(_fill(place, 1, 64) >= 64 << 20 for place in dict.fromkeys(places))


@attack()
def fill_disk_with_many_files(world: World) -> object:
    places = (str(world.outside), tempfile.gettempdir(), ".", "/tmp", "/dev/shm")
    return any(_fill(place, 16, 4) >= 64 << 20 for place in dict.fromkeys(places))


@attack()
def raise_file_limit(world: World) -> object:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))
    return True


# Leaving something at a file that every cell may read, for another to find.


def _lock(kind: int, start: int) -> bytes:
    return struct.pack("hhqqi4x", kind, 0, start, 1, 0)


def _lock_is_seen(command: int) -> bool:
    """What one has locked, another description of the same file is told of."""
    file, other = (os.open(os.__file__, os.O_RDONLY) for _ in range(2))
    fcntl.fcntl(file, command, _lock(fcntl.F_RDLCK, 42))
    found = fcntl.fcntl(other, _F_OFD_GETLK, _lock(fcntl.F_WRLCK, 42))
    return bool(struct.unpack_from("h", found)[0] == fcntl.F_RDLCK)


@attack()
def lock_shared_file(world: World) -> object:
    return _lock_is_seen(fcntl.F_SETLK)


@attack()
def lock_open_shared_file(world: World) -> object:
    return _lock_is_seen(_F_OFD_SETLK)


@attack()
def lock_whole_shared_file(world: World) -> object:
    file, other = (os.open(os.__file__, os.O_RDONLY) for _ in range(2))
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


@attack(feature="CONFIG_DNOTIFY")
def be_told_of_shared_folder(world: World) -> object:
    folder = os.open(Path(os.__file__).parent, os.O_RDONLY)
    return done(fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS))


def _mapped(file: int) -> int:
    """Where the first page of an open file is now, to be read only."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, *[ctypes.c_size_t] * 5]
    address: int = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file, 0)
    return address


def _was_in_memory(file: int) -> bool:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
    ctypes.string_at(_mapped(file), 1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_majflt == before


# One that nobody else reads, so that nobody else brings its pages back.
_SHARED = Path(os.__file__).with_name("this.py")


@attack()
def drop_pages_of_shared_file(world: World) -> object:
    file = os.open(_SHARED, os.O_RDONLY)
    os.read(file, 1)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    return not _was_in_memory(file)


@attack(feature="RWF_NOWAIT in the file system of Python's library")
def ask_for_pages_by_reading(world: World) -> object:
    file = os.open(_SHARED, os.O_RDONLY)
    try:
        return os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    except BlockingIOError:  # that is an answer too
        return True


@attack()
def ask_for_pages_of_mapping(world: World) -> object:
    answer = ctypes.create_string_buffer(1)
    return done(raw("mincore", _mapped(os.open(_SHARED, os.O_RDONLY)), 4096, answer))


@attack(feature="MADV_PAGEOUT, of Linux 5.4")
def page_out_shared_file(world: World) -> object:
    return done(raw("madvise", _mapped(os.open(_SHARED, os.O_RDONLY)), 4096, 21))


@attack(feature="MADV_POPULATE_READ, of Linux 5.14")
def page_in_shared_file(world: World) -> object:
    return done(raw("madvise", _mapped(os.open(_SHARED, os.O_RDONLY)), 4096, 22))


@attack()
def wake_who_waits_at_shared_file(world: World) -> object:
    """One process waits at a place in the file, another finds it there."""
    place = _mapped(os.open(_SHARED, os.O_RDONLY))
    value = ctypes.c_uint32.from_address(place).value
    if (child := os.fork()) == 0:
        try:
            raw("futex", place, 0, value, None)
        finally:
            os._exit(0)
    woken = 0
    while not woken and os.waitpid(child, os.WNOHANG) == (0, 0):
        woken = raw("futex", place, 1, 1)
    return woken
