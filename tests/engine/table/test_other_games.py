"""Debertz and Preferans before the camera: what is shown, taken, changed and laid open is told apart from plays."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from kozyr.datasets.careless import HONEST, Dealer, Script
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Called, Dealt, Exchanged, Exposed, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CardAppeared, CardLeft, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.doubt import Question, Why
from kozyr.engine.table.follow import Event, Follower
from kozyr.engine.table.log import Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience

S, W, N, E = Seat
TRICK = Zone(ZoneKind.TRICK)
PLACES = {S: (0.0, 70.0), W: (-70.0, 0.0), N: (0.0, -70.0), E: (70.0, 0.0)}
FROM_CAMERA = (Played, TurnedUp, Exposed, Exchanged, Revealed)


@dataclass
class Table:
    """A table with a camera; what people say is entered by touch."""

    session: Session[Any]
    follower: Follower[Any] = field(init=False)
    events: list[Event] = field(default_factory=list)
    tracks: int = 0
    now: int = 0
    lying: dict[Card, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.follower = Follower(self.session)

    def say(self, *acts: Act) -> None:
        for act in acts:
            self.now += 300
            self.session.record(act, self.now, Source.TOUCH)
            self.events += self.follower.tick(self.now)

    def see(self, observation: Observation) -> None:
        self.events += self.follower.observe(observation)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 100):
            self.now += 100
            self.events += self.follower.tick(self.now)

    def show(self, code: str, seat: Seat | None = None, *, at: Seat | None = None, **other: Any) -> None:
        """A card put down in the middle, or with ``at`` in front of a seat; ``seat``: whose hand brought it."""
        self.wait(600)
        self.tracks += 1
        card, sure = Card.parse(code), other.pop("sure", 0.99)
        fields: dict[str, Any] = {
            "at_ms": self.now, "track": self.tracks, "zone": Zone(ZoneKind.FRONT, at) if at else TRICK,
            "nearest": at or seat or N, "arrived_from": seat, "card": card, "confidence": sure,
            "alternatives": ((card, sure),), "centre_mm": (4.0, -3.0), "crop": None, "arrival_ms": self.now - 150,
        }  # fmt: skip
        self.lying[card] = self.tracks
        self.see(CardAppeared(**(fields | other)))

    def lay(self, seat: Seat, code: str, **other: Any) -> None:
        self.show(code, seat, **({"nearest": seat, "centre_mm": PLACES[seat]} | other))

    def gone(self, *codes: str) -> None:
        self.wait(500)
        for code in codes:
            card = Card.parse(code)
            self.see(CardLeft(self.now, self.lying.pop(card), TRICK, card))

    def sweep(self) -> None:
        self.wait(1000)
        self.see(ZoneCleared(self.now, TRICK, None, tuple(self.lying.values())))
        self.lying.clear()
        self.wait(500)

    @property
    def acts(self) -> list[Act | None]:
        """What the camera told, as it stands."""
        return [step.act for step in self.session.steps if isinstance(step.act, FROM_CAMERA)]

    @property
    def asked(self) -> list[Why]:
        return [event.why for event in self.events if isinstance(event, Question)]

    @property
    def offences(self) -> list[Irregularity]:
        return [fact for fact in self.session.facts if isinstance(fact, Irregularity)]


def table_of(game: str, variant: str, seats: str, **extra: Any) -> Table:
    sides = {"SN": (S, N), "WE": (W, E)} if extra.get("format") == "2x2" else None
    places = tuple(map(Seat, seats))
    header = Header(game, variant, seating(places, sides), tuple((seat, "") for seat in places), "2026-11-30T18:00:00Z",
                    {}, extra)  # fmt: skip
    return Table(Session(game_named(game), header))


def debertz(format: str = "1x1", seats: str = "SN") -> Table:
    return table_of("debertz", "fdu-uk", seats, format=format, target=501)


def preferans(seats: str = "SWN") -> Table:
    return table_of("preferans", "sochi-2013", seats)


def cards(*codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes))


# -- Debertz --------------------------------------------------------------------------------------------------------


def test_debertz_a_card_in_the_middle_while_the_shown_card_is_waited_for_is_turned_up() -> None:
    table = debertz()
    table.say(Dealt(None, N))
    table.show("9H")
    table.gone("9H")
    table.say(Called(S, "play"))
    table.lay(S, "AC")
    table.lay(N, "7C")
    assert table.acts == [TurnedUp(cards("9H")), Played(S, *cards("AC")), Played(N, *cards("7C"))]
    assert table.asked == []


@pytest.mark.parametrize("leaves", [0, 1])
def test_debertz_a_card_told_twice_of_which_one_telling_ends_lies_there_still(leaves: int) -> None:
    table = debertz()
    table.say(Dealt(None, N))
    table.show("9H")
    table.gone("9H")
    table.say(Called(S, "play"))
    ace = Card.parse("AC")
    table.lay(S, "AC")
    told = [table.lying[ace]]
    table.show("AC", None, nearest=S, centre_mm=(40.0, 140.0))
    told.append(table.lying[ace])
    table.see(CardLeft(table.now, told[leaves], TRICK, ace))
    table.wait(1500)
    table.lay(N, "7C")
    assert table.acts[1:] == [Played(S, ace), Played(N, *cards("7C"))]
    assert table.asked == []
    table.see(CardLeft(table.now, told[1 - leaves], TRICK, ace))
    table.gone("7C")
    table.lay(S, "KC")
    assert table.acts[3:] == [Played(S, *cards("KC"))]


def test_debertz_a_shown_card_that_lay_there_before_the_deal_was_entered_is_turned_up() -> None:
    table = debertz()
    table.show("9H")
    table.wait(3000)
    table.say(Dealt(None, N))
    assert table.acts == [TurnedUp(cards("9H"))]


def test_debertz_a_doubtful_shown_card_is_asked_about_and_then_guessed() -> None:
    table = debertz()
    table.say(Dealt(None, N))
    table.show("9H", sure=0.7, alternatives=((Card.parse("9H"), 0.7), (Card.parse("9D"), 0.3)))
    table.wait(1000)
    assert table.asked == [Why.DOUBTFUL]
    assert table.acts == []
    (question,) = table.follower.questions
    table.follower.answer(question.number, question.choices[1], table.now)
    table.wait(6000)
    assert table.acts == [TurnedUp(cards("9D"))]


def test_debertz_a_doubtful_shown_card_that_was_touched_in_is_asked_about_no_more() -> None:
    table = debertz()
    table.say(Dealt(None, N))
    table.show("9H", sure=0.7, alternatives=((Card.parse("9H"), 0.7), (Card.parse("9D"), 0.3)))
    table.wait(1000)
    table.say(TurnedUp(cards("9D")))
    table.wait(500)
    assert table.follower.questions == ()
    assert table.acts == [TurnedUp(cards("9D"))]


def swap_table() -> Table:
    table = debertz("1x2", "SWN")
    table.say(Dealt(None, N))
    table.show("KH")
    table.say(Called(S, "pass"), Called(W, "play"))
    return table


def test_debertz_the_seven_in_the_place_of_the_shown_card_is_the_swap() -> None:
    table = swap_table()
    expected = table.session.view(Audience.JUDGE).expectation
    assert expected.swap_card == Card.parse("7H")
    taker = next(seat for seat in expected.takers if seat is not expected.seat)
    table.gone("KH")
    table.show("7H", taker)
    table.wait(500)
    assert table.acts == [TurnedUp(cards("KH")), Exchanged(taker, cards("KH"), cards("7H"))]
    assert table.asked == []
    assert table.offences == []


def test_debertz_the_seven_laid_first_and_the_shown_card_taken_then_is_the_swap_too() -> None:
    table = swap_table()
    expected = table.session.view(Audience.JUDGE).expectation
    taker = next(seat for seat in expected.takers if seat is not expected.seat)
    table.show("7H", taker)
    table.wait(600)
    assert table.acts == [TurnedUp(cards("KH"))]
    table.gone("KH")
    table.wait(500)
    assert table.acts == [TurnedUp(cards("KH")), Exchanged(taker, cards("KH"), cards("7H"))]


def test_debertz_the_seven_led_beside_the_shown_card_is_a_play() -> None:
    table = swap_table()
    leader = table.session.view(Audience.JUDGE).expectation.seat
    assert leader is not None
    table.lay(leader, "7H")
    table.wait(4000)
    assert table.acts == [TurnedUp(cards("KH")), Played(leader, *cards("7H"))]


def test_debertz_a_leader_who_may_have_changed_or_led_the_seven_is_asked() -> None:
    table = debertz("1x2", "SWN")
    table.say(Dealt(None, N))
    table.show("KH")
    table.say(Called(S, "play"))
    expected = table.session.view(Audience.JUDGE).expectation
    assert expected.seat in expected.takers
    table.gone("KH")
    table.show("7H", expected.seat)
    table.wait(3000)
    assert table.asked == [Why.SWAPPED]
    assert table.acts == [TurnedUp(cards("KH"))]


def test_debertz_a_seven_that_is_taken_up_again_was_changed_and_what_its_owner_then_leads_is_a_play() -> None:
    table = debertz("1x2", "SWN")
    table.say(Dealt(None, N))
    table.show("KH")
    table.say(Called(S, "play"))
    leader = table.session.view(Audience.JUDGE).expectation.seat
    assert leader is not None
    table.gone("KH")
    table.show("7H", leader)
    table.gone("7H")
    near = ((Card.parse("7D"), 0.97), (Card.parse("7H"), 0.03))
    table.lay(leader, "7D", sure=0.97, alternatives=near, centre_mm=(2.0, 40.0))
    assert table.acts[1:] == [Exchanged(leader, cards("KH"), cards("7H")), Played(leader, *cards("7D"))]
    assert table.asked == []


def test_at_a_table_of_two_a_card_that_lies_sideways_is_of_the_seat_whose_hand_brought_it() -> None:
    table = debertz()
    table.say(Dealt(None, N), TurnedUp(cards("9H")), Called(S, "play"))
    table.lay(S, "AC", nearest=E, centre_mm=(60.0, 20.0))
    table.lay(N, "7C", nearest=W, centre_mm=(-60.0, 4.0), arrived_from=None)
    assert table.acts[1:] == [Played(S, *cards("AC")), Played(N, *cards("7C"))]
    assert table.asked == []


# -- Preferans ------------------------------------------------------------------------------------------------------


def bid_six(table: Table) -> Seat:
    """The first hand bids six spades, the others pass; returns the declarer."""
    first = table.session.view(Audience.JUDGE).expectation.seat
    assert first is not None
    table.say(Called(first, "6S"))
    while table.session.view(Audience.JUDGE).stage == "bid":
        seat = table.session.view(Audience.JUDGE).expectation.seat
        assert seat is not None
        table.say(Called(seat, "pass"))
    return first


def test_preferans_two_cards_in_the_middle_after_the_bidding_are_the_talon_and_then_taken() -> None:
    table = preferans()
    table.say(Dealt(N))
    declarer = bid_six(table)
    table.show("9H", declarer)
    assert table.acts == []
    table.show("AC", declarer, centre_mm=(70.0, 5.0))
    assert table.acts == [TurnedUp(cards("9H", "AC"))]
    table.gone("9H", "AC")
    assert table.acts[1:] == [Exchanged(declarer, cards("9H", "AC"), 2)]
    table.say(Called(declarer, "order 6S"))
    assert (table.asked, table.offences) == ([], [])


def test_preferans_a_talon_card_alone_is_shown_after_a_moment_and_the_other_when_it_comes() -> None:
    table = preferans()
    table.say(Dealt(N))
    declarer = bid_six(table)
    table.show("9H", declarer)
    table.wait(1600)
    table.show("AC", declarer)
    assert table.acts == [TurnedUp(cards("9H")), TurnedUp(cards("AC"))]


def all_pass(table: Table) -> None:
    while table.session.view(Audience.JUDGE).stage == "bid":
        seat = table.session.view(Audience.JUDGE).expectation.seat
        assert seat is not None
        table.say(Called(seat, "pass"))


def test_preferans_raspasy_of_three_turn_a_talon_card_up_before_the_first_two_tricks() -> None:
    table = preferans()
    table.say(Dealt(N))
    all_pass(table)
    table.show("9H", N)
    for seat, code in ((S, "AH"), (W, "10H"), (N, "7H")):
        table.lay(seat, code)
    table.sweep()
    table.show("KC", N)
    for seat, code in ((S, "AC"), (W, "7C"), (N, "8C")):
        table.lay(seat, code)
    table.sweep()
    expected = table.session.view(Audience.JUDGE).expectation
    assert (expected.turns_up, expected.seat) == (0, S)
    kinds = [type(act).__name__[0] for act in table.acts]
    assert kinds == ["T", "P", "P", "P", "T", "P", "P", "P"]
    assert (table.asked, table.offences) == ([], [])


def test_preferans_a_card_of_who_does_not_deal_is_no_talon_card() -> None:
    table = preferans()
    table.say(Dealt(N))
    all_pass(table)
    table.lay(S, "AH")
    assert table.acts == [Played(S, *cards("AH"))]


def test_preferans_of_four_the_dealer_lays_the_talon_cards_and_sits_out_after_them() -> None:
    table = preferans("SWNE")
    table.say(Dealt(E))
    all_pass(table)
    plays = ((E, "9H"), (S, "AH"), (W, "10H"), (N, "7H"))
    for seat, code in plays:
        table.lay(seat, code)
    table.sweep()
    for seat, code in ((E, "KC"), (S, "AC"), (W, "7C"), (N, "8C")):
        table.lay(seat, code)
    table.sweep()
    assert len(table.acts) == 8
    assert table.session.view(Audience.JUDGE).expectation.players == (S, W, N)
    assert (table.asked, table.offences) == ([], [])


def test_preferans_the_dealers_hand_that_tidies_is_nobodys_play_and_the_card_is_the_next_players() -> None:
    table = preferans("SWNE")
    table.say(Dealt(E))
    declarer = bid_six(table)
    table.say(Called(declarer, "order 6S"), Called(W, "whist"), Called(N, "pass"), Called(W, "closed"))
    table.lay(S, "AH", nearest=E, arrived_from=E, centre_mm=(60.0, 20.0))
    assert table.acts == [Played(S, *cards("AH"))]


def test_preferans_an_open_hand_is_revealed_with_what_joins_it_and_its_cards_are_its_owners() -> None:
    table = preferans()
    table.say(Dealt(N))
    declarer = bid_six(table)
    table.say(Called(declarer, "order 6S"), Called(W, "whist"), Called(N, "pass"), Called(W, "open"))
    table.lay(S, "AH")
    for code in ("7H", "8H", "9C", "KC"):
        table.show(code, N, at=N, centre_mm=(10.0, -150.0))
    table.wait(1500)
    table.show("AS", N, at=N, centre_mm=(60.0, -150.0))
    table.wait(2000)
    assert table.acts[1:] == [Revealed(N, cards("7H", "8H", "9C", "KC")), Revealed(N, cards("AS"))]
    table.lay(W, "10H")
    table.show("7H", W, nearest=W, centre_mm=(-30.0, -20.0))
    assert table.acts[-2:] == [Played(W, *cards("10H")), Played(N, *cards("7H"))]
    assert table.asked == []


# -- whole deals ----------------------------------------------------------------------------------------------------


def watched(dealer: Dealer, seed: int) -> tuple[Table, Script]:
    """A random honest deal: words by touch, cards by the camera."""
    rng = random.Random(seed)
    script = dealer.deal(rng, HONEST)
    table = Table(Session(dealer.game, dealer.header(rng)))
    swept = {last: seat for _, last, seat in script.course}
    for seq, act in enumerate(script.acts, start=script.first_seq):
        match act:
            case Played(card=card) if card is not None:
                table.wait(500)
                table.lay(act.seat, card.code)
            case TurnedUp():
                for card in act.cards:
                    place = {"nearest": script_dealer(script)} if len(act.cards) == 1 else {}
                    table.show(card.code, script_dealer(script), **place)
                table.gone(*(card.code for card in act.cards)) if len(act.cards) == 2 else None
            case _:
                table.say(act)
        if seq in swept:
            table.sweep()
    table.wait(3000)
    return table, script


def script_dealer(script: Script) -> Seat:
    (first,) = (act for act in script.acts[:1] if isinstance(act, Dealt))
    return first.dealer or first.obliged or S


def told(acts: Any) -> list[Act]:
    return [act for act in acts if isinstance(act, Played | TurnedUp)]


@pytest.mark.parametrize("name", [name for name in TABLES if name.split()[0] != "bazar-belot"])
@pytest.mark.parametrize("seed", range(4))
def test_an_honest_deal_clearly_seen_gives_its_cards_no_question_and_no_offence(name: str, seed: int) -> None:
    table, script = watched(TABLES[name], seed)
    assert told(table.acts) == told(script.acts)
    assert table.asked == []
    assert table.offences == []
