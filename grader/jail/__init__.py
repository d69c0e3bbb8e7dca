"""The walls around student code: what a process may see and do once it is sealed.

`seal` holds the calls and says in which order they come; `nursery` forks cells; `profile` is what
they are told; `protection` what they answer; `probe` finds out what holds on this machine. The
rest is one wall a file: `namespaces`, `landlock`, `seccomp` (over `bpf` and `syscall_table`),
`limits`, `identity`, `descriptors`.

This package is loaded in the processes that run student code. It imports only the standard
library, and knows no secret.
"""
