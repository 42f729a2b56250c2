"""Makes the contact sheets of all screens: ``python docs/screens/pages.py [PAGE…]``.

A sheet for each screen in ``pages/`` beside this file: Ukrainian, Russian and English down, a 7-inch screen, a 10-inch
screen and an upright one across; large text in the Russian row, the light and the contrast colours in the last two.
``every`` names all screens, for the test that measures their words as well.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from corrections import correcting_tables
from first_evening import evening_starts, evening_tables
from further import belot_declare, card_seen, further_starts, further_tables, table_seen
from PIL import Image
from play import SCENES, belot_score

from kozyr.engine.acts import Decision, Played
from kozyr.engine.cards import Card, cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CameraChanged
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.table.session import Session
from kozyr.ui.locale.text import set_language
from kozyr.ui.logbook import Standing
from kozyr.ui.new_match import Plan, choosable, header_of
from kozyr.ui.preferences import Remembered
from kozyr.ui.tablet.display import offscreen
from kozyr.ui.tablet.model import TableModel

HERE = Path(__file__).parent / "pages"
SIZES = ((1024, 600), (1280, 800), (800, 1280))
LOOKS = (("uk", "dark", "normal"), ("ru", "light", "large"), ("en", "contrast", "normal"))
DIM = 0.45
"""The light of the room before the camera."""
HIGH_PX = 400
UPRIGHT_PX = 560
WORDS = {"uk": "Гравець", "ru": "Игрок", "en": "Player"}


def names(lang: str) -> dict[Seat, str]:
    """Players of the language."""
    return {seat: f"{WORDS[lang]} {at}" for at, seat in enumerate(Seat, start=1)}


def looked(camera: str, tell: Callable[[Any], object]) -> Callable[[], object]:
    """A camera that shows a table in a dim room."""
    from kivy.clock import Clock

    from kozyr.ui.calibrating import seat_places_px, zones_picture
    from kozyr.ui.camera_check import Look
    from kozyr.vision.calibrate import automatic

    picture = (table_seen() * DIM).astype(np.uint8)
    height, width = picture.shape[:2]
    fitted = automatic(width, height)
    seats = tuple((seat, (x / width, y / height)) for seat, (x, y) in seat_places_px(fitted).items())
    shown = zones_picture(picture, fitted, lettered=False)
    Clock.schedule_once(lambda _: tell(Look(shown, picture, ("dark",), 2, seats)), 0)
    return lambda: None


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
        Standing(
            Path("c"), "bazar-belot", datetime(2026, 11, 27, 20, 0), who, 9, (("SN", 510), ("WE", 377)), is_over=True
        ),
    )
    camera = Camera(lambda: ("0", "2"), looked, lambda camera, found: None)
    desk = StartDesk(
        lambda _: None, lambda _: None, lambda: matches[0], remembered, Plan("debertz"),
        {Seat.S: who[0], Seat.W: who[1]}, lambda path: path, lambda: None, camera,
        lambda: tuple(one.path for one in matches),
    )  # fmt: skip
    state = first_state(desk)
    state.chosen["read"] = {one.path: one for one in matches}
    page = make()
    state.pages += [page] if page else []
    return StartScreen(desk, lambda _: None, state)


def table(lang: str) -> TableModel:
    """A deal of Bazar Belot in which a suit was not followed, after one that was counted."""
    header = header_of(Plan(), names(lang))
    at = iter(range(0, 10**9, 900))
    model = TableModel(Session(game_named(header.game), header), now_ms=lambda: next(at), crop_file=card_seen)
    for dealer, level, tally in ((Seat.E, "14S", (("SN", 144), ("WE", 18))), (Seat.S, "13H", None)):
        model.deal(dealer)
        model.call(model.view.expectation.seat or dealer, level)
        for _ in range(4):
            model.call(model.view.expectation.seat or dealer, "pass")
        if tally:
            model.tally(tally)
    for card in cards("9S 8S 10C 7S KD QD AD 7D JS"):
        played = Played(model.view.expectation.seat or Seat.S, card)
        model.seen(played, next(at), confidence=0.99, crop=card.code)
    return model


def table_page(
    tab: str,
    lang: str,
    page: Callable[[Any], Any] | None = None,
    judging: bool = False,
    of: Callable[[str], TableModel] = table,
) -> Any:
    """A page of the table screen."""
    from kozyr.ui.tablet.screens.table import TableScreen

    model = of(lang)
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
    from kozyr.ui.tablet.screens.paper_share import SharePage

    screen.open_page(SharePage, sharing=Sharing({}))


def printed(screen: Any) -> None:
    """Two printers to choose from, beside the paper."""
    from kozyr.ui.printing import Printer
    from kozyr.ui.tablet.screens.paper_print import PrintPage
    from kozyr.ui.tablet.screens.papers import PaperPage

    class Found(PrintPage):
        def _search(self) -> None:
            self._found((Printer("Club_Laser", usual=True), Printer("Office", ready=False)))

    paper = PaperPage(screen)
    screen.open(paper)
    screen.open_page(Found, pdf=lambda: paper.paper.pdf, title="", **paper._way)


def ruled(screen: Any, *steps: str) -> None:
    """The first finding before the judge, ``steps`` further."""
    from kozyr.ui.tablet.screens.case import found

    screen.open_ruling(found(screen.model, screen.model.view.findings[-1]))
    for step in steps:
        getattr(screen._ruling, step)()


def corrected(lang: str) -> TableModel:
    """A table at which a card was corrected, with a reason, and a call taken back."""
    model = table(lang)
    play = model.session.steps[-2]
    model.correct(play.seq, Played(play.act.seat, Card.parse("10D")), "slip")
    return model


def changes(screen: Any) -> None:
    """What became of the corrected card."""
    from kozyr.engine.table.corrections import history
    from kozyr.ui.tablet.screens.changes import ChangesPage

    place = next(one for one in history(screen.model.session.entries) if one.changes)
    screen.open_page(ChangesPage, place=place)


def reasons(screen: Any) -> None:
    """Why it was corrected."""
    from kozyr.engine.table.corrections import history
    from kozyr.ui.tablet.screens.reasons import ReasonPage

    place = next(one for one in history(screen.model.session.entries) if one.changes)
    screen.open_page(ReasonPage, place=place)


def asked(lang: str) -> TableModel:
    """The camera is not sure."""
    model = table(lang)
    model.camera_changed(CameraChanged(0, True, "ok"))
    seat = model.view.expectation.seat or Seat.S
    likely = tuple(Choice((Played(seat, Card.parse(code)),), 0.5) for code in ("QH", "KH"))
    model.ask(Question(1, 61_000, Why.DOUBTFUL, seat, likely[0], (*likely, NOTHING), ("QH",)))
    return model


def camera_lost(lang: str) -> TableModel:
    """The camera has gone in the middle of a trick."""
    model = SCENES["debertz-trick"](lang)
    model.camera_changed(CameraChanged(0, True, "ok"))
    model.camera_changed(CameraChanged(0, False, "frozen"))
    return model


def opened(kind: str, where: str, **args: Any) -> Callable[[Any], Any]:
    """Opens a page of the table."""
    return lambda screen: screen.open_page(getattr(import_module(f"kozyr.ui.tablet.screens.{where}"), kind), **args)


def fixing(screen: Any) -> None:
    """The page that corrects a card of the last trick."""
    opened("CorrectCardPage", "cardpad", seq=screen.model.session.steps[-1].seq)(screen)


def exchanging(screen: Any) -> None:
    """Two cards that were taken for one another: what will change."""
    from kozyr.ui.tablet.screens.editing import edit

    plays = [step for step in screen.model.session.steps if isinstance(step.act, Played)]
    edit(screen, plays[1].seq)
    screen._page._tapped(plays[5].act.card)


def other_words(screen: Any) -> None:
    """All words of a game."""
    opened("OtherWordsPage", "otherwords")(screen)


def choosing(lang: str) -> Any:
    """The games to choose from."""
    from kozyr.ui.tablet.screens.setup import choose_game

    screen = start_page(lambda: None, lang)
    choose_game(screen)
    return screen


def watched(lang: str) -> Any:
    """The camera page with a picture and advice."""
    from kozyr.ui.tablet.screens.camera import CameraSheet

    screen = start_page(lambda: None, lang)
    kept = screen.desk.remembered
    kept.now = replace(kept.now, camera="0")
    screen.go(CameraSheet)
    return screen


def start_pages() -> dict[str, Callable[[str], Any]]:
    """The pages of the start screen."""
    from kozyr.ui.tablet.screens import camera, decks, logs, look, options, pin_setting, players, setup

    offered = {one.rule.key: one.rule for game in ("debertz", "preferans") for one in choosable(Plan(game))}
    number = next(one for one in choosable(Plan("debertz")) if one.is_number)
    starts: dict[str, Any] = {
        "start": None, "new-match": setup.SetupSheet, "options": options.OptionsSheet,
        "option": partial(options.RuleSheet, rule=offered["declarations.deberts"]),
        "number": partial(options.NumberSheet, option=number),
        "players": partial(players.PlayersSheet, seat=Seat.S), "name": partial(players.NameSheet, seat=Seat.N),
        "display": look.LookSheet, "new-pin": pin_setting.NewPinSheet,
        "old-pin": partial(pin_setting.OldPinSheet, then=None),
        "repeat-pin": partial(pin_setting.RepeatPinSheet, pin=""),
        "matches": logs.LogsSheet, "no-camera": camera.CameraSheet,
        "address": camera.AddressSheet, "decks-list": decks.DecksSheet, "deck-name": decks.NewDeckSheet,
    }  # fmt: skip
    made = {name: partial(start_page, lambda page=page: page) for name, page in starts.items()}
    return {**made, "games": choosing, "camera": watched, **further_starts(start_page), **evening_starts(start_page)}


def table_pages() -> dict[str, Callable[[str], Any]]:
    """The pages of the table."""

    def page(tab: str, *way: Callable[[Any], Any], **how: Any) -> Callable[[str], Any]:
        return lambda lang: table_page(tab, lang, *way, **how)

    plays = {name: page("score" if name.endswith("score") else "pad", of=scene) for name, scene in SCENES.items()}
    pref = SCENES["preferans-auction"]
    return plays | {
        "belot-declare": page("declare", of=belot_declare), "belot-late": page("declare"),
        "debertz-declare": page("declare", of=SCENES["debertz-trick"]),
        "preferans-acts": page("declare", of=SCENES["preferans-trick"]),
        "preferans-words": page("pad", other_words, of=pref),
        "debertz-words": page("pad", other_words, of=SCENES["debertz-auction"]),
        "next-deal": page("pad", of=belot_score), "history": page("history", of=corrected),
        "history-deals": page("history", opened("DealsPage", "reading"), of=belot_score),
        "exchange": page("pad", exchanging, of=SCENES["belot-trick"]),
        "changes": page("history", changes, of=corrected), "reasons": page("history", reasons, of=corrected),
        "question": page("question", of=asked), "camera-lost": page("pad", of=camera_lost),
        "correct-card": page("pad", fixing), "last-trick": page("pad", opened("LastTrickPage", "lasttrick")),
        "claim": page("pad", opened("ClaimPage", "claim")), "tally": page("pad", opened("TallyPage", "tally")),
        "paper": page("score", opened("PaperPage", "papers")),
        "paper-debertz": page("score", opened("PaperPage", "papers"), of=SCENES["debertz-score"]),
        "print": page("score", printed, of=SCENES["debertz-score"]), "share": page("score", shared),
        "pin": page("score", opened("PinPage", "menu")),
        "judge-called": page("score", opened("JudgeCallPage", "judge")), "judge": page("judge", judging=True),
        "remark": page("score", of=remarked),
        "laws": page("judge", opened("LawsPage", "judge", seat=Seat.S), judging=True),
        "ruling": page("judge", ruled, judging=True),
        "ruling-other": page("judge", lambda screen: ruled(screen, "_choose"), judging=True),
        "ruling-why": page("judge", why, judging=True),
    } | further_tables(page) | correcting_tables(page) | evening_tables(page)  # fmt: skip


def remarked(lang: str) -> TableModel:
    """A deal that is over and in which a suit was not followed; nobody has ruled on it."""
    model = table(lang)
    model.tally((("SN", 130), ("WE", 32)))
    return model


def why(screen: Any) -> None:
    """The reasons for dismissing."""
    ruled(screen)
    screen._ruling._because(Decision.DISMISSED)


def every() -> dict[str, Callable[[str], Any]]:
    """Every screen by its name."""
    return start_pages() | table_pages()


def main() -> None:
    """Writes the sheets asked for, or all."""
    offscreen()
    from kivy.base import EventLoop

    from kozyr.ui.tablet.theme import register_fonts, theme

    EventLoop.ensure_window()
    register_fonts()
    HERE.mkdir(exist_ok=True)
    known = every()
    for name in sys.argv[1:] or known:
        rows = []
        for lang, colours, text in LOOKS:
            set_language(lang)
            theme.wear(colours)
            theme.speak(text)
            row = []
            for size in SIZES:
                theme.fit(*size)
                row.append(pictured(known[name](lang), size))
            rows.append(row)
        put_together(rows).save(HERE / f"{name}.webp", quality=52, method=4)
        print(name, flush=True)


def pictured(screen: Any, size: tuple[int, int]) -> Image.Image:
    """The picture of a screen, made small."""
    from kivy.base import EventLoop

    screen.size_hint, screen.size = (None, None), size
    window = EventLoop.window
    window.add_widget(screen)
    for _ in range(4):
        EventLoop.idle()
    texture = screen.export_as_image().texture
    window.remove_widget(screen)
    screen.close()
    high = HIGH_PX if size[0] > size[1] else UPRIGHT_PX
    whole = Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")
    return whole.resize((round(size[0] * high / size[1]), high), Image.Resampling.LANCZOS)


def put_together(rows: list[list[Image.Image]]) -> Image.Image:
    """One picture of them all; the upright ones stand beside the others, three in a line."""
    gap = 6
    lying, upright = [row[:2] for row in rows], [row[2] for row in rows]
    wide = max(sum(one.width + gap for one in line) for line in (*lying, upright)) - gap
    sheet = Image.new("RGB", (wide, (HIGH_PX + gap) * len(rows) + UPRIGHT_PX), (128, 128, 128))
    for down, line in enumerate((*lying, upright)):
        across = 0
        for one in line:
            sheet.paste(one, (across, down * (HIGH_PX + gap)))
            across += one.width + gap
    return sheet


if __name__ == "__main__":
    main()
