"""What the guides tell people to type and to touch is there."""

import re
import shlex
from pathlib import Path

import pytest

from kozyr.ui.cli import OneLineParser, _command_first, load
from kozyr.ui.locale.catalog import catalog

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINES = sorted(
    {
        (guide.name, line.split("#")[0].strip())
        for guide in GUIDES
        for block in re.findall(r"^```\n(.*?)^```", guide.read_text(), re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
        if line.startswith(("kozyr ", ".venv/bin/kozyr "))
    }
)


@pytest.mark.parametrize(("guide", "line"), LINES)
def test_a_command_of_a_guide_is_understood(guide: str, line: str) -> None:
    name, *rest = _command_first(shlex.split(line)[1:])
    command = load(name)
    parser = OneLineParser(prog=f"kozyr {name}")
    command.add_arguments(parser)
    parser.parse_args(rest)


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_a_key_named_in_a_guide_stands_on_the_screen(lang: str) -> None:
    named = re.findall(r"«([^»]+)»", (ROOT / "docs" / f"{lang}.md").read_text())
    assert len(named) > 5
    missing = set(named) - {text.replace("\n", " ") for text in catalog(lang).values()}
    assert not missing


def test_both_guides_say_the_same_things() -> None:
    """The same headings, pictures, commands and links, language by language."""
    shapes = []
    for lang in ("uk", "ru"):
        text = (ROOT / "docs" / f"{lang}.md").read_text()
        lines = [re.sub(r"(?<![\w])(uk|ru)(?![\w])", "", line.split("#")[0]) for line in text.splitlines()]
        shapes.append([line.strip() for line in lines if line.startswith(("kozyr", ".venv", "!["))])
        shapes[-1] = [re.sub(r"!\[.*?\]", "", line) for line in shapes[-1]]
    assert shapes[0] == shapes[1]
