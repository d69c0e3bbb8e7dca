"""Limits: a part's own come before the problem's, those before the course's."""

from dataclasses import replace
from pathlib import Path

from grader.cli.common import open_course
from grader.course import LimitsSpec
from grader.grading.limits import merged_limits, to_limits

ROOT = Path(__file__).parents[2]


def test_the_nearest_word_counts() -> None:
    course, _ = open_course(str(ROOT))
    settings = course.settings.model_copy(
        update={"limits": LimitsSpec(seconds=3.0, memory_mb=512, threads=2)}
    )
    course = replace(course, settings=settings)
    problem, part = LimitsSpec(memory_mb=256, scratch_mb=1), LimitsSpec(threads=4)
    limits = to_limits(merged_limits(course, problem, part))
    assert (limits.wall_seconds, limits.cpu_seconds) == (3.0, 3.0)  # cpu follows the wall clock
    assert (limits.memory_mb, limits.scratch_mb, limits.threads) == (256, 1, 4)
    assert limits.output_bytes == 64 << 20  # nobody says anything: the default
