"""Cards, calls and lines of the narration in three languages."""

from typing import get_args

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
from kozyr.engine.facts import AuctionEnded, DealScored, Irregularity, TrickWon
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.ui.locale.narrate import act_text, narrate_act, narrate_entry, narrate_fact, narrate_finding
from kozyr.ui.locale.text import call_text, card_text, clock_text, contract_text, declaration_text, side_text


@pytest.mark.parametrize(
    ("call", "uk", "ru", "en"),
    [
        ("14S", "14♠", "14♠", "14♠"),
        ("13N", "13 БК", "13 БК", "13 NT"),
        ("20A", "20 ВК", "20 ВК", "20 AT"),
        ("25S capo", "25♠ капо", "25♠ капо", "25♠ capo"),
        ("34A capo-hand", "34 ВК капо з руки", "34 ВК капо с руки", "34 AT capo from hand"),
        ("recontra", "реконтра", "реконтра", "recontra"),
        ("9Z", "9Z", "9Z", "9Z"),
    ],
)
def test_calls(call: str, uk: str, ru: str, en: str) -> None:
    assert [call_text(call, lang) for lang in ("uk", "ru", "en")] == [uk, ru, en]


def test_cards_and_declarations() -> None:
    assert [card_text(Card.parse(code), "ru") for code in ("JS", "10H", "AD", "QC")] == ["В♠", "10♥", "Т♦", "Д♣"]
    assert card_text(Card.parse("JS"), "en") == "J♠"
    said = ("terz KH", "frame J", "frame 10", "bela", "bela H", "quint 10S")
    assert [declaration_text(one, "ru") for one in said] == [
        "терц К♥", "рамки В", "рамки 10", "бела", "бела ♥", "квинта 10♠",
    ]  # fmt: skip
    assert contract_text("14S", 2, "ru") == "14♠ контра"
    assert contract_text(None, 1, "en") == "all passed"
    assert side_text("SN", "ru") == "Ю–С"
    assert side_text("E", "en") == "East"


def test_clock() -> None:
    assert [clock_text(ms) for ms in (0, 12_999, 61_000, 3_661_000)] == ["0:00", "0:12", "1:01", "1:01:01"]


def test_narration() -> None:
    play = Played(Seat.W, Card.parse("9C"))
    assert narrate_act(12_345, play, "en") == "0:12 West 9♣"
    corrected = Entry(9, 61_000, Source.TOUCH, Played(Seat.W, Card.parse("JC")), replaces=7)
    assert narrate_entry(corrected, "ru") == "1:01 Исправлено: Запад В♣"
    assert narrate_entry(corrected, "en", about=play) == "1:01 Corrected: West 9♣ → West J♣"
    assert (
        narrate_entry(Entry(10, 62_000, Source.TOUCH, None, replaces=9), "en", about=play) == "1:02 Taken back: West 9♣"
    )
    assert narrate_fact(AuctionEnded(4, "14S", Seat.S, 2), "en") == "Contract 14♠ contra by South"
    assert narrate_fact(AuctionEnded(4, "14S", Seat.S, 1), "ru") == "Заказ 14♠, играет Юг"
    ruling = Ruled("revoke", Seat.W, 3, Decision.ACCEPTED, "tricks-to-opponents")
    assert narrate_act(0, ruling, "en").startswith("0:00 Judge: revoke, West – accepted: this and all later tricks")


def test_finding_names_law_citation_and_both_times() -> None:
    finding = Irregularity(
        Offence.REVOKE, Seat.E, 5, 9, True, "B-10", "Репино 4.3.4", Remedy.TRICKS_TO_OPPONENTS, cards("9C KD")
    )
    line = narrate_finding(finding, "ru", committed_ms=70_000, proved_ms=95_000)
    for part in ("ренонс", "Восток", "9♣ К♦", "B-10", "Репино 4.3.4", "1:10", "1:35"):
        assert part in line


ALL_ACTS = (
    (Dealt(Seat.S), "0:05 Deal 2, dealer South"),
    (Dealt(None), "0:05 Deal 2, dealt by the judge"),
    (TurnedUp(cards("7H")), "0:05 Turned up 7♥"),
    (Called(Seat.W, "13N"), "0:05 West: 13 NT"),
    (Exchanged(Seat.N, cards("AH KH"), 2), "0:05 North exchanges: taken A♥ K♥, given 2"),
    (Declared(Seat.E, "quint AS"), "0:05 East declares quint A♠"),
    (Revealed(Seat.E, cards("AS KS")), "0:05 East shows A♠ K♠"),
    (Played(Seat.S, None), "0:05 South ?"),
    (Exposed(Seat.W, cards("9C")), "0:05 West exposed 9♣"),
    (Claimed(Seat.N, 3), "0:05 North claims the rest (3)"),
    (Misdealt("nine cards"), "0:05 Misdeal: nine cards"),
    (TimeoutTaken(Seat.S), "0:05 South takes a time-out"),
    (TimeExpired(Seat.S), "0:05 South: time is up"),
    (Tallied((("SN", 100), ("WE", 62))), "0:05 Tally by hand: S–N 100, W–E 62"),
    (
        Ruled("exposed-cards", Seat.E, 3, Decision.OTHER, "fine", points=10),
        "0:05 Judge: exposed cards, East – other decision: fine in points 10",
    ),
    (
        Ruled("B-12", Seat.E, None, Decision.DISMISSED),
        "0:05 Judge: Asking partner to show a construction, East – dismissed",
    ),
)


@pytest.mark.parametrize(("act", "line"), ALL_ACTS)
def test_every_act_has_a_line(act: Act, line: str) -> None:
    assert narrate_act(5_000, act, "en", deal=2) == line
    assert act_text(act, "en", deal=2) == line.removeprefix("0:05 ")
    for lang in ("uk", "ru"):
        assert narrate_act(5_000, act, lang, deal=2).startswith("0:05 ")


def test_every_act_of_the_log_is_tried() -> None:
    assert {type(act) for act, _ in ALL_ACTS} == set(get_args(Act))


def test_facts() -> None:
    assert narrate_fact(AuctionEnded(9, None, None, 1), "en") == "All passed"
    assert narrate_fact(TrickWon(9, 3, Seat.N, (), 24), "en") == "Trick 3: North, 24"
    scored = DealScored(9, 2, (("SN", 28), ("WE", 17)), ())
    assert narrate_fact(scored, "en") == "Deal 2: S–N 28, W–E 17"
    inserted = Entry(9, 5_000, Source.TOUCH, Played(Seat.N, Card.parse("8H")), before=4)
    assert narrate_entry(inserted, "en") == "0:05 Inserted: North 8♥"
