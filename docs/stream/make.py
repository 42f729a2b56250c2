"""Makes the pictures of this folder and the demo on air: ``python docs/stream/make.py [pictures|clip]``.

Every picture is the page itself in a headless Chromium, laid over a frame of the demo clip as OBS would do.
"""

import asyncio
import io
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
from PIL import Image
from playwright.async_api import async_playwright

from kozyr.datasets.careless import HONEST, entries
from kozyr.datasets.careless_tables import TABLES
from kozyr.datasets.demo_log import demo_log
from kozyr.engine.acts import Called, Dealt, Tallied
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.growing import Replay
from kozyr.ui.overlay.server import OverlayServer

HERE = Path(__file__).parent
CLIP = HERE.parents[1] / "datasets" / "demo.mp4"
NAMES = {"uk": ("Перший", "Другий", "Третій", "Четвертий"), "ru": ("Первый", "Второй", "Третий", "Четвёртый"),
         "en": ("First", "Second", "Third", "Fourth")}  # fmt: skip
FPS, FROM_MS, SECONDS = 10, 12_000, 20
"""The clip on air: pictures a second, where it begins in the demo, how long it is."""
CLIP_PX = (960, 540)
STEP = """(ms) => document.getAnimations().forEach((one) => {
  one.pause();
  one.currentTime = Number(one.currentTime) + ms;
  if (one.currentTime >= one.effect.getComputedTiming().endTime) one.finish();
})"""
State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a page."""

    name: str
    """File name."""
    state: State
    """What is shown."""
    query: str
    """Parameters of the page."""
    size_px: tuple[int, int] = (1920, 1080)
    """The browser source."""
    saved_px: tuple[int, int] = (1280, 720)
    """The picture."""
    page: str = "overlay"
    """Which page."""
    ground_ms: int | None = 500
    """The moment of the clip behind it; None for a page that is not transparent."""
    click: str = ""
    """What is clicked first."""


def demo_states() -> list[tuple[int, State]]:
    """(time in the clip in milliseconds, state) of the demo's deal, played as the fourth of a match."""
    header, log = demo_log()
    before: list[Entry] = []
    for dealer, caller, call, points in (
        (Seat.E, Seat.S, "14S", (144, 18)), (Seat.S, Seat.N, "13N", (152, 10)), (Seat.W, Seat.E, "12D", (90, 72)),
    ):  # fmt: skip
        order = list(Seat)
        first = order.index(dealer) + 1
        said, bid = [Dealt(dealer)], False
        for at in range(first, first + 7):
            seat = order[at % 4]
            said.append(Called(seat, call if seat is caller and not bid else "pass"))
            bid = bid or seat is caller
            if bid and seat is order[(order.index(caller) - 1) % 4]:
                break
        said.append(Called(caller, "pass"))
        said.append(Tallied((("SN", points[0]), ("WE", points[1]))))
        before += [Entry(len(before) + at, 0, Source.TOUCH, act) for at, act in enumerate(said, start=1)]
    shift = len(before)
    moved = [replace(one, seq=one.seq + shift, act=_moved(one.act, shift)) for one in log]
    replay = Replay(header)
    replay.add(before)
    found = []
    for entry in moved:
        replay.add([entry])
        found.append((entry.at_ms, replay.snapshot().state()))
    return found


def _moved(act: Any, shift: int) -> Any:
    return replace(act, committed=act.committed + shift) if getattr(act, "committed", None) else act


def random_states(table: str, deals: int, seed: int) -> list[State]:
    """States of a random match at one of the tables of the battery, after every entry."""
    dealer, rng = TABLES[table], random.Random(seed)
    header: Header = dealer.header(rng)
    replay, seq, script, found = Replay(header), 1, None, []
    for _ in range(deals):
        script = dealer.deal(rng, HONEST, seq, script)
        for entry in entries(script):
            replay.add([entry])
            found.append(replay.snapshot().state())
        seq += len(script.acts)
    return found


def named(state: State, lang: str) -> State:
    """The state with names of a language."""
    names = dict(zip("SWNE", NAMES[lang], strict=True))
    return state | {"seats": [seat | {"player": names[seat["seat"]]} for seat in state["seats"]]}


def first(states: list[State], wanted: Callable[[State], Any]) -> State:
    """The first state that is as wanted."""
    return next(state for state in states if wanted(state))


def laid(state: State, count: int) -> bool:
    """Whether so many cards lie in the trick, and nobody has won it unless all lie."""
    return state["trick"] is not None and len(state["trick"]["plays"]) == count


def shots() -> list[Shot]:
    """Every picture."""
    demo = demo_states()
    lying = next(state for at, state in demo if at > 22_000)
    ruled, asked = demo[-1][1], next(state for at, state in demo if 2000 < at < 2500)
    debertz = random_states("debertz 2x2 fdu-uk", 5, 3)
    three = random_states("preferans 3", 12, 21)
    playing = first(debertz, lambda one: one["deal"] == 5 and laid(one, 4) and len(one["tricks"]) > 2)
    misere = first(three, lambda one: laid(one, 2) and any(seat["open_hand"] for seat in one["seats"]))
    phone = {"page": "spectator", "size_px": (390, 844), "saved_px": (390, 844), "ground_ms": None}
    return [
        Shot("belot-trick-uk.webp", named(lying, "uk"), "lang=uk&scale=0.85", ground_ms=22_700),
        Shot("belot-auction-ru.webp", named(asked, "ru"), "lang=ru"),
        Shot("belot-ruling-en-light.webp", named(ruled, "en"), "lang=en&theme=light", (1280, 720), ground_ms=85_000),
        Shot("debertz-uk-vertical.webp", named(playing, "uk"), "lang=uk", (1080, 1920), (720, 1280)),
        Shot("debertz-en-contrast.webp", named(playing, "en"), "lang=en&theme=contrast", (1280, 720)),
        Shot("preferans-ru.webp", named(misere, "ru"), "lang=ru"),
        Shot("phone-table-uk.webp", named(playing, "uk"), "lang=uk", **phone),
        Shot("phone-tricks-ru.webp", named(playing, "ru"), "lang=ru", click="[data-for=tricks]", **phone),
        Shot("phone-score-uk.webp", named(ruled, "uk"), "lang=uk", click="[data-for=score]", **phone),
        Shot("phone-replay-en.webp", named(misere, "en"), "lang=en", click="[data-for=replay]", **phone),
        Shot("start-uk.webp", named(lying, "uk"), "lang=uk", (1280, 1180), (960, 885), "", None),
    ]


def frame(at_ms: int, size_px: tuple[int, int]) -> Image.Image:
    """The clip at a moment, cut and scaled to a size."""
    video = cv2.VideoCapture(str(CLIP))
    video.set(cv2.CAP_PROP_POS_MSEC, at_ms)
    good, picture = video.read()
    if not good:
        raise SystemExit(f"{CLIP} has no frame at {at_ms} ms")
    found = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    scale = max(size_px[0] / found.width, size_px[1] / found.height)
    found = found.resize((round(found.width * scale), round(found.height * scale)), Image.Resampling.LANCZOS)
    left, top = (found.width - size_px[0]) // 2, (found.height - size_px[1]) // 2
    return found.crop((left, top, left + size_px[0], top + size_px[1]))


async def look(page: Any, ground: Image.Image | None) -> Image.Image:
    """The page as it is now, over a picture."""
    shot = Image.open(io.BytesIO(await page.screenshot(omit_background=ground is not None)))
    if ground is None:
        return shot.convert("RGB")
    return Image.alpha_composite(ground.convert("RGBA"), shot.convert("RGBA")).convert("RGB")


async def pictures(browser: Any, feed: Feed, where: str) -> None:
    """Takes every picture."""
    for shot in shots():
        feed.publish(lambda state=shot.state: state)
        context = await browser.new_context(
            viewport=dict(zip(("width", "height"), shot.size_px, strict=True)), reduced_motion="reduce"
        )
        page = await context.new_page()
        await page.goto(f"{where}/{shot.page}?{shot.query}")
        await page.wait_for_timeout(2500 if shot.page == "" else 900)
        if shot.click:
            await page.click(shot.click)
        ground = None if shot.ground_ms is None else frame(shot.ground_ms, shot.size_px)
        picture = await look(page, ground)
        picture.resize(shot.saved_px, Image.Resampling.LANCZOS).save(HERE / shot.name, quality=84, method=6)
        await context.close()
        print(shot.name)


async def clip(browser: Any, where: str) -> None:
    """Records the demo on air: the states in step with the clip, every movement in its own time."""
    states = demo_states()
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    await page.goto(f"{where}/overlay?lang=uk&scale=0.85")
    await page.wait_for_selector("body.able", state="attached")
    frames, shown = [], -1
    for number in range(FPS * SECONDS):
        at_ms = FROM_MS + number * 1000 // FPS
        due = max(index for index, (when, _) in enumerate(states) if when <= at_ms)
        for index in range(shown + 1 if shown >= 0 else due, due + 1):
            await page.evaluate("(state) => kozyr.draw(state)", named(states[index][1], "uk"))
        shown = due
        await page.evaluate(STEP, 1000 / FPS)
        picture = await look(page, frame(at_ms, (1280, 720)))
        frames.append(picture.resize(CLIP_PX, Image.Resampling.LANCZOS))
    await context.close()
    name = HERE / "demo-on-air.webp"
    frames[0].save(
        name, save_all=True, append_images=frames[1:], duration=1000 // FPS, loop=0, quality=66, method=6,
        minimize_size=False, kmax=40, kmin=20,
    )  # fmt: skip
    sheet = Image.new("RGB", (4 * 432, 3 * 243))
    for at in range(12):
        small = frames[at * len(frames) // 12].resize((432, 243), Image.Resampling.LANCZOS)
        sheet.paste(small, (at % 4 * 432, at // 4 * 243))
    sheet.save(HERE / "demo-on-air-sheet.webp", quality=82, method=6)
    print(name.name, name.stat().st_size // 1024, "KiB")


async def main(what: str) -> None:
    """Serves the states and looks at them."""
    feed = Feed()
    server = OverlayServer(feed)
    feed.heard(True)
    port = await server.start("127.0.0.1", 0)
    async with async_playwright() as running:
        browser = await running.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        if what in ("pictures", "all"):
            await pictures(browser, feed, f"http://127.0.0.1:{port}")
        if what in ("clip", "all"):
            await clip(browser, f"http://127.0.0.1:{port}")
        await browser.close()
    await server.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "all"))
