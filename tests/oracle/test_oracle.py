"""The judge who sees all hands, checked against the sentences of the regulation and against deals worked by hand."""

import random

import pytest

from kozyr.datasets import oracle
from kozyr.datasets.careless import CARELESS, HONEST
from kozyr.datasets.careless_belot import BelotDealer, highest_construction
from kozyr.datasets.oracle import Revoke, Sight
from kozyr.engine.acts import Played
from kozyr.engine.cards import DECK_32, cards

Plays = list[tuple[str, str]]


def lying(text: str) -> Plays:
    return [(play.split()[0], play.split()[1]) for play in text.split(",") if play.strip()]


@pytest.mark.parametrize(
    ("sentence", "mode", "trick", "hand", "wanted"),
    [
        ("есть карты в масти хода - необходимо играть этими картами", "H", "W KS", "7S AS 9H", "7S AS"),
        ("бить козырем, если взятка принадлежит не вашей паре", "H", "W KS", "7D 7H", "7H"),
        ("скинуть любую карту, если взятка принадлежит вашей паре", "H", "E 8S, S AS, W 9S", "7D 7H", "7D 7H"),
        ("скинуть любую карту, если взятка принадлежит вашей паре", "H", "S KS, W 8S", "7D 7H", "7D 7H"),
        ("можете и забрать козырем", "H", "S AS, W 8S", "7H", "7H"),
        ("При ходе в козырную масть, необходимо перебивать карту", "H", "W AH", "7H JH", "JH"),
        ("причем обязательно перебивать и карту партнера", "H", "S 9H, W 7H", "8H JH", "JH"),
        ("перебивать, если есть такая возможность", "H", "W JH", "7H 9H AS", "7H 9H"),
        ("козырем, перебить который вы не в состоянии: любую карту", "H", "S KS, W 9H", "7H AD", "7H AD"),
        ("козырем, который можно перебить", "H", "S KS, W 9H", "JH AD", "JH"),
        ("ВК: обязан положить более старшую карту", "A", "W KS", "7S AS JD", "AS"),
        ("ВК: даже если это взятка партнера", "A", "S KS, W 7S", "8S 9S", "9S"),
        ("ВК: нет масти захода", "A", "W KS", "7D JD", "7D JD"),
        ("БК: перебивать не надо", "N", "W KS", "7S AS", "7S AS"),
    ],
)
def test_wanted_cards_by_the_sentence(sentence: str, mode: str, trick: str, hand: str, wanted: str) -> None:
    assert oracle.wanted(hand.split(), lying(trick), "N", mode) == wanted.split(), sentence


def test_the_seat_order_and_partners_of_the_table() -> None:
    assert oracle.taker(lying("S 7D, W AS, N KH, E 8D"), "C") == "E"
    assert oracle.taker(lying("S 7D, W AS, N KH, E 8D"), "S") == "W"


def test_totals_of_the_deck() -> None:
    totals = {mode: sum(oracle.worth(card, mode) for card in oracle.DECK) for mode in "SHDCNA"}
    assert totals == {"S": 152, "H": 152, "D": 152, "C": 152, "N": 152, "A": 248}
    assert {card.code for card in DECK_32} == set(oracle.DECK)


HANDS = {
    "S": ("7D", "JH", "8C"),
    "W": ("8S", "9S", "KC"),
    "N": ("AS", "7C", "9C"),
    "E": ("9H", "10C", "QC"),
}
FIRST = (
    Sight(1, "N", ("AS",), ()),
    Sight(2, "E", ("9H",), (("N", "AS"),)),
    Sight(3, "S", ("7D",), (("N", "AS"), ("E", "9H"))),
    Sight(4, "W", ("8S",), (("N", "AS"), ("E", "9H"), ("S", "7D"))),
)


def test_a_revoke_is_proved_by_the_card_itself() -> None:
    later = Sight(5, "S", ("JH",), ())
    assert oracle.revokes(HANDS, (*FIRST, later), "H") == (Revoke("S", 3, 5),)


def test_a_revoke_is_proved_by_a_card_shown() -> None:
    shown = Sight(5, "S", ("JH",))
    assert oracle.revokes(HANDS, (*FIRST, shown), "H") == (Revoke("S", 3, 5),)


def test_a_revoke_is_proved_at_once_when_the_card_was_seen_before() -> None:
    known = Sight(0, "S", ("JH",))
    assert oracle.revokes(HANDS, (known, *FIRST), "H") == (Revoke("S", 3, 3),)


def test_a_revoke_that_nothing_shows_stays_unproved() -> None:
    assert oracle.revokes(HANDS, FIRST, "H") == (Revoke("S", 3, None),)


def test_incriminating_cards_are_those_that_had_to_be_played() -> None:
    against = oracle.incriminating(lying("N AS, E 9H"), "S", "7D", "H")
    assert against == {f"{rank}S" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")} | {"JH"}


def test_honest_scripts_break_no_rule_and_careless_ones_do() -> None:
    dealer = BelotDealer(None)
    honest = [dealer.deal(random.Random(seed), HONEST) for seed in range(100)]
    assert not any(script.revokes or script.out_of_turn for script in honest)
    careless = [dealer.deal(random.Random(seed), CARELESS) for seed in range(100)]
    assert sum(len(script.revokes) for script in careless) > 100
    assert any(script.out_of_turn for script in careless)
    assert all(revoke.proved is not None for script in careless for revoke in script.revokes), "played out: all proved"


def test_a_script_plays_every_card_of_those_who_play() -> None:
    for seed in range(50):
        script = BelotDealer(None).deal(random.Random(seed), CARELESS)
        aside = {seq for _, seq in script.out_of_turn}
        plays = [act for seq, act in enumerate(script.acts, start=1) if isinstance(act, Played) and seq not in aside]
        assert len(plays) == len({act.card for act in plays}) in (24, 32)
        assert len({card for _, hand in script.hands for card in hand}) == 32


def test_the_same_seed_gives_the_same_deal() -> None:
    first, second = (BelotDealer(None).deal(random.Random(7), CARELESS) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("hand", "mode", "name"),
    [
        ("7S 8S 9S AD KD", "H", "terz 9S"),
        ("7S 8S 9S AD KD QD JD", "H", "berz AD"),
        ("9S 10S JS QS KS AS 7D 8D", "H", "quint AS"),
        ("JS JH JD JC QS KS AS 7D", "H", "frame J"),
        ("JS JH JD JC AS AH AD AC", "N", "frame A"),
        ("9S 9H 9D 9C 7D 8D AS KS", "N", "terz 9D"),
        ("7S 9S JS KS 7D 9D JD KD", "H", None),
    ],
)
def test_highest_construction(hand: str, mode: str, name: str | None) -> None:
    found = highest_construction(hand.split(), mode)
    assert (found.name if found else None) == name
    assert found is None or set(cards(found.cards)) <= set(cards(hand))
