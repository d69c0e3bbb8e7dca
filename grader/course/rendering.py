"""Whether the LaTeX in a prompt renders: a misprint there misleads a whole class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MATH = re.compile(r"(?<!\\)\$\$(.+?)\$\$|(?<![\\$])\$([^$\n]+?)\$", re.DOTALL)
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_BEGIN_END = re.compile(r"\\(begin|end)\{([^}]*)\}")

# Commands that take an argument or lay out and are therefore not in the converter's symbol table.
_STRUCTURAL = frozenset(
    """begin end left right middle frac dfrac tfrac sqrt binom dbinom tbinom text textbf textit
    mathrm mathbf mathit mathcal mathbb mathsf mathtt mathfrak mathop boldsymbol operatorname
    hat tilde bar vec dot ddot widehat widetilde overline underline overbrace underbrace overset
    underset stackrel substack limits nolimits not mid quad qquad hspace phantom hline cases
    big Big bigg Bigg bigl bigr Bigl Bigr displaystyle textstyle label tag color""".split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Formula:
    text: str
    line: int  # within the prompt, from 1


def formulas(markdown: str) -> Iterator[Formula]:
    """Every formula between dollars, outside of code."""
    without_code = _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), markdown)
    for match in _MATH.finditer(without_code):
        line = without_code.count("\n", 0, match.start()) + 1
        yield Formula(match[1] or match[2], line)


def with_formulas_as_code(markdown: str) -> str:
    """The same text for a Markdown renderer without LaTeX, which would eat parts of formulas."""

    def code(match: re.Match[str]) -> str:
        if match[1]:
            lines = "\n".join(line.strip() for line in match[1].strip().split("\n"))
            return f"\n\n```text\n{lines}\n```\n\n"
        return f"`{' '.join(match[2].split())}`"

    parts = re.split(f"({_CODE.pattern})", markdown, flags=re.DOTALL)
    return "".join(part if index % 2 else _MATH.sub(code, part) for index, part in enumerate(parts))


def problem_with(formula: str) -> str:
    """Why the formula does not render; empty if it does."""
    if formula.count("{") - formula.count(r"\{") != formula.count("}") - formula.count(r"\}"):
        return "a brace is not closed"
    open_environments: list[str] = []
    for kind, name in _BEGIN_END.findall(formula):
        if kind == "begin":
            open_environments.append(name)
        elif not open_environments or open_environments.pop() != name:
            return rf"\end{{{name}}} has no \begin{{{name}}}"
    if open_environments:
        return rf"\begin{{{open_environments[-1]}}} has no \end{{{open_environments[-1]}}}"
    for command in _COMMAND.findall(formula):
        if not _is_known(command):
            return rf"the command \{command} is unknown"
    from latex2mathml.converter import convert

    try:
        convert(formula)
    except Exception as error:  # the converter raises a different class for every misprint
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(error).__name__).replace(" Error", "").lower()
        return f"it does not render ({words})"
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
