"""A picture of what a student's function returns: what a problem file may say about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from grader.course.inputs import GENERATOR, did_you_mean
from grader.course.strict import Strict


class LabelsFrom(Strict):
    """Labels that are the items of an input, such as a list of tokens."""

    input: str = Field(description="its name")


LabelsSpec = Annotated[
    str | tuple[str, ...] | LabelsFrom,
    BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value),
    Field(description="a word that is numbered, a list of labels, or {input: name} for its items"),
]


class PictureSpec(Strict):
    """A heat map of one output, for the first case that is public."""

    output: str = Field("", description="its name under `returns`; the first one by default")
    rows: LabelsSpec = "row"
    columns: LabelsSpec = "column"
    beside: str = Field("", description="another output: one number for each row, drawn before it")

    def problem(self, returns: Sequence[str], inputs: Collection[str], public_cases: bool) -> str:
        """Why nothing could be drawn; empty if something can."""
        outputs = [name.rstrip("?") for name in returns]
        for name in (self.output, self.beside):
            if name and name not in outputs:
                return f"draws `{name}`, which is not an output{did_you_mean(name, outputs)}"
        for labels in (self.rows, self.columns):
            if isinstance(labels, LabelsFrom) and not {labels.input, GENERATOR} & set(inputs):
                hint = did_you_mean(labels.input, list(inputs))
                return f"draws labels from `{labels.input}`, which is not an input{hint}"
        return "" if public_cases else "draws a public case, but no case is public"
