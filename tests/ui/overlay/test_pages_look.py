"""How the pages look: transparent, whole words in three languages, nothing over anything else, parts and colours."""

import io
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kozyr.ui.locale.catalog import LANGUAGES, catalog
from kozyr.ui.locale.text import call_text, declaration_text

PAGES = Path(__file__).parents[3] / "ui" / "overlay" / "pages"
LONG = {
    "S": "Костянтинопольська-Задніпрянська Олекса",
    "W": "Ян",
    "N": "Максиміліан Перебийніс-Задунайський мол.",
    "E": "Александрина-Виктория Златопольская-Синь",
}
SIZES = {"wide": ((1920, 1080), (1280, 720)), "vertical": ((1080, 1920),)}
BROKEN = """() => {
  const found = [];
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => element.checkVisibility() && box(element).width > 0;
  const panels = [...document.querySelectorAll("#stage > *:not(#notes), #notes > *")].filter(shown);
  for (const panel of panels) {
    const at = box(panel);
    const off = at.left < 0 || at.top < 0 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1;
    if (off) found.push(`${panel.id} off`);
    for (const other of panels) {
      const its = box(other);
      const apart = its.left >= at.right || its.right <= at.left || its.top >= at.bottom || its.bottom <= at.top;
      if (panel !== other && !apart) found.push(`${panel.id} over ${other.id}`);
    }
    for (const inner of panel.querySelectorAll("*")) {
      const its = box(inner);
      if (!shown(inner) || inner.closest(".card")) continue;
      const aside = its.left < at.left - 1 || its.right > at.right + 1;
      const out = aside || its.top < at.top - 1 || its.bottom > at.bottom + 1;
      if (out) found.push(`${panel.id}: ${inner.className} sticks out: ${inner.textContent}`);
    }
  }
  for (const element of document.querySelectorAll("main *")) {
    if (!shown(element) || getComputedStyle(element).overflow !== "hidden" || !element.textContent) continue;
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) {
      found.push(`${element.className} clipped: ${element.textContent}`);
    }
    if (element.classList.contains("broken")) found.push(`word broken: ${element.textContent}`);
  }
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => before(a, b) || before(b, a);
  const pieces = [...document.querySelectorAll("#table .plate, #table .card.big, #table .say")].filter(shown);
  for (const one of pieces) {
    for (const other of pieces) {
      if (one !== other && !apart(box(one), box(other))) found.push(`${one.className} on ${other.className}`);
    }
  }
  return found;
}"""


FAINT = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = (colours) => {
    pen.fillStyle = "#808080";
    pen.fillRect(0, 0, 1, 1);
    for (const colour of colours) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const found = [];
  for (const element of document.querySelectorAll("#stage *, main *")) {
    const said = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!said || !element.checkVisibility() || element.closest("[data-out]")) continue;
    const under = [];
    for (let at = element; at; at = at.parentElement) under.unshift(getComputedStyle(at).backgroundColor);
    const [ground, ink] = [seen(under), seen([...under, getComputedStyle(element).color])].map(light);
    const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    if (contrast < 3) found.push(`${element.className} ${element.textContent} ${contrast.toFixed(1)}`);
  }
  return found;
}"""


def seat(name: str, side: str, **more: Any) -> dict[str, Any]:
    known = {
        "seat": name, "player": LONG[name], "side": side, "tricks": 10, "cards_left": 0, "roles": [], "letters": 0,
        "plays": True, "open_hand": [], "penalty_cards": [],
    }  # fmt: skip
    return known | more


def play(name: str, card: str | None, seq: int) -> dict[str, Any]:
    return {"seq": seq, "seat": name, "card": card}


def crowded(game: str) -> dict[str, Any]:
    """A state with everything at once: the longest names and words, the largest figures."""
    trick = {"number": 10, "plays": [play("S", "10H", 1), play("W", "QH", 2), play("N", "AH", 3), play("E", None, 4)]}
    common: dict[str, Any] = {
        "game": game, "deal": 128, "phase": "play", "turn": "N", "target": 1001, "doubled": 4, "declarer": "N",
        "trump": "S", "turned_up": [], "calls": [], "declarations": [], "trick": trick | {"winner": "N", "points": 162},
        "tricks": [], "points": {}, "score": {}, "rows": [], "sheet": [], "settlement": {}, "meeting": {}, "record": {},
        "pot": 162, "raspasy": 0, "winner": None, "seq": 400, "at_ms": 1000000,
        "ruling": {"seq": 3, "deal": 128, "law": "B-10", "offence": "twelve-card-order", "seat": "N",
                   "remedy": "tricks-to-opponents", "points": 100},
        "clock": {"seat": "N", "seconds": 300, "waiting": True, "at_ms": 1000000},
    }  # fmt: skip
    hand = ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "7D", "10D"]
    if game == "preferans":
        sheet = [
            {"side": one, "pool": 100, "mountain": 288, "whists": {two: 888 for two in "SWNE" if two != one}}
            for one in "SWNE"
        ]
        return common | {
            "contract": "misere-dark", "doubled": 1, "turned_up": ["10H", "QD"], "sheet": sheet, "raspasy": 12,
            "settlement": {"S": -1888, "W": 1888, "N": -888, "E": 888},
            "seats": [seat("S", "S", roles=["dealer"], plays=False),
                      seat("W", "W", roles=["half-whister"], open_hand=hand),
                      seat("N", "N", roles=["declarer"], open_hand=hand), seat("E", "E", roles=["passer"])],
            "sides": [{"side": one, "seats": [one]} for one in "SWNE"],
        }  # fmt: skip
    declared = [{"seq": 7, "seat": one, "declaration": "berz 10S", "counts": True} for one in "SWNE"]
    teams = {
        "score": {"SN": 1000, "WE": -888}, "points": {"SN": 162, "WE": 152}, "declarations": declared,
        "sides": [{"side": "SN", "seats": ["S", "N"]}, {"side": "WE", "seats": ["W", "E"]}],
        "meeting": {"SN": 11, "WE": 12}, "contract": "25N capo-hand" if game == "bazar-belot" else "H",
        "turned_up": ["10H"] if game == "debertz" else [],
    }  # fmt: skip
    roles = ["dealer", "declarer"] if game == "bazar-belot" else ["dealer", "obliged", "declarer"]
    seats = [seat("S", "SN", roles=roles, letters=2), seat("W", "WE", letters=3, penalty_cards=["10S"]),
             seat("N", "SN", letters=2), seat("E", "WE", letters=3, roles=roles)]  # fmt: skip
    return common | teams | {"seats": seats}


def bidding(game: str) -> dict[str, Any]:
    """The same table while it bids, with the longest calls."""
    state = crowded(game)
    said = {"preferans": "misere-dark", "debertz": "play", "bazar-belot": "25N capo-hand"}[game]
    calls = [{"seq": at, "seat": one, "call": said, "stands": True} for at, one in enumerate("SWNE")]
    return state | {"phase": "auction", "calls": calls, "trick": None, "contract": None, "doubled": 1, "declarer": None}


def ended(game: str) -> dict[str, Any]:
    """The same table after its last deal."""
    state = crowded(game)
    sides = [side["side"] for side in state["sides"]]
    row = {"deal": 128, "contract": state["contract"], "declarer": "N", "doubled": 1, "finished": True,
           "bayt": sides[:1], "score": {} if state["sheet"] else dict.fromkeys(sides, -888), "total": {}, "lines": [],
           "annulled": False, "sheet": state["sheet"]}  # fmt: skip
    record = {} if state["sheet"] else dict.fromkeys(sides, 501)
    return state | {
        "phase": "match-over", "rows": [row], "winner": sides[0], "turn": "N", "clock": None, "record": record,
    }  # fmt: skip


GAMES = ("bazar-belot", "debertz", "preferans")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("layout", SIZES)
def test_nothing_overlaps_and_no_word_is_clipped(studio: Any, lang: str, layout: str) -> None:
    wrong = []
    for size, scale in [*((size, "1") for size in SIZES[layout]), (SIZES[layout][0], "0.7")]:
        with studio.page(size=size, lang=lang, layout=layout, scale=scale) as page:
            page.wait_for_selector("body.able", state="attached")
            page.evaluate("document.fonts.ready")
            for game, make in itertools.product(GAMES, (crowded, bidding, ended)):
                page.evaluate("(state) => kozyr.draw(state)", make(game))
                wrong += [f"{size} x{scale} {game} {make.__name__}: {one}" for one in page.evaluate(BROKEN)]
    assert wrong == []


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
@pytest.mark.parametrize("name", ["overlay", "spectator"])
def test_every_word_stands_out_from_what_it_stands_on(studio: Any, name: str, theme: str) -> None:
    wrong = []
    size = (390, 844) if name == "spectator" else (1080, 1920)
    with studio.page(name, size=size, lang="en", theme=theme) as page:
        page.wait_for_selector("body.able", state="attached")
        for game, make in itertools.product(GAMES, (crowded, bidding, ended)):
            page.evaluate("(state) => kozyr.draw(state)", make(game))
            for tab in ("table", "tricks", "score") if name == "spectator" else ("",):
                if tab:
                    page.click(f"[data-for={tab}]")
                wrong += [f"{game} {make.__name__}: {one}" for one in page.evaluate(FAINT)]
    assert wrong == []


@pytest.mark.parametrize("name", ["overlay", "spectator"])
def test_without_a_state_only_the_waiting_is_told(studio: Any, name: str) -> None:
    studio.table(False)
    with studio.page(name, size=(390, 844), lang="en") as page:
        page.wait_for_selector("#stale", timeout=30000)
        assert page.text_content("#stale") == "Waiting for the table"
        assert page.locator(".panel:visible").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_whom_nobody_named_is_called_by_the_seat(studio: Any, game: str) -> None:
    """The log writes S for a player without a name; on no page does that letter stand for one."""
    states = [make(game) for make in (crowded, bidding, ended)]
    for state in states:
        state["seats"] = [one | {"player": one["seat"]} for one in state["seats"]]
    for name in ("overlay", "spectator"):
        with studio.page(name, size=(1080, 1920), lang="ru") as page:
            page.wait_for_selector("body.able", state="attached")
            for state in states:
                page.evaluate("(state) => kozyr.draw(state)", state)
                names = page.locator(".name:visible, .what:visible").all_text_contents()
                assert any("Юг" in one for one in names)
                assert not any(word in "SWNE" for one in names for word in one.split() if word.isascii()), names


def test_on_a_phone_on_its_side_the_table_is_seen_without_scrolling(studio: Any) -> None:
    with studio.page("spectator", size=(844, 390), lang="uk") as page:
        page.wait_for_selector("body.able", state="attached")
        for game in GAMES:
            page.evaluate("(state) => kozyr.draw(state)", crowded(game))
            score, table = page.locator("#score").bounding_box(), page.locator("#table").bounding_box()
            assert page.locator("#contract").bounding_box()["x"] > score["x"] + score["width"]
            assert table["y"] < 300, game
            assert page.evaluate("document.documentElement.scrollWidth") <= 844, game


def test_nobody_is_on_turn_when_the_deal_is_over(studio: Any) -> None:
    with studio.page() as page:
        page.wait_for_selector("body.able", state="attached")
        for make, on_turn in ((crowded, 1), (ended, 0)):
            page.evaluate("(state) => kozyr.draw(state)", make("debertz"))
            assert page.locator("#table .plate[data-turn]").count() == on_turn


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phone_is_not_wider_than_its_screen(studio: Any, lang: str) -> None:
    with studio.page("spectator", size=(390, 844), lang=lang) as page:
        page.wait_for_selector("body.able", state="attached")
        for game, tab in itertools.product(GAMES, ("table", "tricks", "score", "replay")):
            page.evaluate("(state) => kozyr.draw(state)", ended(game))
            page.click(f"[data-for={tab}]")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (game, tab)


def test_overlay_is_transparent_where_nothing_is_shown(studio: Any) -> None:
    studio.publish(crowded("bazar-belot"))
    with studio.page(size=(1280, 720)) as page:
        page.wait_for_selector("body.ready", state="attached")
        picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
        panel = page.locator("#score").bounding_box()
    corners = [(0, 0), (1279, 0), (0, 719), (1279, 719), (560, 400)]
    assert [picture.getpixel(at)[3] for at in corners] == [0, 0, 0, 0, 0]
    assert picture.getpixel((int(panel["x"] + 40), int(panel["y"] + 8)))[3] > 200


def test_parts_are_switched_off_and_colours_chosen(studio: Any) -> None:
    studio.publish(crowded("debertz"))
    chosen = {
        "hide": "score,ruling",
        "var-accent": "rgb(1,2,3)",
        "var-panel": "url(http://example.com/x)",
        "var-opacity": "0.5",
    }
    with studio.page(**chosen) as page:
        page.wait_for_selector("body.ready", state="attached")
        assert not page.is_visible("#score")
        assert not page.is_visible("#ruling")
        assert page.is_visible("#table")
        style = "getComputedStyle(document.documentElement).getPropertyValue"
        assert page.evaluate(f"{style}('--accent')") == "rgb(1,2,3)"
        assert page.evaluate(f"{style}('--opacity')") == "0.5"
        assert "url" not in page.evaluate(f"{style}('--panel')")
    with studio.page(parts="trick") as page:
        page.wait_for_selector("body.ready", state="attached")
        assert not page.is_visible("#contract")
        assert not page.is_visible(".plate")
        assert page.is_visible(".card.big")


@pytest.mark.parametrize(
    ("lang", "letters", "shown"), [("uk", "", "Д"), ("en", "", "Q"), ("ru", "latin", "Q"), ("en", "cyrillic", "Д")]
)
def test_letters_on_cards_follow_the_language_unless_chosen(studio: Any, lang: str, letters: str, shown: str) -> None:
    studio.publish(crowded("bazar-belot"))
    with studio.page(lang=lang, **({"letters": letters} if letters else {})) as page:
        page.wait_for_selector("body.ready", state="attached")
        assert page.text_content("#table .card[data-card=QH] .rank") == shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_those_of_the_other_screens(studio: Any, lang: str) -> None:
    calls = ["14S", "13N", "20A", "25S capo", "25H capo-hand", "pass", "contra", "play", "H", "misere", "6S", "raspasy"]
    named = ["terz KH", "frame J", "bela", "bela H", "fifty AS", "quint AH"]
    with studio.page(lang=lang) as page:
        page.wait_for_selector("body.able", state="attached")
        said = page.evaluate("(calls) => calls.map((call) => kozyr.words.call(call))", calls)
        told = page.evaluate("(named) => named.map((one) => kozyr.words.declaration(one))", named)
    assert said == [call_text(call, lang) for call in calls]
    assert told == [declaration_text(one, lang) for one in named]


def test_every_word_that_the_pages_ask_for_exists() -> None:
    texts, keys = (
        "".join(path.read_text("utf-8") for path in PAGES.glob("*.*") if path.suffix in (".js", ".html")),
        set(catalog("en")),
    )
    asked = {piece.split('"')[0] for piece in texts.split('say("')[1:]}
    asked |= {piece.split('"')[0] for piece in texts.split('data-say="')[1:]}
    assert len(asked) > 20
    assert asked <= keys


def test_pages_hold_no_inline_code_and_no_foreign_address() -> None:
    for page in PAGES.glob("*.html"):
        text = page.read_text("utf-8")
        assert "<style" not in text
        assert "style=" not in text
        assert "onclick" not in text
        assert all(piece.lstrip().startswith(('type="module" src="/files/', "")) for piece in text.split("<script")[1:])
    for file in itertools.chain(PAGES.glob("*.js"), PAGES.glob("*.css"), PAGES.glob("*.html")):
        assert "http://" not in file.read_text("utf-8"), file.name
        assert "https://" not in file.read_text("utf-8"), file.name


def test_all_faces_ship_and_are_small() -> None:
    faces = {path.stem for path in (PAGES / "faces").glob("*.webp")}
    assert faces == {rank + suit for rank in (*"23456789", "10", *"JQKA") for suit in "SHDC"} | {"back"}
    assert sum(path.stat().st_size for path in (PAGES / "faces").iterdir()) < 2_000_000
    tablet = PAGES.parents[1] / "tablet" / "fonts"
    for font in (PAGES / "fonts").glob("*.ttf"):
        assert font.read_bytes() == (tablet / font.name).read_bytes()


def test_start_page_lists_addresses_and_shows_previews(studio: Any) -> None:
    studio.publish(crowded("bazar-belot"))
    with studio.page("", size=(1280, 900), lang="en") as page:
        page.wait_for_selector("#overlay-addresses a")
        page.click("#choose-theme [data-value=light]")
        page.click("#choose-parts [data-value=auction]")
        link = page.get_attribute("#overlay-addresses a", "href")
        assert link == studio.address("overlay", lang="en", layout="wide", theme="light", hide="auction")
        page.frame_locator("#overlay-preview").locator("body.ready").wait_for(state="attached")
        page.frame_locator("#spectator-preview").locator("body.ready").wait_for(state="attached")


def test_crowded_states_are_json() -> None:
    assert all(json.loads(json.dumps(make(game))) for game in GAMES for make in (crowded, bidding, ended))
