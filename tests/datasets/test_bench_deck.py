"""Before and after learning a deck: what counts as readable, found and wrong."""

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.bench_deck import bench_deck
from kozyr.datasets.deck_pictures import LETTERS, printings, suit_picture
from kozyr.datasets.legible import KEPT, SMALLEST_PX, TOLD, VISIBLE, Left, is_legible, rank_kept, was_legible
from kozyr.datasets.read_counts import Figures
from kozyr.datasets.restyle import style
from kozyr.engine.cards import DECK_32, Suit
from kozyr.vision.detect import open_detector
from kozyr.vision.read import OnnxIndexReader

pytestmark = pytest.mark.skipif(
    not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
QUAD = ((20.0, 20.0), (34.0, 20.0), (34.0, 44.0), (20.0, 44.0))


def picture_with_rank() -> np.ndarray:
    picture = np.full((80, 80, 3), 240, np.uint8)
    picture[20:33, 24:28] = picture[30:33, 24:34] = 20
    return picture


def test_a_rank_left_as_drawn_is_kept_and_a_blank_or_drowned_one_is_not() -> None:
    drawn = picture_with_rank()
    assert rank_kept(drawn, drawn, QUAD) == pytest.approx(1.0)
    assert rank_kept(drawn, np.clip(drawn * 0.4 + 20, 0, 255).astype(np.uint8), QUAD) > 0.99
    assert rank_kept(drawn, np.full_like(drawn, 240), QUAD) == 0
    noise = np.random.default_rng(1).integers(0, 255, drawn.shape, np.uint8)
    assert rank_kept(drawn, noise, QUAD) < KEPT


@pytest.mark.parametrize(
    ("scale", "left", "legible"),
    [
        (1.0, (VISIBLE, VISIBLE, TOLD, TOLD), True), (0.6, (1.0, 1.0, 1.0, 1.0), False),
        (1.0, (VISIBLE - 0.01, 1.0, 1.0, 1.0), False), (1.0, (1.0, VISIBLE - 0.01, 1.0, 1.0), False),
        (1.0, (1.0, 1.0, TOLD - 0.01, 1.0), False), (1.0, (1.0, 1.0, 1.0, TOLD - 0.01), False),
    ],
)  # fmt: skip
def test_legible_is_large_and_rank_and_suit_are_seen_and_told(
    scale: float, left: tuple[float, ...], legible: bool
) -> None:
    quad = tuple((x * scale, y * scale) for x, y in QUAD)
    assert 24 * 0.6 < SMALLEST_PX < 24
    assert is_legible(quad, Left(*left)) is legible


def test_an_index_that_was_not_judged_is_not_legible() -> None:
    assert not is_legible(QUAD, None)


def test_the_former_definition_asked_for_the_rank_alone() -> None:
    assert was_legible(QUAD, VISIBLE, KEPT)
    assert not was_legible(QUAD, VISIBLE - 0.01, KEPT)
    assert not was_legible(QUAD, VISIBLE, KEPT - 0.01)


@pytest.mark.parametrize("letters", LETTERS)
def test_decks_of_each_kind_of_letters_are_reserved_ones(letters: str) -> None:
    chosen = printings("reserved", letters, 6)
    assert len(set(chosen)) == 6
    for one in chosen:
        assert decks.deck(one.deck).split == "reserved"
        printed = decks.deck(one.deck).letters if one.style_seed is None else style(one.style_seed, True).letters
        assert printed == LETTERS[letters]


def test_a_picture_to_learn_from_shows_every_card_of_its_suit() -> None:
    seen = suit_picture(12, printings("validation", "latin", 1)[0], DECK_32, Suit.CLUBS)
    assert seen.lying == {card for card in DECK_32 if card.suit is Suit.CLUBS}


def test_figures_add_up_and_say_error_per_card() -> None:
    total = Figures(10, 9, 10, 2, 1, 12, 9) + Figures(10, 10, 10, 0, 0, 11, 10)
    assert total.as_dict() == {
        "recall": 0.95, "precision": 0.9, "error_per_card": 0.1, "precision_readable": 0.95,
        "readable": 20, "found": 19, "reported": 20, "wrong": 2, "wrong_readable": 1,
        "readable_by_former_definition": 23, "found_of_these": 19,
    }  # fmt: skip


def test_the_bench_runs_on_a_deck_of_each_kind_and_learns_it(tmp_path) -> None:
    told: list[str] = []
    eyes = open_detector(long_sides_px=(896,), threads=1), OnnxIndexReader()
    found = bench_deck(eyes, "validation", decks=1, pictures=1, out=tmp_path / "failures", tell=told.append)
    assert len(told) == len(LETTERS)
    assert found["all"]["decks"] == found["all"]["learnt"] == len(LETTERS)
    assert found["all"]["after"]["readable"] == found["all"]["before"]["readable"] > 0
