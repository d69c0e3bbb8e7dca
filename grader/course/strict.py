"""The base of every model read from YAML: unknown keys are refused, with the known ones named."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError


class Strict(BaseModel):
    """Immutable, no unknown keys, and no conversions: `points: "4"` is a mistake, not a 4."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys_only(cls, data: Any) -> Any:
        # Raised here, not left to `extra="forbid"`, to have the known names for "did you mean".
        if isinstance(data, dict):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            unknown = [key for key in data if key not in known]
            if unknown:
                raise PydanticCustomError(
                    "unknown_keys", "unknown keys", {"unknown": unknown, "known": known}
                )
        return data
