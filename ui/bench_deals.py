"""``kozyr bench deals``: many rendered deals followed from pixels to log, and the log compared with what happened."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from kozyr.datasets.deal_plan import GAMES, DealPlan, planned
from kozyr.datasets.deal_score import DealScore, Sighted, Told, score_deal, summed
from kozyr.datasets.deck_lesson import lesson
from kozyr.datasets.rendered_deal import RenderedDeal, rendered
from kozyr.datasets.truth_eyes import TruthEyes, cards_of
from kozyr.engine.acts import Played
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CardAppeared, CardReread
from kozyr.engine.table.doubt import Question
from kozyr.engine.table.log import Entry
from kozyr.engine.table.session import Session
from kozyr.ui.calls import CallsToMerge
from kozyr.ui.eyes import open_eyes
from kozyr.ui.runner import Happening, Watcher
from kozyr.vision.motion import GateTimes
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import Frame, IndexDetector, IndexReader

_LEARN_FROM: Final = 200_000_000
"""Seeds of the pictures that decks are learnt from."""
_SEEDS_A_DECK: Final = 44
Tell = Callable[[str], None]
_PICTURE_AFTER_MS: Final = 350
"""A play is pictured so long after it came to rest."""


@dataclass(frozen=True, slots=True)
class DealsWanted:
    """Which deals are to be followed, and how."""

    count: int
    """How many deals."""
    split: str
    """Decks of ``reserved`` or ``validation``."""
    seed: int = 0
    """Another seed, other deals."""
    first: int = 1
    """The number of the first one."""
    games: Sequence[str] = GAMES
    """The games in turn."""
    tricks: int = 99
    """No more than so many of each deal."""
    learnt: bool = False
    """Whether each deck has been learnt."""
    given_cards: bool = False
    """Whether the eyes are told what lies where, so that the tracking is measured alone."""
    threads: int | None = None
    """For each network."""


def bench_deals(wanted: DealsWanted, out: Path | None = None, tell: Tell | None = None) -> dict[str, Any]:
    """Figures over all deals; ``out`` gets a picture of every failure, ``tell`` hears a line a deal.

    Raises KozyrError when a deck or a network is missing.
    """
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    networks = None if wanted.given_cards else open_eyes(video=True, threads=wanted.threads)
    scores: list[DealScore] = []
    cpu_s, video_s, unlearnt = 0.0, 0.0, 0
    for number in range(wanted.first, wanted.first + wanted.count):
        begun = time.process_time()
        deal = rendered(planned(number, wanted.split, wanted.seed, wanted.games, wanted.tricks))
        if networks is not None and wanted.learnt:
            unlearnt += not _learn(networks[1], deal.plan, wanted.threads)
        eyes = _Following(deal, networks)
        eyes.run()
        scores.append(eyes.score())
        cpu_s, video_s = cpu_s + eyes.cpu_s, video_s + deal.play.end_s
        if out is not None:
            eyes.picture_failures(scores[-1], out)
        if tell is not None:
            tell(_told(deal, scores[-1], eyes.cpu_s, time.process_time() - begun))
    settle_ms = GateTimes().settle_ms
    whole = {"split": wanted.split, "seed": wanted.seed, "learnt": wanted.learnt, "unlearnt": unlearnt,
             "given_cards": wanted.given_cards}  # fmt: skip
    by_game = {game: [s for s, at in zip(scores, range(len(scores)), strict=True)
                      if wanted.games[(wanted.first - 1 + at) % len(wanted.games)] == game]
               for game in wanted.games}  # fmt: skip
    speed = {"video_s": round(video_s), "cpu_s_per_video_s": round(cpu_s / max(video_s, 1e-6), 3)}
    rows = {game: f"{_right(some)} of {_plays(some)}" for game, some in by_game.items()}
    return whole | summed(scores, settle_ms) | speed | {"right_by_game": rows}


def in_words(found: dict[str, Any]) -> list[str]:
    """The figures of ``bench_deals`` as lines to read."""
    plays = found["plays"]

    def late(row: dict[str, int] | None) -> str:
        return "none" if row is None else f"median {row['median']} ms, 95th percentile {row['p95']} ms"

    return [
        f"{found['deals']} deals, {plays} plays: {found['right_unaided']} right unaided; asked {found['asked']}, of "
        f"these {found['asked_guess_right']} guessed right; {found['wrong_not_asked']} wrong and not asked; "
        f"{found['missing']} missing; {found['false_plays']} false",
        f"seat and order right: {found['seat_and_order_right']} of {plays}; shown cards: {found['shown_right']} of "
        f"{found['shown']}; questions: {found['questions']}, {found['questions_per_deal']} a deal",
        f"faults: {found['faults_of'] or 'none'}; {found['faults'] or ''}",
        f"from rest to the entry: {late(found['latency_ms'])}; after the settle time of {found['settle_ms']} ms: "
        f"{late(found['latency_after_settle_ms'])}",
        f"CPU seconds a second of video: {found['cpu_s_per_video_s']} over {found['video_s']} s; "
        f"right by game: {found['right_by_game']}",
    ]  # fmt: skip


def _right(scores: Sequence[DealScore]) -> int:
    return sum(play.verdict == "right" for score in scores for play in score.plays)


def _plays(scores: Sequence[DealScore]) -> int:
    return sum(len(score.plays) for score in scores)


def _learn(reader: OnnxIndexReader, plan: DealPlan, threads: int | None) -> bool:
    """Teaches the reader the deck of a deal from drawn pictures; False: not one fitted, and it is read unlearnt."""
    reader.know(None)
    deck, _ = lesson(open_eyes(video=False, threads=threads), plan.printing, _LEARN_FROM + _SEEDS_A_DECK * plan.seed)
    reader.know(deck)
    return deck is not None


class _Following:
    """One deal while it is followed."""

    def __init__(self, deal: RenderedDeal, networks: tuple[IndexDetector, IndexReader] | None) -> None:
        self.deal = deal
        self._given = TruthEyes(cards_of(deal.truth)) if networks is None else None
        detector, reader = networks or (self._given, self._given)
        assert detector is not None
        assert reader is not None
        self._pipeline = Pipeline(detector, reader)
        header = deal.plan.deal.header
        self._session = Session(game_named(header.game), header)
        self._watcher = Watcher(self._session, CallsToMerge(deal.words))
        self._told = Told()
        self._free_ms = 0.0
        self.cpu_s = 0.0
        self._kept: dict[int, bytes] = {}
        self._due = sorted(row["rest_ms"] + _PICTURE_AFTER_MS for row in deal.truth["plays"])

    def run(self) -> None:
        """Shows every picture."""
        now_ms = 0
        for frame in self.deal.frames():
            if self._given is not None:
                self._given.show(frame.index, frame.pixels)
            self._take(frame)
            now_ms = frame.at_ms
        happened = self._watcher.finish(self._pipeline.finish(), now_ms)
        self._note(happened, now_ms)

    def _take(self, frame: Frame) -> None:
        """One picture: computing begins when it is there and the one before is done."""
        begun = time.process_time()
        observations = self._pipeline.process(frame)
        happened = self._watcher.take(observations, frame.at_ms)
        spent = time.process_time() - begun
        self.cpu_s += spent
        self._free_ms = max(self._free_ms, frame.at_ms) + 1000 * spent
        calibration = self._pipeline.calibration
        for seen in observations:
            place = None
            if isinstance(seen, CardAppeared) and calibration is not None:
                place, zone = calibration.to_px(seen.centre_mm), seen.zone.kind.value
            elif isinstance(seen, CardReread) and calibration is not None:
                track = next((one for one in self._pipeline.tracks if one.number == seen.track), None)
                if track is not None:
                    place, zone = calibration.to_px(track.centre_mm), calibration.zone_of(track.centre_mm).kind.value
            if place is not None and isinstance(seen, CardAppeared | CardReread):
                card = None if seen.card is None else seen.card.code
                self._told.sighted.append(Sighted(frame.at_ms, place, card, seen.confidence, zone))
        if self._note(happened, self._free_ms) or (self._due and frame.at_ms >= self._due[0]):
            self._due = [due for due in self._due if due > frame.at_ms]
            self._kept[frame.at_ms] = cv2.imencode(".jpg", frame.pixels)[1].tobytes()

    def _note(self, happened: Sequence[Happening], done_ms: float) -> bool:
        """Notes what happened; True when a card was played."""
        self._told.questions += sum(isinstance(one, Question) for one in happened)
        played = [one for one in happened if isinstance(one, Entry) and isinstance(one.act, Played)]
        for entry in played:
            self._told.done_ms[entry.seq] = done_ms
        return bool(played)

    def score(self) -> DealScore:
        """What came of it."""
        return score_deal(self.deal.truth, self._session.entries, self._told)

    def picture_failures(self, score: DealScore, out: Path) -> None:
        """Writes the place of each failure under a name that says what it is."""
        name = self.deal.plan.name
        for play in score.plays:
            if play.fault is None:
                continue
            row = play.row
            log = "nothing" if play.logged is None else f"{play.logged.seat}-{play.logged.card}"
            words = f"{row['n']:02}-{row['seat']}-{row['card']}-{play.verdict}-{log}-{play.fault}-{play.seen}"
            self._picture(row["rest_ms"] + _PICTURE_AFTER_MS, out / f"{name}-{words}.jpg", row["corners_px"])
        for found in score.false:
            at_ms = self._told.done_ms.get(found.seq, float(found.at_ms))
            self._picture(int(at_ms), out / f"{name}-false-{found.seat}-{found.card}-at-{found.at_ms}.jpg", None)

    def _picture(self, at_ms: int, path: Path, corners_px: Any) -> None:
        """The kept picture nearest to a moment, the play's place framed."""
        nearest = min(self._kept, key=lambda one: abs(one - at_ms), default=None)
        if nearest is None:
            return
        picture = cv2.imdecode(np.frombuffer(self._kept[nearest], np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            return
        if corners_px is not None:
            frame = np.round(np.array(corners_px)).astype(np.int32)
            cv2.polylines(picture, [frame], True, (255, 0, 255), 1)
        cv2.imwrite(str(path), picture)


def _told(deal: RenderedDeal, score: DealScore, cpu_s: float, whole_s: float) -> str:
    right = sum(play.verdict == "right" for play in score.plays)
    placed = sum(play.placed_right for play in score.plays)
    faults = ", ".join(
        f"{play.row['seat']} {play.row['card']} {play.verdict}"
        f"{'' if play.placed_right else ' misplaced'} ({play.fault}: {play.seen})"
        for play in score.plays if play.fault
    )  # fmt: skip
    false = ", ".join(f"false {one.seat} {one.card}" for one in score.false)
    return (
        f"{deal.plan.name} ({deal.plan.letters}, {deal.plan.fps:g} fps, {deal.play.end_s:.0f} s): "
        f"right {right}/{len(score.plays)}, placed {placed}, shown {score.shown_right}/{score.shown}, "
        f"questions {score.questions}; CPU {cpu_s:.1f} s of {whole_s:.1f} s. {faults} {false}".rstrip()
    )
