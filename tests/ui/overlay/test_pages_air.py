"""Truth on air: corrections at once, nothing old over anything new, restarts survived, silence shown."""

import copy
import time
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.table.reading import read_log
from kozyr.engine.view import Audience
from kozyr.ui.overlay.growing import Replay

ROOT = Path(__file__).parents[3]
B10 = ROOT / "tests" / "golden" / "bazar_belot" / "law_b10.kozyr.jsonl"


def after(count: int, log: Path = B10) -> dict[str, Any]:
    """The state after some entries of a log."""
    read = read_log(log.read_bytes())
    assert read.header is not None
    replay = Replay(read.header)
    replay.add(list(read.entries[:count]))
    return replay.snapshot().state()


def corrected(state: dict[str, Any], seat: str, card: str) -> dict[str, Any]:
    changed = copy.deepcopy(state)
    for play in changed["trick"]["plays"]:
        if play["seat"] == seat:
            play |= {"card": card, "seq": 99}
    return changed


def opened(page: Any) -> None:
    page.wait_for_selector("body.ready", state="attached")


MOVING = "document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length"


LYING = """() => [...document.querySelectorAll("#replay-table .card[data-seq]")]
  .sort((one, other) => one.dataset.order - other.dataset.order)
  .map((card) => [card.dataset.seat, card.dataset.card])"""


def settled(page: Any) -> None:
    """Waits until nothing moves any more."""
    until = time.monotonic() + 60
    while page.evaluate(MOVING) and time.monotonic() < until:
        time.sleep(0.05)
    assert page.evaluate(MOVING) == 0


def test_a_correction_redraws_the_card_at_once_on_every_page(studio: Any) -> None:
    state = after(16)
    studio.publish(state)
    with studio.page(motion="on") as page, studio.page("spectator") as other:
        for one in (page, other):
            opened(one)
            assert one.get_attribute("#table .card[data-seat=W]", "data-card") == "9S"
        studio.publish(corrected(state, "W", "QD"))
        for one in (page, other):
            one.wait_for_selector("#table .card[data-seat=W][data-card=QD]", timeout=30000)
            assert one.locator("#table .card.big[data-seat=W]").count() == 1
            assert one.get_attribute("#table .card[data-seat=W] img", "src") == "/files/faces/QD.webp"


def test_a_card_taken_back_goes(studio: Any) -> None:
    studio.publish(after(16))
    with studio.page() as page:
        opened(page)
        studio.publish(after(15))
        page.wait_for_selector("#table .card[data-seat=W]", state="detached", timeout=30000)


def test_an_older_state_is_never_drawn_over_a_newer_one(studio: Any) -> None:
    with studio.page() as page:
        page.wait_for_selector("body.able", state="attached")
        taken = page.evaluate(
            """async () => {
              const { Order } = await import("/files/feed.js");
              const named = new Order();
              const nameless = new Order();
              const first = [["a", 5], ["a", 4], ["a", 5], ["a", 6], ["b", 1], ["b", 1], ["b", 2]]
                .map(([server, revision]) => named.takes({ server, revision }));
              nameless.connected();
              const then = [5, 4].map((revision) => nameless.takes({ revision }));
              nameless.connected();
              return [first, [...then, nameless.takes({ revision: 1 })]];
            }"""
        )
    assert taken == [[True, False, False, True, True, False, True], [True, False, True]]


def test_pages_recover_from_twenty_restarts(studio: Any) -> None:
    states = [after(count) for count in (14, 15)]
    studio.publish(states[0])
    with studio.page() as page, studio.page("spectator") as other:
        opened(page)
        opened(other)
        for at in range(1, 21):
            studio.stop()
            studio.start()
            state = states[at % 2] | {"deal": at}
            studio.publish(state)
            for one in (page, other):
                one.wait_for_selector(f".round[data-deal='{at}']", state="attached", timeout=30000)
        page.wait_for_selector("#stale", state="hidden", timeout=30000)
    studio.complaints[:] = [one for one in studio.complaints if "ERR_" not in one]


def test_stale_is_shown_while_nothing_is_heard_and_goes_when_it_is(studio: Any) -> None:
    studio.publish(after(14))
    with studio.page(lang="en") as page:
        opened(page)
        assert not page.is_visible("#stale")
        studio.table(False)
        page.wait_for_selector("#stale", timeout=30000)
        assert page.text_content("#stale") == "No signal from the table"
        studio.table(True)
        page.wait_for_selector("#stale", state="hidden", timeout=30000)
        studio.stop()
        page.wait_for_selector("#stale", timeout=30000)
        studio.start()
        studio.publish(after(15))
        page.wait_for_selector("#stale", state="hidden", timeout=30000)
        page.wait_for_selector("#table .card[data-seat=S]", timeout=30000)
    studio.complaints[:] = [one for one in studio.complaints if "ERR_" not in one]


def test_unknown_games_and_fields_become_plain_text(studio: Any) -> None:
    odd = {
        "game": "tarock", "phase": "schwatzen", "contract": "pagat ultimo", "deal": 1, "seq": 1, "comet": {"tail": [1]},
        "seats": [{"seat": "S", "player": "A", "side": "S", "roles": ["king"]}, {"seat": "Q", "side": "Q"}],
        "score": {"S": 12, "Q": "many"}, "turned_up": ["??", "XIX"],
        "trick": {"number": 1, "plays": [{"seat": "S", "card": "XXI"}]},
        "ruling": {"offence": "sneeze", "seat": "Z", "remedy": "tea"}, "clock": {"seat": "S"}, "rows": [{"deal": 1}],
    }  # fmt: skip
    for name in ("overlay", "spectator"):
        with studio.page(name, lang="en") as page:
            page.wait_for_selector("body.able", state="attached")
            page.evaluate("(state) => kozyr.draw(state)", odd)
            assert page.text_content("#contract .chip-bid") == "pagat ultimo"
            assert page.text_content("#score .game") == "tarock"
            assert [one.strip() for one in page.locator("#score .total").all_text_contents()][:1] == ["12"]
            assert page.get_attribute("#table .card.big", "data-card") == "??"
            for broken in ({}, {"seats": None, "trick": {}}, {"sheet": [{}]}):
                page.evaluate("(state) => kozyr.draw(state)", broken)


def test_a_card_comes_from_its_seat_and_the_trick_goes_to_its_winner(studio: Any) -> None:
    studio.publish(after(17))
    with studio.page(motion="on") as page:
        opened(page)
        assert page.evaluate(MOVING) == 0
        came = page.evaluate("(state) => { kozyr.draw(state); return " + MOVING + "; }", after(18))
        assert came >= 1
        assert page.locator("#table .card.big[data-winner]").count() == 1
        settled(page)
        next_lead = after(18)
        next_lead["tricks"] = [*next_lead["tricks"], next_lead["trick"]]
        next_lead["trick"] = {
            "number": 4,
            "plays": [{"seat": "N", "card": "7C", "seq": 200}],
            "winner": None,
            "points": 0,
        }
        page.evaluate("(state) => kozyr.draw(state)", next_lead)
        assert page.locator("#table .card[data-gone]").count() == 4
        assert page.locator("#table .card[data-seq]").count() == 1
        page.wait_for_selector("#table .card[data-gone]", state="detached", timeout=30000)


def test_nothing_moves_for_who_asked_for_calm(studio: Any) -> None:
    studio.publish(after(17))
    with studio.page() as page:
        opened(page)
        moved = page.evaluate("(state) => { kozyr.draw(state); return document.getAnimations().length; }", after(19))
        assert moved == 0


@pytest.mark.parametrize("log", ["bazar_belot/law_b10", "preferans/r9_declarer_made", "debertz/r10"])
def test_replay_goes_through_the_deal_as_it_was_played(studio: Any, log: str) -> None:
    path = ROOT / "tests" / "golden" / f"{log}.kozyr.jsonl"
    read = read_log(path.read_bytes())
    assert read.header is not None
    replay, wanted = Replay(read.header), []
    for entry in read.entries:
        replay.add([entry])
        if type(entry.act).__name__ in ("Called", "Declared", "Played"):
            now = replay.snapshot()
            view = now.game.view(now.folded, Audience.SPECTATORS)
            wanted.append([[play.seat, play.card.code] for play in view.trick.plays if play.card] if view.trick else [])
    with studio.page("spectator", size=(390, 844)) as page:
        page.wait_for_selector("body.able", state="attached")
        page.evaluate("(state) => kozyr.draw(state)", replay.snapshot().state())
        page.click("[data-for=replay]")
        page.click("#step-first")
        shown = []
        for _ in wanted:
            page.click("#step-on")
            shown.append(page.evaluate(LYING))
        assert page.is_disabled("#step-on")
    assert shown == wanted
    assert any(shown)


def test_spectators_see_every_trick_and_the_match(studio: Any) -> None:
    path = ROOT / "tests" / "golden" / "bazar_belot" / "b51_ten_examples.kozyr.jsonl"
    state = after(10_000, path)
    with studio.page("spectator", size=(390, 844), lang="uk") as page:
        page.wait_for_selector("body.able", state="attached")
        page.evaluate("(state) => kozyr.draw(state)", state)
        totals = page.evaluate(
            """() => [...document.querySelectorAll("#rows .deal-row")].map((row) => [Number(row.dataset.deal),
              ...[...row.querySelectorAll(".figure")].map((cell) => cell.querySelector(".sum").textContent)])"""
        )
        assert totals == [[row["deal"], *(str(row["total"][side]) for side in ("SN", "WE"))] for row in state["rows"]]
        assert page.locator("#rows .plus", has_text="БТ").count() == sum(len(row["bayt"]) for row in state["rows"])
        page.evaluate("(state) => kozyr.draw(state)", after(18))
        tricks = page.evaluate(
            """() => [...document.querySelectorAll("#tricks .trick-row")].map((row) => [row.dataset.winner ?? null,
              ...[...row.querySelectorAll(".card")].map((card) => card.dataset.card)])"""
        )
    known = after(18)
    closed = [*known["tricks"], *([] if known["trick"]["winner"] else [known["trick"]])]
    assert tricks == [[one["winner"], *(play["card"] for play in one["plays"])] for one in reversed(closed)]


def test_clock_runs_from_the_entry_that_asked_for_it(studio: Any) -> None:
    clock = {"seat": "W", "seconds": 300, "waiting": False, "at_ms": 10_000}
    with studio.page(lang="en") as page:
        page.wait_for_selector("body.able", state="attached")
        for waiting, at_ms, shown in ((True, 95_000, "5:00"), (False, 70_200, "4:00"), (False, 900_000, "0:00")):
            state = after(17) | {"clock": clock | {"waiting": waiting}, "at_ms": at_ms}
            page.evaluate("(state) => kozyr.draw(state)", state)
            assert page.text_content("#contract .clock .time") in (shown, shown.replace("4:00", "3:59"))
        assert page.get_attribute("#contract .clock", "data-low") == "true"
        page.evaluate("(state) => kozyr.draw(state)", after(17))
        assert not page.is_visible("#contract .clock")
