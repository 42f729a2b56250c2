"""Several rulings on one breach: the last one counts, and what it changes is what it would have changed alone."""

import itertools

import pytest

from kozyr.engine.acts import Decision, Ruled
from kozyr.engine.errors import ImpossibleAct

from .sitting import THREE, N, S, Sat, W, sit

SEVEN = ("dealt N", "call S 6S, W pass, N pass", "talon 9D 10D", "exchange S 2 2", "call S order 7D, W whist, N pass")
BREACHES = {
    "revoke": (sit(*SEVEN, "S:AS W:7C N:7S", "S:KS W:8S", seats=THREE), W, 11),
    "revoke at once": (sit(*SEVEN, "S:AS W:7C", "show W 8S", seats=THREE), W, 11),
    "out-of-turn": (sit(*SEVEN, "S:AS N:7S", seats=THREE), N, 11),
    "exposed-cards": (sit(*SEVEN, "expose W KC QC", seats=THREE), W, 10),
    "illegal-call": (sit("dealt N", "call S 6S, W 6D", seats=THREE), W, 3),
    "misdeal": (sit("dealt N", "misdealt N", "dealt N", "misdealt N", seats=THREE), N, 4),
    "twelve-card-order": (sit(*SEVEN[:3], "call S order 8D", "exchange S 2 2", seats=THREE), S, 6),
    "slow-play": (sit(*SEVEN, "S:AS", "expired W", seats=THREE), W, 11),
}
KINDS: list[tuple[str, str | None, int | None]] = [
    ("accepted", None, None), ("dismissed", None, None), ("other", "fine", 3), ("other", "annul", 5),
    ("other", "penalty-card", None), ("other", "stands", None), ("other", "warn", None), ("other", "redeal", None),
]  # fmt: skip


def said(ruled: Sat) -> tuple[object, ...]:
    """All that a ruling can change."""
    report, view = ruled.report, ruled.view()
    findings = [(one.offence, one.seat, one.committed, one.law, one.remedy, one.trick) for one in report.irregularities]
    return report.deals, report.sheet, report.settlement, findings, view.expectation, view.seats, view.stage


def ruled_on(breach: str, *rulings: tuple[str, str | None, int | None]) -> Sat:
    table, seat, committed = BREACHES[breach]
    for decision, remedy, points in rulings:
        table = table.rule(breach.removesuffix(" at once"), seat, committed, decision, remedy=remedy, points=points)
    return table


@pytest.mark.parametrize("breach", list(BREACHES))
def test_of_several_rulings_on_one_breach_the_last_one_counts(breach: str) -> None:
    for rulings in itertools.product(KINDS, repeat=2):
        alone, both = ruled_on(breach, rulings[-1]), ruled_on(breach, *rulings)
        assert said(both) == said(alone), rulings
        assert [row.decision.value for row in both.report.rulings] == [decision for decision, _, _ in rulings]


@pytest.mark.parametrize("breach", list(BREACHES))
def test_a_ruling_on_somebody_else_for_it_is_refused(breach: str) -> None:
    table, seat, committed = BREACHES[breach]
    other = S if seat is not S else W
    with pytest.raises(ImpossibleAct, match="name"):
        table.rule(breach.removesuffix(" at once"), other, committed)


def test_a_ruling_whose_entry_is_gone_is_a_doubt() -> None:
    table = sit(*SEVEN, seats=THREE).rule("revoke", W, 99)
    assert table.doubts == [(1, "ruling-without-entry")]
    assert table.found == []
    (row,) = table.report.rulings
    assert (row.decision, row.remedy) == (Decision.ACCEPTED, None), "as the judge said it, without effect"


def test_a_ruling_before_the_first_deal_belongs_to_it() -> None:
    table = sit(Ruled("P-8", W, None, Decision.ACCEPTED), "dealt N", seats=THREE)
    assert [(row.deal, row.law) for row in table.report.rulings] == [(1, "P-8")]


def test_what_the_table_went_on_to_play_stays_played() -> None:
    table, _, _ = BREACHES["revoke at once"]
    back = table.rule("revoke", W, 11, "other", remedy="penalty-card").then("W:8S N:7S", "S:KS W:9S N:10S")
    again = back.rule("revoke", W, 11)
    assert [trick.plays[1].card for trick in again.view().tricks] == [
        trick.plays[1].card for trick in back.view().tricks
    ]
