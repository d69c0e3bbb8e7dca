"""The JSON Schema of a problem file, for completion and checking in an editor."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from grader.course.language import Language
from grader.course.parts import CodePart
from grader.course.problem import Problem

_REFERENCE = "#/$defs/{model}"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def problem_schema(language: Language) -> dict[str, Any]:
    """The schema, with the keys of every known kind of answer and of check."""
    schema = Problem.model_json_schema(ref_template=_REFERENCE)
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    mapping = {}
    for asks, model in language.kinds.items():
        keys = TypeAdapter(model).json_schema(ref_template=_REFERENCE)
        definitions.update(keys.pop("$defs", {}))
        if issubclass(model, CodePart):
            items = {"$ref": "#/$defs/CheckEntry"}
            keys["properties"]["checks"] = {"type": "array", "minItems": 1, "items": items}
        definitions[model.__name__] = keys
        mapping[asks] = _REFERENCE.format(model=model.__name__)
    definitions["CheckEntry"] = _check_schema(language, definitions)
    definitions["Part"] = {
        "discriminator": {"propertyName": "asks", "mapping": mapping},
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
    }
    return {"$schema": DIALECT, **schema}


def _check_schema(language: Language, definitions: dict[str, Any]) -> dict[str, Any]:
    """A kind's name alone, or one kind with its options."""
    choices: list[dict[str, Any]] = [{"enum": sorted(language.checks)}]
    for kind, model in sorted(language.checks.items()):
        options = TypeAdapter(model).json_schema(ref_template=_REFERENCE)
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
