"""A table of Bazar Belot (spades are trumps, W leads) that a camera watches: arrays of observations in, entries out."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kozyr.engine.acts import Act, Called, Dealt, Exposed, Played, Revealed
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.observations import CardAppeared, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.doubt import Question, Why
from kozyr.engine.table.follow import Event, Follower
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience, Phase

S, W, N, E = Seat
TRICK = Zone(ZoneKind.TRICK)
HEADER = Header(
    "bazar-belot",
    "repino-2013",
    seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)}),
    ((S, ""), (W, ""), (N, ""), (E, "")),
    "2026-11-30T18:00:00Z",
)
PLACES = {S: (0.0, 70.0), W: (-70.0, 0.0), N: (0.0, -70.0), E: (70.0, 0.0)}
CALLS: tuple[Act, ...] = (
    Dealt(S), Called(W, "8S"), Called(N, "pass"), Called(E, "pass"), Called(S, "pass"), Called(W, "pass"),
)  # fmt: skip


@dataclass
class Table:
    """A table of Bazar Belot (spades are trumps, W leads) with a camera."""

    follower: Follower[Any]
    events: list[Event] = field(default_factory=list)
    tracks: int = 0
    last: dict[str, int] = field(default_factory=dict)

    def see(self, observation: Observation) -> tuple[Event, ...]:
        said = self.follower.observe(observation)
        self.events += said
        return said

    def wait(self, now_ms: int) -> tuple[Event, ...]:
        said = self.follower.tick(now_ms)
        self.events += said
        return said

    def finish(self, now_ms: int) -> tuple[Event, ...]:
        said = self.follower.finish(now_ms)
        self.events += said
        return said

    def lay(self, seat: Seat, code: str, at_ms: int, **other: Any) -> tuple[Event, ...]:
        """A card laid by ``seat``: clear, seen coming, unless ``other`` says otherwise."""
        return self.see(self.card(seat, code, at_ms, **other))

    def card(self, seat: Seat, code: str, at_ms: int, **other: Any) -> CardAppeared:
        self.tracks += 1
        self.last[code] = self.tracks
        card = None if code == "??" else Card.parse(code)
        sure = other.pop("sure", 0.995 if card else 0.0)
        fields: dict[str, Any] = {
            "at_ms": at_ms, "track": self.tracks, "zone": TRICK, "nearest": seat, "arrived_from": seat, "card": card,
            "confidence": sure, "alternatives": ((card, sure),) if card else (), "centre_mm": PLACES[seat],
            "crop": f"crops/{self.tracks}.png", "arrival_ms": at_ms - 200,
        }  # fmt: skip
        return CardAppeared(**(fields | other))

    def front(self, seat: Seat, code: str, at_ms: int, **other: Any) -> tuple[Event, ...]:
        return self.lay(seat, code, at_ms, zone=Zone(ZoneKind.FRONT, seat), **other)

    def tricks(self, *tricks: str, at_ms: int = 0) -> int:
        """Whole tricks, each "W AC N 9C …", laid a second apart and swept; returns the time after them."""
        for trick in tricks:
            words = trick.split()
            first = self.tracks + 1
            for seat, code in zip(words[::2], words[1::2], strict=True):
                at_ms += 1000
                self.lay(Seat(seat), code, at_ms)
            at_ms += 1500
            self.sweep(at_ms, range(first, self.tracks + 1))
        return at_ms + 1000

    def sweep(self, at_ms: int, tracks: Iterable[int]) -> tuple[Event, ...]:
        return self.see(ZoneCleared(at_ms, TRICK, None, tuple(tracks)))

    @property
    def acts(self) -> list[str]:
        """The plays and exposures that stand, as "W AC"."""
        return [short(step.act) for step in self.follower.session.steps if not isinstance(step.act, Dealt | Called)]

    @property
    def asked(self) -> list[Why]:
        return [event.why for event in self.events if isinstance(event, Question)]

    @property
    def question(self) -> Question:
        """The only open question."""
        (found,) = self.follower.questions
        return found

    @property
    def offences(self) -> list[tuple[Offence, Seat | None]]:
        facts = self.follower.session.facts
        return [(fact.offence, fact.seat) for fact in facts if isinstance(fact, Irregularity)]


def short(act: Act | None) -> str:
    if isinstance(act, Played):
        return f"{act.seat} {act.card or '??'}"
    if isinstance(act, Exposed | Revealed):
        return f"{act.seat} {type(act).__name__} {' '.join(card.code for card in act.cards)}"
    return str(act)


def entries(events: tuple[Event, ...]) -> list[Entry]:
    return [event for event in events if isinstance(event, Entry)]


def opened() -> Table:
    """A table at which W has the lead."""
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    for act in CALLS:
        session.record(act, 0, Source.TOUCH)
    assert session.view(Audience.JUDGE).phase is Phase.PLAY
    return Table(Follower(session))
