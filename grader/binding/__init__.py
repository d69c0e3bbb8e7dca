"""Formulas tied to the inputs and results of a function, so that the two can be compared."""

from grader.binding.comparing import first_difference, numbers_of, scale_of
from grader.binding.meanings import names_in
from grader.binding.namespace import Unnamed, namespace, outputs
from grader.binding.scope import NothingHere, Scope, Unbound
from grader.binding.written import Apart, InCase, first_apart

__all__ = [
    "Apart",
    "InCase",
    "NothingHere",
    "Scope",
    "Unbound",
    "Unnamed",
    "first_apart",
    "first_difference",
    "names_in",
    "namespace",
    "numbers_of",
    "outputs",
    "scale_of",
]
