"""The written forms, by what a part `asks`."""

from __future__ import annotations

from collections.abc import Mapping

from grader.forms.base import Form
from grader.forms.choice import Choice
from grader.forms.curve import Curve
from grader.forms.formula import Formula
from grader.forms.growth import Growth
from grader.forms.ledger import Ledger
from grader.forms.number import Number
from grader.forms.shape import Shape
from grader.forms.table import Table
from grader.forms.text import Text

_EVERY = (
    Choice(), Curve(), Formula(), Growth(), Ledger(), Number(), Shape(), Table(), Text(),
)  # fmt: skip
FORMS: Mapping[str, Form] = {form.asks: form for form in _EVERY}
