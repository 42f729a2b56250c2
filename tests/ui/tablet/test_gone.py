"""Players are not reminded of gone cards: what may be looked at is looked at on request, and every look is counted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

TRICKS = "KH 8H 7H JH QD KD AD 7D QC"
"""Two closed tricks and an open one."""


def pad(hand: Any, card: str) -> Any:
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "card", None) is not None]
    return next(one for one in found if one.card == Card.parse(card) and one.wide)


def plays(screen: Any, model: Any) -> set[str]:
    """The cards that can be read in the history."""
    codes = {step.seq: step.act.card.code for step in model.session.steps if isinstance(step.act, Played)}
    shown = {getattr(one, "tip", "") for one in screen.walk()}
    return {code for seq, code in codes.items() if f"entry-{seq}" in shown}


def test_the_history_shows_players_no_closed_trick_but_the_way_to_the_last_one(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model, "history")
    assert plays(screen, model) == {"QC"}
    assert model.looks == 0
    hand.tap(tip="look")
    assert model.looks == 1
    assert "Looks in this deal: 1" in hand.texts()
    hand.tap(tip="close")
    model.open_judging()
    hand.idle()
    screen.choose("history")
    hand.idle()
    assert plays(screen, model) == set(TRICKS.split())
    assert model.looks == 1


def test_the_trick_that_lies_whole_on_the_table_is_not_gone(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH")
    assert plays(show(model, "history"), model) == {"KH", "8H", "7H", "JH"}


def test_when_the_deal_is_over_everything_is_there(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    model.tally((("SN", 100), ("WE", 62)))
    assert plays(show(model, "history"), model) == set(TRICKS.split())


@pytest.mark.parametrize(("card", "is_told"), [("8H", False), ("KD", False), ("QC", True)])
def test_a_gone_card_that_is_touched_says_neither_whose_it_was_nor_when(
    card: str, is_told: bool, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    hand.tap(pad(hand, card))
    said = next(text for text in hand.texts() if "is already played" in text)
    assert ("trick" in said) is is_told
    assert any(name in said for name in ("Другий", "Третій", "Перший", "Четвертий")) is is_told
    model.open_judging()
    from kozyr.ui.tablet.screens.cardpad import CorrectCardPage

    seq = model.play_of(Card.parse(card)).seq
    CorrectCardPage(hand.window.children[0].children[0], seq=seq)
    assert not model.is_gone(seq), "the judge is told"


def test_what_a_correction_of_gone_cards_says_before_it_is_made_reminds_of_nothing(played: Callable[..., Any]) -> None:
    from kozyr.ui.locale.text import language, set_language
    from kozyr.ui.tablet.foresight import said

    before = language()
    set_language("en")
    try:
        model = played(TRICKS)
        first, second = model.play_of(Card.parse("8H")), model.play_of(Card.parse("KD"))
        told = [
            *said(model, model.swapping(first.seq, second.seq)),
            *said(model, model.correction(first.seq, None)),
            *said(model, model.correction(first.seq, Played(Seat.N, Card.parse("AH")))),
            *said(model, model.insertion(first.seq, Played(Seat.W, Card.parse("AH")))),
        ]
        assert told == [
            "8♥ and K♦ change places", "Earlier: no “8♥”", "Earlier: A♥, not\u00a08♥", "Earlier: “Другий: A♥” as well",
        ]  # fmt: skip
        model.open_judging()
        assert "trick 1" in said(model, model.swapping(first.seq, second.seq))[0]
    finally:
        set_language(before)


def test_what_follows_names_no_trick_that_is_gone(played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.foresight import foreseen

    model = played(TRICKS)
    wins = model.correction(model.play_of(Card.parse("8H")).seq, Played(Seat.N, Card.parse("AH")))
    assert "An earlier trick: won by Третій, not Другий" in foreseen(model, wins).follows
    model.open_judging()
    assert "Trick 1: won by Третій, not Другий" in foreseen(model, wins).follows


def test_looks_are_counted_on_after_the_app_was_closed(tmp_path: Path, model: Any) -> None:
    from kozyr.ui.live import LiveTable

    log = tmp_path / "evening.kozyr.jsonl"
    table = LiveTable.create(log, model.session.header)
    table.model.deal(Seat.S)
    for _ in range(2):
        table.model.look()
    table.close()
    size = log.stat().st_size
    again = LiveTable.resume(log)
    assert again.model.looks == 2
    again.model.look()
    again.close()
    assert log.stat().st_size == size, "a look is no entry of the log"
    third = LiveTable.resume(log)
    assert third.model.looks == 3
    third.model.misdeal("misdeal")
    third.model.deal(Seat.W)
    assert third.model.looks == 0, "the next deal begins anew"
    third.close()


@pytest.mark.parametrize(
    "found", ["", "{", "[]", '{"deal": 1}', '{"deal": 1, "looks": 2, "sittings": [1]}', '{"deal": "x", "looks": 1}']
)
def test_a_damaged_count_is_no_look(tmp_path: Path, found: str, model: Any) -> None:
    from kozyr.ui.table_notes import TableNotes, notes_file

    file = notes_file(tmp_path / "evening.kozyr.jsonl")
    file.write_text(found, "utf-8")
    assert TableNotes(model.session.header, file).looks == (0, 0)
