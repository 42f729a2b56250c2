"""Tracks and what is told of them: values in, values out, no pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from kozyr.engine.cards import Card
from kozyr.engine.observations import CardAppeared, CardLeft, CardReread, Observation, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import automatic
from kozyr.vision.group import CardGrouper, SeenCard
from kozyr.vision.presence import Presence
from kozyr.vision.settle import PATIENCE_MS, UNREAD_PATIENCE_MS, Leaver, Newcomer, Settler
from kozyr.vision.track import Arrival, CardTracker, Changes, Look, Track
from kozyr.vision.types import IndexBox, IndexReading

CALIBRATION = automatic(1280, 720)
GROUPER = CardGrouper(CALIBRATION)
THERE = Presence(1.0, 0.0, 0.2)
GONE = Presence(1.0, 0.9, 0.95)
COVERED = Presence(0.05, 0.0, 0.0)
HAND_OVER_IT = Presence(1.0, 0.9, 0.1)


def seen(
    code: str | None, x: float, y: float, angle: float = 0.0, confidence: float = 0.99, corners: int = 2
) -> SeenCard:
    outline = GROUPER.place((x, y), angle)
    if code is None:
        return SeenCard((x, y), angle, outline, ())
    scores = ((Card.parse(code), confidence),)
    reading = IndexReading(IndexBox((0, 0), 10, 20, angle, 0.9), scores[0][0], confidence, scores)
    return SeenCard((x, y), angle, outline, scores, (reading,) * corners)


def look(
    tracker: CardTracker, at_ms: int, cards: Sequence[SeenCard], presence: Mapping[int, Presence] | None = None
) -> Changes:
    known = presence if presence is not None else {track.number: THERE for track in tracker.tracks}
    return tracker.update(Look(at_ms, tuple(cards), known), [Arrival(at_ms - 300, at_ms - 180)] * len(cards))


def test_a_new_card_is_a_track_and_the_same_card_again_is_not() -> None:
    tracker = CardTracker()
    assert [t.number for t in look(tracker, 1000, [seen("9H", 0, 60)]).new] == [1]
    again = look(tracker, 1200, [seen("9H", 1, 60)])
    assert not again.new
    assert again.seen[0].looks == 2
    assert again.seen[0].confidence > 0.99


def test_a_card_turned_and_pushed_is_the_same_card() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60)])
    turned = look(tracker, 2000, [seen("9H", 8, 52, 70)], {1: HAND_OVER_IT})
    assert not turned.new
    pushed = look(tracker, 3000, [seen("9H", -40, 10, 20)], {1: GONE})
    assert (pushed.new, pushed.left) == ((), ())
    assert tracker.tracks[0].centre_mm == (-40, 10)


def test_a_covered_card_stays_for_ever_and_a_bare_place_is_left_at_once() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60), seen("KS", 50, 0)])
    for at in range(2000, 60_000, 2000):
        assert not look(tracker, at, [seen("KS", 50, 0)], {1: COVERED, 2: THERE}).left
    assert [t.number for t in look(tracker, 61_000, [seen("KS", 50, 0)], {1: GONE, 2: THERE}).left] == [1]


def test_a_hand_over_a_card_is_not_its_end_until_it_takes_very_long() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60)])
    for at in range(1300, 8900, 300):
        assert not look(tracker, at, [], {1: HAND_OVER_IT}).left
    assert look(tracker, 9300, [], {1: HAND_OVER_IT}).left


def test_where_the_table_was_never_seen_a_changed_place_is_left_soon() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60)])
    unknown = replace(HAND_OVER_IT, known=False)
    left = [look(tracker, at, [], {1: unknown}).left for at in (1500, 1800, 2100)]
    assert [len(x) for x in left] == [0, 0, 1]


def test_another_card_in_a_changed_place_is_another_card() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60)])
    changes = look(tracker, 2000, [seen("KS", 3, 58)], {1: Presence(0.1, 0.9, 0.0)})
    assert [str(t.card) for t in changes.new] == ["KS"]


def test_another_name_for_an_unchanged_card_is_a_vote_not_a_card() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9S", 0, 60, confidence=0.9)])
    changes = look(tracker, 1200, [seen("9C", 0, 60, confidence=0.9)])
    assert not changes.new
    assert str(tracker.tracks[0].card) == "9S"
    assert tracker.tracks[0].confidence < 0.97


def test_many_wrong_looks_outvote_a_first_one_but_never_become_certain_without_bound() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9S", 0, 60, confidence=0.8)])
    for at in range(1200, 12_000, 200):
        look(tracker, at, [seen("9C", 0, 60, confidence=0.8)])
    track = tracker.tracks[0]
    assert str(track.card) == "9C"
    assert track.weight <= 2.4 + 1e-9
    assert track.confidence < 0.9999


def test_a_second_reading_of_a_card_seen_in_the_same_look_is_no_new_card() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9S", 0, 60)])
    changes = look(tracker, 1200, [seen("9S", 0, 60), seen("6S", 4, 58, corners=1)])
    assert not changes.new
    assert len(tracker.tracks) == 1


def test_numbers_are_not_used_again() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen("9H", 0, 60)])
    tracker.clear()
    assert look(tracker, 2000, [seen("9H", 0, 60)]).new[0].number == 2


class Table:
    """A tracker and a settler with hands on them."""

    def __init__(self) -> None:
        self.tracker = CardTracker()
        self.settler = Settler()

    def look(
        self,
        at_ms: int,
        cards: Sequence[SeenCard],
        presence: Mapping[int, Presence] | None = None,
        edge: Seat | None = None,
    ) -> None:
        changes = look(self.tracker, at_ms, cards, presence)
        self.settler.take(
            [Newcomer(track, edge) for track in changes.new], [Leaver(track, at_ms, edge) for track in changes.left]
        )

    def step(self, at_ms: int, busy: bool = False, stirred: tuple[int, ...] = ()) -> tuple[Observation, ...]:
        return self.settler.step(at_ms, self.tracker.tracks, CALIBRATION, busy, stirred)


def trick(table: Table) -> None:
    for at, (code, x, y) in enumerate((("9H", 0, 60), ("KH", -60, 0), ("7S", 0, -60), ("AH", 60, 0))):
        table.look(1000 + 1000 * at, [seen(code, x, y)])
        table.step(1000 + 1000 * at)


def test_a_sure_card_is_told_at_once_with_all_that_is_known() -> None:
    table = Table()
    table.look(1000, [seen("9H", 0, 60)], edge=Seat.S)
    (told,) = table.step(1000)
    assert isinstance(told, CardAppeared)
    assert (told.at_ms, told.arrival_ms, told.track, str(told.card)) == (820, 700, 1, "9H")
    assert (told.zone.kind, told.nearest, told.arrived_from) == (ZoneKind.TRICK, Seat.S, Seat.S)
    assert told.alternatives[0] == (told.card, told.confidence)
    assert table.step(1040) == ()


def test_a_doubtful_card_waits_for_more_looks_and_is_then_told_with_its_doubt() -> None:
    table = Table()
    table.look(1000, [seen("9H", 0, 60, confidence=0.7)])
    assert table.step(1000 + PATIENCE_MS) == ()
    for at in (1200, 1400):
        table.look(at, [seen("QH", 0, 60, confidence=0.5)])
    (told,) = table.step(1000 + PATIENCE_MS)
    assert isinstance(told, CardAppeared)
    assert told.confidence < 0.97


def test_a_better_reading_is_told_again() -> None:
    table = Table()
    table.look(1000, [seen(None, 0, 60)])
    (told,) = table.step(1000 + UNREAD_PATIENCE_MS)
    assert isinstance(told, CardAppeared)
    assert (told.card, told.confidence, told.alternatives) == (None, 0.0, ())
    table.look(4000, [seen("JC", 0, 60)])
    (reread,) = table.step(4000)
    assert isinstance(reread, CardReread)
    assert (str(reread.card), reread.track) == ("JC", told.track)
    assert table.step(4040) == ()


def test_a_weak_reading_never_seen_again_is_no_card() -> None:
    table = Table()
    table.look(1000, [seen("9H", 0, 60, confidence=0.5, corners=1)])
    for at in (1140, 1300):
        table.look(at, [], {1: THERE})
    assert table.settler.doubtful(table.tracker.tracks[0], CALIBRATION)
    table = Table()
    table.look(1000, [seen("9H", 0, 60, confidence=0.9, corners=1)])
    for at in (1140, 1300):
        table.look(at, [], {1: THERE})
    assert not table.settler.doubtful(table.tracker.tracks[0], CALIBRATION)


def test_outside_the_trick_one_corner_is_no_card_until_it_is_read_clearly_twice() -> None:
    table = Table()
    table.look(1000, [seen("QD", -115, 150, confidence=0.9, corners=1)])
    for at in (1140, 1300):
        table.look(at, [], {1: THERE})
    assert table.settler.doubtful(table.tracker.tracks[0], CALIBRATION)
    assert table.step(4000) == ()
    table = Table()
    for at in (1000, 1300, 1600):
        table.look(at, [seen("QD", -115, 150, confidence=0.98, corners=1)])
    (told,) = table.step(1700)
    assert isinstance(told, CardAppeared)
    table = Table()
    table.look(1000, [seen("QD", -115, 150, confidence=0.9)])
    assert [type(one) for one in table.step(2500)] == []
    table.look(1200, [seen("QD", -115, 150, confidence=0.9)])
    table.look(1500, [seen("QD", -115, 150, confidence=0.9)])
    assert [type(one) for one in table.step(2500)] == [CardAppeared]


def test_a_sweep_is_one_observation_though_the_cards_go_one_by_one() -> None:
    table = Table()
    trick(table)
    table.look(6000, [], {1: GONE, 2: THERE, 3: THERE, 4: THERE}, Seat.E)
    assert table.step(6600, busy=True) == ()
    table.look(6700, [], {2: GONE, 3: HAND_OVER_IT, 4: GONE}, Seat.E)
    assert table.step(7300) == ()
    table.look(7400, [], {3: GONE}, Seat.E)
    assert table.step(7500) == ()
    (told,) = table.step(7900)
    assert isinstance(told, ZoneCleared)
    assert (told.toward, sorted(told.tracks), told.zone.kind) == (Seat.E, [1, 2, 3, 4], ZoneKind.TRICK)


def test_a_sweep_waits_for_the_card_that_was_moved_over_and_not_looked_at() -> None:
    table = Table()
    trick(table)
    table.look(6000, [], {1: GONE, 2: GONE, 3: GONE}, Seat.W)
    assert table.step(6600, stirred=(4,)) == ()
    table.look(6700, [], {4: GONE}, Seat.W)
    (told,) = table.step(7200)
    assert isinstance(told, ZoneCleared)
    assert len(told.tracks) == 4


def test_one_card_of_several_taken_back_is_only_that_card() -> None:
    table = Table()
    trick(table)
    table.look(6000, [], {1: GONE, 2: THERE, 3: THERE, 4: THERE}, Seat.S)
    (told,) = table.step(6500)
    assert isinstance(told, CardLeft)
    assert (told.track, str(told.card)) == (1, "9H")


def test_a_card_never_told_leaves_without_a_word() -> None:
    table = Table()
    table.look(1000, [seen("9H", 0, 60, confidence=0.7)])
    table.look(1100, [], {1: GONE})
    assert table.step(3000) == ()


def test_a_card_pushed_out_of_the_trick_has_left_it_and_appears_elsewhere() -> None:
    table = Table()
    table.look(1000, [seen("8D", 60, 0)])
    table.step(1000)
    table.look(3000, [seen("8D", 200, 20)], {1: GONE})
    told = [o for at in range(3000, 5000, 100) for o in table.step(at)]
    assert [(type(o).__name__, o.zone.kind, o.zone.edge) for o in told if isinstance(o, CardLeft | CardAppeared)] == [
        ("CardLeft", ZoneKind.TRICK, None),
        ("CardAppeared", ZoneKind.FRONT, Seat.E),
    ]


def test_a_nudge_over_the_border_of_a_zone_is_none() -> None:
    table = Table()
    table.look(1000, [seen("8D", 108, 0)])
    table.step(1000)
    table.look(2000, [seen("8D", 120, 0)], {1: THERE})
    assert [o for at in range(2000, 4000, 100) for o in table.step(at)] == []


def test_two_cards_of_one_step_are_told_in_the_order_they_came() -> None:
    table = Table()
    changes = table.tracker.update(
        Look(2000, (seen("KH", -60, 0), seen("AH", 60, 0)), {}), [Arrival(1600, 1820), Arrival(1400, 1810)]
    )
    table.settler.take([Newcomer(track, None) for track in changes.new], [])
    assert [str(o.card) for o in table.step(2000) if isinstance(o, CardAppeared)] == ["AH", "KH"]


def test_the_end_of_the_pictures_tells_what_still_waits() -> None:
    table = Table()
    table.look(1000, [seen(None, 0, 60)])
    (told,) = table.settler.finish(1100, table.tracker.tracks, CALIBRATION)
    assert isinstance(told, CardAppeared)


@pytest.mark.parametrize(("x", "y", "seat"), [(0, 50, Seat.S), (-50, 0, Seat.W), (0, -50, Seat.N), (50, 0, Seat.E)])
def test_the_nearest_edge_is_told(x: float, y: float, seat: Seat) -> None:
    table = Table()
    table.look(1000, [seen("8D", x, y)])
    (told,) = table.step(1000)
    assert isinstance(told, CardAppeared)
    assert told.nearest is seat


def test_track_values_are_plain() -> None:
    tracker = CardTracker()
    look(tracker, 1000, [seen(None, 0, 60)])
    track: Track = tracker.tracks[0]
    assert (track.card, track.confidence, track.looks) == (None, 0.0, 0)
