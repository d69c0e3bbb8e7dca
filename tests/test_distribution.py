"""What is built and installed: its name is free on the index, the command and import are grader."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import grader

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = "grader-dl"
needs_backend = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None, reason="hatchling, of [dev], is not installed"
)


def test_one_version() -> None:
    assert PROJECT["version"] == grader.__version__
    assert f"\n## {grader.__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_name_is_not_the_strangers() -> None:
    assert PROJECT["name"] == NAME
    assert PROJECT["scripts"] == {"grader": "grader.cli:main"}


@pytest.mark.parametrize(
    "page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda page: page.name
)
def test_no_page_installs_the_strangers_package(page: Path) -> None:
    text = page.read_text("utf-8").replace("never `pip install grader`", "")
    assert "pip install grader" not in text
    assert '["grader"' not in text


@needs_backend
def test_the_wheel(tmp_path: Path) -> None:
    """Built with what is installed: nothing is downloaded."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, *options, str(ROOT)], check=True, capture_output=True, timeout=120)
    (file,) = tmp_path.iterdir()
    assert file.name == f"grader_dl-{grader.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(file) as wheel:
        info = f"grader_dl-{grader.__version__}.dist-info"
        assert f"\nName: {NAME}\n" in wheel.read(f"{info}/METADATA").decode()
        scripts = wheel.read(f"{info}/entry_points.txt").decode()
        assert scripts == (
            "[console_scripts]\ngrader = grader.cli:main\n\n"
            "[pytest11]\ngrader = grader.pytest_plugin\n"
        )
        names = wheel.namelist()
    assert {name.partition("/")[0] for name in names} == {"grader", info}
    assert "grader/shipped/grader.toml" in names
    assert "grader/py.typed" in names
    assert not [name for name in names if "__pycache__" in name]
