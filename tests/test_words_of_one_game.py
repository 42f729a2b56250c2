"""Nothing of one game stands outside its folder: the sources are searched for the words that only one game has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORDS = frozenset({
    "belot", "debertz", "deberts", "deberc", "preferans", "repino", "sochi", "fdu", "pulka", "obliged",
    "bela", "rebela", "contra", "recontra", "capo", "terz", "berz", "quint", "fifty", "totus", "bayt", "bayd",
    "talon", "whist", "whists", "misere", "raspasy", "stalingrad",
})  # fmt: skip
"""Words that mean something in one game only, or in two of the three."""

PUBLISHED = frozenset({"bayt", "bayd", "totus", "capo", "raspasy", "whists", "obliged"})
"""Of these, the names of fields and remedies in the log and in the published JSON: whoever reads a view uses them."""
ALLOWED: dict[str, tuple[str, frozenset[str]]] = {
    "ui/tablet/screens/pads.py": ("which pad a game has is said in one place", frozenset({"belot"})),
    "ui/tablet/screens/auction.py": ("a pad for bids that are levels, as pads.py names it",
                                     frozenset({"contra", "recontra"})),
    "ui/tablet/screens/calls.py": ("stages of the view by their names", frozenset({"talon", "whist"})),
    "ui/tablet/screens/otherwords.py": (
        "every word of a game in the log's notation, legal or not: the engine lists only the legal ones",
        frozenset({"debertz", "preferans", "misere", "talon", "whist"}),
    ),
    "ui/tablet/screens/topbar.py": ("calls in the log's notation", frozenset({"contra", "recontra", "misere"})),
    "ui/tablet/screens/felt.py": ("a stage of the view by its name", frozenset({"talon"})),
    "ui/bench_clip.py": ("the clip that is measured is a deal of one game", frozenset({"belot", "repino"})),
}  # fmt: skip
"""File -> (why, the words it may hold besides)."""
FOLDERS = {
    "engine/games": "the games themselves",
    "ui/locale": "words for people",
    "ui/paper": "protocols are drawn as the people of each game draw them",
    "ui/overlay": "a view for spectators shows what each game's view has",
}
"""Folder -> why it is not searched."""
FILES = {"ui/commands/protocol.py": "names the protocols of ui/paper"}
"""File -> why it is not searched."""

SOURCES = [
    path
    for folder in ("engine", "vision", "ui")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not any(str(path.relative_to(ROOT)).startswith(f"{one}/") for one in FOLDERS)
    and str(path.relative_to(ROOT)) not in FILES
]


def said(tree: ast.AST) -> Iterator[str]:
    """Names and texts of the code; what is written for readers of the code is no code."""
    told = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in told:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str() as name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                yield name


def words_of(path: Path) -> set[str]:
    """The words of one game in a source."""
    texts = said(ast.parse(path.read_text("utf-8")))
    return {word for text in texts for word in re.split(r"[^a-z]+", text.lower()) if word in WORDS}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_one_game_outside_its_folder(path: Path) -> None:
    why, allowed = ALLOWED.get(str(path.relative_to(ROOT)), ("", frozenset()))
    assert words_of(path) - PUBLISHED <= allowed, f"allowed here: {sorted(allowed)} {why}"


def test_what_is_not_searched_is_there() -> None:
    assert [name for name in (*FILES, *FOLDERS) if not (ROOT / name).exists()] == []


def test_the_search_finds_such_words() -> None:
    assert words_of(ROOT / "engine/games/bazar_belot/auction.py") >= {"contra", "recontra", "capo"}
    assert words_of(ROOT / "engine/games/preferans/stages.py") >= {"talon", "misere", "raspasy"}
