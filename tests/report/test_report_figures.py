"""Figures: what a report keeps of them, and what each renderer makes of them."""

from __future__ import annotations

import json
import math

import jsonschema
import pytest
from pydantic import ValidationError

from grader.checks.figures import (
    MAX_COLUMNS,
    MAX_POINTS,
    MAX_ROWS,
    Curves,
    HeatMap,
    Labels,
    Mark,
    curve,
    heat_map,
    label,
)
from grader.report import Report
from grader.report.braille import TEXTURES, sample
from grader.report.formats import FORMATS
from grader.report.model import report_schema
from grader.report.pictures import picture
from grader.report.spans import plain

HOSTILE = "\x1b[2J<script>`*| ]]>\n\u202e%0A::error::\x00"

RUNS = Curves(
    title="accuracy.csv",
    x="epoch",
    series=(
        curve("scratch", enumerate([0.5, 0.55, 0.62, 0.68, 0.72], 1)),
        curve("pretrained", enumerate([0.6, 0.72, 0.78, 0.8, 0.8], 1)),
    ),
    marks=(
        Mark(x=4, label="scratch: 95 % of its best at epoch 4"),
        Mark(x=3, label="pretrained: 95 % of its best at epoch 3"),
    ),
)
WEIGHTS = heat_map(
    "case 1: your weights",
    Labels(["1", "2"], "sentence"),
    Labels(["1", "2", "3"], "word"),
    [[0.05, 0.2, 0.75], [1.0, math.nan, 0.0]],
    [0.25, 0.75],
)


def lines(figure: Curves | HeatMap, width: int) -> list[str]:
    return [plain(line) for line in picture(figure, width)]


def with_figures(report: Report, *figures: Curves | HeatMap) -> Report:
    problem = report.problems[0]
    first, *others = problem.parts
    first = first.model_copy(update={"figures": figures})
    problem = problem.model_copy(update={"parts": (first, *others)})
    return Report.model_validate(
        report.model_copy(update={"problems": (problem,)}).model_dump(by_alias=True)
    )


def test_curves_in_a_narrow_terminal() -> None:
    assert lines(RUNS, 44) == [
        "accuracy.csv",
        "0.8 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠄⠀⠒⠒⠂⠀⠉⠉⠁⠀⠉⠉⠁⠀⠉⠉⠁",
        "    │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠤⠒⠁",
        "    │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠤⠒⠁",
        "    │⠀⠀⠀⠀⠀⠀⠀⠀⢀⠔⠁⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⡠⠤⠒",
        "0.7 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠁⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⣀⠤⠔⠒⠉⠉",
        "    │⠀⠀⠀⠀⡠⠔⠁⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⡠⠔⠊⠁",
        "    │⠀⠀⡀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠒⠉⠁",
        "0.6 ┤⡠⠊⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠒⠉",
        "    │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡠⠔⠊",
        "    │⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠒⠉",
        "    │⠀⠀⠀⠀⢀⡠⠤⠒⠉",
        "0.5 ┤⣀⠤⠒⠉⠁",
        "    └┬────────┬─────────┬─────────┬────────┬",
        "                        ▲         ▲",
        "     1        2         3         4        5",
        "                      epoch",
        "     ⠤⠤⠤⠤⠤⠤ scratch   ⠤⠤⠄⠀⠤⠤ pretrained",
        "     ▲ pretrained: 95 % of its best at epoc…",
        "     ▲ scratch: 95 % of its best at epoch 4",
    ]


def test_a_heat_map_with_its_numbers() -> None:
    assert lines(WEIGHTS, 44) == [
        "case 1: your weights",
        "                  word",
        "sentence               1       2       3",
        "       1  ░░.25 │ ·· .05  ░░ .20  ▓▓ .75",
        "       2  ██.75 │ ██1.00       –  ·· .00",
    ]


def test_a_heat_map_too_wide_for_numbers() -> None:
    words = ["the", "food", "was", "good", "and", "so", "was", "the", "service", "there"]
    figure = heat_map("", Labels(["x"]), Labels(words), [[n / 10 for n in range(9)] + [math.inf]])
    assert lines(figure, 44) == [
        "   1       5         10",
        "x  ····░░░░▒▒▓▓▓▓████",
        "   · .00  ░ ▒ ▓ █ .80, blank: no number",
        "   1 the · 2 food · 3 was · 4 good · 5 and",
        "   6 so · 7 was · 8 the · 9 service",
        "   10 there",
    ]


def test_a_heat_map_too_wide_for_the_terminal() -> None:
    count = MAX_COLUMNS
    figure = heat_map("", Labels(["1"], "q"), Labels(["1"] * count, "k"), [[1] * count])
    assert lines(figure, 44)[-1] == "   19 more columns do not fit"


@pytest.mark.parametrize("width", [40, 53, 76, 96, 200])
@pytest.mark.parametrize("figure", [RUNS, WEIGHTS], ids=["curves", "heat map"])
def test_nothing_is_wider_than_the_terminal(figure: Curves | HeatMap, width: int) -> None:
    assert max(map(len, lines(figure, width))) <= width


POINTS = {
    "one point": [(1, 0.5)],
    "all the same": [(1, 0.3), (2, 0.3)],
    "huge": [(1, 9e99), (2, -9e99)],
    "tiny": [(1, 5e-324), (2, 0)],
    "not finite": [(1, 0.5), (2, math.nan), (3, math.inf), (4, 0.7)],
    "beyond an axis": [(1, 1e308), (2, -1e308), (3, 1)],
    "backwards": [(3, 1), (1, 2)],
    "close together": [(1, 1 + 1e-15), (2, 1)],
    "x far apart": [(-1e99, 0), (1e99, 1)],
}


@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_any_numbers_can_be_drawn(points: list[tuple[float, float]]) -> None:
    drawn = lines(Curves(x="x", series=(curve("a", points),)), 60)
    assert drawn[-1].endswith("⠤⠤⠤⠤⠤⠤ a")
    assert max(map(len, drawn)) <= 60


def test_curves_without_a_number() -> None:
    figure = Curves(x="x", series=(curve("a", [(1, math.nan)]), curve("b", [])))
    assert lines(figure, 60) == ["there is nothing to draw"]


def test_a_gap_interrupts_the_line() -> None:
    whole = curve("a", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)])
    broken = curve("a", [(0, 0), (1, 0), (2, math.nan), (3, 0), (4, 0)])
    dots = ["".join(lines(Curves(x="x", series=(one,)), 60)).count("⣀") for one in (whole, broken)]
    assert dots == [54, 28]


def test_lines_can_be_told_apart_without_colour() -> None:
    samples = [sample(number) for number in range(len(TEXTURES))]
    assert samples == ["⠤⠤⠤⠤⠤⠤", "⠤⠤⠄⠀⠤⠤", "⠄⠀⠄⠀⠄⠀", "⠤⠤⠤⠤⠄⠀"]


def test_too_many_points_are_thinned_out_and_keep_their_ends() -> None:
    points = curve("a", ((n, n) for n in range(5000))).points
    assert len(points) == MAX_POINTS
    assert (points[0], points[-1]) == ((0.0, 0.0), (4999.0, 4999.0))


def test_a_large_matrix_is_cut_and_says_so() -> None:
    count = 100
    numbers = Labels([str(n) for n in range(count)])
    figure = heat_map("all", numbers, numbers, [[0.0] * count] * count)
    assert figure.title == "all (the first 40 × 60 of 100 × 100)"
    assert (len(figure.values), len(figure.values[0])) == (MAX_ROWS, MAX_COLUMNS)


def test_labels_are_one_short_line() -> None:
    assert label("two\nlines") == "two lines"
    assert label("x" * 100) == "x" * 59 + "…"


REFUSED = {
    "infinity": {"rows": ["a"], "columns": ["b"], "values": [[math.inf]]},
    "another shape": {"rows": ["a"], "columns": ["b"], "values": [[0, 1]]},
    "too little beside": {"rows": ["a"], "columns": ["b"], "values": [[0]], "beside": [1, 2]},
    "too much": {"rows": ["a"] * 41, "columns": ["b"], "values": [[0]] * 41},
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_a_heat_map_refuses(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        HeatMap.model_validate(data)


def test_json_carries_the_numbers(report: Report) -> None:
    drawn = with_figures(report, RUNS, WEIGHTS)
    data = json.loads(drawn.to_json())
    jsonschema.validate(data, report_schema())
    curves, weights = data["problems"][0]["parts"][0]["figures"]
    assert curves["series"][0] == {
        "name": "scratch",
        "points": [[1.0, 0.5], [2.0, 0.55], [3.0, 0.62], [4.0, 0.68], [5.0, 0.72]],
    }
    assert weights["values"] == [[0.05, 0.2, 0.75], [1.0, None, 0.0]]
    assert Report.model_validate_json(drawn.to_json()) == drawn


def test_text_and_markdown_draw_it(report: Report) -> None:
    drawn = with_figures(report, WEIGHTS)
    block = "\n".join("    " + line for line in lines(WEIGHTS, 80))
    assert block in FORMATS["text"](drawn)
    # Told although the part is right, and as code: four spaces, after an empty line.
    assert f"**right**: correct\n\n{block}\n\n**half**" in FORMATS["markdown"](drawn)


@pytest.mark.parametrize("name", ["junit", "github"])
def test_other_formats_are_as_they_were(name: str, report: Report) -> None:
    assert FORMATS[name](with_figures(report, RUNS, WEIGHTS)) == FORMATS[name](report)


def test_a_label_of_hidden_characters_is_not_too_long_once_it_is_shown(report: Report) -> None:
    figure = Curves(x=label("\U000e0001" * 100), series=(curve("a", [(1, 1)]),))
    assert with_figures(report, figure).to_json().count("\\\\ue0001") == 59


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_labels_are_shown_as_text(name: str, report: Report) -> None:
    curves = Curves(
        title=label(HOSTILE),
        x=HOSTILE,
        series=(curve(HOSTILE, [(1, 1), (2, 2)]),),
        marks=(Mark(x=1, label=HOSTILE),),
    )
    names = Labels([HOSTILE, HOSTILE], HOSTILE)
    matrix = heat_map(HOSTILE, names, names, [[0, 1], [1, 0]])
    text = FORMATS[name](with_figures(report, curves, matrix))
    assert not {"\x1b", "\x00", "\u202e"} & set(text)
    if name == "markdown":
        inside = [line for line in text.split("\n") if "script" in line and "\\<" not in line]
        assert inside
        assert all(line.startswith("    ") for line in inside)
