"""Makes the contact sheets of the pages beside the play: ``python docs/screens/pages.py [PAGE…]``.

A sheet for each page in ``pages/`` beside this file: Ukrainian, Russian and English down, a 7-inch screen, a 10-inch
screen and an upright one across; large text in the Russian row, the light and the contrast colours in the last two.
"""

import sys
import tempfile
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from kozyr.engine.cards import cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import Session
from kozyr.ui.locale.text import set_language
from kozyr.ui.logbook import Standing
from kozyr.ui.new_match import Plan, choosable, header_of
from kozyr.ui.preferences import Remembered
from kozyr.ui.tablet.display import offscreen
from kozyr.ui.tablet.model import TableModel

HERE = Path(__file__).parent / "pages"
SIZES = ((1024, 600), (1280, 800), (600, 1024))
LOOKS = (("uk", "dark", "normal"), ("ru", "light", "large"), ("en", "contrast", "normal"))
HIGH_PX = 420
WORDS = {"uk": "Гравець", "ru": "Игрок", "en": "Player"}


def names(lang: str) -> dict[Seat, str]:
    """Players of the language."""
    return {seat: f"{WORDS[lang]} {at}" for at, seat in enumerate(Seat, start=1)}


def start_page(make: Callable[[], Any], lang: str) -> Any:
    """A page of the start screen."""
    from kozyr.ui.tablet.screens.start import Camera, StartDesk, StartScreen, first_state

    remembered = Remembered(Path(tempfile.mkdtemp()) / "settings.json")
    remembered.met(*(f"{WORDS[lang]} {at}" for at in range(1, 10)))
    who = tuple(names(lang).values())
    matches = (
        Standing(Path("a"), "debertz", datetime(2026, 11, 29, 19, 30), who, 4, (("SN", 266), ("WE", 340))),
        Standing(
            Path("b"), "preferans", datetime(2026, 11, 28, 18, 5), who[:3], 11, (("S", 12), ("N", -30), ("E", 18))
        ),
    )
    camera = Camera(lambda: ("0", "2"), lambda camera, tell: lambda: None, lambda camera, found: None)
    desk = StartDesk(
        lambda _: None, lambda _: None, lambda: matches, remembered, Plan("debertz"),
        {Seat.S: who[0], Seat.W: who[1]}, lambda path: path, lambda: None, camera,
    )  # fmt: skip
    state = first_state(desk)
    page = make()
    state.pages += [page] if page else []
    return StartScreen(desk, lambda _: None, state)


def table(lang: str) -> TableModel:
    """A deal of Bazar Belot in which a suit was not followed, after one that was counted."""
    header = header_of(Plan(), names(lang))
    at = iter(range(0, 10**9, 900))
    model = TableModel(Session(game_named(header.game), header), now_ms=lambda: next(at))
    for dealer, level, tally in ((Seat.E, "14S", (("SN", 144), ("WE", 18))), (Seat.S, "13H", None)):
        model.deal(dealer)
        model.call(model.view.expectation.seat or dealer, level)
        for _ in range(4):
            model.call(model.view.expectation.seat or dealer, "pass")
        if tally:
            model.tally(tally)
    for card in cards("9S 8S 10C 7S KD QD AD 7D JS"):
        model.play(model.view.expectation.seat or Seat.S, card)
    return model


def table_page(tab: str, lang: str, page: Callable[[Any], Any] | None = None, judging: bool = False) -> Any:
    """A page of the table screen."""
    from kozyr.ui.tablet.screens.table import TableScreen

    model = table(lang)
    if judging:
        model.open_judging()
    screen = TableScreen(model)
    screen.choose(tab)
    if page is not None:
        page(screen)
    return screen


def shared(screen: Any) -> None:
    """The QR code of an address."""
    from kozyr.ui.sharing import Sharing
    from kozyr.ui.tablet.screens.papers import SharePage

    screen.open_page(SharePage, sharing=Sharing({}))


def ruled(screen: Any) -> None:
    """The first finding before the judge."""
    from kozyr.ui.tablet.screens.case import found

    screen.open_ruling(found(screen.model, screen.model.view.findings[-1]))


def pages() -> dict[str, Callable[[str], Any]]:
    """Every page by its name."""
    from kozyr.ui.tablet.screens import camera, logs, look, options, players, setup
    from kozyr.ui.tablet.screens.judge import LawsPage
    from kozyr.ui.tablet.screens.menu import MenuPage, PinPage
    from kozyr.ui.tablet.screens.papers import PaperPage

    rule = choosable(Plan("debertz"))[0].rule
    starts: dict[str, Any] = {
        "start": None, "new-match": setup.SetupSheet, "options": options.OptionsSheet,
        "option": partial(options.RuleSheet, rule=rule), "players": partial(players.PlayersSheet, seat=Seat.S),
        "name": partial(players.NameSheet, seat=Seat.N), "display": look.LookSheet, "matches": logs.LogsSheet,
        "camera": camera.CameraSheet,
    }  # fmt: skip
    made: dict[str, Callable[[str], Any]] = {
        name: partial(start_page, lambda page=page: page) for name, page in starts.items()
    }
    return made | {
        "menu": lambda lang: table_page("score", lang, lambda screen: screen.open_page(MenuPage)),
        "score": lambda lang: table_page("score", lang),
        "paper": lambda lang: table_page("score", lang, lambda screen: screen.open_page(PaperPage)),
        "share": lambda lang: table_page("score", lang, shared),
        "pin": lambda lang: table_page("score", lang, lambda screen: screen.open_page(PinPage)),
        "judge": lambda lang: table_page("judge", lang, judging=True),
        "laws": lambda lang: table_page("judge", lang, lambda one: one.open_page(LawsPage, seat=Seat.S), judging=True),
        "ruling": lambda lang: table_page("judge", lang, ruled, judging=True),
    }


def main() -> None:
    """Writes the sheets asked for, or all."""
    offscreen()
    from kivy.base import EventLoop

    from kozyr.ui.tablet.app import export
    from kozyr.ui.tablet.theme import register_fonts, theme

    EventLoop.ensure_window()
    register_fonts()
    HERE.mkdir(exist_ok=True)
    file = Path(tempfile.mkdtemp()) / "one.png"
    every = pages()
    for name in sys.argv[1:] or every:
        rows = []
        for lang, colours, text in LOOKS:
            set_language(lang)
            theme.wear(colours)
            theme.speak(text)
            row = []
            for size in SIZES:
                theme.fit(*size)
                screen = every[name](lang)
                export(screen, file, size)
                screen.close()
                with Image.open(file) as picture:
                    row.append(picture.convert("RGB").resize((round(size[0] * HIGH_PX / size[1]), HIGH_PX)))
            rows.append(row)
        put_together(rows).save(HERE / f"{name}.jpg", quality=84, optimize=True)


def put_together(rows: list[list[Image.Image]]) -> Image.Image:
    """One picture of them all."""
    gap = 6
    wide = sum(one.width + gap for one in rows[0]) - gap
    sheet = Image.new("RGB", (wide, (HIGH_PX + gap) * len(rows) - gap), (128, 128, 128))
    for down, row in enumerate(rows):
        across = 0
        for one in row:
            sheet.paste(one, (across, down * (HIGH_PX + gap)))
            across += one.width + gap
    return sheet


if __name__ == "__main__":
    main()
