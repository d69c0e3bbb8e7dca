"""Calls a student's function and says what happened, in plain data."""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import random
import sys
import types
from functools import partial
from typing import Any

from grader.sandbox.calls import Call
from grader.sandbox.inside.arguments import WrongArity, adapted, check_arity
from grader.sandbox.inside.chance import has_chance, with_chance
from grader.sandbox.inside.gradients import differences, gradient
from grader.sandbox.inside.in_a_row import NotThere, arguments, continued, find
from grader.sandbox.inside.loading import Loaded, error_text
from grader.sandbox.inside.modules import exercise, is_module, ready
from grader.sandbox.inside.prints import Printed, captured
from grader.sandbox.inside.replaced import Replaced, Wanted
from grader.sandbox.inside.statements import split_filename
from grader.sandbox.inside.watching import Noted, watching
from grader.values import TooLarge, decode, encode

SMALL_BYTES = 1 << 14  # of which a copy is kept while a function is called with them


def perform(loaded: Loaded | None, call: dict[str, Any], printed_chars: int) -> dict[str, Any]:
    """Do what `call` asks; the reply is `returned`, `raised` or `refused`."""
    assert loaded is not None, "a file is loaded before it is called"
    seed(call["seed"])
    called = Noted([])
    replaced = Replaced(call.get("replaced", {}))
    with captured(printed_chars) as printed:
        try:
            with replaced.inside(_modules(loaded) if "replaced" in call else ()):
                value, args, before = _performed(loaded, call, called)
            if replaced.wanted is not None:
                raise replaced.wanted
        except Wanted as wanted:
            return {"kind": "wants", "function": wanted.function, "args": list(wanted.args_given)}
        except BaseException as error:  # SystemExit and KeyboardInterrupt are the student's too
            reply = raised(loaded, error)
            return {**reply, **_beside(printed, called)}
    reply = {"kind": "returned", "value": value, **_beside(printed, called)}
    changed = [
        index
        for index, (state, arg) in enumerate(zip(before, args, strict=True))
        if state != _state(arg)
    ]
    if changed:
        reply["changed_inputs"] = changed
    if call["return_inputs"]:
        reply["inputs_after"] = tuple(args)
    return reply


def _beside(printed: Printed, called: Noted) -> dict[str, Any]:
    """What happened beside it. What did not is not told: most calls print nothing."""
    found = {"printed": printed.text(), "called": called.found}
    return {key: value for key, value in found.items() if value}


def _performed(
    loaded: Loaded, call: dict[str, Any], called: Noted
) -> tuple[Any, list[Any], list[object]]:
    """The result, the arguments and what they were before; of many draws the results alone."""
    if "draws" in call:
        numbers = range(*call["draws"])
        results = [_run(loaded, with_chance(call, number), called)[0] for number in numbers]
        return results, [], []
    return _run(loaded, with_chance(call) if has_chance(call) else call, called)


def perform_all(
    loaded: Loaded | None,
    same: dict[str, Any],
    calls: list[dict[str, Any]],
    printed_chars: int,
) -> dict[str, Any]:
    """Do what each of the calls asks, up to the first that does not return. Of all of them the
    `same` holds."""
    seen: list[dict[str, Any]] = []
    for call in calls:
        seen.append(perform(loaded, {**same, **call}, printed_chars))
        if seen[-1]["kind"] != "returned":
            break
    return {"seen": seen}


def ready_to_call(loaded: Loaded, call: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The function and its arguments, once the steps before it are done."""
    call = with_chance(call) if has_chance(call) else call
    return _function(loaded, call, _steps(loaded, call))


def _steps(loaded: Loaded, call: dict[str, Any]) -> list[Any]:
    results: list[Any] = []
    for step in call["steps"]:
        if step["given"] is not None:
            results.append(step["given"][0])
        else:
            function = adapted(find(loaded.module, step["function"]), ())
            results.append(function(*arguments(step["args"], results)))
    return results


def _function(loaded: Loaded, call: dict[str, Any], results: list[Any]) -> tuple[Any, list[Any]]:
    args = arguments(call["args"], results)
    function = find(loaded.module, call["function"])
    if call.get("then"):
        _float64_from_here_on()
    if call["built_with"] is not None:
        function = _built(function, arguments(call["built_with"], results))
    if call["operation"] != "module":
        function = adapted(function, call["names"])
    return function, args


def _run(
    loaded: Loaded, call: dict[str, Any], called: Noted
) -> tuple[Any, list[Any], list[object]]:
    results = _steps(loaded, call)
    # Only now: a step is another part's function, and may use what this part forbids.
    with watching(call.get("watch", ()), partial(_modules, loaded), called):
        function, args = _function(loaded, call, results)
        before = [_state(arg) for arg in args]
        if call["operation"] == "gradient":
            return gradient(function, args, call["options"]), args, before
        if call["operation"] == "differences":
            return differences(function, args, call["options"]), args, before
        if call["operation"] == "module":
            return exercise(function, args, call["options"]), args, before
        check_arity(function, *args)
        if "then" in call:
            return continued(loaded.module, call, function(*args), results), args, before
        return function(*args), args, before


def _modules(loaded: Loaded) -> list[types.ModuleType]:
    """The student's: the file that was loaded, and those that it imports."""
    files = ((one, vars(one).get("__file__")) for one in _imported_since(loaded))
    return [loaded.module] + [
        one for one, file in files if isinstance(file, str) and _is_students(file, loaded)
    ]


def _imported_since(loaded: Loaded) -> list[types.ModuleType]:
    """The modules that came after those that were there before the file, which stand last.

    With torch there are thousands before, and each that is looked at is a page of memory that this
    fork must copy. All are looked at where a file has taken one of them away.
    """
    found: list[types.ModuleType] = []
    for left, one in zip(
        range(len(sys.modules), 0, -1), reversed(sys.modules.values()), strict=True
    ):
        if left == loaded.modules_before and one is loaded.newest_before:
            break
        if isinstance(one, types.ModuleType):
            found.append(one)
    return found


def _built(kind: Any, args: list[Any]) -> Any:
    """The object of a student's class: of a torch module, in float64 and without dropout.

    From here on torch makes float64 unless told otherwise, so that the tables which an object
    keeps fit its inputs.
    """
    kind = adapted(kind, ())
    check_arity(kind, *args)
    _float64_from_here_on()
    made = kind(*args)
    return ready(made) if is_module(made) else made


def _float64_from_here_on() -> None:
    with contextlib.suppress(AttributeError):  # a student's file may be named torch.py
        if "torch" in sys.modules:
            sys.modules["torch"].set_default_dtype(sys.modules["torch"].float64)


def seed(number: int) -> None:
    """The same randomness for every run: a student's dropout does not make a verdict flicker."""
    random.seed(number)
    # A student's file may be named numpy.py, or have put something else in its place.
    with contextlib.suppress(AttributeError, TypeError):
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(number % 2**32)
    with contextlib.suppress(AttributeError, TypeError):
        if "torch" in sys.modules:
            # Not torch.manual_seed, which formats a stack trace for devices that are not there.
            sys.modules["torch"].default_generator.manual_seed(number)


def rehearse() -> None:
    """Touch what the first call will write to: in a fork each such page is copied once."""
    # A student's file may have broken what is used here; the call itself will tell.
    with contextlib.suppress(Exception):
        numpy: Any = sys.modules.get("numpy")
        value = numpy.zeros(1) if hasattr(numpy, "zeros") else 0.0
        call: Any = decode(encode(Call("same", (value,)).to_wire()), native=True)
        encode(perform(_REHEARSAL, call, printed_chars=0))


def _rehearsal() -> Loaded:
    module = types.ModuleType("rehearsal")
    vars(module)["same"] = lambda x: x
    return Loaded(module, "rehearsal.py", "")


_REHEARSAL = _rehearsal()


def _state(value: Any) -> object:
    """What is another once the value has been changed."""
    # Most are small arrays of numbers: to encode one takes longer than most calls.
    array = getattr(sys.modules.get("numpy"), "ndarray", None)
    if type(value) is array and value.dtype.kind in "fiuc" and value.nbytes <= SMALL_BYTES:
        return value.dtype.str, value.shape, value.tobytes()
    try:
        return hashlib.sha256(encode(value)).hexdigest()
    except TooLarge:
        return ""


def raised(loaded: Loaded, error: BaseException) -> dict[str, Any]:
    """The reply that says so, with the student's own lines on the way to it."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        path, cell = split_filename(code.co_filename)
        if code.co_filename in linecache.cache and not code.co_filename.startswith("<"):
            line = linecache.getline(code.co_filename, trace.tb_lineno).strip()
            if _is_students(path, loaded):
                frames.append(
                    {
                        "file": path,
                        "line": trace.tb_lineno,
                        "function": code.co_name,
                        "code": line[:300],
                        "cell": cell,
                    }
                )
        trace = trace.tb_next
    message = error_text(error, loaded.folder)
    return {
        "kind": "raised",
        "type_name": "MemoryError" if _lacks_memory(error, message) else type(error).__name__,
        "message": message,
        "frames": frames[-20:],
        "note": _why(loaded, error),
    }


def _why(loaded: Loaded, error: BaseException) -> str:
    if type(error) is NotThere:
        return loaded.why_missing(str(error))
    if type(error) is WrongArity and error.missing:
        names = " and ".join(error.missing[:5])
        return f"{names} would get no value; give it a default"
    return loaded.missing_name_note(error)


def _is_students(path: str, loaded: Loaded) -> bool:
    return not path.startswith("/") or path.startswith(loaded.folder)


def _lacks_memory(error: BaseException, message: str) -> bool:
    # torch has no exception of its own for it.
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and "can't allocate memory" in message
    )
