"""Random deals of Bazar Belot: honest ones break no rule, careless ones do, and constructions are found in hands."""

import random

import pytest

from kozyr.datasets.careless import CARELESS, HONEST
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.datasets.careless_belot_play import highest_construction
from kozyr.engine.acts import Played
from kozyr.engine.cards import cards
from kozyr.engine.games.bazar_belot.game import BazarBelot


def test_honest_scripts_break_no_rule_and_careless_ones_do() -> None:
    dealer = BelotDealer(BazarBelot())
    honest = [dealer.deal(random.Random(seed), HONEST) for seed in range(100)]
    assert not any(script.revokes or script.out_of_turn for script in honest)
    careless = [dealer.deal(random.Random(seed), CARELESS) for seed in range(100)]
    assert sum(len(script.revokes) for script in careless) > 100
    assert any(script.out_of_turn for script in careless)
    assert all(revoke.proved is not None for script in careless for revoke in script.revokes), "played out: all proved"


def test_a_script_plays_every_card_of_those_who_play() -> None:
    for seed in range(50):
        script = BelotDealer(BazarBelot()).deal(random.Random(seed), CARELESS)
        aside = {seq for _, seq in script.out_of_turn}
        plays = [act for seq, act in enumerate(script.acts, start=1) if isinstance(act, Played) and seq not in aside]
        assert len(plays) == len({act.card for act in plays}) in (24, 32)
        assert len({card for _, hand in script.hands for card in hand}) == 32


def test_the_same_seed_gives_the_same_deal() -> None:
    first, second = (BelotDealer(BazarBelot()).deal(random.Random(7), CARELESS) for _ in range(2))
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
