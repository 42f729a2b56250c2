"""The recorded table that ships with the program, made again from its seed.

A Bazar Belot deal of 8 tricks: South plays 13 in clubs; North revokes in trick 4, which his jack of clubs proves in
trick 6; East lays a card out of turn in trick 5. The expected score is worked out here from rules dossier B.5 alone, so
that it checks the engine and not the other way round.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from kozyr.datasets.choreography import Choreography, Extras, Habits
from kozyr.datasets.deals import BelotDeal, deal_with_hands, trick_points
from kozyr.datasets.render import write_deal, write_log, write_text
from kozyr.datasets.staging import play_deal
from kozyr.datasets.table_labels import log_header
from kozyr.datasets.table_light import TableLight
from kozyr.datasets.table_set import Setting, random_setting
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat

DECK: Final = "bellot"
"""A reserved deck: no network shipped with the program has seen it, nor any deck of its court family. It was chosen
because belote is played with these courts and its bold indices are the ones a club would buy."""
FPS: Final = 15.0
DEAL_SEED: Final = 2928
TABLE_SEED: Final = 39
BID: Final = 13
HANDS: Final = (
    (Seat.S, "KC QC 10H QS 9C 7C AS 10C"),
    (Seat.W, "QH 8C AD KH JH 9H 9S KD"),
    (Seat.N, "9D 7D QD 7H 10S 7S 8S JC"),
    (Seat.E, "8D KS AC JD AH 8H 10D JS"),
)
CALLS: Final = (
    ("E", "pass"), ("S", "9C"), ("W", "10H"), ("N", "11C"), ("E", "pass"), ("S", "13C"),
    ("W", "pass"), ("N", "pass"), ("E", "pass"), ("S", "pass"),
)  # fmt: skip
"""The auction; the dealer is North, so East speaks first."""
_SAID_S: Final = 0.8
"""A player speaks this long after the arm before him has left; the next card comes as long after that."""


def demo_deal() -> BelotDeal:
    """The deal, card by card."""
    hands = {seat: cards(codes) for seat, codes in HANDS}
    return deal_with_hands(DEAL_SEED, hands, "C", Seat.N, revoke_trick=4, out_of_turn_trick=5)


def _lay_of(deal: BelotDeal, code: str) -> int:
    """Number of the lay of a card, from 0."""
    return next(at for at, lay in enumerate(deal.lays) if lay.card.code == code and lay.stands)


def _spoken(deal: BelotDeal) -> dict[int, dict[str, Any]]:
    """What is said or shown, by the number of the lay before which it happens."""
    first = _lay_of(deal, "KH")
    second = next(at for at, lay in enumerate(deal.lays) if lay.trick == 2 and lay.seat is Seat.W)
    return {
        first: {"type": "Declared", "seat": "W", "declaration": "terz KH"},
        second: {"type": "Revealed", "seat": "W", "cards": ["QH", "JH"]},
        _lay_of(deal, "KC") + 1: {"type": "Declared", "seat": "S", "declaration": "bela"},
        _lay_of(deal, "QC") + 1: {"type": "Declared", "seat": "S", "declaration": "rebela"},
    }


def demo_play(deal: BelotDeal, setting: Setting) -> Choreography:
    """The deal's timeline, with a pause wherever something is said."""
    habits = Habits(think_s=(0.05, 0.45), toss=0.2, nudge=0.1, rush=0.0, look_s=(0.5, 0.9), sweep=0.95)
    pauses = tuple((at, 2 * _SAID_S) for at in _spoken(deal))
    extras = Extras(empty_hands=1, shadows=1, aside=True, start_s=4.4, pauses=pauses)
    return play_deal(deal, setting.room, np.random.default_rng([TABLE_SEED, 5]), habits, extras)


def demo_calls(deal: BelotDeal, play: Choreography) -> list[dict[str, Any]]:
    """The log of everything the camera cannot hear, in the order of the clip."""
    acts: list[tuple[int, dict[str, Any]]] = [(0, {"type": "Dealt", "dealer": deal.dealer.value})]
    acts += [(350 + 350 * at, {"type": "Called", "seat": seat, "call": call}) for at, (seat, call) in enumerate(CALLS)]
    for at, act in _spoken(deal).items():
        before = play.landings[at - 1]
        acts.append((round(1000 * (max(before.clear_s, before.still_s) + _SAID_S)), act))
    lines = [
        {"seq": seq, "at_ms": at_ms, "source": "touch", "act": act}
        for seq, (at_ms, act) in enumerate(sorted(acts, key=lambda item: item[0]), start=1)
    ]
    return [log_header(deal), *lines]


@dataclass(frozen=True, slots=True)
class ExpectedScore:
    """Points of the deal worked out by hand."""

    points: dict[str, int]
    """Small points in tricks, the last trick's 10 included."""
    score: dict[str, int]
    """Large points that the deal gives."""
    made: bool
    """Whether the playing side fulfilled its contract."""


def _score(playing: int, whisting: int, playing_large: int, whisting_large: int) -> ExpectedScore:
    """A suit contract without contra for South and North, neither side with all tricks (rules dossier B.5)."""
    points = {"SN": playing, "WE": whisting}
    if playing + 10 * playing_large < 10 * BID:
        return ExpectedScore(points, {"SN": 0, "WE": BID + 16 + whisting_large + playing_large}, False)
    rounded = (whisting + 5) // 10
    share = min((playing + 5) // 10, 16 - rounded)
    return ExpectedScore(points, {"SN": BID + share + playing_large, "WE": rounded + whisting_large}, True)


def expected_scores(deal: BelotDeal) -> tuple[ExpectedScore, ExpectedScore]:
    """The score as the cards lie, and the score once the judge accepts B-10: the revoke's trick and all later ones go
    to the opponents (Репино 4.3.4). Bela counts 2 for South and North, the terz 2 for West and East."""
    won = [trick_points(deal, n) if deal.winners[n - 1] in (Seat.S, Seat.N) else 0 for n in range(1, 9)]
    lost = [trick_points(deal, n) for n in range(1, 9)]
    total = sum(lost)
    plain = _score(sum(won), total - sum(won), 2, 2)
    kept = sum(won[: (deal.revoke.trick if deal.revoke else 9) - 1])
    return plain, _score(kept, total - kept, 2, 2)


def _truth(deal: BelotDeal) -> dict[str, Any]:
    """What demo.json says beyond the labels of any rendered deal."""
    plain, ruled = expected_scores(deal)

    def row(score: ExpectedScore) -> dict[str, Any]:
        return {"points": score.points, "score": score.score, "made": score.made}

    return {
        "contract": "13C", "declarer": "S", "side": "SN", "doubled": 1,
        "declarations": [
            {"seat": "W", "declaration": "terz KH", "counts": True, "value": 2},
            {"seat": "S", "declaration": "bela", "counts": True, "value": 2},
        ],
        "expected": {"without_ruling": row(plain), "after_b10_accepted": row(ruled)},
        "deck_source": "bellot.svgz of the Debian package gnome-cards-data (GPL-3+), a deck reserved for measuring",
    }  # fmt: skip


def demo_setting() -> Setting:
    """A bright club room: felt, one warm lamp with a little glare, a clear but noisy camera."""
    light = TableLight(
        colour=np.array([0.88, 0.965, 1.0], np.float32), lamp_px=(760.0, 250.0), fall_off=0.22, glare=0.16,
        glare_px=(1010.0, 190.0), glare_size_px=80.0, from_deg=-58.0, shadow=0.42, gain=0.97, flicker=0.008,
        drift=0.03, noise=1.1, blur_px=0.45, jpeg=0,
    )  # fmt: skip
    setting = random_setting(TABLE_SEED, DECK, fps=FPS, px_per_mm=1.95, light=light)
    return replace(setting, table=replace(setting.table, exposure_s=1 / 60, surface_gloss=0.25))


def render_demo(folder: Path, *, codec: str = "h264", quality: int = 24) -> dict[str, Any]:
    """Writes ``demo.mp4``, ``demo.json`` and ``demo-calls.kozyr.jsonl`` into a folder; returns the truth.

    Raises KozyrError when the deck or the encoder is not installed.
    """
    deal, setting = demo_deal(), demo_setting()
    play = demo_play(deal, setting)
    video = folder / "demo.mp4"
    truth = write_deal(video, deal, play, setting, seed=TABLE_SEED, fps=FPS, codec=codec, quality=quality)
    truth |= _truth(deal)
    write_text(video.with_suffix(".json"), json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    video.with_suffix(".kozyr.jsonl").unlink()
    write_log(folder / "demo-calls.kozyr.jsonl", demo_calls(deal, play))
    return truth


def planted(deal: BelotDeal) -> tuple[Card, Card]:
    """The revoke's card and the card out of turn. Raises ValueError when the deal lost one of them."""
    if deal.revoke is None or deal.out_of_turn is None or len(deal.lays) != 33:
        raise ValueError("the demo deal must hold one revoke and one card out of turn")
    return deal.revoke.card, deal.out_of_turn.card
