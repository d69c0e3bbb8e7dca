"""Builds a student's `nn.Module`, loads a given state into it and runs it."""

from __future__ import annotations

from typing import Any


def exercise(module_class: Any, args: list[Any], options: dict[str, Any]) -> dict[str, Any]:
    """{parameters: [[name, shape]], trainable: count, state: …, loaded: how, output: …}.

    `options['state']` is a list of [name, array] to load before running, or None to keep the
    module's own; `options['inputs']` are the forward pass's arguments, or None not to run it.
    Loading is by name where the names agree, else in order where the shapes agree.
    """
    import torch

    module = module_class(*args)
    if not isinstance(module, torch.nn.Module):
        raise TypeError(f"{module_class.__name__} is not a torch.nn.Module")
    module = module.double().eval()
    parameters = [(name, tensor) for name, tensor in module.named_parameters()]
    reply: dict[str, Any] = {
        "parameters": [[name, list(tensor.shape)] for name, tensor in parameters],
        "trainable": sum(tensor.numel() for _, tensor in parameters if tensor.requires_grad),
        "state": None,
        "loaded": None,
        "output": None,
    }
    if options["state"] is not None:
        reply["loaded"] = _load(parameters, options["state"])
    if options["return_state"]:
        reply["state"] = [[name, tensor.detach()] for name, tensor in parameters]
    if options["inputs"] is not None and reply["loaded"] != "mismatch":
        with torch.no_grad():
            reply["output"] = module(*options["inputs"])
    return reply


def _load(parameters: list[tuple[str, Any]], state: list[list[Any]]) -> str:
    """How the state was matched: 'names', 'order' or 'mismatch' (then nothing is loaded)."""
    import torch

    given = {str(name): tensor for name, tensor in state}
    own = dict(parameters)
    with torch.no_grad():
        if own.keys() == given.keys() and all(own[name].shape == given[name].shape for name in own):
            for name, tensor in own.items():
                tensor.copy_(given[name])
            return "names"
        if [tuple(tensor.shape) for tensor in own.values()] == [
            tuple(tensor.shape) for tensor in given.values()
        ]:
            for tensor, (_, value) in zip(own.values(), state, strict=True):
                tensor.copy_(value)
            return "order"
    return "mismatch"
