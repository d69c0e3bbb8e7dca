"""Puts given parameters into a module that may name and order its own differently."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

Named = list[tuple[str, Any]]  # (name, tensor), as `named_parameters` gives them
Pairs = list[tuple[Any, Any]]  # (tensor to fill, tensor to fill it with)
_DECORATION = re.compile(r"weight|proj(?:ection)?|lin(?:ear)?|layer|to|fc|w|[^a-z]")
Roles = list[list[str]]  # none, or two or more: the names of each, in the problem's order


@dataclass(frozen=True)
class Group:
    """What one submodule owns, such as the weight and the bias of a linear layer."""

    owner: str
    tensors: tuple[Any, ...]  # matrices first; parts of one tensor are views of it

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(tensor.shape) for tensor in self.tensors)


def load(own: Named, given: Named, roles: Roles, *, alike: bool = False) -> str:
    """Copy the tensors of `given` into those of `own`; says how they were matched.

    'names' where the names agree. Else 'order': the submodules of `own` whose parameters have
    the same shapes take those of `given` in order. 'mismatch' where that does not come out
    even; then nothing is copied. With `alike`, all submodules of the same shapes get the same
    numbers, those of the first: then their order cannot matter.
    """
    pairs = _by_name(own, given)
    how = "names"
    if pairs is None or alike:
        how, pairs = "order", _by_shape(groups(own, roles), groups(given, roles), alike)
    if pairs is None and not alike:
        pairs = _one_by_one(own, given)
    if pairs is None:
        return "mismatch"
    for tensor, value in pairs:
        tensor.copy_(value)
    return how


def groups(parameters: Named, roles: Roles) -> list[Group]:
    """The parameters by owner, in order, those with a role in the order of the roles.

    A matrix as many times as long as wide as there are roles is cut into as many, so that all
    roles in one matrix compare with a matrix for each.
    """
    owners: dict[str, list[Any]] = {}
    for name, tensor in parameters:
        owners.setdefault(name.rpartition(".")[0], []).append(tensor)
    found: list[Group] = []
    for owner, tensors in owners.items():
        tensors.sort(key=lambda tensor: -tensor.dim())
        found += _cut(owner, tensors, roles)
    return _roles_in_order(found, roles)


def is_cut(tensor: Any, roles: Roles) -> bool:
    """Whether it is taken for all roles in one matrix."""
    return bool(roles and tensor.dim() == 2 and tensor.shape[0] == len(roles) * tensor.shape[1])


def _cut(owner: str, tensors: list[Any], roles: Roles) -> list[Group]:
    if not is_cut(tensors[0], roles) or any(len(t) != len(tensors[0]) for t in tensors):
        return [Group(owner, tuple(tensors))]
    chunks = zip(*(tensor.chunk(len(roles)) for tensor in tensors), strict=True)
    return [Group(owner, chunk) for chunk in chunks]


def _roles_in_order(found: list[Group], roles: Roles) -> list[Group]:
    """Siblings named like the roles, if all are there, in that order whatever theirs was."""
    role_of = {_plain(name): number for number, names in enumerate(roles) for name in names}
    role_of.pop("", None)  # of a name that is nothing but decoration, as every `linear` is
    places: dict[tuple[str, Any], dict[int, int]] = {}
    for index, group in enumerate(found):
        parent, _, name = group.owner.rpartition(".")
        role = role_of.get(_plain(name))
        if role is not None:
            places.setdefault((parent, group.shapes), {})[role] = index
    ordered = list(found)
    for taken in places.values():
        if len(taken) == len(roles):
            for place, role in zip(sorted(taken.values()), sorted(taken), strict=True):
                ordered[place] = found[taken[role]]
    return ordered


def _plain(name: str) -> str:
    """A layer's name without what is written around it: `w_left` and `leftProj` are `left`."""
    return _DECORATION.sub("", name.lower())


def _by_name(own: Named, given: Named) -> Pairs | None:
    wanted = dict(given)
    if {name: tuple(tensor.shape) for name, tensor in own} != {
        name: tuple(tensor.shape) for name, tensor in given
    }:
        return None
    return [(tensor, wanted[name]) for name, tensor in own]


def _by_shape(own: list[Group], given: list[Group], alike: bool) -> Pairs | None:
    if Counter(group.shapes for group in own) != Counter(group.shapes for group in given):
        return None
    waiting: dict[Any, list[Group]] = {}
    for group in given:
        waiting.setdefault(group.shapes, []).append(group)
    pairs: Pairs = []
    for group in own:
        of_this_shape = waiting[group.shapes]
        taken = of_this_shape[0] if alike else of_this_shape.pop(0)
        pairs += zip(group.tensors, taken.tensors, strict=True)
    return pairs


def _one_by_one(own: Named, given: Named) -> Pairs | None:
    """In order where every shape agrees: a module that owns all its parameters itself."""
    if [tuple(tensor.shape) for _, tensor in own] != [tuple(t.shape) for _, t in given]:
        return None
    return [(tensor, value) for (_, tensor), (_, value) in zip(own, given, strict=True)]
