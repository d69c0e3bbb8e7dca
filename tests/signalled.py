"""For processes that a test sends a signal."""

import signal


def listen_to_signals() -> None:
    """A shell has what it runs in the background ignore Ctrl-C, and that is passed on."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
