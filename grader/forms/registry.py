"""The written forms, by what a part `asks`."""

from __future__ import annotations

from collections.abc import Mapping

from grader.forms.base import Form
from grader.forms.choice import Choice
from grader.forms.formula import Formula
from grader.forms.growth import Growth
from grader.forms.ledger import Ledger
from grader.forms.number import Number
from grader.forms.shape import Shape
from grader.forms.table import Table
from grader.forms.text import Text

FORMS: Mapping[str, Form] = {
    form.asks: form
    for form in (Choice(), Formula(), Growth(), Ledger(), Number(), Shape(), Table(), Text())
}
