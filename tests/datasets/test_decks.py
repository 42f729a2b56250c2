"""Decks: who may be trained on, what the faces are, and where their corner indices lie."""

import cv2
import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.corners import ink_mask
from kozyr.datasets.restyle import rank_text, style
from kozyr.engine.cards import DECK_52, Card
from kozyr.engine.errors import KozyrError

RESERVED = {
    "bellot", "berlin", "lattmann", "anglo_poker", "npm-heruka", "tigullio", "kde-tigullio-international",
    "kde-standard", "slavic_costumes", "dondorf", "kde-dondorf",
}  # fmt: skip
gnome = pytest.mark.skipif(
    not decks.deck("anglo").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)


def test_reserved_decks_are_exactly_the_listed_ones() -> None:
    assert {deck.name for deck in decks.ALL if deck.split == "reserved"} == RESERVED


def test_no_court_family_is_on_both_sides() -> None:
    families = {split: {deck.family for deck in decks.ALL if deck.split == split} for split in decks.SPLITS}
    assert not families["train"] & families["reserved"]
    assert not families["validation"] & (families["train"] | families["reserved"])


def test_unknown_names_are_told_in_a_sentence() -> None:
    with pytest.raises(KozyrError, match="choose one of"):
        decks.deck("no-such-deck")
    with pytest.raises(KozyrError, match="train, validation, reserved"):
        decks.deck_names("holdout")


def test_missing_package_names_what_to_install(tmp_path, monkeypatch) -> None:
    absent = decks.Deck("absent", "none", "train", "AKQJ", "gnome", tmp_path / "absent.svgz")
    monkeypatch.setenv("KOZYR_CACHE", str(tmp_path))
    monkeypatch.setitem(decks._BY_NAME, "absent", absent)
    with pytest.raises(KozyrError, match="apt-get install gnome-cards-data"):
        decks.face("absent", DECK_52[0])


@gnome
def test_a_face_is_a_rounded_card_of_the_asked_height() -> None:
    face = decks.face("anglo", Card.parse("KH"), 280)
    assert face.shape[0] == 280
    assert 0.6 < face.shape[1] / 280 < 0.75
    assert face[0, 0, 3] < 60
    assert face[140, 90, 3] == 255


@gnome
@pytest.mark.parametrize("name", ["anglo_modern", "atlasnye", "rheinland"])
def test_every_card_of_a_printed_deck_shows_two_indices_a_half_turn_apart(name: str) -> None:
    for card in DECK_52:
        first, second = decks.index_boxes(name, card)[:2]
        assert not first.upside_down
        assert second.upside_down
        assert first.x0 + second.x1 == pytest.approx(1, abs=0.03)
        assert first.y0 + second.y1 == pytest.approx(1, abs=0.03)


@gnome
def test_an_index_box_is_filled_with_ink_of_the_suit() -> None:
    for code in ("8H", "8S", "KD"):
        card = Card.parse(code)
        face = decks.face("anglo_modern", card)
        box = decks.index_boxes("anglo_modern", card)[0]
        height, width = face.shape[:2]
        window = (
            slice(round(box.y0 * height), round(box.y1 * height)),
            slice(round(box.x0 * width), round(box.x1 * width)),
        )
        inked = ink_mask(face)[window] > 0
        assert 0.15 < inked.mean() < 0.85
        blue, _, red = face[window][inked][:, :3].mean(axis=0)
        assert (red > blue + 60) == card.suit.is_red


@gnome
def test_foreign_letters_are_never_used_as_printed() -> None:
    assert decks.index_boxes("tarocco", Card.parse("QS")) == ()
    _, corners = decks.reindexed("tarocco", Card.parse("QS"), 4)
    assert len(corners) in (2, 4)


@gnome
def test_reindexing_depends_on_the_seed_alone() -> None:
    card = Card.parse("10D")
    first, corners = decks.reindexed("anglo", card, 11, 240)
    again, same = decks.reindexed("anglo", card, 11, 240)
    other, _ = decks.reindexed("anglo", card, 12, 240)
    assert np.array_equal(first, again)
    assert corners == same
    assert first.shape != other.shape or not np.array_equal(first, other)


@gnome
def test_a_new_index_is_printed_where_it_says() -> None:
    for seed in range(12):
        face, corners = decks.reindexed("atlasnye", Card.parse("AS"), seed, 560)
        mask = ink_mask(face)
        for box in corners:
            quad = box.quad(face.shape[1], face.shape[0]).astype(np.int32)
            x, y, w, h = cv2.boundingRect(quad)
            assert mask[y : y + h, x : x + w].mean() > 0.1


def test_letters_are_the_three_alphabets_of_the_club() -> None:
    queen, jack = Card.parse("QH"), Card.parse("JH")
    assert [rank_text(queen, letters) for letters in ("AKQJ", "ТКДВ", "AKDB")] == ["Q", "Д", "D"]
    assert [rank_text(jack, letters) for letters in ("AKQJ", "ТКДВ", "AKDB")] == ["J", "В", "B"]
    assert rank_text(Card.parse("10H"), "ТКДВ") == "10"


def test_validation_styles_use_fonts_no_training_style_has() -> None:
    try:
        train = {style(seed).font for seed in range(300)}
        validation = {style(seed, validation=True).font for seed in range(300)}
    except KozyrError:
        pytest.skip("no fonts with Latin and Cyrillic capitals are installed")
    assert len(train) > 10
    assert not train & validation
