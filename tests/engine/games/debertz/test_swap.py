"""The seven swap (ФДУ "Торги замовлень"): who may, when, and what everybody then knows."""

import pytest

from kozyr.engine.acts import Dealt, Exchanged
from kozyr.engine.cards import cards
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.seats import Seat

from .sitting import E, N, S, Sat, W, sit

ORDERED = ("dealt E 9H", "S:pass W:play")


def held(sat: Sat, seat: Seat) -> set[str]:
    """The cards that a seat is known to hold."""
    assert sat.deal.play.ledger is not None
    return {card.code for card in sat.deal.play.ledger.held(seat)}


@pytest.mark.parametrize("format", ["1x1", "1x2", "1x3"])
def test_seven_changes_hands_in_personal_games(format: str) -> None:
    obliged = {"1x1": "N", "1x2": "N", "1x3": "E"}[format]
    sat = sit(f"dealt {obliged} 9H", "S:play", "swap N 9H 7H", format=format)
    assert (held(sat, N), held(sat, S), sat.found) == ({"9H"}, {"7H"}, [])


def test_shown_card_is_the_declarers_without_a_swap() -> None:
    sat = sit(*ORDERED, format="1x3")
    assert (held(sat, W), sat.view().stage) == ({"9H"}, "swap")
    assert "Exchanged" in sat.view().expectation.kinds


def test_swap_with_oneself_leaves_both_cards_with_the_declarer() -> None:
    assert held(sit(*ORDERED, "swap W 9H 7H", format="1x3"), W) == {"9H", "7H"}


def test_swap_of_unseen_cards_is_of_the_shown_one_and_the_seven() -> None:
    sat = sit(*ORDERED, Exchanged(N, 1, 1), format="1x3")
    assert (held(sat, N), held(sat, W)) == ({"9H"}, {"7H"})


def test_swap_tells_the_shown_card_that_nobody_entered() -> None:
    sat = sit("dealt E", "S:pass W:play", "swap N 9H 7H", format="1x3")
    assert (sat.row.contract, held(sat, N), held(sat, W)) == ("H", {"9H"}, {"7H"})


def test_swap_before_the_order_waits_for_it() -> None:
    sat = sit("dealt E 9H", "swap N 9H 7H", format="1x3")
    assert sat.found == []
    assert held(sat.then("S:pass W:play"), N) == {"9H"}


ROUND_TWO = ("dealt E 9H", "S:pass W:pass N:pass E:pass", "S:C")


@pytest.mark.parametrize(
    ("parts", "format", "rules"),
    [
        (ORDERED, "2x2", {}),
        (ROUND_TWO, "1x3", {}),
        (ORDERED, "1x3", {"seven_swap": "off"}),
        (ORDERED, "1x3", {"seven_swap": "declarer_only"}),
    ],
    ids=["teams", "second-round", "off", "declarer-only"],
)
def test_swap_that_is_not_allowed_is_flagged_and_does_not_stand(
    parts: tuple[str, ...], format: str, rules: dict[str, object]
) -> None:
    sat = sit(*parts, "swap N 9H 7H", format=format, rules=rules)
    assert [(row[0], row[1], row[4]) for row in sat.found] == [("illegal-call", "N", "D-14")]
    assert held(sat, N) == set()
    ruled = sat.rule("illegal-call", N, sat.seq("swap N 9H 7H"), "other", remedy="stands")
    assert held(ruled, N) == {"9H"}


def test_swap_of_another_card_is_flagged() -> None:
    sat = sit(*ORDERED, "swap N 9H 8H", format="1x3")
    assert [(row[0], row[4]) for row in sat.found] == [("illegal-call", "D-14")]


def test_swap_after_a_deferred_bayd_is_flagged() -> None:
    tie = ("dealt E 9H", "S:play", "tally S:62/2 W:62/2 N:20/2 E:18/2", "dealt E 9H", "swap N 9H 7H")
    assert [row[0] for row in sit(*tie, format="1x3").found] == ["illegal-call"]


def test_swap_that_cannot_have_been_is_refused() -> None:
    for parts in (
        ("swap N 8H 7H",),
        ("swap N 9H 7H", "swap S 9H 7H"),
        ("S:AS", "swap N 9H 7H"),
    ):
        with pytest.raises(ImpossibleAct):
            sit(*ORDERED, *parts, format="1x3")
    with pytest.raises(ImpossibleAct, match="one card"):
        sit(*ORDERED, Exchanged(N, cards("9H 8H"), 1), format="1x3")


def test_hands_written_down_know_better() -> None:
    """A written hand of the declarer without the shown card: somebody had it, nobody entered the swap."""
    hands = ((W, cards("7H AS KS QS JS 10S 8S 7S")),)
    sat = sit(Dealt(None, E, hands), "turned 9H", "S:pass W:play", format="1x3")
    assert "9H" not in held(sat, W)
    assert len(held(sat, W)) == 8


def test_who_may_have_changed_is_told_until_the_first_trick_is_closed() -> None:
    def late(*parts: str, form: str = "1x3") -> tuple[Seat, ...]:
        return sit(*ORDERED, *parts, format=form).view().expectation.late_takers

    assert late() == (), "it can still be changed"
    assert late("S:AS") == (S, W, N, E)
    assert late("S:AS W:7S N:8S E:9S") == ()
    assert late("swap N 9H 7H", "S:AS") == ()
    assert late("S:AS", form="2x2") == ()
