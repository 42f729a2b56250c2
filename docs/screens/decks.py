"""Makes the contact sheet of the deck pages, ``pages/decks.webp``: ``python docs/screens/decks.py``.

Two rows each: Ukrainian on a 7-inch screen, Russian upright, English in contrast colours on a 10-inch screen. The
camera shows drawn pictures of a deck, which is learnt and checked from them; card faces must be installed.
"""

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from kozyr.datasets.layouts import Place
from kozyr.datasets.scenes import Printing, spread
from kozyr.engine.cards import DECK_32, Card, Suit, cards
from kozyr.ui.camera_check import Look
from kozyr.ui.decks import save_deck
from kozyr.ui.eyes import open_eyes
from kozyr.ui.locale.text import set_language
from kozyr.ui.preferences import Remembered
from kozyr.ui.tablet.display import offscreen
from kozyr.vision.deck_check import check_deck
from kozyr.vision.deck_teach import learn_deck, row_seen

FILE = Path(__file__).parent / "pages" / "decks.webp"
ROWS = (("uk", "dark", "normal", (1024, 600)), ("ru", "light", "large", (600, 1024)),
        ("en", "contrast", "normal", (1280, 800)))  # fmt: skip
HIGH_PX = 300
UPRIGHT_PX = 480
GAP_PX = 6
NAMES = {"uk": "Клубна", "ru": "Клубная", "en": "Club"}
OWN = Printing("orell")


def drawn(seed: int, shown: tuple[Card, ...], places: list[Place]) -> Any:
    """A picture of the table, as wide as a camera's."""
    picture, _ = spread(seed, OWN, shown, places, 1500)
    high = round(len(picture) * 9 / 32)
    return np.ascontiguousarray(picture[len(picture) // 2 - high : len(picture) // 2 + high])


def in_a_row(seed: int, shown: tuple[Card, ...]) -> Any:
    """Cards laid side by side."""
    return drawn(seed, shown, [Place(0.45 * (at - (len(shown) - 1) / 2), 0, 0) for at in range(len(shown))])


def pages(name: str) -> dict[str, tuple[Callable[[Any], Any], Any]]:
    """Each page with what the camera shows beside it."""
    from kozyr.ui.tablet.screens.decks import DecksSheet, ForgetSheet, NewDeckSheet
    from kozyr.ui.tablet.screens.decks_check import CheckSheet
    from kozyr.ui.tablet.screens.decks_learn import LearnSheet
    from kozyr.ui.tablet.screens.decks_work import Inspection, Lesson, Taken, crop_at

    eyes = open_eyes(video=False)
    suits = {suit: in_a_row(2900 + at, tuple(one for one in DECK_32 if one.suit is suit))
             for at, suit in enumerate(Suit)}  # fmt: skip
    broken = in_a_row(2913, cards("9S QS 7S AS 8S KS 10S JS"))
    grid = [Place((at % 11 - 5) * 0.8, (at // 11 - 1) * 1.1, 0.0) for at in range(31)]
    spread_out = drawn(2910, DECK_32[:31], grid)
    taught = learn_deck(name, [(suit.value, picture) for suit, picture in suits.items()], DECK_32, eyes)
    save_deck(taught.deck)
    found = check_deck(taught.deck, [("1", spread_out)], *open_eyes(video=False, deck=name))
    crops = [(one, crop_at(spread_out, one.at_px)) for one in found.unread]

    def lesson(picture: Any = None, **more: Any) -> Callable[[Any], Any]:
        taken = {} if picture is None else {Suit.SPADES: Taken(picture, *row_seen(picture, DECK_32, eyes))}
        return partial(LearnSheet, lesson=Lesson(name, DECK_32, taken=taken, **more))

    spades = suits[Suit.SPADES]
    return {
        "list": (DecksSheet, None), "new": (NewDeckSheet, None), "lay": (lesson(), spades),
        "fits": (lesson(spades), spades), "order": (lesson(broken), broken), "gone": (lesson(), None),
        "learnt": (lesson(taught=taught), None),
        "spread": (partial(CheckSheet, inspection=Inspection(taught.deck)), spread_out),
        "checked": (partial(CheckSheet, inspection=Inspection(taught.deck, found, crops, 1, False)), spread_out),
        "forget": (partial(ForgetSheet, name=name), None),
    }  # fmt: skip


def screen(page: Callable[[Any], Any], seen: Any, name: str, told: list[Callable[[Any], object]]) -> Any:
    """The start screen with a page open; ``told`` gets what the camera tells pictures to."""
    from kozyr.ui.tablet.screens.start import Camera, StartDesk, StartScreen, first_state

    remembered = Remembered(Path(tempfile.mkdtemp()) / "settings.json")
    remembered.now = replace(remembered.now, camera="0", deck=name)

    def look(_: str, tell: Callable[[Any], object]) -> Callable[[], object]:
        told.append(tell)
        return lambda: None

    camera = Camera(lambda: ("0",), look, lambda one, found: None)
    desk = StartDesk(lambda _: None, lambda _: None, remembered=remembered, camera=camera)
    state = first_state(desk)
    state.pages.append(page)
    state.chosen["deck-name"] = name
    return StartScreen(desk, lambda _: None, state)


def row_of(lang: str, size: tuple[int, int]) -> list[Image.Image]:
    """The pictures of all pages in the look that is on."""
    from kozyr.ui.tablet.app import export

    folder = Path(tempfile.mkdtemp())
    os.environ["KOZYR_HOME"] = str(folder)
    high, found = UPRIGHT_PX if size[1] > size[0] else HIGH_PX, []
    for title, (page, seen) in pages(NAMES[lang]).items():
        told: list[Callable[[Any], object]] = []
        shown = screen(page, seen, NAMES[lang], told)
        shown.size_hint, shown.size = (None, None), size
        for tell in told[-1:]:
            tell(Look(seen, seen, ("gone",) if seen is None else ("good",)))
        export(shown, folder / f"{title}.png", size)
        picture = Image.open(folder / f"{title}.png").convert("RGB")
        found.append(picture.resize((round(picture.width * high / picture.height), high), Image.Resampling.LANCZOS))
    return found


def pasted(lines: list[list[Image.Image]]) -> Image.Image:
    """Lines of pictures on one sheet."""
    wide = max(sum(one.width + GAP_PX for one in line) for line in lines)
    sheet = Image.new("RGB", (wide, sum(line[0].height + GAP_PX for line in lines)), "#808080")
    y = 0
    for line in lines:
        x = 0
        for one in line:
            sheet.paste(one, (x, y))
            x += one.width + GAP_PX
        y += line[0].height + GAP_PX
    return sheet


def main() -> None:
    """Writes the sheet."""
    offscreen()
    from kivy.base import EventLoop

    from kozyr.ui.tablet.theme import register_fonts, theme

    EventLoop.ensure_window()
    register_fonts()
    lines = []
    for lang, colours, text, size in ROWS:
        set_language(lang)
        theme.wear(colours)
        theme.speak(text)
        theme.fit(*size)
        row = row_of(lang, size)
        lines += [row[: len(row) // 2], row[len(row) // 2 :]]
    FILE.parent.mkdir(exist_ok=True)
    pasted(lines).save(FILE, quality=60, method=6)


if __name__ == "__main__":
    main()
