"""A call in three requests, so that the grader can time the function without what is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.sandbox.inside.arguments import check_arity
from grader.sandbox.inside.calling import raised, ready_to_call, seed
from grader.sandbox.inside.loading import Loaded
from grader.sandbox.inside.prints import captured


class TimedCall:
    """What is held between the requests. An error in one is told when the result is asked for."""

    def __init__(self, loaded: Loaded | None, call: dict[str, Any], printed_chars: int) -> None:
        """Everything that comes before the call itself: earlier steps, an object to be called."""
        assert loaded is not None, "a file is loaded before it is called"
        self._loaded = loaded
        self._printed_chars = printed_chars
        self._reply: dict[str, Any] = {}
        seed(call["seed"])
        self._call: Callable[[], Any] = self._attempt(lambda: _ready(loaded, call))

    def go(self) -> None:
        """The call itself."""
        if not self._reply:
            self._attempt(self._call, result=True)

    def show(self) -> dict[str, Any]:
        """What it gave, as a reply."""
        return self._reply

    def _attempt(self, do: Callable[[], Any], *, result: bool = False) -> Any:
        with captured(self._printed_chars) as printed:
            try:
                value = do()
            except BaseException as error:  # SystemExit and KeyboardInterrupt are the student's too
                self._reply = {**raised(self._loaded, error), "printed": printed.text()}
                return None
        if result:
            # No inputs that it changed, no calls that it made: to find out would take longer than
            # many a call.
            self._reply = {"kind": "returned", "value": value, "printed": printed.text()}
        return value


def _ready(loaded: Loaded, call: dict[str, Any]) -> Callable[[], Any]:
    function, args = ready_to_call(loaded, call)
    check_arity(function, *args)
    return lambda: function(*args)
