"""The engine and the second writing on the legality of every card of random deals.

``KOZYR_DEALS`` is the number of deals of each game; the benchmark (``kozyr bench rules``) compares many more.
"""

import os
import random
from collections.abc import Iterator

import pytest

from kozyr.datasets.careless import Dealer, Habits, Script
from kozyr.datasets.careless_tables import TABLES, share
from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.table.log import Header

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
KNOWN = Habits(illegal_play=0.2, hands_logged=1.0)
"""With the hands in the log, the engine says of every card at once whether it is legal."""


def deals(table: str, of_its_game: int) -> Iterator[tuple[Dealer, Header, Script]]:
    dealer = TABLES[table]
    for seed in range(share(table, of_its_game * DEALS // 400)):
        rng = random.Random(f"agree {seed}")
        yield dealer, dealer.header(rng), dealer.deal(rng, KNOWN)


@pytest.mark.parametrize("table", TABLES)
def test_every_card_of_every_hand_is_legal_or_illegal_alike(table: str) -> None:
    for dealer, header, script in deals(table, 72):
        state = dealer.game.start(header)
        legal = {seq: (hand, cards) for seq, hand, cards in script.legal_cards}
        for seq, act in enumerate(script.acts, start=script.first_seq):
            if isinstance(act, Played) and act.seat in dict(script.hands):
                hand, wanted = legal[seq]
                told = {card for card in hand if not _is_revoke(dealer, state, seq, Played(act.seat, Card.parse(card)))}
                assert told == wanted, (script.acts, seq)
            state, _ = dealer.game.step(state, seq, act)


def _is_revoke(dealer: Dealer, state: object, seq: int, act: Act) -> bool:
    _, facts = dealer.game.step(state, seq, act)
    found = [fact for fact in facts if isinstance(fact, Irregularity) and fact.committed == seq]
    return any(fact.offence is Offence.REVOKE for fact in found)
