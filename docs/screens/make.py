"""Makes the pictures of the tablet in this folder from the demo's deal: ``python docs/screens/make.py``."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from kozyr.engine.acts import Called, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.observations import CameraChanged
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.table.log import Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import set_language
from kozyr.ui.tablet.display import offscreen
from kozyr.ui.tablet.model import TableModel

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "datasets"
SMALL, LARGE = (1024, 600), (1280, 800)
_STARTED_MS = 600_000
WORDS = {"uk": "Гравець", "ru": "Игрок", "en": "Player"}


def table(lang: str, plays: int | None, calls: int | None = None) -> TableModel:
    """The demo's deal as the fourth of a match, up to so many plays; with ``calls`` only so many of its calls."""
    truth = json.loads((DATA / "demo.json").read_text("utf-8"))
    log = read_log_file(DATA / "demo-calls.kozyr.jsonl")
    assert log.header is not None
    players = tuple((seat, f"{WORDS[lang]} {at}") for at, seat in enumerate(Seat, start=1))
    clock = iter(range(0, 10**9, 700))
    session = Session(GAME, _header(log.header, players))
    model = TableModel(session, now_ms=lambda: next(clock), crop_file=crop)
    model.camera_changed(CameraChanged(0, True, "ok"))
    for dealer, caller, call, points in (
        (Seat.E, Seat.S, "14S", (144, 18)), (Seat.S, Seat.N, "13N", (152, 10)), (Seat.W, Seat.E, "12D", (90, 72)),
    ):  # fmt: skip
        _tallied(model, dealer, caller, call, points)
    model.deal(Seat.N)
    said = [entry.act for entry in log.entries if isinstance(entry.act, Called)]
    for act in said[:calls]:
        model.call(act.seat, act.call)
    if plays is None:
        return model
    said_in_play = [entry for entry in log.entries if not isinstance(entry.act, Called | Dealt)]
    for play in truth["plays"][:plays]:
        settled_ms = round(play["frame_settled"] * 1000 / truth["fps"])
        while said_in_play and said_in_play[0].at_ms < settled_ms:
            act = said_in_play.pop(0).act
            assert act is not None
            session.record(act, _STARTED_MS + settled_ms - 500, Source.TOUCH)
        act = Played(Seat(play["seat"]), Card.parse(play["card"]))
        model.seen(act, _STARTED_MS + settled_ms, confidence=0.99, crop=str(play["n"]))
    return model


@cache
def crop(number: str) -> str | None:
    """The picture of a play of the clip: what the camera saves beside the log."""
    truth = json.loads((DATA / "demo.json").read_text("utf-8"))
    play = next(play for play in truth["plays"] if play["n"] == int(number))
    video = cv2.VideoCapture(str(DATA / truth["clip"]))
    video.set(cv2.CAP_PROP_POS_FRAMES, play["frame_settled"])
    good, frame = video.read()
    xs, ys = [round(x) for x, _ in play["corners_px"]], [round(y) for _, y in play["corners_px"]]
    if not good:
        return None
    file = Path(tempfile.gettempdir()) / f"kozyr-crop-{number}.png"
    cv2.imwrite(str(file), frame[max(0, min(ys) - 20) : max(ys) + 20, max(0, min(xs) - 20) : max(xs) + 20])
    return str(file)


def _header(header: Header, players: tuple[tuple[Seat, str], ...]) -> Header:
    return Header(header.game, header.variant, header.seating, players, header.started)


def _tallied(model: TableModel, dealer: Seat, caller: Seat, call: str, points: tuple[int, int]) -> None:
    model.deal(dealer)
    while model.view.phase is Phase.AUCTION:
        seat = model.view.expectation.seat
        assert seat is not None
        said = {one.call for one in model.view.calls}
        model.call(seat, call if seat is caller and call not in said else "pass")
    model.tally((("SN", points[0]), ("WE", points[1])))


def question(model: TableModel) -> TableModel:
    """The same table with a doubtful card."""
    seat = model.view.expectation.seat
    assert seat is not None
    likely = tuple(Choice((Played(seat, Card.parse(code)),), 0.5) for code in ("KD", "QD"))
    model.ask(Question(1, 61_000, Why.DOUBTFUL, seat, likely[0], (*likely, NOTHING), crops=("7",)))
    return model


def main() -> None:
    """Writes every picture."""
    offscreen()
    from kivy.base import EventLoop

    from kozyr.ui.tablet.app import export, save_picture
    from kozyr.ui.tablet.screens.cardpad import CorrectCardPage
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import register_fonts, theme

    def wear(lang: str, colours: str) -> None:
        set_language(lang)
        theme.wear(colours)

    def page(name: str, model: TableModel, size_px: tuple[int, int], do: Callable[[Any], object]) -> None:
        theme.fit(*size_px)
        screen = TableScreen(model)
        do(screen)
        export(screen, HERE / name, size_px)
        screen.close()

    EventLoop.ensure_window()
    register_fonts()
    wear("uk", "dark")
    save_picture(table("uk", None, 3), HERE / "auction-uk.png", SMALL, tab="pad")
    save_picture(table("uk", 2), HERE / "declare-uk.png", SMALL, tab="declare")
    corrected = table("uk", 7)
    seq = corrected.view.tricks[-1].plays[1].seq
    page("correct-uk.png", corrected, SMALL, lambda screen: screen.open_page(CorrectCardPage, seq=seq))
    wear("ru", "dark")
    save_picture(table("ru", 7), HERE / "table-ru.png", LARGE, tab="score")
    save_picture(table("ru", 7), HERE / "cards-ru.png", SMALL, tab="pad")
    judged = table("ru", 99)
    judged.open_judging()
    found = next(one for one in judged.view.findings if one.offence.value == "revoke")
    save_picture(judged, HERE / "ruling-ru.png", LARGE, ruling=found)
    save_picture(judged, HERE / "judge-ru.png", SMALL, tab="judge")
    wear("en", "light")
    save_picture(question(table("en", 6)), HERE / "question-en-light.png", SMALL, tab="question")
    save_picture(table("en", 99), HERE / "score-en-light.png", LARGE, tab="score")
    wear("en", "dark")
    save_picture(table("en", 9), HERE / "history-en.png", SMALL, tab="history")


if __name__ == "__main__":
    main()
