"""The counting of ``kozyr bench deals``, with given events."""

from typing import Any

import pytest

from kozyr.datasets.deal_score import DealScore, Sighted, Told, score_deal, summed
from kozyr.engine.acts import Act, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source

PLAYS = (("W", "AC", 2000), ("N", "9C", 4000), ("E", "KC", 6000), ("S", "AS", 8000))


def corners(at: int) -> list[list[float]]:
    left = 100.0 + 200 * at
    return [[left, 100.0], [left + 60, 100.0], [left + 60, 190.0], [left, 190.0]]


TRUTH: dict[str, Any] = {
    "fps": 15.0,
    "px_per_mm": 1.0,
    "plays": [
        {"n": at + 1, "trick": 1, "frame_settled": ms * 15 // 1000, "rest_ms": ms, "seat": seat, "card": card,
         "corners_px": corners(at)}
        for at, (seat, card, ms) in enumerate(PLAYS)
    ],
}  # fmt: skip


def log(*plays: tuple[str, str | None, int], why: str | None = None) -> tuple[Entry, ...]:
    acts: list[tuple[int, Act]] = [(0, Dealt(Seat.S))]
    acts += [(ms, Played(Seat(seat), None if card is None else Card.parse(card))) for seat, card, ms in plays]
    entries = (Entry(seq, ms, Source.CAMERA, act) for seq, (ms, act) in enumerate(acts, start=1))
    return tuple(
        entry
        if entry.seq != len(acts) or why is None
        else Entry(entry.seq, entry.at_ms, entry.source, entry.act, why=why)
        for entry in entries
    )


def sighted(at: int, card: str | None, confidence: float = 0.99, zone: str = "trick") -> Sighted:
    ms = PLAYS[at][2] + 300
    return Sighted(ms, (130.0 + 200 * at, 145.0), card, confidence, zone)


def scored(entries: tuple[Entry, ...], *seen: Sighted, questions: int = 0) -> DealScore:
    done = {entry.seq: entry.at_ms + 400.0 for entry in entries}
    return score_deal(TRUTH, entries, Told(list(seen), done, questions))


def test_a_perfect_log_has_no_fault_and_its_latency_counts_from_the_rest() -> None:
    score = scored(log(*PLAYS), *(sighted(at, card) for at, (_, card, _) in enumerate(PLAYS)))
    assert [play.verdict for play in score.plays] == ["right"] * 4
    assert [play.fault for play in score.plays] == [None] * 4
    assert [play.latency_ms for play in score.plays] == [400] * 4
    whole = summed([score], 180)
    assert whole["latency_after_settle_ms"] == {"median": 220, "p95": 220}
    assert (whole["right_unaided"], whole["seat_and_order_right"], whole["false_plays"]) == (4, 4, 0)


@pytest.mark.parametrize(("why", "verdict"), [("replaced", "asked"), (None, "wrong"), ("contradicted", "wrong")])
def test_a_card_that_the_camera_puts_in_the_place_of_another_is_asked_when_it_says_why(
    why: str | None, verdict: str
) -> None:
    instead = Entry(9, 9000, Source.CAMERA, Played(Seat.S, Card.parse("AH")), replaces=5, why=why)
    found = scored((*log(*PLAYS), instead), sighted(3, "AS"), questions=1)
    assert found.plays[3].verdict == verdict


def test_a_misread_card_is_the_readers_fault_and_an_unseen_one_the_trackings() -> None:
    wrong = scored(log(*PLAYS[:3], ("S", "AH", 8000)), sighted(3, "AH"))
    assert [(play.verdict, play.fault, play.seen) for play in wrong.plays][3] == ("wrong", "reader", "misread")
    missing = scored(log(*PLAYS[:3]))
    assert [(play.verdict, play.fault, play.seen) for play in missing.plays][3] == ("missing", "tracking", "unseen")
    elsewhere = scored(log(*PLAYS[:3]), sighted(3, "AS", zone="front"))
    assert elsewhere.plays[3].seen == "elsewhere"
    assert elsewhere.plays[3].fault == "tracking"


def test_an_asked_play_counts_by_its_guess_and_gives_no_latency() -> None:
    asked = scored(log(*PLAYS[:3], ("S", "AS", 8000), why="unsure"), sighted(3, "AS", 0.6), questions=1)
    assert asked.plays[3].verdict == "asked"
    assert asked.plays[3].guessed_right
    assert asked.plays[3].latency_ms is None
    assert asked.plays[3].fault == "reader"
    whole = summed([asked], 180)
    assert (whole["asked"], whole["asked_guess_right"], whole["questions_per_deal"]) == (1, 1, 1.0)


def test_a_wrong_seat_and_a_swapped_order_are_counted_once_each() -> None:
    seat = scored(log(*PLAYS[:3], ("W", "AS", 8000)), sighted(3, "AS"))
    assert [play.placed_right for play in seat.plays] == [True, True, True, False]
    assert seat.plays[3].fault == "tracking"
    first, second, third, fourth = PLAYS
    swapped = scored(log(first, third, second, fourth))
    assert sum(play.placed_right for play in swapped.plays) == 3


def test_a_play_that_nobody_made_is_false() -> None:
    score = scored(log(*PLAYS, ("W", "7H", 9000)))
    assert [found.card for found in score.false] == ["7H"]
