"""`submission_metadata.yml`, in which Gradescope says who handed in what, and when."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

METADATA = "submission_metadata.yml"
MAX_BYTES = 32 << 20  # a thousand submissions with the results of an autograder


@dataclass(frozen=True)
class Submitted:
    """Who did it, by one name each, by what else they go, and when it was handed in, in UTC."""

    names: tuple[str, ...]
    other_names: tuple[str, ...]
    at: str | None


def read_metadata(data: bytes) -> Mapping[str, Submitted]:
    """By the folder's name. What is not as it should be is left out: the folders are there."""
    if len(data) > MAX_BYTES:
        return {}
    try:
        told = YAML(typ="safe", pure=True).load(data)
    except (YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(told, dict):
        return {}
    return {
        str(folder): found
        for folder, entry in told.items()
        if isinstance(entry, dict) and (found := _submitted(entry)) is not None
    }


def _submitted(entry: dict[Any, Any]) -> Submitted | None:
    people = entry.get(":submitters")
    if not isinstance(people, list):
        return None
    rows = [
        [str(one[key]) for key in (":sid", ":email", ":name") if one.get(key)]
        for one in people
        if isinstance(one, dict)
    ]
    names = tuple(row[0] for row in rows if row)
    if not names:
        return None
    others = tuple(name for row in rows for name in row[1:]) if len(names) == 1 else ()
    return Submitted(names, others, _time(entry.get(":created_at")))


def _time(value: Any) -> str | None:
    if not isinstance(value, datetime.datetime):
        return None
    aware = value if value.tzinfo else value.replace(tzinfo=datetime.UTC)
    return aware.astimezone(datetime.UTC).isoformat(timespec="seconds")
