"""What is readable, what is hidden, and where the two cannot be kept apart."""

import os
import sys
from pathlib import Path

import pytest

from grader.jail.paths import HiddenPathError, follow, plan_view
from grader.jail.profile import interpreter_paths, make_profile


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = Path(os.path.realpath(tmp_path))
    for name in ("site/numpy/core", "site/grader/shipped/problems", "site/grader/jail", "course"):
        (root / name).mkdir(parents=True)
    (root / "site/single.py").touch()
    (root / "course/answers.py").touch()
    return root


def _plan(tree: Path, readable: list[str], hidden: list[str]) -> dict[str, list[str]]:
    view = plan_view([str(tree / name) for name in readable], [str(tree / name) for name in hidden])
    return {
        name: [os.path.relpath(path, tree) for path in getattr(view, name)]
        for name in ("folders", "masks", "allowed")
    }


def test_nothing_hidden_allows_the_folder_as_it_is(tree: Path) -> None:
    assert _plan(tree, ["site"], []) == {"folders": ["site"], "masks": [], "allowed": ["site"]}


def test_hidden_folder_inside_is_left_out_and_its_neighbours_are_allowed(tree: Path) -> None:
    assert _plan(tree, ["site"], ["site/grader/shipped"]) == {
        "folders": ["site"],
        "masks": ["site/grader/shipped"],
        "allowed": ["site/grader/jail", "site/numpy", "site/single.py"],
    }


def test_hidden_file_inside_is_left_out(tree: Path) -> None:
    planned = _plan(tree, ["site"], ["site/single.py"])
    assert planned["allowed"] == ["site/grader", "site/numpy"]
    assert planned["masks"] == ["site/single.py"]


def test_hidden_folder_elsewhere_changes_nothing(tree: Path) -> None:
    assert _plan(tree, ["site"], ["course"])["allowed"] == ["site"]


def test_folder_inside_a_readable_one_is_said_once(tree: Path) -> None:
    assert _plan(tree, ["site", "site/numpy"], [])["folders"] == ["site"]


def test_readable_folder_inside_a_hidden_one_stays_readable(tree: Path) -> None:
    assert _plan(tree, ["site/grader/jail"], ["site/grader"]) == {
        "folders": ["site/grader/jail"],
        "masks": [],
        "allowed": ["site/grader/jail"],
    }


def test_readable_inside_hidden_inside_readable(tree: Path) -> None:
    planned = _plan(tree, ["site", "site/grader/jail"], ["site/grader"])
    assert planned["folders"] == ["site", "site/grader/jail"]
    assert planned["masks"] == ["site/grader"]
    assert planned["allowed"] == ["site/numpy", "site/single.py", "site/grader/jail"]


def test_hidden_path_that_appears_later_is_not_allowed(tree: Path) -> None:
    assert "site" not in _plan(tree, ["site"], ["site/not-there-yet"])["allowed"]


def test_link_to_what_is_hidden_opens_nothing(tree: Path) -> None:
    (tree / "site/course").symlink_to(tree / "course")
    (tree / "site/secret").mkdir()
    planned = _plan(tree, ["site"], ["course", "site/secret"])
    assert planned["allowed"] == ["site/grader", "site/numpy", "site/single.py"]


def test_path_that_is_both_is_refused(tree: Path) -> None:
    with pytest.raises(HiddenPathError) as caught:
        _plan(tree, ["site"], ["site"])
    assert str(caught.value) == (
        f"{tree}/site must be readable for Python to run, and must be hidden from students: "
        "move what is secret in it to a folder of its own"
    )


def test_path_that_is_both_by_a_link_is_refused(tree: Path) -> None:
    (tree / "alias").symlink_to(tree / "site")
    with pytest.raises(HiddenPathError):
        _plan(tree, ["alias"], ["site"])


def test_what_cannot_be_split_is_refused(tree: Path) -> None:
    with pytest.raises(HiddenPathError) as caught:
        _plan(tree, ["site/single.py"], ["site/single.py/inside"])
    assert str(caught.value) == (
        f"{tree}/site/single.py/inside must be hidden, but {tree}/site/single.py around it must be "
        "readable and cannot be split: Not a directory"
    )


def test_missing_readable_path_is_left_out(tree: Path) -> None:
    assert _plan(tree, ["site", "nowhere"], [])["folders"] == ["site"]


def test_links_on_the_way_are_remembered(tree: Path) -> None:
    (tree / "venv").symlink_to("site")
    (tree / "site/lib64").symlink_to("numpy")
    links: dict[str, str] = {}
    assert follow(str(tree / "venv/lib64/core"), links) == str(tree / "site/numpy/core")
    assert links == {str(tree / "venv"): "site", str(tree / "site/lib64"): "numpy"}


def test_link_that_turns_in_a_circle_is_nothing(tree: Path) -> None:
    (tree / "a").symlink_to("b")
    (tree / "b").symlink_to("a")
    assert follow(str(tree / "a"), {}) is None


def test_interpreter_paths_hold_the_library_and_not_the_checkout() -> None:
    paths = interpreter_paths()
    view = make_profile(paths).view

    def readable(path: str) -> bool:
        real = os.path.realpath(path)
        return any(real == folder or real.startswith(folder + "/") for folder in view.allowed)

    assert readable(os.__file__)
    assert readable(str(Path(os.__file__).parent / "lib-dynload"))
    assert all(readable(str(sys.modules[name].__file__)) for name in ("pytest", "ctypes"))
    assert not readable(__file__)
    assert not readable("/etc/passwd")
    assert not readable(str(Path.home()))
