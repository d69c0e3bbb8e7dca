"""Whether the LaTeX in a prompt renders: a misprint there misleads a whole class."""

from __future__ import annotations

import re

from grader.typeset.tree import BadFormula, read_latex

_COMMAND = re.compile(r"\\([A-Za-z]+)")

# Commands that take an argument or lay out and are therefore not in the converter's symbol table.
_STRUCTURAL = frozenset(
    """begin end left right middle frac dfrac tfrac sqrt binom dbinom tbinom text textbf textit
    mathrm mathbf mathit mathcal mathbb mathsf mathtt mathfrak mathop boldsymbol operatorname arg
    hat tilde bar vec dot ddot widehat widetilde overline underline overbrace underbrace overset
    underset stackrel substack limits nolimits not mid quad qquad hspace phantom hline cases
    big Big bigg Bigg bigl bigr Bigl Bigr displaystyle textstyle label tag color""".split()  # noqa: SIM905
)


def problem_with(formula: str) -> str:
    """Why the formula does not render; empty if it does."""
    try:
        for command in _COMMAND.findall(formula):
            if not _is_known(command):
                raise BadFormula(rf"the command \{command} is unknown")
        read_latex(formula)
    except BadFormula as error:
        return str(error)
    return ""


def _is_known(command: str) -> bool:
    from latex2mathml.symbols_parser import convert_symbol

    if command in _STRUCTURAL or convert_symbol("\\" + command):
        return True
    from latex2mathml import commands

    return "\\" + command in {
        value for value in vars(commands).values() if isinstance(value, str)
    } | {
        item
        for value in vars(commands).values()
        if isinstance(value, tuple | list | set | frozenset | dict)
        for item in value
        if isinstance(item, str)
    }
