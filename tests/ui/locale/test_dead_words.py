"""No text is kept that nothing says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from kozyr.ui.locale.catalog import LANGUAGES, catalog

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "ui" / "overlay" / "pages"
BY_NAME = ("act", "game")
"""What ``ui/locale/errors.py`` says by the name of a place in a sentence."""
ENDS = re.compile(r"\.(one|few|many|bazar-belot|debertz|preferans|[BDP])$")
"""What is put after a key where there is such a text: how many there are, or whose word it is."""


def in_python(tree: ast.AST) -> Iterator[str]:
    """Patterns of the keys that a module may say: its strings, and those that it puts together after a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(one.value) if isinstance(one, ast.Constant) else ".+" for one in node.values]
            if "." in parts[0] and parts[0] != ".+":
                yield "".join(parts)


def in_pages(text: str) -> Iterator[str]:
    """The same of a page of the overlay."""
    yield from (re.escape(one) for one in re.findall(r"[\"'`]([a-z][\w.-]+)[\"'`]", text))
    yield from (re.escape(one) + ".+" for one in re.findall(r"`([a-z][\w.-]*\.)\$\{", text))
    yield from (re.escape(one) + r"\..+" for one in re.findall(r"word\(\"([a-z.]+)\"", text))


def test_every_text_is_said_somewhere() -> None:
    patterns = {rf"{name}\..+" for name in BY_NAME}
    for folder in ("ui", "engine"):
        for file in (ROOT / folder).rglob("*.py"):
            patterns |= {one for one in in_python(ast.parse(file.read_text("utf-8"))) if "\n" not in one}
    for file in (*PAGES.glob("*.js"), *PAGES.glob("*.html")):
        patterns |= set(in_pages(file.read_text("utf-8")))
    said = re.compile("|".join(f"(?:{one})" for one in patterns))
    keys = catalog(LANGUAGES[0])
    dead = [key for key in keys if not said.fullmatch(key) and not said.fullmatch(ENDS.sub("", key))]
    assert not dead, dead
