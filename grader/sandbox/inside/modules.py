"""Builds a student's `nn.Module`, loads given parameters into it and runs it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from grader.sandbox.inside.matching import Roles, groups, is_cut, load

DEEPEST_LOOKED_AT = 3  # lists of lists in which a student may keep layers


def exercise(module_class: Any, args: list[Any], options: dict[str, Any]) -> dict[str, Any]:
    """What the module is and what it gives, in float64 and evaluation mode:

    parameters   [[name, shape]] of the trainable ones
    groups       the shapes that belong together, by `matching.groups`, sorted; a shared parameter
                 belongs to each of its owners
    trainable    how many numbers they hold
    shared       two names of one and the same parameter, if there are such
    unregistered an attribute that holds parameters where torch does not look for them, if any
    state        [[name, array]], where `options['return_state']`
    loaded       how `options['state']` was matched, as `matching.load` says
    known        whether every parameter belongs to a layer of torch, whose use of it is known
    output       of the forward pass on `options['inputs']`, unless they are None
    alike        of the same where layers of equal shapes have equal parameters
    precision    'float64', or 'float32' for a module that casts to it and runs in nothing else

    `options['roles']` are those of the problem, as `matching.Roles`.
    """
    import torch

    try:
        return _exercise(module_class, args, options, torch.float64)
    except Exception:
        if options["return_state"]:
            raise  # the reference itself: nobody forgives it a cast
        return _exercise(module_class, args, options, torch.float32)


def is_module(value: Any) -> bool:
    """Whether this is a torch module, without importing torch for one that is not."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.nn.Module)


def ready(module: Any) -> Any:
    """The module in float64 and evaluation mode: no dropout."""
    return module.double().eval()


def _exercise(
    module_class: Any, args: list[Any], options: dict[str, Any], dtype: Any
) -> dict[str, Any]:
    import torch

    usual = torch.get_default_dtype()
    # So that a mask or a table that a forward pass makes fits the parameters.
    torch.set_default_dtype(dtype)
    try:
        with torch.no_grad():
            return _observed(module_class, args, options, dtype)
    finally:
        torch.set_default_dtype(usual)


def _observed(
    module_class: Any, args: list[Any], options: dict[str, Any], dtype: Any
) -> dict[str, Any]:
    import torch

    with torch.enable_grad():
        module = module_class(*args)
    if not isinstance(module, torch.nn.Module):
        name = getattr(module_class, "__name__", "it")
        says = "is not" if isinstance(module_class, type) else "does not return"
        raise TypeError(f"{name} {says} a torch.nn.Module")
    module = (module.double() if dtype is torch.float64 else module.float()).eval()
    own = [(name, tensor) for name, tensor in module.named_parameters() if tensor.requires_grad]
    roles = options["roles"]
    reply: dict[str, Any] = {
        "parameters": [[name, list(tensor.shape)] for name, tensor in own],
        "groups": _grouped(module, roles),
        "trainable": sum(tensor.numel() for _, tensor in own),
        "shared": _shared(module),
        "unregistered": _unregistered(module),
        "state": None,
        "loaded": None,
        "known": _known(module, roles),
        "output": None,
        "alike": None,
        "precision": str(dtype).removeprefix("torch."),
    }
    given = options["state"]
    if options["return_state"]:
        _stir(own)
        reply["state"] = [[name, tensor.clone()] for name, tensor in own]
    else:
        reply["loaded"] = None if given is None else load(own, _named(given), roles)
    if options["inputs"] is not None and reply["loaded"] != "mismatch":
        reply["output"] = _run(module, options["inputs"], dtype)
        state = reply["state"] or given
        if state and load(own, _named(state), roles, alike=True) != "mismatch":
            reply["alike"] = _run(module, options["inputs"], dtype)
    return reply


def _run(module: Any, inputs: list[Any], dtype: Any) -> Any:
    """The output on fresh copies of the inputs, real numbers as `dtype`; a copy itself, for it
    may be a view of a parameter."""
    fresh = [
        _each(value, lambda x: x.to(dtype, copy=True) if x.is_floating_point() else x.clone())
        for value in inputs
    ]
    return _each(module(*fresh), lambda x: x.clone())


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same containers with every tensor in them changed."""
    import torch

    if isinstance(value, torch.Tensor):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(_each(item, change) for item in value)
    if type(value) is dict:
        return {key: _each(item, change) for key, item in value.items()}
    return value


def _stir(parameters: list[tuple[str, Any]]) -> None:
    """Move every number: norms and biases begin as ones and zeros, which hide what is done
    with them."""
    import torch

    for _, tensor in parameters:
        tensor.add_(0.2 * torch.randn_like(tensor))


def _named(state: list[list[Any]]) -> list[tuple[str, Any]]:
    return [(str(name), tensor) for name, tensor in state]


def _known(module: Any, roles: Roles) -> bool:
    """Whether equal shapes mean equal use: the owners are torch's, and none is cut into roles."""
    import torch

    for part in module.modules():
        own = list(part.parameters(recurse=False))
        if own and not type(part).__module__.startswith("torch.nn."):
            return False
        if isinstance(part, torch.nn.Linear) and is_cut(part.weight, roles):
            return False
    return True


def _grouped(module: Any, roles: Roles) -> list[list[list[int]]]:
    every = [
        (name, tensor)
        for name, tensor in module.named_parameters(remove_duplicate=False)
        if tensor.requires_grad
    ]
    return sorted([list(shape) for shape in group.shapes] for group in groups(every, roles))


def _shared(module: Any) -> list[str]:
    first: dict[int, str] = {}
    for name, tensor in module.named_parameters(remove_duplicate=False):
        earlier = first.setdefault(id(tensor), name)
        if earlier != name:
            return [earlier, name]
    return []


def _unregistered(module: Any) -> list[str]:
    registered = {id(part) for part in module.modules()} | {id(p) for p in module.parameters()}
    found = []
    for prefix, part in module.named_modules():
        for name, value in vars(part).items():
            if not name.startswith("_") and _holds(value, registered, DEEPEST_LOOKED_AT):
                found.append(f"{prefix}.{name}" if prefix else name)
    return found[:1]


def _holds(value: Any, registered: set[int], depth: int) -> bool:
    import torch

    if isinstance(value, torch.nn.Module):
        return id(value) not in registered and any(p.requires_grad for p in value.parameters())
    if isinstance(value, torch.Tensor):
        return value.requires_grad and id(value) not in registered
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list | tuple) or not depth:
        return False
    return any(_holds(item, registered, depth - 1) for item in value)
