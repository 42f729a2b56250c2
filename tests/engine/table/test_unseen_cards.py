"""A card of a trick was never read, or read as another: one question, and every other play in its place.

Whole honest deals of every game as a camera tells them, with one fault each; then each fault by itself.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from kozyr.datasets.careless import HONEST
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Called, Dealt, Played, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CardAppeared, CardLeft, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.doubt import Question, Why
from kozyr.engine.table.follow import Event, Follower
from kozyr.engine.table.log import Header, Source
from kozyr.engine.table.session import Session

S, W, N, E = Seat
TRICK = Zone(ZoneKind.TRICK)
PLACES = {S: (0.0, 55.0), W: (-55.0, 0.0), N: (0.0, -55.0), E: (55.0, 0.0)}
Fault = Callable[[int, CardAppeared], CardAppeared | None]
"""What becomes of the sighting of a play, by its number from 0; None when nobody sees it."""


def faultless(number: int, seen: CardAppeared) -> CardAppeared:
    return seen


@dataclass
class Film:
    """A table whose cards a camera tells; words are entered by touch."""

    session: Session[Any]
    fault: Fault = faultless
    events: list[Event] = field(default_factory=list)
    now: int = 0
    tracks: int = 0
    plays: int = 0
    lying: list[CardAppeared] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.follower = Follower(self.session)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 100):
            self.now += 100
            self.events += self.follower.tick(self.now)

    def say(self, *acts: Act) -> None:
        for act in acts:
            self.wait(300)
            self.session.record(act, self.now, Source.TOUCH)

    def see(self, observation: Observation) -> None:
        self.events += self.follower.observe(observation)

    def lay(self, seat: Seat, code: str | None, after_ms: int = 1200, **other: Any) -> None:
        """A card laid to the trick, as the fault lets it be seen."""
        self.wait(after_ms)
        self.tracks += 1
        card = Card.parse(code) if code else None
        fields: dict[str, Any] = {
            "at_ms": self.now, "track": self.tracks, "zone": TRICK, "nearest": seat, "arrived_from": seat, "card": card,
            "confidence": 0.995 if card else 0.0, "alternatives": ((card, 0.995),) if card else (),
            "centre_mm": PLACES[seat], "crop": f"{self.tracks}.jpg", "arrival_ms": self.now - 300,
        }  # fmt: skip
        seen = self.fault(self.plays, CardAppeared(**(fields | other)))
        self.plays += 1
        if seen is not None:
            self.lying.append(seen)
            self.see(seen)

    def turn_up(self, seat: Seat, code: str) -> int:
        self.wait(900)
        self.tracks += 1
        card = Card.parse(code)
        self.see(CardAppeared(self.now, self.tracks, TRICK, seat, seat, card, 0.99, ((card, 0.99),), (4.0, -3.0)))
        return self.tracks

    def sweep(self) -> None:
        self.wait(1500)
        tracks = tuple(seen.track for seen in self.lying)
        if len(tracks) > 1:
            self.see(ZoneCleared(self.now, TRICK, None, tracks, "table.jpg"))
        elif tracks:
            self.see(CardLeft(self.now, tracks[0], TRICK, self.lying[0].card))
        self.lying.clear()

    @property
    def acts(self) -> list[str]:
        """The plays that stand, as "W AC"."""
        plays = [step.act for step in self.session.steps if isinstance(step.act, Played)]
        return [f"{act.seat} {act.card or '??'}" for act in plays]

    @property
    def asked(self) -> list[Question]:
        return [event for event in self.events if isinstance(event, Question)]

    @property
    def offences(self) -> list[Irregularity]:
        return [fact for fact in self.session.facts if isinstance(fact, Irregularity)]


def belot(fault: Fault = faultless) -> Film:
    """Bazar Belot, spades are trumps, W leads."""
    header = Header(
        "bazar-belot", "repino-2013", seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)}),
        tuple((seat, "") for seat in (S, W, N, E)), "2026-11-30T18:00:00Z",
    )  # fmt: skip
    film = Film(Session(game_named("bazar-belot"), header), fault)
    film.say(Dealt(S), Called(W, "8S"), *(Called(seat, "pass") for seat in (N, E, S, W)))
    return film


def whole_deal(name: str, seed: int, fault: Fault) -> tuple[Film, list[str]]:
    """(A random honest deal as it was told, its true plays)."""
    dealer, rng = TABLES[name], random.Random(seed)
    scripts = (dealer.deal(rng, replace(HONEST, declares=0.0)) for _ in range(50))
    # A call that follows the lead waits for it on a real pad; here it is said at once.
    script = next(one for one in scripts if one.course and _plays_last(one.acts))
    film = Film(Session(dealer.game, dealer.header(rng)), fault)
    swept = {last: seat for _, last, seat in script.course}
    first = script.acts[0]
    assert isinstance(first, Dealt)
    turner = first.dealer or first.obliged or S
    for seq, act in enumerate(script.acts, start=script.first_seq):
        match act:
            case Played(card=card) if card is not None:
                film.lay(act.seat, card.code)
            case TurnedUp():
                shown = [film.turn_up(turner, card.code) for card in act.cards]
                film.wait(1600)
                for track, card in zip(shown, act.cards, strict=True):
                    film.see(CardLeft(film.now, track, TRICK, card))
            case _:
                film.say(act)
        if seq in swept:
            film.sweep()
    film.wait(1000)
    film.events += film.follower.finish(film.now)
    plays = [act for act in script.acts if isinstance(act, Played)]
    return film, [f"{act.seat} {act.card}" for act in plays]


def _plays_last(acts: tuple[Act, ...]) -> bool:
    """True for a deal in which nothing is said once cards are played."""
    first = next(at for at, act in enumerate(acts) if isinstance(act, Played))
    return all(isinstance(act, Played) for act in acts[first:])


NAMES = (
    "bazar-belot 2x2",
    "debertz 1x1 fdu-uk",
    "debertz 1x2 fdu-uk",
    "debertz 1x3 fdu-uk",
    "preferans 3",
    "preferans 4",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lost", range(9))
def test_a_card_that_nobody_saw_is_one_question_and_all_other_plays_keep_their_places(name: str, lost: int) -> None:
    film, true = whole_deal(name, lost, lambda number, seen: None if number == lost else seen)
    seat, _, card = true[lost].partition(" ")
    assert film.acts in (
        [*true[:lost], f"{seat} {card}", *true[lost + 1 :]],
        [*true[:lost], f"{seat} ??", *true[lost + 1 :]],
    )
    assert len(film.asked) == 1
    assert film.offences == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("blank", range(6))
def test_a_card_whose_index_could_not_be_read_is_one_question_about_its_own_play(name: str, blank: int) -> None:
    def fault(number: int, seen: CardAppeared) -> CardAppeared:
        return replace(seen, card=None, confidence=0.0, alternatives=()) if number == blank else seen

    film, true = whole_deal(name, 40 + blank, fault)
    assert [text for at, text in enumerate(film.acts) if at != blank] == true[:blank] + true[blank + 1 :]
    assert film.acts[blank].split()[0] == true[blank].split()[0]
    assert [question.why for question in film.asked] == [Why.UNREADABLE]
    assert film.offences == []


# one fault by itself: Bazar Belot, spades are trumps, W leads

CLUBS = (("W", "AC"), ("N", "9C"), ("E", "KC"), ("S", "7C"))


def lay_all(film: Film, *plays: tuple[str, str], unseen: tuple[str, ...] = (), **other: Any) -> None:
    for seat, code in plays:
        if code not in unseen:
            film.lay(Seat(seat), code, **other)


@pytest.mark.parametrize("unseen", [("AC", "9C"), ("9C", "KC"), ("KC", "7C")])
def test_two_cards_of_a_trick_of_four_that_nobody_saw_are_one_question(unseen: tuple[str, ...]) -> None:
    film = belot()
    lay_all(film, *CLUBS, unseen=unseen)
    film.sweep()
    lay_all(film, ("W", "7D"), ("N", "AD"), ("E", "8D"), ("S", "9D"))
    film.wait(2000)
    assert film.acts == [*(f"{s} {'??' if c in unseen else c}" for s, c in CLUBS), "W 7D", "N AD", "E 8D", "S 9D"]
    assert len(film.asked) == 1
    assert film.offences == []


def test_the_lead_was_covered_and_the_next_card_seemed_to_come_from_the_hand_of_the_leader() -> None:
    film = belot()
    film.lay(N, "9C", arrived_from=W)
    film.lay(E, "KC")
    film.wait(2000)
    film.lay(S, "7C")
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W ??", "N 9C", "E KC", "S 7C"]
    assert [question.why for question in film.asked] == [Why.OUT_OF_TURN]
    assert film.offences == []
    (question,) = film.follower.questions
    known = replace(question.guess, acts=(Played(W, Card.parse("AC")), *question.guess.acts[1:]))
    film.follower.answer(question.number, known, film.now)
    assert film.acts == ["W AC", "N 9C", "E KC", "S 7C"]


def test_before_the_middle_is_known_a_card_beside_it_is_judged_by_how_the_others_lie() -> None:
    def aside(seat: Seat) -> tuple[float, float]:
        return PLACES[seat][0] + 45.0, PLACES[seat][1]

    film = belot()
    film.lay(N, "9C", arrived_from=W, nearest=N, centre_mm=aside(N))
    film.lay(E, "KC", nearest=E, centre_mm=aside(E))
    film.wait(2000)
    film.lay(S, "7C", nearest=S, centre_mm=aside(S))
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W ??", "N 9C", "E KC", "S 7C"]


def test_two_cards_in_half_a_second_from_crossing_arms_are_told_apart_by_where_they_lie() -> None:
    film = belot()
    film.lay(W, "AC")
    film.lay(E, "KC", arrived_from=N)
    film.lay(N, "9C", after_ms=200, arrival_ms=film.now - 500)
    film.lay(S, "7C")
    film.wait(1000)
    assert film.acts == ["W AC", "N 9C", "E KC", "S 7C"]
    assert film.asked == []


def test_a_second_card_of_a_seat_shows_that_its_first_one_was_the_next_players() -> None:
    film = belot()
    film.lay(W, "AC")
    film.lay(E, "KC", arrived_from=N)
    film.lay(N, "9C", after_ms=1000)
    film.wait(2000)
    film.lay(S, "7C")
    film.wait(1000)
    assert film.acts == ["W AC", "N 9C", "E KC", "S 7C"]
    assert [question.why for question in film.asked] == [Why.REPLACED]
    assert film.offences == []


def test_a_card_clearly_misread_is_made_unknown_when_its_player_leads_as_if_it_had_won() -> None:
    film = belot(lambda number, seen: replace(seen, confidence=0.97) if number == 1 else seen)
    lay_all(film, ("W", "10C"), ("N", "8C"), ("E", "KC"), ("S", "7C"))
    film.sweep()
    lay_all(film, ("N", "7D"), ("E", "AD"), ("S", "9D"), ("W", "8D"))
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W 10C", "N ??", "E KC", "S 7C", "N 7D", "E AD", "S 9D", "W 8D"]
    assert [question.why for question in film.asked] == [Why.OUT_OF_TURN]
    assert film.offences == []
    film.lay(E, "8C")
    film.wait(1000)
    assert film.acts[-1] == "E 8C"
    assert len(film.asked) == 1


def test_a_swept_trick_without_its_last_card_is_asked_about_with_the_picture_of_the_table() -> None:
    film = belot()
    lay_all(film, *CLUBS, unseen=("7C",))
    film.sweep()
    film.wait(1000)
    (question,) = film.asked
    assert (question.why, question.seat, question.crops) == (Why.MISSED, S, ("table.jpg",))


def test_a_missed_card_near_the_end_is_asked_about_with_the_cards_that_are_left() -> None:
    deal = (
        "W AC N 9C E KC S 7C", "W AD N 9D E KD S 7D", "W AH N 9H E KH S 7H", "W AS N 9S E KS S 7S",
        "N 10S E QS S 8S W JS", "W 10C N 8C E QC S JC", "W 10D N 8D E QD S JD",
    )  # fmt: skip
    film = belot()
    for trick in deal:
        words = trick.split()
        lay_all(film, *zip(words[::2], words[1::2], strict=True))
        film.sweep()
    film.wait(1000)
    before = len(film.asked)
    lay_all(film, ("W", "10H"), ("N", "8H"), ("E", "QH"))
    film.sweep()
    film.wait(1000)
    question = film.asked[before]
    offered = {act.card for choice in question.choices for act in choice.acts if isinstance(act, Played)}
    assert question.why is Why.MISSED
    assert Card.parse("JH") in offered


def test_a_card_found_by_elimination_accuses_nobody() -> None:
    film = belot()
    deal = (
        "W AC N 9C E KC S 7D", "W AD N 9D E KD S 8D", "W AH N 9H E KH S 7H", "W AS N 9S E KS S 7S",
        "N 10S E QS S 8S W JS", "W 10C N 8C E QC S JC", "W 10D N JD E QD S 7C", "W 10H N 8H E QH S JH",
    )  # fmt: skip
    for trick in deal:
        words = trick.split()
        lay_all(film, *zip(words[::2], words[1::2], strict=True), unseen=("7D",))
        film.sweep()
    film.events += film.follower.finish(film.now)
    assert film.acts[3] == "S ??"
    assert [fact for fact in film.offences if fact.committed == film.session.steps[10].seq] == []


def test_a_card_missed_beside_one_of_crossed_arms_is_not_accused_by_elimination() -> None:
    film = belot()
    film.lay(W, "AC")
    film.lay(N, "9C")
    film.lay(S, "KC", arrived_from=E)
    film.sweep()
    deal = (
        "W AD N 9D E KD S 8D", "W AH N 9H E KH S 7H", "W AS N 9S E KS S 7S", "N 10S E QS S 8S W JS",
        "W 10C N 8C E QC S JC", "W 10D N JD E QD S 7C", "W 10H N 8H E QH S JH",
    )  # fmt: skip
    for trick in deal:
        words = trick.split()
        lay_all(film, *zip(words[::2], words[1::2], strict=True))
        film.sweep()
    film.events += film.follower.finish(film.now)
    assert film.acts[:4] == ["W AC", "N 9C", "E ??", "S KC"]
    assert film.offences == []


def test_one_card_of_a_deck_with_four_indices_told_in_two_places_at_once_is_one_play() -> None:
    film = belot()
    film.lay(W, "AC")
    film.lay(N, "9C", arrival_ms=film.now + 700)
    film.lay(N, "9C", after_ms=200, arrival_ms=film.now + 710, centre_mm=(95.0, -55.0))
    film.lay(E, "KC")
    film.wait(2000)
    assert film.acts == ["W AC", "N 9C", "E KC"]
    assert film.asked == []


def test_when_nobody_knows_who_leads_the_card_that_came_first_leads_though_it_is_told_later() -> None:
    film = belot()
    lay_all(film, ("N", "AC"), ("E", "KC"), ("S", "7C"))
    film.sweep()
    film.lay(N, "7D", after_ms=1500)
    film.lay(W, "8D", after_ms=200, arrival_ms=film.now - 600)
    film.wait(1000)
    assert film.acts == ["W ??", "N AC", "E KC", "S 7C", "W 8D", "N 7D"]
    assert film.offences == []


def test_a_lead_that_reads_as_the_card_by_which_another_won_shows_that_one_was_misread() -> None:
    film = belot()
    lay_all(film, ("W", "10C"), ("N", "AD"), ("E", "AC"), ("S", "7C"))
    film.sweep()
    film.lay(W, "AC")
    film.wait(2000)
    lay_all(film, ("N", "9D"), ("E", "KC"), ("S", "8C"))
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W 10C", "N AD", "E ??", "S 7C", "W AC", "N 9D", "E KC", "S 8C"]
    assert [question.why for question in film.asked] == [Why.PLAYED_BEFORE]
    assert film.offences == []


def test_a_lead_of_a_seat_that_cannot_have_won_after_a_missed_card_shows_that_another_was_misread() -> None:
    film = belot(lambda number, seen: replace(seen, confidence=0.97) if number == 1 else seen)
    lay_all(film, ("W", "7C"), ("E", "8C"), ("S", "9C"))
    film.sweep()
    lay_all(film, ("E", "7D"), ("S", "AD"), ("W", "8D"), ("N", "9D"))
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W 7C", "N ??", "E ??", "S 9C", "E 7D", "S AD", "W 8D", "N 9D"]
    assert len(film.asked) == 2
    assert film.offences == []


def test_before_the_middle_is_known_later_cards_are_matched_to_their_seats_all_the_same() -> None:
    film = belot()
    for seat, code in (("N", "9C"), ("E", "KC"), ("S", "7C")):
        x, y = PLACES[Seat(seat)]
        film.lay(Seat(seat), code, centre_mm=(x + 40.0, y - 25.0), nearest=Seat(seat))
    film.sweep()
    film.wait(1000)
    assert film.acts == ["W ??", "N 9C", "E KC", "S 7C"]
    assert len(film.asked) == 1
