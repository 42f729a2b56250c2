"""Bazar Belot, the play a second time: the sentences of the regulation, and proof in a deal worked by hand."""

import pytest

from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.datasets.second.proof import DECK, Revoke, Sight, incriminating, revokes

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
    assert BelotPlay(mode).wanted(hand.split(), lying(trick), "N") == wanted.split(), sentence


def test_the_seat_order_and_partners_of_the_table() -> None:
    assert BelotPlay("C").taker(lying("S 7D, W AS, N KH, E 8D")) == "E"
    assert BelotPlay("S").taker(lying("S 7D, W AS, N KH, E 8D")) == "W"


def test_totals_of_the_deck() -> None:
    totals = {mode: sum(BelotPlay(mode).worth(card) for card in DECK) for mode in "SHDCNA"}
    assert totals == {"S": 152, "H": 152, "D": 152, "C": 152, "N": 152, "A": 248}


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
    assert revokes(HANDS, (*FIRST, later), BelotPlay("H")) == (Revoke("S", 3, 5),)


def test_a_revoke_is_proved_by_a_card_shown() -> None:
    shown = Sight(5, "S", ("JH",))
    assert revokes(HANDS, (*FIRST, shown), BelotPlay("H")) == (Revoke("S", 3, 5),)


def test_a_revoke_is_proved_at_once_when_the_card_was_seen_before() -> None:
    known = Sight(0, "S", ("JH",))
    assert revokes(HANDS, (known, *FIRST), BelotPlay("H")) == (Revoke("S", 3, 3),)


def test_a_revoke_that_nothing_shows_stays_unproved() -> None:
    assert revokes(HANDS, FIRST, BelotPlay("H")) == (Revoke("S", 3, None),)


def test_incriminating_cards_are_those_that_had_to_be_played() -> None:
    against = incriminating(BelotPlay("H"), lying("N AS, E 9H"), "S", "7D")
    assert against == {f"{rank}S" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")} | {"JH"}
