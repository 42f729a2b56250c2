"""What is touched on an evening besides the deals: the start screen, the judge, the paper."""

from pathlib import Path
from typing import Any

from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat

from .fingers import Fingers
from .pdf_text import pdf_text

PIN = "4711"
NAMES = {Seat.S: "Їжак", Seat.W: "Pine", Seat.N: "Ёлка", Seat.E: "Липа"}
"""Who sits where: three are typed, the last one is remembered from another evening."""


class Evening(Fingers):
    """Fingers before the whole app; ``stick`` is where papers are saved."""

    def __init__(self, hand: Any, app: Any, shell: Any, stick: Path) -> None:
        super().__init__(hand, app.screen)
        self.app, self.shell, self.stick = app, shell, stick

    @property
    def logs(self) -> Path:
        """The folder of the matches."""
        return self.stick.parent / "home" / "logs"


def choose(fingers: Evening, setting: str, words: str) -> None:
    """One of the choices of a setting."""
    fingers.tip(setting)
    fingers.text(f"○  {words}", f"●  {words}")


def put_together(fingers: Evening, game: str, form: str, short: tuple[str, str, str], dealer: Seat) -> None:
    """Game, format, the option that makes it short, the players, who deals; then on to the table."""
    from kozyr.ui.locale.text import tr
    from kozyr.ui.tablet.screens.setup import format_text

    rule, option, value = short
    fingers.tip("new")
    choose(fingers, "set-game", tr(f"game.{game}"))
    if len(game_named(game).formats) > 1:
        choose(fingers, "set-format", format_text(form))
    fingers.tip("set-options")
    fingers.reach(f"rule-{rule}")
    fingers.reach(f"number-{option}")
    for digit in value:
        fingers.text(digit)
    fingers.tip("done")
    fingers.tip("back")
    fingers.tip("back")
    for seat in game_named(game).seating(form).seats:
        fingers.tip(f"name-{seat}")
        if fingers.shows(f"player-{NAMES[seat]}"):
            fingers.tip(f"player-{NAMES[seat]}")
        else:
            fingers.tip("new-name")
            fingers.type(NAMES[seat])
            fingers.tip("done")
    fingers.tip(f"dealer-{dealer}")
    fingers.tip("begin")
    fingers.screen = fingers.app.screen


def judge_comes(fingers: Evening) -> None:
    """Called, here, known by the digits; his page is open."""
    fingers.text("Judge")
    fingers.text("The judge is here")
    for digit in PIN:
        fingers.text(digit)
    fingers.text("Done")
    fingers.tip("judge")


def warned(fingers: Evening, seat: Seat) -> str:
    """The judge comes, warns somebody for the first row of the catalogue, and goes; the row."""
    row = next(iter(fingers.model.session.game.laws))
    judge_comes(fingers)
    fingers.text("Another offence")
    fingers.seat(seat)
    fingers.reach(f"law-{row}")
    fingers.tip("no-entry")
    fingers.text("Other")
    fingers.reach("remedy-warn")
    fingers.tip("why-agreed")
    fingers.text("End\njudging")
    return row


def saved(fingers: Evening) -> str:
    """The protocol saved to the stick; what it says."""
    fingers.tip("menu")
    fingers.tip("papers.open")
    fingers.tip("save-pdf")
    fingers.tip("place-stick")
    (pdf,) = fingers.stick.glob("*.pdf")
    assert f"Saved: {pdf}" in fingers.hand.texts()
    return pdf_text(pdf.read_bytes())
