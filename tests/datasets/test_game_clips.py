"""Short rendered clips of Debertz and Preferans, from pixels to the log: what is shown is told apart from plays."""

from pathlib import Path

import pytest

from kozyr.datasets.clip_score import score_clip
from kozyr.datasets.game_staging import GameDeal, game_deal
from kozyr.datasets.render import render_game
from kozyr.datasets.truth_eyes import TruthEyes, labelled_cards
from kozyr.engine.acts import Exchanged, Played, TurnedUp
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Question
from kozyr.engine.table.session import Session
from kozyr.ui.calls import CallsToMerge, read_calls
from kozyr.ui.runner import Watcher
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import VideoFile
from kozyr.vision.types import Frame

SIZE, FPS = (640, 360), 12.0
DEBERTZ, TALON, RASPASY = ("debertz 1x1 fdu-uk", 8), ("preferans 3", 3), ("preferans 3", 2)


def kinds(deal: GameDeal) -> list[type]:
    return [type(act) for act in deal.acts]


def test_a_staged_deal_of_any_game_has_the_cards_of_its_tricks() -> None:
    deal = game_deal(*RASPASY, tricks=2)
    assert [len(deal.trick(number)) for number in (1, 2)] == [4, 4]
    assert [lay.trick for lay in deal.beside] == [1, 2]
    assert kinds(deal).count(Played) == len(deal.lays) == 6
    assert Exchanged in kinds(game_deal(*DEBERTZ, tricks=1))
    assert [len(act.cards) for act in game_deal(*TALON, tricks=1).acts if isinstance(act, TurnedUp)] == [2]


@pytest.mark.parametrize(("table", "seed"), [DEBERTZ, TALON, RASPASY])
def test_a_rendered_clip_of_another_game_is_followed(table: str, seed: int, tmp_path: Path) -> None:
    video = tmp_path / "clip.mp4"
    truth = render_game(table, seed, video, tricks=1, fps=FPS, size=SIZE)
    read = read_calls(tmp_path / "clip-calls.kozyr.jsonl")
    assert read.header is not None
    session = Session(game_named(read.header.game), read.header)
    watcher, eyes = Watcher(session, CallsToMerge(read.entries)), TruthEyes(labelled_cards(video.with_suffix(".json")))
    pipeline, happened, now_ms = Pipeline(eyes, eyes), [], 0
    for item in VideoFile(video):
        assert isinstance(item, Frame)
        eyes.show(item.index, item.pixels)
        now_ms = item.at_ms
        happened += watcher.take(pipeline.process(item), now_ms)
    happened += watcher.finish(pipeline.finish(), now_ms)
    scored = score_clip(video.with_suffix(".json"), session.entries, session.report().irregularities)
    assert scored["shown"] == scored["shown_right"] == len(truth["shown"])
    assert (scored["right"], scored["false"], scored["irregularities"]["false"]) == (scored["plays"], 0, [])
    assert scored["seat_right"] == scored["plays"] > 0
    assert [one for one in happened if isinstance(one, Question)] == []
    taken = [entry.act for entry in session.entries if isinstance(entry.act, Exchanged)]
    assert len(taken) == kinds(game_deal(table, seed, 1)).count(Exchanged)
    assert all(act.seat in Seat for act in taken)
