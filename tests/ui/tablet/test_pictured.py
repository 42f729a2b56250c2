"""Every page that the app can show is pictured in docs/screens, so that every look is measured and looked at."""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

import pytest

ELSEWHERE = {"LearnSheet", "CheckSheet"}
"""Pages that docs/screens/decks.py pictures: they need a deck that is learnt."""


def kinds(of: type) -> set[type]:
    """All classes below one."""
    return {kind for below in of.__subclasses__() for kind in (below, *kinds(below))}


@pytest.mark.timeout(900)
def test_every_page_is_pictured(pictured: dict[str, Callable[[str], Any]]) -> None:
    import kozyr.ui.tablet.screens as screens
    from kozyr.ui.tablet.screens.page import Page
    from kozyr.ui.tablet.screens.sheet import Sheet

    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    shown: set[type] = set()
    for make in pictured.values():
        screen = make("en")
        screen.size = (1024, 600)
        shown |= {type(one) for one in screen.walk()}
        screen.close()
    every = {kind for kind in kinds(Page) | kinds(Sheet) if not kind.__subclasses__()}
    missing = {kind.__name__ for kind in every - shown if kind.__module__.startswith("kozyr.")}
    assert missing <= ELSEWHERE, missing - ELSEWHERE
