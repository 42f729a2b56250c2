"""The truth about a rendered deal: what is where in which frame, and the log a perfect watcher would write."""

import math
from dataclasses import dataclass
from typing import Any

from kozyr.datasets.choreography import Choreography, Landing
from kozyr.datasets.deals import ALL_TRUMPS, SEATS, BelotDeal, Lay, next_seat
from kozyr.datasets.table_camera import TableCamera
from kozyr.engine.cards import Card

Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class ClipInfo:
    """What a label file says about its video as a whole."""

    name: str
    """File name of the video."""
    fps: float
    seed: int
    deck: str


def frame_at(at_s: float, fps: float) -> int:
    """The first frame at or after a moment."""
    return math.ceil(at_s * fps - 1e-6)


def _corners(play: Choreography, camera: TableCamera, card: Card, at_s: float) -> list[list[float]]:
    """Corners of a card that lies on the table at a moment, from its own top left clockwise."""
    for track in play.cards:
        found = track.track.at(at_s) if track.card == card else None
        if found is not None:
            return [[round(float(v), 1) for v in point] for point in camera.card_corners(found[0])]
    raise ValueError(f"{card} is not on the table at {at_s:.2f} s")


def _play_row(number: int, landing: Landing, play: Choreography, camera: TableCamera, fps: float) -> Json:
    """One entry of ``plays``."""
    settled = max(landing.still_s, landing.clear_s)
    row: Json = {
        "n": number, "trick": landing.lay.trick, "frame_settled": frame_at(settled, fps),
        "frame_still": frame_at(landing.still_s, fps), "seat": landing.lay.seat.value,
        "card": landing.lay.card.code,
        "corners_px": _corners(play, camera, landing.lay.card, landing.still_s + 1e-3),
    }  # fmt: skip
    if not landing.lay.stands:
        row["out_of_turn"] = True
    if landing.lay.from_table:
        row["penalty_card"] = True
    return row


def _collections(play: Choreography, camera: TableCamera, fps: float) -> list[Json]:
    rows = []
    for sweep in play.collections:
        pile = camera.card_corners(sweep.pile).mean(axis=0)
        rows.append({
            "trick": sweep.trick, "winner": sweep.winner.value, "frame_start": frame_at(sweep.start_s, fps),
            "frame_end": frame_at(sweep.end_s, fps), "pile_px": [round(float(v), 1) for v in pile],
        })  # fmt: skip
    return rows


def _settled(rows: list[Json], card: Card, trick: int, out_of_turn: bool = False) -> int:
    """frame_settled of a play."""
    return next(
        int(row["frame_settled"])
        for row in rows
        if row["card"] == card.code and row["trick"] == trick and bool(row.get("out_of_turn")) == out_of_turn
    )


def _irregularities(
    deal: BelotDeal, play: Choreography, camera: TableCamera, rows: list[Json], fps: float
) -> list[Json]:
    found: list[Json] = []
    if (revoke := deal.revoke) is not None:
        found.append({
            "type": "revoke", "trick": revoke.trick, "seat": revoke.seat.value, "card": revoke.card.code,
            "led_suit": revoke.led.value, "held_of_led_suit": [c.code for c in revoke.held if c.suit == revoke.led],
            "must_lack": [c.code for c in revoke.held], "frame_settled": _settled(rows, revoke.card, revoke.trick),
        })  # fmt: skip
        found.append({
            "type": "revoke_shown", "trick": revoke.proved_trick, "seat": revoke.seat.value,
            "card": revoke.proof.code, "of_trick": revoke.trick,
            "frame_settled": _settled(rows, revoke.proof, revoke.proved_trick),
        })  # fmt: skip
    if (early := deal.out_of_turn) is not None:
        found.append({
            "type": "out_of_turn", "trick": early.trick, "seat": early.seat.value, "card": early.card.code,
            "should_have_played": early.turn.value, "played_for_good_in_trick": early.played_trick,
            "frame_settled": _settled(rows, early.card, early.trick, out_of_turn=True),
        })  # fmt: skip
    for event in play.incidents:
        if event.kind == "exposed":
            found.append({
                "type": "exposed_cards", "trick": event.trick, "seat": event.seat.value,
                "cards": [card.code for card in event.cards], "frame_start": frame_at(event.start_s, fps),
                "frame_end": frame_at(event.end_s, fps),
                "corners_px": [_corners(play, camera, card, event.start_s + 0.05) for card in event.cards],
            })  # fmt: skip
    return sorted(found, key=lambda row: int(row["frame_settled" if "frame_settled" in row else "frame_start"]))


def _incidents(play: Choreography, camera: TableCamera, fps: float) -> list[Json]:
    """What happened that is neither a play nor against the rules; ``corners_px``: where the cards lie afterwards."""
    rows: list[Json] = []
    for event in play.incidents:
        if event.kind == "exposed":
            continue
        row: Json = {
            "type": event.kind, "seat": event.seat.value, "frame_start": frame_at(event.start_s, fps),
            "frame_end": frame_at(event.end_s, fps), "cards": [card.code for card in event.cards],
        }  # fmt: skip
        if event.cards:
            row["corners_px"] = [_corners(play, camera, card, event.end_s + 1e-3) for card in event.cards]
        rows.append(row)
    return rows


def labels(deal: BelotDeal, play: Choreography, camera: TableCamera, clip: ClipInfo) -> Json:
    """The label file of a rendered deal, as a JSON object."""
    landings = sorted(play.landings, key=lambda landing: landing.still_s)
    rows = [_play_row(n, landing, play, camera, clip.fps) for n, landing in enumerate(landings, start=1)]
    return {
        "clip": clip.name, "fps": clip.fps, "width": camera.size_px[0], "height": camera.size_px[1],
        "game": "Bazar Belot", "deck": clip.deck, "trump": deal.denomination, "dealer": deal.dealer.value,
        "first_leader": next_seat(deal.dealer).value, "play_order": "S-W-N-E (clockwise seen from above)",
        "seats": {"S": "bottom", "W": "left", "N": "top", "E": "right"}, "partners": [["S", "N"], ["W", "E"]],
        "card_size_mm": [63.0, 88.0], "px_per_mm": round(camera.px_per_mm, 3), "seed": clip.seed,
        "hands": {seat.value: [card.code for card in deal.hand(seat)] for seat in SEATS},
        "deal_seed": deal.seed, "plays": rows, "collections": _collections(play, camera, clip.fps),
        "irregularities": _irregularities(deal, play, camera, rows, clip.fps),
        "illegal_plays": _illegal(deal), "incidents": _incidents(play, camera, clip.fps),
        "frames": math.ceil(play.end_s * clip.fps),
    }  # fmt: skip


def game_labels(lays: int, play: Choreography, camera: TableCamera, clip: ClipInfo) -> Json:
    """The labels of ``lays`` plays of a deal of any game: the plays, the sweeps, what was shown and lay open."""
    landings = sorted(play.landings, key=lambda landing: landing.still_s)
    rows = [_play_row(n, landing, play, camera, clip.fps) for n, landing in enumerate(landings, start=1)]
    shown = [
        {"seat": event.seat.value, "card": event.cards[0].code, "frame_start": frame_at(event.start_s, clip.fps),
         "frame_end": frame_at(event.end_s, clip.fps),
         "corners_px": _corners(play, camera, event.cards[0], event.start_s + 1e-3)}
        for event in play.incidents if event.kind == "shown"
    ]  # fmt: skip
    return {
        "clip": clip.name, "fps": clip.fps, "width": camera.size_px[0], "height": camera.size_px[1], "deck": clip.deck,
        "px_per_mm": round(camera.px_per_mm, 3), "seed": clip.seed, "plays": rows[:lays],
        "collections": _collections(play, camera, clip.fps), "shown": shown, "irregularities": [], "incidents": [],
        "frames": math.ceil(play.end_s * clip.fps),
    }  # fmt: skip


def _illegal(deal: BelotDeal) -> list[Json]:
    if deal.revoke is None:
        return []
    return [{"trick": deal.revoke.trick, "seat": deal.revoke.seat.value, "card": deal.revoke.card.code}]


def log_header(deal: BelotDeal, rules: Json | None = None) -> Json:
    """The first line of a log of this deal."""
    return {
        "kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "rules": rules or {},
        "started": "2026-11-30T18:00:00Z", "seats": [{"seat": seat.value, "player": seat.value} for seat in SEATS],
        "sides": {"SN": ["S", "N"], "WE": ["W", "E"]},
    }  # fmt: skip


def call_acts(deal: BelotDeal) -> list[tuple[float, Json]]:
    """(seconds, act): ``Dealt`` and the shortest auction that makes the denomination what it is: the first speaker bids
    the least, all pass."""
    opener = next_seat(deal.dealer)
    level = 20 if deal.denomination == ALL_TRUMPS else 8
    speakers = [opener, *(SEATS[(SEATS.index(opener) + step) % 4] for step in range(1, 5))]
    said = [f"{level}{deal.denomination}", *["pass"] * 4]
    calls = [
        (0.1 * (at + 1), {"type": "Called", "seat": seat.value, "call": call})
        for at, (seat, call) in enumerate(zip(speakers, said, strict=True))
    ]
    return [(0.0, {"type": "Dealt", "dealer": deal.dealer.value}), *calls]


def _log(deal: BelotDeal, acts: list[tuple[float, Json]], source: str) -> list[Json]:
    acts = sorted(acts, key=lambda item: item[0])
    lines = [
        {"seq": seq, "at_ms": round(at_s * 1000), "source": source, "act": act}
        for seq, (at_s, act) in enumerate(acts, start=1)
    ]
    return [log_header(deal), *lines]


def calls_log(deal: BelotDeal) -> list[Json]:
    """What the camera cannot hear, as a log to give to ``kozyr watch --calls``."""
    return _log(deal, call_acts(deal), "touch")


def truth_log(deal: BelotDeal, play: Choreography) -> list[Json]:
    """What a perfect watcher writes: the calls, then every card as it comes to lie still."""
    acts = call_acts(deal)
    for landing in play.landings:
        lay: Lay = landing.lay
        acts.append((landing.still_s, {"type": "Played", "seat": lay.seat.value, "card": lay.card.code}))
    for event in play.incidents:
        if event.kind == "exposed":
            cards = [card.code for card in event.cards]
            acts.append((event.start_s, {"type": "Exposed", "seat": event.seat.value, "cards": cards}))
    return _log(deal, acts, "camera")
