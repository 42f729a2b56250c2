"""What stands on the pages is what the engine shows spectators, after every entry of every golden log."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kozyr.datasets.demo_log import demo_log
from kozyr.engine.acts import Act, Called, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.reading import read_log
from kozyr.engine.view import Audience, TableView
from kozyr.ui.overlay.growing import Replay

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/*.kozyr.jsonl"))
DEMO = ROOT / "datasets" / "demo.mp4"
"""Stands for the log of the demo clip, ruling included."""
RICH = [
    DEMO,
    *(
        log
        for log in GOLDEN
        if log.name.split(".")[0] in ("b51_ten_examples", "r10", "v_p5_circle_3_later", "r9_declarer_made")
    ),
]
"""Logs for every language and layout; all of them are gone through in one."""
LOOKS = [
    (lang, layout, size)
    for lang in ("uk", "ru", "en")
    for layout, size in (("wide", (1920, 1080)), ("wide", (1280, 720)), ("vertical", (1080, 1920)))
]
SNAPSHOT = """(states) => JSON.stringify(JSON.parse(states).map((state) => {
  kozyr.draw(state);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const text = (element) => element?.textContent ?? null;
  const laid = () => all("#table .card.big[data-seq]").sort((a, b) => a.dataset.order - b.dataset.order);
  const shown = (element) => element && !element.hidden;
  const line = (row) => [row.dataset.side, ...[...row.children].slice(2).map(text)];
  return {
    names: all("#table .plate").map((plate) => [plate.dataset.seat, text(plate.querySelector(".name"))]),
    tricks: all("#table .plate").map((plate) => [plate.dataset.seat, Number(plate.dataset.tricks)]),
    turn: all("#table .plate[data-turn]").map((plate) => plate.dataset.seat),
    roles: all("#table .plate").map((plate) => [plate.dataset.seat, plate.dataset.roles]),
    out: all("#table .plate[data-out]").map((plate) => plate.dataset.seat),
    trick: laid().map((card) => [card.dataset.seat, card.dataset.card, Number(card.dataset.seq)]),
    read: laid().map((card) => card.querySelector("img").getAttribute("src")),
    winner: all("#table .card.big[data-winner]").map((card) => card.dataset.seat),
    says: all("#table .say").map((say) => [say.dataset.by, say.dataset.call]),
    score: all("#score .side").map((side) => [side.dataset.side, text(side.querySelector(".total"))]),
    letters: all("#score .tag[data-kind=letters]").map((tag) => Number(tag.dataset.value)),
    sheet: all("#score .sheet .lines .line").map(line),
    champion: all("#score .side[data-winner], #score .line[data-winner]").map((side) => side.dataset.side),
    contract: [one("#contract").dataset.contract ?? null, Number(one("#contract").dataset.doubled),
      one("#contract").dataset.declarer ?? null, Number(one("#contract .round").dataset.deal)],
    turned: all("#contract .shown .card").map((card) => card.dataset.card),
    hands: all("#hands .hand").map((hand) =>
      [hand.dataset.hand, [...hand.querySelectorAll(".card")].map((card) => card.dataset.card)]),
    ruling: shown(one("#ruling")) ? Number(one("#ruling").dataset.seq) : null,
    ended: shown(one("#result")),
  };
}))"""


@cache
def stages(log: Path) -> list[tuple[dict[str, Any], TableView]]:
    """(what the page is given, what the engine shows spectators) after every entry of a log."""
    read = read_log(log.read_bytes()) if log != DEMO else None
    header, entries = (read.header, read.entries) if read else demo_log()
    assert header is not None
    replay, found = Replay(header), []
    for entry in entries:
        replay.add([entry])
        now = replay.snapshot()
        found.append((now.state(), now.game.view(now.folded, Audience.SPECTATORS)))
    return found


def code(card: Any) -> str:
    return card.code if card else "??"


def expected(view: TableView, state: dict[str, Any]) -> dict[str, Any]:
    """The snapshot of a page that shows ``view``."""
    plays = view.trick.plays if view.trick else ()
    ruled = {finding.committed for finding in view.findings}
    told = [call for call in view.calls if call.stands or call.seq in ruled]
    calls = {call.seat: call.call for call in told} if view.phase == "auction" else {}
    known = ("dealer", "obliged", "declarer", "whister", "half-whister", "passer")
    sides = list(dict.fromkeys(seat.side for seat in view.seats))
    letters = {seat.side: seat.letters for seat in view.seats}
    score = dict(view.score)
    over = view.phase in ("deal-over", "match-over")
    expected = view.expectation
    waited = (expected.caller or expected.seat) if view.phase == "auction" else expected.seat
    return {
        "tricks": [[seat.seat, seat.tricks] for seat in view.seats],
        "turn": [waited] if waited and not over else [],
        "roles": [[seat.seat, " ".join(role for role in seat.roles if role in known)] for seat in view.seats],
        "out": [seat.seat for seat in view.seats if not seat.is_playing],
        "trick": [[play.seat, code(play.card), play.seq] for play in plays],
        "winner": [play.seat for play in plays if view.trick and play.seat == view.trick.winner],
        "says": sorted([seat, call] for seat, call in calls.items()),
        "score": [] if view.sheet else [[side, str(score.get(side, ""))] for side in sides],
        "letters": [] if view.sheet else [letters[side] for side in sides if letters[side]],
        "sheet": [sheet_line(view, at) for at in range(len(view.sheet))],
        "champion": [view.winner] if view.winner else [],
        "contract": [view.contract, view.doubled, view.declarer, view.deal],
        "turned": [card.code for card in view.turned_up],
        "hands": [
            [seat.seat, [card.code for card in seat.open_hand]] for seat in view.seats if seat.open_hand and not over
        ],
        "ended": over and (bool(view.winner) or any(row.deal == view.deal for row in view.rows)),
    }


def sheet_line(view: TableView, at: int) -> list[str]:
    row, settled = view.sheet[at], dict(view.settlement)
    whists = dict(row.whists)
    columns = ["–" if other.side == row.side else str(whists.get(other.side, 0)) for other in view.sheet]
    total = settled[row.side]
    sign = "+" if total > 0 else "–" if total < 0 else ""
    return [row.side, str(row.pool), str(row.mountain), *columns, f"{sign}{abs(total)}"]


def differences(page: Any, log: Path, most: int) -> list[str]:
    """Where the page shows something else than the engine, by log, entry and part; ``most`` entries are looked at."""
    steps = stages(log)[:most]
    seen = json.loads(page.evaluate(SNAPSHOT, json.dumps([state for state, _ in steps])))
    wrong = []
    for (state, view), found in zip(steps, seen, strict=True):
        found["says"].sort()
        wanted = json.loads(json.dumps(expected(view, state)))
        wrong += [
            f"{log.name}:{state['seq']} {part}: {found[part]} is not {value}"
            for part, value in wanted.items()
            if found[part] != value
        ]
        assert found["ruling"] in (None, (state["ruling"] or {}).get("seq")), log.name
        faces = ["back" if card == "??" else card for _, card, _ in found["trick"]]
        assert found["read"] == [f"/files/faces/{face}.webp" for face in faces], log.name
    return wrong


@pytest.mark.parametrize(("lang", "layout", "size"), LOOKS)
def test_page_shows_the_spectators_view(studio: Any, lang: str, layout: str, size: tuple[int, int]) -> None:
    logs, most = ([DEMO, *GOLDEN], 1000) if (lang, size) == ("uk", (1920, 1080)) else (RICH, 50)
    wrong: list[str] = []
    with studio.page(size=size, lang=lang, layout=layout) as page:
        page.wait_for_selector("body.able", state="attached")
        for log in logs:
            wrong += differences(page, log, most)
    assert wrong == []


def botched(entries: tuple[Entry, ...]) -> list[Entry]:
    """The same deal as a clumsy table writes it: misread cards corrected, missed cards inserted, a call taken back."""
    written: list[Entry] = []
    now: dict[int, int] = {}

    def write(act: Act | None, replaces: int | None = None, before: int | None = None) -> int:
        seq = len(written) + 1
        written.append(Entry(seq, seq * 1000, Source.TOUCH, act, replaces=replaces, before=before))
        return seq

    misread: tuple[Entry, int] | None = None
    missed: Entry | None = None
    for at, entry in enumerate(entries):
        act = entry.act
        if isinstance(act, Ruled) and act.committed is not None:
            act = replace(act, committed=now[act.committed])
        is_followed = at + 1 < len(entries) and isinstance(entries[at + 1].act, Played)
        if isinstance(act, Played) and is_followed and at % 5 == 1 and missed is None and misread is None:
            missed = entry
            continue
        if isinstance(act, Played) and is_followed and at % 5 == 3 and misread is None and missed is None:
            misread = (entry, write(replace(act, card=None if at % 2 else Card.parse("7S"))))
            continue
        now[entry.seq] = write(act)
        if misread is not None:
            now[misread[0].seq] = write(misread[0].act, replaces=misread[1])
        if missed is not None:
            now[missed.seq] = write(missed.act, before=now[entry.seq])
        if at == 4:
            write(None, replaces=write(Called(Seat.S, "20A")))
        misread = missed = None
    return written


def test_every_correction_is_on_the_air_at_once_and_ends_in_the_true_deal(studio: Any) -> None:
    header, entries = demo_log()
    log = botched(entries)
    assert sum(entry.replaces is not None for entry in log) > 4
    assert sum(entry.before is not None for entry in log) > 4
    replay, truth, wrong = Replay(header), Replay(header), []
    truth.add(list(entries))
    with studio.page() as page, studio.page("spectator", size=(390, 844)) as phone:
        for one in (page, phone):
            one.wait_for_selector("body.able", state="attached")
        for entry in log:
            replay.add([entry])
            now = replay.snapshot()
            state = now.state()
            studio.publish(state)
            wanted = json.loads(json.dumps(expected(now.game.view(now.folded, Audience.SPECTATORS), state)))
            for one in (page, phone):
                one.wait_for_selector(f"body[data-seq='{entry.seq}']", state="attached", timeout=30000)
                found = json.loads(one.evaluate(SNAPSHOT.replace("kozyr.draw(state);", ""), "[{}]"))[0]
                found["says"].sort()
                wrong += [f"{entry.seq} {part}: {found[part]}" for part in wanted if found[part] != wanted[part]]
    assert wrong == []
    ended, true = replay.snapshot().state(), truth.snapshot().state()
    assert (ended["score"], ended["rows"], ended["winner"]) == (true["score"], true["rows"], true["winner"])
    assert ended["ruling"]["law"] == true["ruling"]["law"]


def test_every_game_has_golden_logs() -> None:
    assert {log.parent.name for log in GOLDEN} >= {"bazar_belot", "debertz", "preferans"}
    assert len(RICH) >= 4
