"""The site: it builds without a warning and without a network, and opens in a browser."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import DARK, LIGHT, PHONE, Scheme, barriers_on
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
CONFIG = "mkdocs.yml"
WIDE = 1280  # pixels: the navigation stands beside the page
PAGES = sorted(file.relative_to(ROOT / "docs").as_posix() for file in ROOT.glob("docs/**/*.md"))


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """As CI does it, where there is no network if a user may make such a place."""
    alone = ["unshare", "--map-root-user", "--net"]
    permitted = shutil.which("unshare") and not subprocess.run([*alone, "true"]).returncode
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    return subprocess.run(
        [*(alone if permitted else ()), *command], cwd=folder, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("zensical") is None:
        if os.environ.get("CI"):
            pytest.fail("there is no zensical, and CI skips nothing")
        pytest.skip("needs zensical: pip install 'grader-dl[docs]'")
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / CONFIG, folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    done = build(folder)
    assert (done.returncode, "No issues found" in done.stderr) == (0, True), done
    return folder / "site"


def test_every_page_is_in_the_navigation_once() -> None:
    navigation = YAML(typ="safe", pure=True).load((ROOT / CONFIG).read_text("utf-8"))["nav"]
    assert sorted(_pages_in(navigation)) == PAGES


def _pages_in(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for one in entry.values() if isinstance(entry, dict) else entry:
            yield from _pages_in(one)


def test_every_page_is_built_and_no_program_is(site: Path) -> None:
    built = {file.relative_to(site).as_posix() for file in site.rglob("*.html")}
    pages = {page.removesuffix(".md") + ".html" for page in PAGES}
    # A folder's README is its first page.
    assert built == {page.replace("README", "index") for page in pages} | {"404.html"}
    assert [file for file in site.rglob("*") if file.suffix in (".py", ".yaml", ".toml")] == []


def test_nothing_on_a_page_comes_from_elsewhere(site: Path) -> None:
    loads = r'<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?//[^">\s]*'
    for page in site.rglob("*.html"):
        assert re.findall(loads, page.read_text("utf-8")) == [], page.name
    for style in site.rglob("*.css"):
        assert re.findall(r"url\([\"']?https?:[^)]*", style.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("link", "told"),
    [("nowhere.md", "page does not exist"), ("index.md#nowhere", "anchor does not exist")],
)
def test_a_dead_link_fails_the_build(link: str, told: str, site: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Page\n\n[a]({link})\n", encoding="utf-8")
    (tmp_path / CONFIG).write_text("site_name: small\n", encoding="utf-8")
    done = build(tmp_path)
    assert (done.returncode, told in done.stderr) == (1, True), done.stderr


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None: ...

    handler = functools.partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("page", "width", "scheme"),
    [
        ("start/instructors.html", PHONE, LIGHT),
        ("reference/commands.html", PHONE, DARK),
        ("comparison.html", WIDE, LIGHT),
    ],
)
def test_a_page_opens_without_complaint(
    page: str, width: int, scheme: Scheme, address: str, browser: Browser
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(address + page, wait_until="networkidle")
    assert complaints == []
    assert [url for url in requests if not url.startswith((address, "data:"))] == []
    assert not opened.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert barriers_on(opened) == []
    context.close()


def test_search_works_from_a_folder_without_a_network(site: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True)
    opened = context.new_page()
    opened.goto((site / "index.html").as_uri())
    opened.get_by_role("button", name="Search").first.click()
    opened.keyboard.type("Landlock")
    found = opened.get_by_role("option").filter(has_text="Security")
    found.first.wait_for()
    assert "Landlock" in found.first.inner_text()
    context.close()
