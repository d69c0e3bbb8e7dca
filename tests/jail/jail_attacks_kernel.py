"""Attacks through the network, shared objects, privileges and rarely used calls."""

import ctypes
import fcntl
import mmap
import os
import platform
import resource
import signal
import socket
import struct
from pathlib import Path

from jail_stand_in import StandIn
from jail_table import Capability, attack, done, raw
from jail_world import World

_CLONE_NEWNS = 0x2_0000
_CLONE_NEWUSER = 0x1000_0000
_CLONE_NEWNET = 0x4000_0000
_X32_GETPID = 0x4000_0000 | 39
_PR_SET_PTRACER = 0x5961_6D61

# Network, never beyond loopback.


@attack()
def connect_tcp(world: World) -> object:
    return socket.create_connection(("127.0.0.1", world.tcp), timeout=2)


@attack()
def listen_tcp(world: World) -> object:
    made = socket.socket()
    made.bind(("127.0.0.1", 0))
    made.listen(1)
    return made


@attack()
def send_udp(world: World) -> object:
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", world.udp))


@attack(feature="CONFIG_IPV6")
def open_ipv6(world: World) -> object:
    return socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)


@attack()
def connect_unix(world: World) -> object:
    made = socket.socket(socket.AF_UNIX)
    made.connect(world.unix)
    return made


@attack()
def connect_abstract(world: World) -> object:
    made = socket.socket(socket.AF_UNIX)
    made.connect(world.abstract)
    return made


@attack()
def send_from_a_pair(world: World) -> object:
    left, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return left.sendto(b"x", world.unix_datagram)


@attack()
def name_one_of_a_pair(world: World) -> object:
    left, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(f"\0grader-jail-pair-{world.victim}")
    return left.getsockname()


@attack()
def open_netlink(world: World) -> object:
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)


@attack(feature="CONFIG_VSOCKETS")
def open_vsock(world: World) -> object:
    return socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)


@attack(feature="CONFIG_CRYPTO_USER_API", stand_in=StandIn("socket", socket.AF_ALG))
def open_crypto_socket(world: World) -> object:
    return socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)


@attack(capability=Capability.NET_RAW)
def open_raw_socket(world: World) -> object:
    return socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)


@attack(capability=Capability.NET_RAW, feature="CONFIG_PACKET")
def open_packet_socket(world: World) -> object:
    return socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)


@attack(feature="CONFIG_IO_URING, and kernel.io_uring_disabled = 0")
def set_up_io_uring(world: World) -> object:
    return raw("io_uring_setup", 2, ctypes.create_string_buffer(120))


@attack(feature="CONFIG_AIO")
def set_up_aio(world: World) -> object:
    return done(raw("io_setup", 1, ctypes.create_string_buffer(8)))


@attack()
def attach_program_to_socket(world: World) -> object:
    left, _ = socket.socketpair()
    code = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0xFFFF), 8)
    program = struct.pack("=H6xQ", 1, ctypes.addressof(code))
    left.setsockopt(socket.SOL_SOCKET, 26, program)  # SO_ATTACH_FILTER
    return True


# Other doors into the kernel.


def _run_machine_code(code: bytes) -> int:
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(address)())


@attack(feature="CONFIG_IA32_EMULATION")
def call_by_interrupt(world: World) -> object:
    if platform.machine() != "x86_64":
        raise NotImplementedError("x86 only")
    # push rbx; mov eax, 20 (getpid of 32-bit programs); int 0x80; pop rbx; ret
    return _run_machine_code(b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3") > 0


@attack(feature="CONFIG_X86_X32_ABI", stand_in=StandIn(_X32_GETPID))
def call_by_x32(world: World) -> object:
    if platform.machine() != "x86_64":
        raise NotImplementedError("x86 only")
    return raw(_X32_GETPID) >= 0


@attack(feature="CONFIG_KEYS")
def add_key(world: World) -> object:
    return raw("add_key", b"user", b"grader-jail", b"note", 4, -2)


@attack(feature="CONFIG_KEYS")
def read_keyring(world: World) -> object:
    return raw("keyctl", 0, -4, 1)


@attack(feature="CONFIG_SYSVIPC")
def share_memory_by_key(world: World) -> object:
    made = raw("shmget", 0, 4096, 0o1600)
    raw("shmctl", made, 0, 0)
    return True


@attack(feature="CONFIG_SYSVIPC")
def queue_messages(world: World) -> object:
    made = raw("msgget", 0, 0o1600)
    raw("msgctl", made, 0, 0)
    return True


@attack(feature="CONFIG_SYSVIPC")
def make_semaphores(world: World) -> object:
    made = raw("semget", 0, 1, 0o1600)
    raw("semctl", made, 0, 0, 0)
    return True


@attack(feature="CONFIG_POSIX_MQUEUE")
def open_message_queue(world: World) -> object:
    name = b"grader-jail-%d" % world.victim
    raw("mq_open", name, os.O_CREAT | os.O_RDWR, 0o600, 0)
    raw("mq_unlink", name)
    return True


@attack()
def make_memory_file(world: World) -> object:
    return raw("memfd_create", b"note", 0)


@attack(feature="CONFIG_SECRETMEM")
def make_secret_memory(world: World) -> object:
    return raw("memfd_secret", 0)


@attack(capability=Capability.BPF, feature="CONFIG_BPF_SYSCALL")
def load_bpf(world: World) -> object:
    attributes = ctypes.create_string_buffer(struct.pack("=5I", 2, 4, 4, 1, 0), 128)
    return raw("bpf", 0, attributes, 20)


@attack(feature="CONFIG_PERF_EVENTS, and kernel.perf_event_paranoid < 3")
def count_performance(world: World) -> object:
    attributes = struct.pack("=IIQQQQQ", 1, 64, 0, 0, 0, 0, 1 | 1 << 5 | 1 << 6)
    return raw("perf_event_open", ctypes.create_string_buffer(attributes, 64), 0, -1, -1, 0)


@attack(feature="CONFIG_USERFAULTFD")
def handle_page_faults(world: World) -> object:
    return raw("userfaultfd", os.O_NONBLOCK | 1)


@attack(feature="CONFIG_FANOTIFY")
def watch_file_system(world: World) -> object:
    return raw("fanotify_init", 0x200, 0)


@attack(capability=Capability.SYSLOG)
def read_kernel_messages(world: World) -> object:
    return raw("syslog", 10, 0, 0)


@attack(feature="adjtimex")
def read_clock_tuning(world: World) -> object:
    return raw("adjtimex", ctypes.create_string_buffer(208)) >= 0


@attack(feature="CONFIG_MODIFY_LDT_SYSCALL")
def read_descriptor_table(world: World) -> object:
    return raw("modify_ldt", 0, ctypes.create_string_buffer(64), 64) >= 0


@attack()
def change_personality(world: World) -> object:
    return raw("personality", 0x4_0000) >= 0  # ADDR_NO_RANDOMIZE


@attack(feature="vmsplice")
def gift_pages(world: World) -> object:
    _, writing = os.pipe()
    page = mmap.mmap(-1, 4096)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    vector = ctypes.create_string_buffer(struct.pack("=QQ", address, 4096), 16)
    return raw("vmsplice", writing, vector, 1, 0)


# Counters of the whole machine, which one process moves and another reads.


@attack()
def count_memory_and_processes(world: World) -> object:
    return done(raw("sysinfo", ctypes.create_string_buffer(128)))


@attack(feature="SO_COOKIE of a socket that knows no network, of Linux 5.9")
def count_sockets(world: World) -> object:
    left, _ = socket.socketpair()
    return left.getsockopt(socket.SOL_SOCKET, 57, 8)  # SO_COOKIE


# Namespaces, mounts, identity.


@attack(feature="CONFIG_USER_NS")
def unshare_user(world: World) -> object:
    return done(raw("unshare", _CLONE_NEWUSER))


@attack(feature="CONFIG_USER_NS")
def unshare_network(world: World) -> object:
    return done(raw("unshare", _CLONE_NEWUSER | _CLONE_NEWNET))


@attack(feature="CONFIG_USER_NS")
def mount_file_system(world: World) -> object:
    raw("unshare", _CLONE_NEWNS | (0 if os.geteuid() == 0 else _CLONE_NEWUSER))
    raw("mount", b"none", b"/", None, 0x4_4000, None)
    return done(raw("mount", b"none", os.fsencode(world.outside), b"tmpfs", 0, None))


@attack(capability=Capability.SYS_ADMIN)
def mount_at_once(world: World) -> object:
    raw("mount", b"none", os.fsencode(world.outside), b"tmpfs", 0, None)
    return done(raw("umount2", os.fsencode(world.outside), 2))


@attack(feature="CONFIG_USER_NS")
def unmount_root(world: World) -> object:
    raw("unshare", _CLONE_NEWNS | (0 if os.geteuid() == 0 else _CLONE_NEWUSER))
    raw("mount", b"none", os.fsencode(world.outside), b"tmpfs", 0, None)
    return done(raw("umount2", os.fsencode(world.outside), 2))


@attack(feature="CONFIG_USER_NS")
def escape_by_chroot(world: World) -> object:
    if os.geteuid() != 0:
        raw("unshare", _CLONE_NEWUSER)
    here = os.open("/", os.O_RDONLY)
    os.chroot(world.outside)
    os.fchdir(here)
    os.chroot(".")
    return Path(world.secret).read_text()


@attack(capability=Capability.SYS_ADMIN)
def join_victims_namespaces(world: World) -> object:
    return done(raw("setns", os.pidfd_open(world.victim), 0x0400_0000))


@attack(feature="open_tree")
def clone_mount(world: World) -> object:
    return raw("open_tree", -100, os.fsencode(world.folder), 0)


@attack(capability=Capability.SYS_ADMIN)
def open_file_system(world: World) -> object:
    return raw("fsopen", b"tmpfs", 0)


@attack(capability=Capability.SETUID)
def become_another_user(world: World) -> object:
    os.setresuid(12345, 12345, 12345)
    return True


@attack()
def become_oneself(world: World) -> object:
    os.setresuid(os.getuid(), os.getuid(), os.getuid())
    return True


@attack(capability=Capability.SETUID)
def become_root(world: World) -> object:
    os.setuid(0)
    return True


@attack(capability=Capability.SETGID)
def change_groups(world: World) -> object:
    os.setgroups([0])
    return True


@attack(capability=Capability.SYS_NICE)
def raise_priority(world: World) -> object:
    os.setpriority(os.PRIO_PROCESS, 0, -5)
    return True


@attack(capability=Capability.SETUID)
def hold_capabilities(world: World) -> object:
    header = ctypes.create_string_buffer(struct.pack("=Ii", 0x2008_0522, 0), 8)
    data = ctypes.create_string_buffer(24)
    raw("capget", header, data)
    words = struct.unpack("=6I", data.raw)
    harmless = 1 << 2  # CAP_DAC_READ_SEARCH, kept where only root can read the interpreter
    return words[0] & ~harmless or words[3]


# prctl.


@attack()
def become_dumpable(world: World) -> object:
    return done(raw("prctl", 4, 1, 0, 0, 0))


@attack()
def outlive_parent(world: World) -> object:
    return done(raw("prctl", 1, 0, 0, 0, 0))


@attack()
def adopt_orphans(world: World) -> object:
    return done(raw("prctl", 36, 1, 0, 0, 0))


@attack(feature="CONFIG_SECURITY_YAMA", stand_in=StandIn("prctl", _PR_SET_PTRACER))
def allow_tracing(world: World) -> object:
    return done(raw("prctl", _PR_SET_PTRACER, -1, 0, 0, 0))


@attack()
def change_timer_slack(world: World) -> object:
    return done(raw("prctl", 29, 1, 0, 0, 0))


@attack()
def listen_to_own_filter(world: World) -> object:
    code = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF_0000), 8)
    head = struct.pack("=H6xQ", 1, ctypes.addressof(code))
    program = ctypes.create_string_buffer(head, len(head))
    raw("prctl", 38, 1, 0, 0, 0)
    return raw("seccomp", 1, 8, program)  # SECCOMP_FILTER_FLAG_NEW_LISTENER


# Using up what is there.


@attack()
def map_memory(world: World) -> object:
    return mmap.mmap(-1, 1 << 30)  # never touched


@attack()
def map_shared_memory(world: World) -> object:
    return [mmap.mmap(-1, 256 << 20, flags=mmap.MAP_SHARED) for _ in range(4)]


@attack()
def raise_memory_limit(world: World) -> object:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 45, 1 << 45))
    return True


@attack()
def ask_for_core_dump(world: World) -> object:
    resource.setrlimit(resource.RLIMIT_CORE, (4096, 4096))
    return True


@attack()
def open_many_files(world: World) -> object:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 512), hard))
    return len([os.dup(0) for _ in range(400)]) == 400


@attack()
def enlarge_pipe(world: World) -> object:
    _, writing = os.pipe()
    return fcntl.fcntl(writing, 1031, 1 << 20)  # F_SETPIPE_SZ


@attack(feature="RLIMIT_MEMLOCK of a megabyte")
def lock_memory(world: World) -> object:
    page = mmap.mmap(-1, 1 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return done(raw("mlock", address, 1 << 20))


@attack()
def send_signals_to_group(world: World) -> object:
    os.kill(0, signal.SIGCONT)
    return True
