"""What a part's code may use: what the part says, its problem, the course, else the defaults."""

from __future__ import annotations

from grader.course import Course, LimitsSpec
from grader.sandbox import Limits


def merged_limits(course: Course, problem: LimitsSpec, part: LimitsSpec) -> LimitsSpec:
    """The part's limits; where it says nothing, the problem's, the course's, the defaults."""
    default = Limits()
    known = {
        "seconds": default.wall_seconds,
        "memory_mb": default.memory_mb,
        "output_mb": default.output_bytes >> 20,
        "threads": default.threads,
        "scratch_mb": default.scratch_mb,
    }
    for spec in (course.settings.limits, problem, part):
        known.update(spec.model_dump(exclude_none=True))
    known.setdefault("cpu_seconds", known["seconds"])
    return LimitsSpec.model_validate(known)


def to_limits(spec: LimitsSpec) -> Limits:
    """Limits for the sandbox; `spec` has been merged, so nothing in it is None."""
    known = spec.model_dump()
    return Limits(
        wall_seconds=known["seconds"],
        cpu_seconds=known["cpu_seconds"],
        memory_mb=known["memory_mb"],
        output_bytes=known["output_mb"] << 20,
        threads=known["threads"],
        scratch_mb=known["scratch_mb"],
    )
