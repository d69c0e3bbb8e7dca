"""The base of every model read from YAML: unknown keys are refused, with the known ones named."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, model_validator

# The key of the validation context under which each mapping's known keys are noted.
KNOWN_KEYS = "known_keys"


class Strict(BaseModel):
    """Immutable, no unknown keys, and no conversions: `points: "4"` is a mistake, not a 4."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _note_known_keys(cls, data: Any, info: ValidationInfo) -> Any:
        # Pydantic's error for an unknown key does not say which are known, and an error raised
        # here would hide the other faults of the mapping. So the names are noted for later.
        noted = (info.context or {}).get(KNOWN_KEYS)
        if noted is not None and isinstance(data, dict):
            noted.append((data, [field.alias or name for name, field in cls.model_fields.items()]))
        return data
