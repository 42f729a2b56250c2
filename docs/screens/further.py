"""The screens one comes to by a second touch, and the stages of a deal that are over soon, for ``pages.py``."""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from play import belot_auction, belot_score, debertz_trick, play, preferans_auction, preferans_score, say, table

from kozyr.engine.acts import Called, Declared
from kozyr.engine.cards import cards
from kozyr.engine.table.doubt import Choice, Question, Why
from kozyr.engine.table.store import LogStore
from kozyr.ui.settings import datasets_folder
from kozyr.ui.tablet.model import TableModel

Page = Callable[..., Callable[[str], Any]]
FOLDERS = {"uk": "Стіл", "ru": "Стол", "en": "Table"}
LOOKED = 300
"""The frame of the demo clip that cameras show here."""
AROUND_PX = 14
HOME = Path("/home/club")


def table_seen(frame: int = LOOKED) -> Any:
    """A picture of a table in the middle of a trick, as a camera gives it."""
    clip = cv2.VideoCapture(str(datasets_folder() / "demo.mp4"))
    clip.set(cv2.CAP_PROP_POS_FRAMES, frame)
    picture = clip.read()[1]
    clip.release()
    return np.ascontiguousarray(picture)


@cache
def card_seen(code: str) -> str:
    """The picture of a card as the camera kept it when it was played: a file."""
    plays = json.loads((datasets_folder() / "demo.json").read_text("utf-8"))["plays"]
    play = next(one for one in plays if one["card"] == code)
    picture, corners = table_seen(play["frame_settled"]), np.array(play["corners_px"])
    left, top = np.maximum(corners.min(0).astype(int) - AROUND_PX, 0)
    right, bottom = corners.max(0).astype(int) + AROUND_PX
    file = Path(tempfile.mkdtemp()) / f"{code}.png"
    cv2.imwrite(str(file), picture[top:bottom, left:right])
    return str(file)


# tables


def preferans_talon(lang: str) -> TableModel:
    """The bidding is over; the talon is turned up."""
    return say(table("preferans", "4", lang), "6S", "6C", "pass", "6D", "pass")


def preferans_discard(lang: str) -> TableModel:
    """The talon lies open; two cards are put away."""
    model = preferans_talon(lang)
    model.turn_up(cards("AH KH"))
    return model


def preferans_whist(lang: str) -> TableModel:
    """The first defender decides."""
    return say(preferans_auction(lang), "order 7H")


def debertz_shown(lang: str) -> TableModel:
    """The judge shows a card."""
    return table("debertz", "2x2", lang)


def belot_declare(lang: str) -> TableModel:
    """The first trick, in which constructions are declared."""
    return play(say(table("bazar-belot", "2x2", lang), "12S", "13H", *["pass"] * 4), "9H")


def belot_bela(lang: str) -> TableModel:
    """A king of trumps has just been laid, and the next player may still name a construction."""
    return play(say(table("bazar-belot", "2x2", lang), "12S", *["pass"] * 4), "9S KS")


def belot_declared(lang: str) -> TableModel:
    """A construction was declared before the first card."""
    model = say(table("bazar-belot", "2x2", lang), "12S", *["pass"] * 4)
    model.declare(model.view.seats[2].seat, "terz KH")
    return play(model, "9H")


def seven_late(lang: str) -> TableModel:
    """The first card is laid, and the seven may have been changed before it."""
    model = table("debertz", "1x3", lang)
    model.turn_up(cards("10H"))
    return play(say(model, "pass", "play"), "9S")


def belot_doubled(lang: str) -> TableModel:
    """A contract that the other side has doubled, and who may redouble it."""
    return say(table("bazar-belot", "2x2", lang), "14H", "contra")


def penalty_card(lang: str) -> TableModel:
    """A card came out of turn and lies there as a penalty card."""
    model = play(say(table("bazar-belot", "2x2", lang), "12S", *["pass"] * 4), "9H 8H 10H 7H KD")
    model.play(model.view.seats[2].seat, cards("QS")[0])
    return model


def claimed(lang: str) -> TableModel:
    """Somebody takes the rest; one hand lies open already."""
    model = play(say(table("bazar-belot", "2x2", lang), "12S", *["pass"] * 4), "9H 8H 10C 7H")
    first = model.view.expectation.seat or model.view.seats[0].seat
    model.claim(first, 7)
    model.reveal(first, cards("AS KS QS JS AC KC AD"))
    return model


def timed(lang: str) -> TableModel:
    """A time-out runs."""
    model = debertz_trick(lang)
    model.take_time(model.view.seats[1].seat)
    return model


def won(lang: str) -> TableModel:
    """The match is over."""
    model = belot_score(lang)
    while model.view.winner is None:
        model.begin_deal(model.next_dealer or model.view.seats[0].seat)
        say(model, "16S")
        while model.view.expectation.calls:
            say(model, "pass")
        model.tally((("SN", 162), ("WE", 0)))
    return model


def disordered(lang: str) -> TableModel:
    """The camera saw two cards fall at once and asks which lay first."""
    model = play(say(table("bazar-belot", "2x2", lang), "12S", *["pass"] * 4), "9H 8H")
    from kozyr.engine.acts import Played

    seats = [seat.seat for seat in model.view.seats]
    first, second = (Played(seat, card) for seat, card in zip(seats[2:], cards("10H QH"), strict=True))
    orders = Choice((first, second), 0.5), Choice((second, first), 0.5)
    model.ask(Question(1, 61_000, Why.ORDER, first.seat, orders[0], orders))
    return model


# ways to the pages


def opened(screen: Any, where: str, kind: str, **args: Any) -> None:
    """Opens a page of the table."""
    from importlib import import_module

    screen.open_page(getattr(import_module(f"kozyr.ui.tablet.screens.{where}"), kind), **args)


def inserting(screen: Any) -> None:
    """A card that was missed, before the last one."""
    opened(screen, "cardpad", "InsertCardPage", seq=screen.model.session.steps[-1].seq)


def redeclaring(screen: Any, insert: bool = False) -> None:
    """What was declared is put right, or another put before it."""
    said = next(step for step in screen.model.session.steps if isinstance(step.act, Declared))
    opened(screen, "redeclare", "RedeclarePage", seq=said.seq, insert=insert)


def wrongly_declared(screen: Any) -> None:
    """A rebela to which there is no bela."""
    screen._page._say("rebela")


def high_levels(screen: Any) -> None:
    """The second page of numbers."""
    screen._page._pick_level(27)


def choosing_cards(screen: Any) -> None:
    """Two cards chosen of those that lie open."""
    from kozyr.ui.locale.text import seat_text, tr

    title = tr("pad.exposed", seat=seat_text(screen.model.view.seats[0].seat))
    opened(screen, "cardpad", "CardsPage", title=title, chosen=print, begin=cards("AC 10D"))


def confirming(screen: Any) -> None:
    """What follows from another bid in a deal that was scored."""
    steps = screen.model.session.steps
    bid = next(step for step in steps if isinstance(step.act, Called) and step.act.call == "13H")
    screen.amend(partial(screen.model.correction, bid.seq, replace(bid.act, call="18H")))


def ordering(screen: Any) -> None:
    """The order before the talon."""
    opened(screen, "calls", "OrderPage")


def about(screen: Any) -> None:
    """Which entry a reported offence is about."""
    law = list(screen.model.session.game.laws.values())[4]
    opened(screen, "judge", "EntryPage", law=law, seat=screen.model.view.seats[1].seat)


def asked_for_sure(screen: Any) -> None:
    """A misdeal is recorded after one question."""
    from kozyr.ui.tablet.screens.menu import MenuPage

    screen.open_page(MenuPage)
    screen._page._misdeal()


def whose(screen: Any) -> None:
    """Whose cards lie open."""
    from kozyr.ui.tablet.screens.menu import MenuPage

    screen.open_page(MenuPage)
    screen._page._expose()


def saving(screen: Any) -> None:
    """Where to put the protocol."""
    from kozyr.ui.places import Place
    from kozyr.ui.tablet.screens import papers

    vars(papers)["places"] = lambda: (Place("stick", Path("/media/USB")), Place("home", HOME))
    screen.open_page(papers.PaperPage)
    screen._page._save_pdf()


def further_tables(page: Page) -> dict[str, Callable[[str], Any]]:
    """``page(tab, way, of=model, judging=…)`` makes the maker of a screen."""
    return {
        "first-deal": page("pad", of=lambda lang: fresh("bazar-belot", "2x2", lang)),
        "belot-doubled": page("pad", of=belot_doubled), "debertz-shown": page("pad", of=debertz_shown),
        "preferans-talon": page("pad", of=preferans_talon), "preferans-discard": page("pad", of=preferans_discard),
        "preferans-order": page("pad", ordering, of=preferans_talon),
        "preferans-whist": page("pad", of=preferans_whist),
        "match-won": page("score", of=won), "insert-card": page("pad", inserting),
        "belot-bela": page("declare", of=belot_bela),
        "belot-unlawful": page("declare", wrongly_declared, of=belot_bela),
        "declare-correct": page("declare", redeclaring, of=belot_declared),
        "declare-insert": page("declare", partial(redeclaring, insert=True), of=belot_declared),
        "seven-late": page("declare", of=seven_late), "belot-levels": page("pad", high_levels, of=belot_auction),
        "open-cards": page("pad", choosing_cards), "open-cards-whose": page("pad", whose),
        "claim-hands": page("pad", partial(opened, where="claim", kind="HandsPage"), of=claimed),
        "misdeal": page("pad", asked_for_sure), "confirm": page("history", confirming, of=belot_score),
        "question-order": page("question", of=disordered), "clock": page("pad", of=timed),
        "clock-end": page("pad", partial(opened, where="clocks", kind="TimePage"), of=timed),
        "deals": page("history", partial(opened, where="reading", kind="DealsPage"), of=belot_score),
        "law-entry": page("judge", about, judging=True), "save": page("score", saving, of=belot_score),
        "last-tricks-judge": page("pad", partial(opened, where="lasttrick", kind="LastTrickPage"), judging=True),
        "penalty-card": page("judge", of=penalty_card, judging=True),
    }  # fmt: skip


def fresh(game: str, form: str, lang: str) -> TableModel:
    """A table before its first deal."""
    model = table(game, form, lang)
    model.undo()
    return model


def further_starts(start_page: Callable[[Callable[[], Any], str], Any]) -> dict[str, Callable[[str], Any]]:
    """``start_page(make, lang)`` opens the page that ``make()`` gives."""
    from kozyr.ui.places import Place
    from kozyr.ui.tablet.screens import decks, decks_files, logs

    home = Path(tempfile.mkdtemp())

    def folder(lang: str) -> Path:
        there = home / FOLDERS[lang]
        if not there.exists():
            (there / "2026").mkdir(parents=True)
            for name in ("deck-1.jpg", "deck-2.jpg"):
                (there / name).touch()
            for day, match in ((28, belot_score(lang)), (29, preferans_score(lang)), (30, won(lang))):
                log = there / f"2026-11-{day}-180500.kozyr.jsonl"
                header = replace(match.session.header, started=f"2026-11-{day}T18:05:00Z")
                with LogStore.create(log, header) as store:
                    store.append(*match.session.entries)
                os.utime(log, (day, day))
            (there / "old.kozyr.jsonl").write_text("{}\n")
            os.utime(there / "old.kozyr.jsonl", (1, 1))
        return there

    def read_now(paths: Any, tell: Any) -> Callable[[], object]:
        for path in paths:
            if (found := logs.match_in(path)) is not None:
                tell(path, found)
        return lambda: None

    def files(lang: str) -> Any:
        vars(logs)["read_aside"] = read_now
        return start_page(lambda: partial(logs.FilesSheet, folder=folder(lang)), lang)

    def somewhere(kind: Any, **args: Any) -> Callable[[str], Any]:
        def made(lang: str) -> Any:
            found = (Place("stick", Path("/media/USB")), Place("documents", HOME / "Documents"), Place("home", HOME))
            for module in (logs, decks_files):
                vars(module)["places"] = lambda: found
            return start_page(lambda: partial(kind, **args), lang)

        return made

    def calibrating(lang: str) -> Any:
        from kozyr.ui.tablet.screens.camera import taps_page

        return start_page(lambda: partial(taps_page, pixels=table_seen(), camera="0"), lang)

    def forgetting(lang: str) -> Any:
        screen = start_page(lambda: None, lang)
        screen.state.chosen["removing"] = True
        from kozyr.engine.seats import Seat
        from kozyr.ui.tablet.screens.players import PlayersSheet

        screen.go(partial(PlayersSheet, seat=Seat.S))
        return screen

    return {
        "places": somewhere(logs.PlacesSheet), "picture-places": somewhere(decks_files.FoldersSheet, chosen=print),
        "files": files,
        "pictures": lambda lang: start_page(
            lambda: partial(decks_files.PicturesSheet, folder=folder(lang), chosen=print), lang
        ),
        "forget-deck": lambda lang: start_page(lambda: partial(decks.ForgetSheet, name="Club"), lang),
        "forget-players": forgetting, "taps": calibrating,
    }  # fmt: skip
