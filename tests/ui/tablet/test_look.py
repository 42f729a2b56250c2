"""What a screen must look like to be used: keys a finger hits, words that fit, no empty boxes for letters."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import LANGUAGES, catalog
from kozyr.ui.locale.text import tr

LEAST_PX = 53
"""With the gap to the next key at least 9 mm on a 7-inch screen of 170 dpi."""
LEAST_SHRINK = 0.6
"""No word may be smaller than this part of its intended size."""


@pytest.fixture
def pages(played: Callable[..., Any], show: Callable[..., Any], hand: Any) -> Callable[[], Iterator[tuple[str, Any]]]:
    from kozyr.ui.tablet.screens.auction import AuctionPage
    from kozyr.ui.tablet.screens.cardpad import CardsPage, CorrectCardPage
    from kozyr.ui.tablet.screens.case import found
    from kozyr.ui.tablet.screens.claim import ClaimPage, HandsPage
    from kozyr.ui.tablet.screens.judge import JudgeCallPage, LawsPage
    from kozyr.ui.tablet.screens.lasttrick import LastTrickPage
    from kozyr.ui.tablet.screens.menu import MenuPage, PinPage
    from kozyr.ui.tablet.screens.tally import TallyPage

    def walk() -> Iterator[tuple[str, Any]]:
        model = played("9H 8H 10C 7H KD QD AD 7D JH")
        screen = show(model)
        for tab in ("pad", "declare", "score", "history"):
            screen.choose(tab)
            hand.idle()
            yield tab, screen
        call, card = model.session.steps[1].seq, model.session.steps[-1].seq
        for kind, args in (
            (AuctionPage, {"seq": call}), (CorrectCardPage, {"seq": card}), (MenuPage, {}), (TallyPage, {}),
            (PinPage, {}), (JudgeCallPage, {}), (ClaimPage, {}), (HandsPage, {}), (LastTrickPage, {}),
        ):  # fmt: skip
            screen.open_page(kind, **args)
            hand.idle()
            yield kind.__name__, screen
        screen.open(CardsPage(screen, "", lambda chosen: None))
        hand.idle()
        yield "CardsPage", screen
        model.open_judging()
        screen.home()
        screen.choose("judge")
        hand.idle()
        yield "judge", screen
        screen.open_page(LawsPage, seat=Seat.E)
        hand.idle()
        yield "LawsPage", screen
        screen.open_ruling(found(model, model.view.findings[0]))
        hand.idle()
        yield "ruling", screen

    return walk


def test_keys_are_as_large_as_a_finger(pages: Callable[[], Any]) -> None:
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.widgets import Key

    seen = 0
    for name, screen in pages():
        for widget in screen.walk():
            if isinstance(widget, Key) or (isinstance(widget, CardFace) and widget.wide):
                seen += 1
                size = (name, getattr(widget, "text", widget), widget.size)
                assert min(widget.width, widget.height) >= LEAST_PX, size
    assert seen > 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_fit(lang: str, pages: Callable[[], Any], hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel

    set_language(lang)
    for name, screen in pages():
        for label in screen.walk():
            if isinstance(label, FitLabel) and label.text and label.width > 1:
                what = (name, label.text, label.size, label.texture_size, label.font_size)
                assert label.texture_size[0] <= label.width + 1, what
                assert label.texture_size[1] <= label.height + 1, what
                assert label.font_size >= LEAST_SHRINK * label.base_size * theme.s, what


def test_no_letter_is_an_empty_box(window: Any) -> None:
    from kivy.core.text import Label

    def drawn(text: str, bold: bool) -> bytes:
        label = Label(text=text, font_size=24, font_name="KozyrSans", bold=bold)
        label.refresh()
        return bytes(label.texture.pixels) if label.texture else b""

    needed = {letter for lang in LANGUAGES for text in catalog(lang).values() for letter in text} - {" ", "\n"}
    laws = Path(__file__).parents[3] / "ui" / "locale"
    for file in laws.glob("laws_*.json"):
        rows = json.loads(file.read_text("utf-8"))
        needed |= {letter for row in rows.values() for text in row.values() for letter in text} - {" ", "\n", "\u00a0"}
    needed |= set("♠♥♦♣≡✎↶←↑○●×−–№ІЇЄҐіїєґ’")
    for bold in (False, True):
        box = drawn("\uffff", bold)
        assert box
        assert not [letter for letter in sorted(needed) if drawn(letter, bold) == box]


def test_nothing_covers_the_trick(played: Callable[..., Any], show: Callable[..., Any], hand: Any) -> None:
    """Whatever page is open, the cards of the trick stay whole in sight and apart from one another."""
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.screens.felt import Plate
    from kozyr.ui.tablet.screens.menu import MenuPage

    screen = show(played("9H 8H 10C 7H KD QD AD"))
    screen.open_page(MenuPage)
    hand.idle()
    trick = [one for one in screen.walk() if isinstance(one, CardFace) and one.card in cards("KD QD AD")]
    assert len(trick) == 3
    others = [one for one in screen.walk() if isinstance(one, Plate)] + [screen._page]
    for card in trick:
        assert not [other for other in others if card.collide_widget(other)]
    for at, card in enumerate(trick):
        for other in trick[at + 1 :]:
            across = min(card.right, other.right) - max(card.x, other.x)
            along = min(card.top, other.top) - max(card.y, other.y)
            assert min(across, along) < 0.15 * card.width


def test_all_themes_have_every_colour() -> None:
    from kozyr.ui.tablet.theme import THEMES

    assert set(THEMES["dark"]) == set(THEMES["light"]) == set(THEMES["contrast"])


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_words_stand_out_from_their_ground(name: str) -> None:
    from kivy.utils import get_color_from_hex

    from kozyr.ui.tablet.theme import THEMES

    def light(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in get_color_from_hex(colour)[:3]]
        return float(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])

    def contrast(one: str, other: str) -> float:
        high, low = sorted((light(one), light(other)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    worn = THEMES[name]
    for ink, ground, least in (
        ("text", "panel", 7.0), ("text", "key", 7.0), ("text", "ground", 7.0), ("text", "plate", 7.0),
        ("muted", "panel", 4.5), ("muted", "ground", 4.5), ("muted", "plate", 4.5), ("accent_text", "accent", 4.5),
        ("red_suit", "key", 4.5), ("red_suit", "plate", 4.5), ("danger_text", "danger", 3.0), ("faint", "key_dim", 2.2),
    ):  # fmt: skip
        assert contrast(worn[ink], worn[ground]) >= least, (ink, ground, contrast(worn[ink], worn[ground]))


def test_a_line_that_is_shrunk_stays_one_line(window: Any) -> None:
    """Letters have whole sizes: what is worked out from a larger size may be a little too wide and go on below."""
    from kozyr.ui.tablet.widgets import LEAST, FitLabel

    broken = []
    for text in ("куля 0 · гора 0", "пуля 12 · гора 30", "pool 2 · mountain 18", "у здачі 162", "Гравець 1"):
        for tenths in range(500, 1800, 5):
            label = FitLabel(text=text, base_size=17.3, pad=0, size=(tenths / 10, 21.5))
            label.texture_update()
            if label.font_size > LEAST * 17.4 and label.texture_size[1] > 23.5:
                broken.append((text, tenths / 10, label.font_size, label.texture_size))
    assert not broken


def test_plates_take_other_colours_at_once(played: Callable[..., Any], show: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.screens.plates import Plate
    from kozyr.ui.tablet.theme import theme

    screen = show(played("9H"))
    theme.wear("contrast")
    screen.relay()
    hand.idle()
    plates = [one for one in screen.walk() if isinstance(one, Plate)]
    assert len(plates) == 4
    for one in plates:
        assert list(one.fill) == list(theme.plate_turn if one.turn else theme.plate)
        assert list(one.ink) == list(theme.accent_text if one.turn else theme.text)
        assert one.turn or list(one.edge) == list(theme.felt_line)


def test_pads_say_the_name_of_the_player_they_enter_for(model: Any, show: Callable[..., Any], hand: Any) -> None:
    show(model)
    hand.tap(tip="deal-S")
    name = dict(model.session.header.players)[Seat.W]
    assert tr("auction.whose", seat=name) in hand.texts()


def test_the_line_above_the_felt_can_be_read_in_colours_put_on_later(
    played: Callable[..., Any], show: Callable[..., Any], hand: Any
) -> None:
    from kozyr.ui.tablet.screens.topbar import ContractBand, SideScore
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel

    screen = show(played("9H"))
    theme.wear("light")
    screen.relay()
    hand.idle()
    said = {
        word: one.color
        for bar in screen.walk(restrict=True) if isinstance(bar, ContractBand | SideScore)
        for word in [bar.who if isinstance(bar, ContractBand) else bar.total]
        for one in bar.walk(restrict=True) if isinstance(one, FitLabel) and one.text == word
    }  # fmt: skip
    assert set(said) == {"Другий", "0"}
    assert {tuple(colour) for colour in said.values()} == {tuple(theme.text)}


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_keys_stand_out_from_their_ground(name: str, window: Any) -> None:
    from kivy.utils import get_color_from_hex

    from kozyr.ui.tablet.theme import THEMES

    def bright(colour: str) -> float:
        rgb = get_color_from_hex(colour)[:3]
        parts = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in rgb]
        return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)) + 0.05

    worn = THEMES[name]
    if get_color_from_hex(worn["edge"])[3] == 0:
        for ground in ("panel", "ground"):
            darker, lighter = sorted((bright(worn["key"]), bright(worn[ground])))
            assert lighter / darker > 1.15, ground
