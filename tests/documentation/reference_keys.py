"""docs/reference/keys.md, made of the models of problem files and of `grader.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from grader.checks import all_checks
from grader.course import CheckOptions
from grader.course.schema import problem_schema
from grader.course.specs import CourseSettings
from grader.kinds import language

Schema = Mapping[str, Any]

HEAD = """\
# Keys

Every key of a problem file and of `grader.toml`, made of the models that read them;
`grader schema` has the same for an editor. What is not *required* may be left out.
[Problem files](../problem-files.md) and [written answers](../written-answers.md) say what the keys
are for, with examples.
"""
TABLE = "| key | value | what it says |\n|---|---|---|\n"
NUMBERS = {"integer": "whole number", "number": "number"}
COMMON = set(CheckOptions.model_fields)
EXPLAINED = "[What it checks](../problem-files.md#{})."
CHECK = "check_"  # begins the name of the model of a kind's options
# Models that are a choice of others, each of which has a heading below that of all.
CHOICES = {"Part": "[a part](#parts)", "CheckEntry": "[a check](#checks)"}


def keys_page() -> str:
    problem = problem_schema(language(all_checks()))
    course = CourseSettings.model_json_schema()
    models: dict[str, Schema] = problem["$defs"]
    parts = models["Part"]["discriminator"]["mapping"]
    kinds = {asks: reference.rpartition("/")[2] for asks, reference in parts.items()}
    checks = [name.removeprefix(CHECK) for name in sorted(models) if name.startswith(CHECK)]
    elsewhere = {*kinds.values(), *CHOICES, "CheckOptions", *(CHECK + kind for kind in checks)}
    blocks = {**models, **course["$defs"]}
    return "\n".join(
        (
            HEAD,
            _section("## The problem file", problem, told="One file below `problems/`."),
            "## Parts\n\nA part is one of these; `asks` says which.\n",
            *(_section(f"### `asks: {asks}`", models[kinds[asks]]) for asks in sorted(kinds)),
            _section("## Checks", models["CheckOptions"], told="Every check takes:"),
            *(
                _section(f"### `{kind}`", models[CHECK + kind], EXPLAINED.format(kind), COMMON)
                for kind in checks
            ),
            "## Blocks of keys\n\nWhat stands below a key of the tables above.\n",
            *(
                _section(f"### {_title(name)}", blocks[name])
                for name in sorted(blocks.keys() - elsewhere, key=_title)
            ),
            _section("## `grader.toml`", course, told="A course without the file works."),
        )
    )


def _section(heading: str, model: Schema, told: str = "", less: set[str] | None = None) -> str:
    """A heading, what the model's docstring says, and a row for each key."""
    told = told or plain(" ".join(str(model.get("description", "")).split()))
    required = set(model.get("required", ()))
    rows = [
        _row(key, value, key in required)
        for key, value in model["properties"].items()
        if key not in (less or ()) and "const" not in value  # the heading says `asks`
    ]
    lines = (heading, told, TABLE + "".join(rows) if rows else "Nothing of its own.\n")
    return "\n\n".join(filter(None, lines))


def _row(key: str, value: Schema, required: bool) -> str:
    default = value.get("default")
    written = _value(value)
    if required:
        written += ", *required*"
    # A block whose keys all have defaults says them in its own table.
    elif default not in (None, "", []) and not isinstance(default, dict):
        written += f"; by default `{_yaml(default)}`"
    return f"| `{key}` | {written} | {plain(value.get('description', ''))} |\n"


def _yaml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _value(node: Schema) -> str:
    """What may be written, in words."""
    return " or ".join(dict.fromkeys(_values(node)))


def _values(node: Schema) -> Iterator[str]:
    if "const" in node:
        yield f"`{_yaml(node['const'])}`"
    elif "enum" in node:
        yield from (f"`{_yaml(one)}`" for one in node["enum"])
    elif "$ref" in node:
        yield _link(node["$ref"].rpartition("/")[2])
    elif choices := node.get("anyOf") or node.get("oneOf") or node.get("allOf"):
        for choice in choices:
            if choice.get("type") != "null":
                yield from _values(choice)
    elif isinstance(node.get("type"), list):
        for one in node["type"]:
            yield from _values({**node, "type": one})
    elif node.get("type") == "array":
        yield f"list of {_value(node['items'])}" if node.get("items") else "list"
    elif node.get("type") == "object":
        inner = node.get("additionalProperties") or next(
            iter(node.get("patternProperties", {}).values()), None
        )
        yield f"name: {_value(inner)}" if isinstance(inner, dict) and inner else "names and values"
    elif node.get("type") == "boolean":
        yield "`true`"
        yield "`false`"
    elif node.get("type") in NUMBERS:
        yield NUMBERS[node["type"]] + _range(node)
    elif node.get("type") == "string":
        yield "date and time" if node.get("format") == "date-time" else "text"
    else:
        yield "anything"


def _range(node: Schema) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    if low is not None and high is not None:
        return f", {_yaml(low)} to {_yaml(high)}"
    bounds = (
        ("from", low),
        ("above", node.get("exclusiveMinimum")),
        ("up to", high),
        ("below", node.get("exclusiveMaximum")),
    )
    return "".join(f", {word} {_yaml(bound)}" for word, bound in bounds if bound is not None)


def _link(model: str) -> str:
    return CHOICES.get(model) or f"[{_title(model)}](#{_title(model).replace(' ', '-')})"


def _title(model: str) -> str:
    """`WrittenMistake` is a written mistake, `LimitsSpec` limits."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", model.removesuffix("Spec")).lower()


def plain(text: str) -> str:
    """Text as it stands: nothing in it but code is Markdown."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(
        piece if place % 2 else re.sub(r"([*_<\[\]|])", r"\\\1", piece)
        for place, piece in enumerate(pieces)
    )
