"""Standard input, output and error that whoever started the program had closed, as by `2>&-`."""

from __future__ import annotations

import os
import sys


def open_closed() -> None:
    """Open nothing in their place: else the next file to be opened, whatever it is, is taken for
    what it has the number of."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            stream = open(number, mode, closefd=False)  # noqa: SIM115 - for good
            setattr(sys, name, stream)
