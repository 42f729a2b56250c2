"""Other cards drawn in the place of an index: only there, and told from the true one while the picture shows it."""

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.composer import Composer
from kozyr.datasets.deck_pictures import printings, table_picture
from kozyr.datasets.layouts import Place
from kozyr.datasets.legible import TOLD, Cut, told_apart
from kozyr.datasets.rivals import Rivals, measured, rank_share
from kozyr.engine.cards import DECK_32, Card

pytestmark = pytest.mark.skipif(
    not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
EIGHT, NINE, COVER = (Card.parse(code) for code in ("8S", "9S", "AH"))


def laid(*places: Place, cards: tuple[Card, ...] = (EIGHT, COVER)) -> Composer:
    composer = Composer(np.random.default_rng(7), 400, "validation", ("orell", None))
    composer.lay_out(cards[: len(places)], places)
    return composer


def test_a_rival_changes_the_picture_at_its_index_and_nowhere_else() -> None:
    composer = laid(Place(0, 0, 0.3))
    rivals = Rivals(composer, np.random.default_rng(1), 0.0)
    index = composer.indices()[0]
    assert np.array_equal(rivals.drawn([(index, EIGHT)]), composer.canvas)
    changed = (rivals.drawn([(index, NINE)]) != composer.canvas).any(axis=2)
    ys, xs = np.nonzero(changed)
    assert len(ys) > 10
    assert np.abs(np.stack([xs, ys], axis=1) - index.quad.mean(axis=0)).max() < np.ptp(index.quad, axis=0).max()


def test_what_lies_over_an_index_stays_over_its_rivals() -> None:
    composer = laid(Place(0, 0, 0), Place(0.06, 0.06, 0))
    rivals = Rivals(composer, np.random.default_rng(1), 0.0)
    index = composer.indices()[0]
    assert index.laid.card == EIGHT
    changed = (rivals.drawn([(index, NINE)]) != composer.canvas).any(axis=2)
    assert not (changed & (composer.owner != index.number)).any()


def strokes(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 255, (24, 24, 3)).astype(np.float32)


def test_what_the_camera_left_whole_is_told_whatever_the_light_and_what_it_gave_of_another_card_is_not() -> None:
    own, other = strokes(1), strokes(2)
    rival = Cut(other, other * 0.3 + 40)
    assert told_apart(Cut(own, own * 0.3 + 40), rival) == pytest.approx(1.0, abs=1e-4)
    assert told_apart(Cut(own, other * 0.3 + 40), rival) == 0
    assert abs(told_apart(Cut(own, strokes(3) * 0.3), rival)) < TOLD


def test_a_sharp_large_index_is_told_from_all_others_and_a_blurred_one_is_not() -> None:
    composer = laid(Place(0, 0, 0))
    before = np.random.default_rng(3)
    rivals = Rivals(composer, before, 0.0)
    clean = np.clip(rivals.shot(composer.canvas), 0, 255).astype(np.uint8)
    sharp = measured(composer, clean, before, 0.0, DECK_32)[0]
    grey = measured(composer, np.full_like(clean, 128), before, 0.0, DECK_32)[0]
    assert min(sharp) > TOLD
    assert min(grey.rank_told, grey.suit_told) < TOLD


def test_the_rank_ends_above_its_suit_sign() -> None:
    for card in (EIGHT, NINE, COVER):
        for corner in decks.index_boxes("orell", card):
            assert 0.4 < rank_share(decks.face("orell", card), corner) < 0.75


def test_a_judged_table_says_of_every_index_what_is_left() -> None:
    seen = table_picture(12, printings("validation", "latin", 1)[0], DECK_32, "validation")
    assert seen.labels
    assert all(label.left is not None for label in seen.labels)
    assert seen.readable <= seen.lying
