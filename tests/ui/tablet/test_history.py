"""The history: deals and tricks under headings, in plain words, and the place where somebody reads is kept."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Decision,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import history
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.tablet.parts import AFTER, BEFORE, Part, parts_of

TWO_TRICKS = "9H 8H 10C 7H KD QD AD 7D JH"
ACTS: tuple[Act, ...] = (
    Dealt(Seat.S), Dealt(None), Dealt(None, Seat.W), TurnedUp(cards("10H")), Called(Seat.W, "pass"),
    Called(Seat.W, "14S"), Called(Seat.W, "S"), Called(Seat.W, "25S capo-hand"), Exchanged(Seat.W, 2, 2),
    Exchanged(Seat.W, cards("AH KH"), cards("7S 8D")), Exchanged(Seat.W, cards("10H"), cards("7H")),
    Declared(Seat.W, "terz KS"), Declared(Seat.W, "frame J"), Revealed(Seat.W, cards("KS QS")), Played(Seat.W, None),
    Played(Seat.W, Card.parse("9H")), Exposed(Seat.W, cards("9H")), Claimed(Seat.W, 3), Misdealt("misdeal"),
    TimeoutTaken(Seat.W), TimeExpired(Seat.W), Tallied((("SN", 100), ("WE", 62)), (("SN", 5), ("WE", 3))),
    Ruled("revoke", Seat.W, 3, Decision.ACCEPTED, "annul"), Ruled("B-7", Seat.W, None, Decision.DISMISSED),
)  # fmt: skip
"""Every kind of act."""


def second_deal(model: Any, codes: str) -> None:
    """A deal that was counted by hand, and the next one up to a card."""
    model.deal(Seat.S)
    model.call(Seat.W, "14S")
    for _ in range(4):
        model.call(model.view.expectation.seat, "pass")
    model.tally((("SN", 100), ("WE", 62)))
    model.deal(Seat.W)
    model.call(Seat.N, "13H")
    for _ in range(4):
        model.call(model.view.expectation.seat, "pass")
    for card in cards(codes):
        model.play(model.view.expectation.seat, card)


def lines(screen: Any) -> dict[str, Any]:
    """The lines of the history that stand on the screen, by their entries."""
    return {one.tip: one for one in screen.walk() if getattr(one, "tip", "").startswith("entry-")}


def high(screen: Any, line: Any) -> float:
    """How far below the top of the list a line is seen."""
    return float(screen._page._scroll.to_window(0, screen._page._scroll.top)[1] - line.to_window(0, line.top)[1])


def scroll_to(screen: Any, hand: Any, way: float) -> None:
    """As a finger would, to a part of the way."""
    screen._page._scroll.scroll_y = way
    hand.idle(4)


def test_every_part_of_a_deal_is_known(model: Any) -> None:
    second_deal(model, TWO_TRICKS)
    places = history(model.session.entries)
    parts = parts_of(places, model.session.facts, is_over=False)
    found = [parts.of[place.first.seq] for place in places]
    assert parts.deals == 2
    assert found == [Part(1, BEFORE)] * 7 + [Part(2, BEFORE)] * 6 + [Part(2, 1)] * 4 + [Part(2, 2)] * 4 + [Part(2, 3)]
    assert {part: won.number for part, won in parts.won.items()} == {Part(2, 1): 1, Part(2, 2): 2}


def test_what_comes_after_the_last_trick_is_no_trick(played: Callable[..., Any]) -> None:
    model = played("9H 8H 10C 7H")
    model.take_back(model.session.steps[-1].seq)
    model.play(model.view.expectation.seat, Card.parse("7H"))
    model.misdeal("misdeal")
    parts, last = model.parts, model.session.entries[-1].seq
    assert parts.part(last) == Part(1, AFTER)
    corrected = next(entry.seq for entry in model.session.entries if entry.replaces)
    assert parts.part(corrected) == parts.part(corrected - 1) == Part(1, 1)


def test_cards_laid_before_the_calls_are_told_apart_afterwards(model: Any) -> None:
    model.deal(Seat.S)
    seats = (Seat.W, Seat.N, Seat.E, Seat.S) * 2
    for seat, card in zip(seats, cards("9H 8H 10H 7H KD QD AD 7D"), strict=True):
        model.play(seat, card)
    for call in ("13H", "pass", "pass", "pass", "pass"):
        model.call(model.view.expectation.caller or model.view.expectation.seat, call)
    plays = [step.seq for step in model.session.steps if isinstance(step.act, Played)]
    assert [model.parts.part(seq) for seq in plays] == [Part(1, 1)] * 4 + [Part(1, 2)] * 4


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["bazar-belot", "debertz", "preferans"])
def test_every_act_is_told_in_plain_words(lang: str, game: str, model: Any, hand: Any) -> None:
    from kozyr.ui.locale.text import seat_text, set_language
    from kozyr.ui.tablet.telling import told

    set_language(lang)
    of = SimpleNamespace(session=SimpleNamespace(game=SimpleNamespace(name=game), header=model.session.header))
    of.judging, of.view = False, model.view
    english = {"terz", "frame", "annul"} if lang == "en" else set()
    for act in ACTS:
        text = told(of, act)
        codes = {"KS", "25S", "14S", "capo-hand", "{", "None", "B-7"} | ({"terz", "frame", "annul"} - english)
        assert not [code for code in codes if code in text], text
        assert seat_text(Seat.W) not in text, "players are called by their names"


def test_discards_are_no_secret_from_the_judge_alone(model: Any) -> None:
    from kozyr.ui.tablet.telling import told

    model.deal(Seat.S)
    put_away = Exchanged(Seat.W, cards("AH KH"), cards("7S 8D"))
    assert "7♠" not in told(model, put_away, 1)
    assert "7♠" in told(model, put_away, 2), "another deal is no secret"
    model.open_judging()
    assert "7♠" in told(model, put_away, 1)


def test_headings_by_trick_and_cards_side_by_side(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TWO_TRICKS)
    model.open_judging()
    screen = show(model, "history")
    headings = [text for text in hand.texts() if text.startswith(("Trick", "Auction"))]
    assert sorted(headings) == [
        "Auction", "Trick 1: won by Другий · 10 points", "Trick 2: won by Четвертий · 18 points", "Trick 3",
    ]  # fmt: skip
    trick = [step.seq for step in model.session.steps if isinstance(step.act, Played)][4:8]
    row = [lines(screen)[f"entry-{seq}"] for seq in trick]
    assert len({one.y for one in row}) == 1
    assert [one.x for one in row] == sorted(one.x for one in row)


def test_deals_are_chosen_from_a_list_and_turned_over(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    second_deal(model, "9H")
    tallied = next(step.seq for step in model.session.steps if isinstance(step.act, Tallied))
    screen = show(model, "history")
    assert f"entry-{tallied}" not in lines(screen)
    hand.tap(tip="older")
    assert f"entry-{tallied}" in lines(screen)
    hand.tap(tip="deals")
    hand.tap(tip="deal-2")
    assert f"entry-{tallied}" not in lines(screen)
    assert f"entry-{model.session.steps[-1].seq}" in lines(screen)
    hand.tap(tip="deals")
    hand.tap(tip="deal-1")
    model.play(model.view.expectation.seat, Card.parse("8H"))
    hand.idle()
    assert f"entry-{tallied}" in lines(screen), "the deal that is read stays"


def test_the_newest_is_in_sight_until_somebody_scrolls(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H 10C 7H KD QD AD")
    screen = show(model, "history")
    for card in cards("7D JH"):
        model.play(model.view.expectation.seat, card)
        hand.idle(4)
        last = lines(screen)[f"entry-{model.session.steps[-1].seq}"]
        assert -1 <= high(screen, last) <= screen._page._scroll.height - last.height + 1


@pytest.mark.parametrize("way", [1.0, 0.6, 0.3])
def test_the_place_is_kept_over_a_correction_and_other_pages(
    way: float, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TWO_TRICKS)
    model.open_judging()
    screen = show(model, "history")
    scroll_to(screen, hand, way)
    seen = {tip: high(screen, line) for tip, line in lines(screen).items()}
    tip = min(seen, key=lambda one: abs(seen[one] - 100))
    hand.tap(tip=tip)
    assert tip not in lines(screen), "the page that corrects it is open"
    screen.home()
    hand.idle(4)
    assert high(screen, lines(screen)[tip]) == pytest.approx(seen[tip], abs=2)
    first = next(step.seq for step in model.session.steps if isinstance(step.act, Played))
    model.correct(first, Played(Seat.N, Card.parse("AS")))
    screen.choose("score")
    hand.idle()
    model.play(model.view.expectation.seat, Card.parse("QH"))
    screen.choose("history")
    hand.idle(4)
    assert high(screen, lines(screen)[tip]) == pytest.approx(seen[tip], abs=2)


def test_the_place_is_kept_when_the_screen_is_laid_out_anew(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(played(TWO_TRICKS), "history")
    scroll_to(screen, hand, 0.5)
    before = {tip: high(screen, line) for tip, line in lines(screen).items()}
    screen.relay()
    hand.idle(4)
    assert {tip: high(screen, line) for tip, line in lines(screen).items()} == pytest.approx(before, abs=2)


def test_lines_are_kept_from_entry_to_entry(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H 8H 10C 7H KD")
    screen = show(model, "history")
    before = lines(screen)
    model.play(model.view.expectation.seat, Card.parse("QD"))
    hand.idle()
    after = lines(screen)
    assert len(after) == len(before) + 1
    assert all(after[tip] is line for tip, line in before.items())


def test_what_was_before_stands_below_the_card_in_letters_of_its_size(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    model.correct(model.session.steps[-1].seq, Played(model.session.steps[-1].act.seat, Card.parse("8D")))
    screen = show(model, "history")
    cell = lines(screen)[f"entry-{model.session.steps[-1].seq - 1}"]
    assert "was 8" in cell.text
    assert "[s]" not in cell.text
    hand.tap(cell)
    hand.tap(tip="changes")
    assert "Who changed what, and when" in hand.texts()


def test_the_history_of_a_match_whose_only_deal_was_taken_back_can_be_read(
    model: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(model, "history")
    screen.choose("pad")
    model.deal(Seat.S)
    model.undo()
    hand.idle()
    screen.choose("history")
    hand.idle()
    assert model.parts.of.keys() == {model.session.entries[0].seq}
    assert model.can_redo


def test_a_reason_that_came_with_a_log_is_no_markup(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    model.amend(model.correction(model.session.steps[-1].seq, Dealt(Seat.W), "[size=90]slip"))
    screen = show(model, "history")
    hand.tap(tip=f"entry-{model.session.entries[0].seq}")
    hand.tap(text="Changes")
    assert [one.text for one in screen.walk() if "&bl;size=90&br;slip" in getattr(one, "text", "")]
