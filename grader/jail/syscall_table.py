"""Numbers of the system calls the filters name, for the two machines we know.

A line holds triples: name, number on x86_64, number on aarch64 ("-" where the machine has no
such call). It is a text and not a dictionary so that a reader can lay it beside the kernel's own
tables; a test compares it with the kernel headers where they are installed.
"""

import platform
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_NUMBERS = """
    read 0 63   write 1 64   readv 19 65   writev 20 66   pread64 17 67   pwrite64 18 68
    preadv 295 69   pwritev 296 70   preadv2 327 286   pwritev2 328 287   open 2 -
    openat 257 56   close 3 57   close_range 436 436   stat 4 -   fstat 5 80   lstat 6 -
    newfstatat 262 79   statx 332 291   statfs 137 43   fstatfs 138 44   lseek 8 62
    mmap 9 222   munmap 11 215   mprotect 10 226   mremap 25 216   madvise 28 233   brk 12 214
    mincore 27 232   msync 26 227   rt_sigaction 13 134   rt_sigprocmask 14 135
    rt_sigreturn 15 139   rt_sigpending 127 136   rt_sigtimedwait 128 137
    rt_sigsuspend 130 133   sigaltstack 131 132   ioctl 16 29   access 21 -   faccessat 269 48
    faccessat2 439 439   pipe 22 -   pipe2 293 59   select 23 -   pselect6 270 72   poll 7 -
    ppoll 271 73   epoll_create 213 -   epoll_create1 291 20   epoll_ctl 233 21
    epoll_wait 232 -   epoll_pwait 281 22   epoll_pwait2 441 441   eventfd 284 -
    eventfd2 290 19   timerfd_create 283 85   timerfd_settime 286 86   timerfd_gettime 287 87
    sched_yield 24 124   sched_getaffinity 204 123   sched_getparam 143 121
    sched_getscheduler 145 120   sched_get_priority_max 146 125
    sched_get_priority_min 147 126   getcpu 309 168   dup 32 23   dup2 33 -   dup3 292 24
    pause 34 -   nanosleep 35 101   clock_nanosleep 230 115   getitimer 36 102
    setitimer 38 103   alarm 37 -   timer_create 222 107   timer_settime 223 110
    timer_gettime 224 108   timer_delete 226 111   timer_getoverrun 225 109   getpid 39 172
    getppid 110 173   gettid 186 178   getuid 102 174   geteuid 107 175   getgid 104 176
    getegid 108 177   getgroups 115 158   getresuid 118 148   getresgid 120 150
    getpgrp 111 -   getpgid 121 155   getsid 124 156   getrlimit 97 163   setrlimit 160 164
    prlimit64 302 261   getrusage 98 165   sysinfo 99 179   times 100 153   uname 63 160
    umask 95 166   getcwd 79 17   chdir 80 49   fchdir 81 50   rename 82 -   renameat 264 38
    renameat2 316 276   mkdir 83 -   mkdirat 258 34   rmdir 84 -   unlink 87 -
    unlinkat 263 35   fcntl 72 25   flock 73 32   fsync 74 82   fdatasync 75 83
    ftruncate 77 46   fallocate 285 47   getdents 78 -   getdents64 217 61   readlink 89 -
    readlinkat 267 78   copy_file_range 326 285   sendfile 40 71   fadvise64 221 223
    readahead 187 213   set_tid_address 218 96   set_robust_list 273 99   rseq 334 293
    futex 202 98   futex_waitv 449 449   membarrier 324 283   arch_prctl 158 -   prctl 157 167
    exit 60 93   exit_group 231 94   wait4 61 260   waitid 247 95   getrandom 318 278
    clock_gettime 228 113   clock_getres 229 114   gettimeofday 96 169   time 201 -
    restart_syscall 219 128   sendmsg 46 211   recvmsg 47 212   sendto 44 206
    recvfrom 45 207   shutdown 48 210   getsockopt 55 209   setsockopt 54 208
    getsockname 51 204   getpeername 52 205   socketpair 53 199   clone 56 220   fork 57 -
    vfork 58 -   clone3 435 435   seccomp 317 277   landlock_create_ruleset 444 444
    landlock_add_rule 445 445   landlock_restrict_self 446 446   tgkill 234 131
    getpriority 140 141   capget 125 90

    execve 59 221   execveat 322 281   socket 41 198   connect 42 203   bind 49 200
    listen 50 201   accept 43 202   accept4 288 242   sendmmsg 307 269   recvmmsg 299 243
    kill 62 129   tkill 200 130   rt_sigqueueinfo 129 138   rt_tgsigqueueinfo 297 240
    pidfd_send_signal 424 424   pidfd_open 434 434   pidfd_getfd 438 438   setsid 112 157
    setpgid 109 154   setuid 105 146   setgid 106 144   setreuid 113 145   setregid 114 143
    setresuid 117 147   setresgid 119 149   setfsuid 122 151   setfsgid 123 152
    setgroups 116 159   capset 126 91   setpriority 141 140   ioprio_set 251 30
    ioprio_get 252 31   sched_setaffinity 203 122   sched_setscheduler 144 119
    sched_setparam 142 118   sched_setattr 314 274   chmod 90 -   fchmod 91 52
    fchmodat 268 53   chown 92 -   fchown 93 55   lchown 94 -   fchownat 260 54   utime 132 -
    utimes 235 -   utimensat 280 88   futimesat 261 -   truncate 76 45   link 86 -
    linkat 265 37   symlink 88 -   symlinkat 266 36   mknod 133 -   mknodat 259 33
    creat 85 -   setxattr 188 5   lsetxattr 189 6   fsetxattr 190 7   getxattr 191 8
    lgetxattr 192 9   fgetxattr 193 10   listxattr 194 11   llistxattr 195 12
    flistxattr 196 13   removexattr 197 14   lremovexattr 198 15   fremovexattr 199 16
    memfd_create 319 279   memfd_secret 447 447   inotify_init 253 -   inotify_init1 294 26
    inotify_add_watch 254 27   inotify_rm_watch 255 28   shmget 29 194   shmat 30 196
    shmctl 31 195   shmdt 67 197   msgget 68 186   msgsnd 69 189   msgrcv 70 188
    msgctl 71 187   semget 64 190   semop 65 193   semctl 66 191   semtimedop 220 192
    mq_open 240 180   mq_unlink 241 181   mq_timedsend 242 182   mq_timedreceive 243 183
    mq_notify 244 184   mq_getsetattr 245 185   io_uring_setup 425 425
    io_uring_enter 426 426   io_uring_register 427 427   io_setup 206 0   io_submit 209 2
    io_getevents 208 4   io_cancel 210 3   io_destroy 207 1   mlock 149 228   mlock2 325 284
    mlockall 151 230   munlock 150 229   munlockall 152 231   sync 162 81   syncfs 306 267
    personality 135 92   openat2 437 437   signalfd 282 -   signalfd4 289 74
    get_robust_list 274 100   vhangup 153 58   sethostname 170 161   setdomainname 171 162
    perf_event_open 298 241   migrate_pages 256 238   move_pages 279 239   mbind 237 235
    set_mempolicy 238 237   get_mempolicy 239 236   splice 275 76   tee 276 77
    vmsplice 278 75   syslog 103 116   kcmp 312 272   ptrace 101 117
    process_vm_readv 310 270   process_vm_writev 311 271   process_madvise 440 440
    process_mrelease 448 448   bpf 321 280   userfaultfd 323 282   mount 165 40
    umount2 166 39   pivot_root 155 41   chroot 161 51   setns 308 268   unshare 272 97
    move_mount 429 429   open_tree 428 428   fsopen 430 430   fsconfig 431 431
    fsmount 432 432   fspick 433 433   mount_setattr 442 442   keyctl 250 219
    add_key 248 217   request_key 249 218   name_to_handle_at 303 264
    open_by_handle_at 304 265   fanotify_init 300 262   fanotify_mark 301 263
    kexec_load 246 104   kexec_file_load 320 294   init_module 175 105   finit_module 313 273
    delete_module 176 106   reboot 169 142   swapon 167 224   swapoff 168 225   acct 163 89
    quotactl 179 60   quotactl_fd 443 443   iopl 172 -   ioperm 173 -   modify_ldt 154 -
    settimeofday 164 170   clock_settime 227 112   clock_adjtime 305 266   adjtimex 159 171
    nfsservctl 180 42   lookup_dcookie 212 18   uselib 134 -   ustat 136 -   sysfs 139 -
    _sysctl 156 -
"""


def _parse() -> dict[str, dict[str, int]]:
    words = _NUMBERS.split()
    tables: dict[str, dict[str, int]] = {"x86_64": {}, "aarch64": {}}
    for name, on_x86, on_arm in zip(words[0::3], words[1::3], words[2::3], strict=True):
        if on_x86 != "-":
            tables["x86_64"][name] = int(on_x86)
        if on_arm != "-":
            tables["aarch64"][name] = int(on_arm)
    return tables


TABLES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {machine: MappingProxyType(table) for machine, table in _parse().items()}
)
"""Machine name (as `platform.machine()` says it) to call name to number."""


def machine() -> str:
    """The machine this process runs on, in the spelling of `TABLES`."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


def number(name: str) -> int:
    """The number of a call on this machine.

    Raises `NotImplementedError` on a machine without a table and `KeyError` for a call that the
    machine does not have.
    """
    here = machine()
    if here not in TABLES:
        raise NotImplementedError(f"no system call table for {here!r}")
    return TABLES[here][name]
