"""The papers of each game: what is written while it is played, as lines for the terminal and as pages to print."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kozyr.ui.locale.text import tr
from kozyr.ui.paper import belot_table, debertz_page, debertz_text
from kozyr.ui.paper.pdf import pdf
from kozyr.ui.paper.pulka import pulkas
from kozyr.ui.paper.pulka_page import page
from kozyr.ui.paper.pulka_text import text_lines
from kozyr.ui.paper.subject import Subject


@dataclass(frozen=True, slots=True)
class Paper:
    """How the paper of one game is made. Both functions speak the language in force."""

    lines: Callable[[Subject], list[str]]
    """The paper for the terminal, a line each."""
    pages: Callable[[Subject], tuple[str, ...]]
    """The paper as SVG, an A4 page each."""
    forms: tuple[str, ...] = ()
    """The ways it can be kept, where there are several: ``digit``, ``schematic``."""


def _pulka_lines(subject: Subject) -> list[str]:
    """Every pulka of a log, the one that goes on last."""
    return [line for pulka in pulkas(subject) for line in (*text_lines(pulka), "")][:-1]


def _pulka_pages(subject: Subject) -> tuple[str, ...]:
    return tuple(page(pulka) for pulka in pulkas(subject))


PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "debertz": Paper(debertz_text.lines, debertz_page.pages, ("digit", "schematic")),
        "bazar-belot": Paper(belot_table.lines, belot_table.pages),
        "preferans": Paper(_pulka_lines, _pulka_pages),
    }
)
"""Papers by the name of the game."""


def document(subject: Subject) -> bytes:
    """The paper of a log as a PDF, in the language in force."""
    game = subject.header.game
    title = f"{tr(f'paper.game.{game}')}, {subject.started}"
    return pdf(title, PAPERS[game].pages(subject))
