"""The repository keeps its own rules: packages listed, functions that fit a screen, no stubs, no foreign words."""

import ast
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "vision", "ui", "models", "datasets")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def _listed() -> set[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return set(settings["tool"]["setuptools"]["packages"])


def test_every_subpackage_is_listed_for_packaging() -> None:
    found = {"kozyr." + ".".join(path.parent.relative_to(ROOT).parts) for path in SOURCES if path.name == "__init__.py"}
    assert found <= _listed()


def test_every_folder_with_sources_is_a_package() -> None:
    assert [path for path in SOURCES if not (path.parent / "__init__.py").exists()] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_fit_a_screen_and_modules_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), "a module says what it is"
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [f"{node.name}:{node.lineno}" for node in functions if (node.end_lineno or 0) - node.lineno > 70]
    assert long == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_left_as_a_stub(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not any(word in text for word in ("NotImplementedError", "TODO", "FIXME", "XXX"))


def test_the_repository_stays_under_60_megabytes() -> None:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    files = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    assert sum(path.stat().st_size for path in files if path.is_file()) < 60_000_000
