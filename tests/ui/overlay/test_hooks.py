"""What else hears of the table: text files that are never half written, and scenes of OBS on a real obs-websocket."""

import asyncio
import base64
import errno
import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from kozyr.engine.acts import Called, Dealt, Decision, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header, Source
from kozyr.engine.table.session import Session
from kozyr.ui.locale.narrate import narrate_act
from kozyr.ui.locale.text import LANGUAGES, law_text, matter_text, offence_text
from kozyr.ui.overlay import hooks
from kozyr.ui.overlay.hooks import TextFiles, events_between, texts_of
from kozyr.ui.overlay.newest import Newest
from kozyr.ui.overlay.obs import ObsScenes
from kozyr.ui.overlay.public import Object
from kozyr.ui.overlay.snapshot import Snapshot

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
HEADER = Header(
    "bazar-belot", "repino-2013", seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)}),
    tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z",
)  # fmt: skip
ACTS = (
    Dealt(E), Called(S, "8H"), *(Called(seat, "pass") for seat in (W, N, E, S)),
    *(Played(seat, Card.parse(card)) for seat, card in ((S, "JH"), (W, "7H"), (N, "8H"), (E, "9H"))),
    Played(S, Card.parse("AS")), Ruled("B-16", W, None, Decision.ACCEPTED, remedy="fine", points=10),
)  # fmt: skip


@pytest.fixture(scope="module")
def states() -> list[Object]:
    """The state before and after each act."""
    session = Session(game_named("bazar-belot"), HEADER)
    found = [Snapshot.of(session).state()]
    for at, act in enumerate(ACTS):
        session.record(act, at * 1000, Source.TOUCH)
        found.append(Snapshot.of(session).state())
    return found


def wait_for(holds: Callable[[], bool]) -> None:
    """Waits until something holds, for a minute at most."""
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_what_has_happened_between_two_states(states: list[Object]) -> None:
    found = [events_between(before, now) for before, now in zip([None, *states], states, strict=False)]
    assert found[0] == (), "a program that starts in the middle changes no scene"
    assert found[1] == ("deal", "auction")
    assert found[6] == ("play",)
    assert found[10] == ("trick",)
    assert found[12] == ("ruling",)
    assert [events for at, events in enumerate(found) if at not in (1, 6, 10, 12)] == [()] * 9
    assert events_between(states[10], states[5]) == ("auction",), "a correction leads back"


def test_a_decision_changes_the_scene_once(states: list[Object]) -> None:
    ruled = states[-1]
    settled = ruled | {"ruling": ruled["ruling"] | {"remedy": "fine", "points": 12}}
    assert events_between(ruled, settled) == (), "the same decision, worked out when the deal is over"
    newer = ruled | {"ruling": ruled["ruling"] | {"seq": ruled["ruling"]["seq"] + 5}}
    assert events_between(ruled, newer) == ("ruling",)
    assert events_between(newer, ruled) == (), "the newer one was taken back"


def test_texts_tell_the_table_in_the_streamers_language(states: list[Object]) -> None:
    texts = texts_of(states[-1], "en")
    assert set(texts) == {"score.txt", "deal.txt", "contract.txt", "trick.txt", "ruling.txt"}
    assert texts["deal.txt"] == "1"
    assert "8" in texts["contract.txt"]
    assert "South" in texts["contract.txt"]
    assert texts["trick.txt"] == "A♠"
    assert "West" in texts["ruling.txt"]
    assert "10" in texts["ruling.txt"]
    assert texts_of(states[-1], "uk")["contract.txt"] != texts["contract.txt"]
    assert set(texts_of(states[0], "en").values()) >= {""}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_offence_only_in_the_catalogue_is_told_by_the_words_of_its_row(states: list[Object], lang: str) -> None:
    told = texts_of(states[-1], lang)["ruling.txt"]
    assert "B-16" not in told
    words = law_text("B-16", lang)
    assert words is not None
    said = matter_text("B-16", "B-16", lang)
    assert words.startswith(said)
    assert said in told
    assert matter_text("revoke", "B-10", lang) == offence_text("revoke", "B-10", lang)
    assert matter_text("X-1", "X-1", lang) == "X-1", "what is not known stands as it is"
    ruled = Ruled("B-16", W, None, Decision.ACCEPTED, remedy="fine", points=10)
    assert said in narrate_act(1000, ruled, lang)


def test_text_files_hold_the_newest_texts_and_nothing_else_lies_beside_them(
    states: list[Object], tmp_path: Path
) -> None:
    files = TextFiles(tmp_path / "texts", "en")
    for before, now in zip([None, *states], states, strict=False):
        files.shown(before, now)
    files.close()
    found = {path.name: path.read_text("utf-8") for path in (tmp_path / "texts").iterdir()}
    assert found == texts_of(states[-1], "en")


def test_a_reader_never_finds_half_a_text(tmp_path: Path, states: list[Object]) -> None:
    files = TextFiles(tmp_path, "en")
    wanted = {"A♠" * 5000, "J♥" * 5000}
    for _ in range(50):
        for text in wanted:
            files._write("trick.txt", text)
            assert (tmp_path / "trick.txt").read_text("utf-8") in wanted
    files.close()


def test_a_full_disk_leaves_the_old_texts_is_told_once_and_gets_better(
    states: list[Object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    files = TextFiles(tmp_path, "en", told.append)
    files.shown(None, states[1])
    wait_for(lambda: (tmp_path / "ruling.txt").exists())
    with monkeypatch.context() as full:
        full.setattr(hooks.os, "replace", _refused)
        for state in states[6:9]:
            files.shown(None, state)
            time.sleep(0.02)
        wait_for(lambda: bool(told))
        time.sleep(0.05)
    assert len(told) == 1
    assert "no space left" in told[0]
    assert (tmp_path / "contract.txt").read_text("utf-8") == ""
    files.shown(None, states[-1])
    files.close()
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == texts_of(states[-1], "en")


def _refused(*words: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(KozyrError, match="cannot be written"):
        TextFiles(tmp_path / "file" / "inside", "en")


def test_whoever_hands_in_work_never_waits_and_the_newest_is_done() -> None:
    go_on, done, failed = threading.Event(), list[int](), list[Exception]()

    def work(item: int) -> None:
        go_on.wait(10)
        done.append(item)

    newest = Newest(work, "test", failed.append)
    for item in range(1000):
        newest.put(item)
    go_on.set()
    newest.close()
    assert done[-1] == 999
    assert len(done) <= 2
    assert failed == []


def test_work_that_fails_does_not_end_the_next() -> None:
    failed, done = list[Exception](), list[int]()

    def work(item: int) -> None:
        done.append(1 // item)

    newest = Newest(work, "test", failed.append)
    newest.put(0)
    wait_for(lambda: bool(failed))
    newest.put(1)
    newest.close()
    assert done == [1]


class Obs:
    """An obs-websocket 5 server with a password, as much of it as a scene change needs."""

    def __init__(self, password: str = "secret") -> None:
        self.password, self.scenes = password, list[str]()
        self.port = 0
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.runner: web.AppRunner
        self.start()

    def start(self) -> None:
        asyncio.run_coroutine_threadsafe(self._start(), self.loop).result(10)

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self.runner.cleanup(), self.loop).result(10)

    async def _start(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._talk)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", self.port, reuse_address=True).start()
        self.port = self.runner.addresses[0][1]

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        wire = web.WebSocketResponse()
        await wire.prepare(request)
        hello = {"rpcVersion": 1, "authentication": {"salt": "salt", "challenge": "challenge"}}
        await wire.send_json({"op": 0, "d": hello})
        async for message in wire:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            if said["op"] == 1:
                secret = base64.b64encode(hashlib.sha256(f"{self.password}salt".encode()).digest())
                wanted = base64.b64encode(hashlib.sha256(secret + b"challenge").digest()).decode()
                if said["d"].get("authentication") != wanted:
                    await wire.close(code=4009)
                    break
                await wire.send_json({"op": 2, "d": {"negotiatedRpcVersion": 1}})
            else:
                await wire.send_json({"op": 7, "d": self._answer(said["d"])})
        return wire

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        scene = asked["requestData"]["sceneName"]
        good = asked["requestType"] == "SetCurrentProgramScene" and scene != "gone"
        if good:
            self.scenes.append(scene)
        status = {"result": good, "code": 100 if good else 600}
        return {"requestType": asked["requestType"], "requestId": asked["requestId"], "requestStatus": status}


@pytest.fixture
def obs() -> Iterator[Obs]:
    """OBS with its web socket open."""
    pytest.importorskip("obsws_python", reason="scene changes need the obs extra")
    it = Obs()
    yield it
    it.stop()


SCENES = {"deal": "Dealing", "trick": "Table", "ruling": "Judge"}


def test_scenes_change_with_the_table(obs: Obs, states: list[Object]) -> None:
    scenes = ObsScenes(("127.0.0.1", obs.port), "secret", SCENES)
    for at, wanted in ((1, "Dealing"), (10, "Table"), (12, "Judge")):
        scenes.shown(states[at - 1], states[at])
        wait_for(lambda wanted=wanted: obs.scenes[-1:] == [wanted])
    scenes.shown(states[2], states[3])
    scenes.close()
    assert obs.scenes == ["Dealing", "Table", "Judge"]


def test_obs_may_be_closed_and_opened_again(obs: Obs, states: list[Object]) -> None:
    told: list[str] = []
    scenes = ObsScenes(("127.0.0.1", obs.port), "secret", SCENES, told=told.append)
    scenes.shown(states[0], states[1])
    wait_for(lambda: obs.scenes == ["Dealing"])
    obs.stop()
    for _ in range(2):
        scenes.shown(states[9], states[10])
        wait_for(lambda: len(told) == 1)
    obs.start()
    scenes.shown(states[11], states[12])
    # The trick's scene may have waited and come late: what counts is that the last event has its scene.
    wait_for(lambda: obs.scenes[-1:] == ["Judge"])
    obs.stop()
    obs.start()
    scenes.shown(states[0], states[1])
    wait_for(lambda: obs.scenes[-1] == "Dealing")
    scenes.close()


@pytest.mark.parametrize(("password", "scene"), [("wrong", "Table"), ("", "Table"), ("secret", "gone")])
def test_what_obs_refuses_is_one_sentence_without_the_password(
    password: str, scene: str, obs: Obs, states: list[Object], caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    with caplog.at_level(logging.DEBUG):
        scenes = ObsScenes(("127.0.0.1", obs.port), password, {"trick": scene}, told=told.append)
        scenes.shown(states[9], states[10])
        wait_for(lambda: len(told) == 1)
        scenes.shown(states[9], states[10])
        scenes.close()
    assert "\n" not in told[0]
    assert scene in told[0]
    assert obs.scenes == []
    assert "password='" not in caplog.text


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "obsws_python", None)
    with pytest.raises(KozyrError, match="pip install"):
        ObsScenes(("localhost", 4455), "", SCENES)
