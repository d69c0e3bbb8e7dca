"""The JSON Schema of a problem file, for completion and checking in an editor."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from grader.course.course import CheckKinds
from grader.course.problem import Problem

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def problem_schema(kinds: CheckKinds) -> dict[str, Any]:
    """The schema, with the options of every known kind of check."""
    schema = Problem.model_json_schema(ref_template="#/$defs/{model}")
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    definitions["CheckEntry"] = _check_schema(kinds, definitions)
    for part in ("FunctionPart", "ModulePart"):
        items = {"$ref": "#/$defs/CheckEntry"}
        definitions[part]["properties"]["checks"] = {
            "type": "array",
            "minItems": 1,
            "items": items,
        }
    return {"$schema": DIALECT, **schema}


def _check_schema(kinds: CheckKinds, definitions: dict[str, Any]) -> dict[str, Any]:
    """A kind's name alone, or one kind with its options."""
    choices: list[dict[str, Any]] = [{"enum": sorted(kinds)}]
    for kind, model in sorted(kinds.items()):
        options = TypeAdapter(model).json_schema(ref_template="#/$defs/{model}")
        definitions.update(options.pop("$defs", {}))
        definitions[f"check_{kind}"] = options
        allowed: list[dict[str, Any]] = [{"$ref": f"#/$defs/check_{kind}"}, {"type": "null"}]
        if getattr(model, "shorthand", None):
            allowed.append({"type": "string"})
        choices.append(
            {
                "type": "object",
                "properties": {kind: {"anyOf": allowed}},
                "required": [kind],
                "additionalProperties": False,
            }
        )
    return {"anyOf": choices}
