"""Where code that is not the grader's own runs: in other processes, which only send plain data."""

from grader.sandbox.branch import SandboxFault
from grader.sandbox.calls import Call, Step, Use
from grader.sandbox.cell import Cell
from grader.sandbox.limits import Limits
from grader.sandbox.loaded import LoadedFile
from grader.sandbox.observations import (
    Died,
    Frame,
    Observation,
    Raised,
    Refused,
    Returned,
    Spent,
)
from grader.sandbox.sandbox import Sandbox

__all__ = [
    "Call",
    "Cell",
    "Died",
    "Frame",
    "Limits",
    "LoadedFile",
    "Observation",
    "Raised",
    "Refused",
    "Returned",
    "Sandbox",
    "SandboxFault",
    "Spent",
    "Step",
    "Use",
]
