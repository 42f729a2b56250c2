"""Screens on which something is put right, left or taken back, for ``pages.py``."""

from collections.abc import Callable
from typing import Any

from play import SCENES, play, say, table

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.ui.tablet.model import TableModel

Page = Callable[..., Callable[[str], Any]]
TOPS = ("terz KS", "terz 9C", "berz AC", "terz QD")


def belot_tags(lang: str) -> TableModel:
    """Everybody has declared a construction, and the second trick is played."""
    model = say(table("bazar-belot", "2x2", lang), "13H", *["pass"] * 4)
    for card, said in zip(["9S", "8S", "10S", "7S"], TOPS, strict=True):
        seat = model.view.expectation.seat
        assert seat is not None
        model.declare(seat, said)
        play(model, card)
    return play(model, "KD QD AD")


def long_auction(lang: str) -> TableModel:
    """Fifteen calls, and the first card."""
    bids = ["12S", "13H", "pass", "14D", "pass", "15S", "pass", "pass", "16H", "17S", "contra"]
    return play(say(table("bazar-belot", "2x2", lang), *bids, *["pass"] * 4), "9H")


def plays(screen: Any) -> list[Any]:
    """The plays that stand."""
    return [step for step in screen.model.session.steps if isinstance(step.act, Played)]


def slipped(at: int, meant: str) -> Callable[[Any], None]:
    """A card that is played already was touched on the pad, and then the one that was meant."""

    def way(screen: Any) -> None:
        screen._page._tapped(plays(screen)[at].act.card)
        screen._page._tapped(Card.parse(meant))

    return way


def touched(screen: Any) -> None:
    """A card of an old trick was touched on the pad."""
    screen._page._tapped(plays(screen)[2].act.card)


def looked(screen: Any) -> None:
    """The last trick, in which a card is put right, is looked at."""
    slipped(5, "AC")(screen)
    screen._page._look()


def left(screen: Any) -> None:
    """A card that was missed is being put in, and the contract is touched."""
    from kozyr.ui.tablet.screens.cardpad import InsertCardPage

    screen.open_page(InsertCardPage, seq=plays(screen)[-1].seq)
    screen._aside(screen.correct_contract)


def contract(screen: Any) -> None:
    """The contract is touched: its call is put right, and the other calls stand above the felt."""
    screen.correct_contract()


def stepped(screen: Any) -> None:
    """A card was put right, and that was taken back."""
    last = plays(screen)[-1]
    screen.amend(lambda: screen.model.correction(last.seq, Played(last.act.seat, Card.parse("10D"))))
    screen.undo()


def stepped_in_history(screen: Any) -> None:
    """The same in the history, where both ways are told."""
    stepped(screen)
    screen.choose("history")


def correcting_tables(page: Page) -> dict[str, Callable[[str], Any]]:
    """``page(tab, way, of=model, judging=…)`` makes the maker of a screen."""
    return {
        "belot-tags": page("pad", of=belot_tags), "played-card": page("pad", touched),
        "slip": page("pad", slipped(2, "AS")), "slip-looked": page("pad", looked),
        "slip-judge": page("pad", slipped(2, "AS"), judging=True),
        "contract": page("pad", contract), "contract-preferans": page("pad", contract, of=SCENES["preferans-trick"]),
        "contract-belot": page("pad", contract, of=long_auction),
        "slip-open": page("pad", slipped(-1, "AC")), "insertion-left": page("pad", left),
        "step-back": page("pad", stepped), "steps": page("pad", stepped_in_history),
    }  # fmt: skip
