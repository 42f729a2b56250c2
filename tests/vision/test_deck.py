"""A learnt deck puts readings right, keeps to its cards, and its file is whole or refused."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_32, DECK_52, Card
from kozyr.vision.deck import VARIATIONS, LearntDeck, learn_patches
from kozyr.vision.deck_check import close_pairs
from kozyr.vision.deck_file import DeckFileError, as_bytes, fitted_to, from_bytes, settled

WHERE = Path("own.deck.npz")
SIXES = tuple(card for card in DECK_52 if card not in DECK_32)


class ToneReader:
    """Sees only how light a crop is: each card of the pack has its own grey."""

    def __init__(self, fingerprint: str = "one", turn: int = 0) -> None:
        self.fingerprint = fingerprint
        self._basis = np.roll(np.linalg.qr(np.random.default_rng(3).normal(size=(128, 128)))[0], turn, axis=0)

    def embed(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        place = np.array([int(np.median(crop[:, :, 0]) // 8) for crop in crops])
        shade = crops.reshape(len(crops), -1).std(axis=1) * 1e-3
        vectors = self._basis[place] + shade[:, None] * self._basis[100]
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


class SteadyReader(ToneReader):
    """All variations of a patch look alike to it, as index and light vary less than cards do."""

    def embed(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        random = np.random.default_rng(5)
        plain = ToneReader.embed(self, crops[::VARIATIONS]) if len(crops) % VARIATIONS == 0 else None
        if plain is None:
            return ToneReader.embed(self, crops)
        vectors = np.repeat(plain, VARIATIONS, axis=0) + random.normal(0, 0.01, (len(crops), 128))
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


@pytest.fixture(scope="module")
def reader() -> SteadyReader:
    return SteadyReader()


@pytest.fixture(scope="module")
def deck(reader: SteadyReader) -> LearntDeck:
    patches = np.stack([np.full((96, 64, 3), 8 * place + 4, np.uint8) for place in range(32)])
    return settled(learn_patches("own", DECK_32, DECK_32, patches, reader))


def chances(**named: float) -> NDArray[np.float64]:
    row = np.full(53, (1 - sum(named.values())) / 53)
    for code, chance in named.items():
        row[52 if code == "none" else DECK_52.index(Card.parse(code.lstrip("_")))] = chance
    return row[None]


def best(row: NDArray[np.float64]) -> str:
    place = int(row[0].argmax())
    return "none" if place == 52 else DECK_52[place].code


def test_a_doubtful_reading_goes_to_the_prototype_it_is_like(deck: LearntDeck) -> None:
    at = DECK_32.index(Card.parse("QH"))
    put_right = deck.weigh(chances(KH=0.55, QH=0.35), deck.prototypes[at : at + 1])
    assert best(put_right) == "QH"
    assert put_right.sum() == pytest.approx(1.0)


def test_a_card_that_the_deck_has_not_stays_no_card_of_it(deck: LearntDeck) -> None:
    elsewhere = np.eye(128, dtype=np.float32)[:1]
    assert best(deck.weigh(chances(_6H=0.97), elsewhere)) == "6H"


def test_what_is_no_index_stays_none(deck: LearntDeck) -> None:
    elsewhere = np.eye(128, dtype=np.float32)[:1]
    assert best(deck.weigh(chances(none=0.97), elsewhere)) == "none"


def test_far_from_every_prototype_the_reader_keeps_its_word(deck: LearntDeck) -> None:
    elsewhere = np.eye(128, dtype=np.float32)[:1]
    assert best(deck.weigh(chances(KH=0.98), elsewhere)) == "KH"


def test_a_file_gives_back_the_deck(deck: LearntDeck) -> None:
    back = from_bytes(as_bytes(deck), WHERE)
    assert (back.name, back.pack, back.taught, back.reader) == (deck.name, deck.pack, deck.taught, deck.reader)
    assert np.array_equal(back.prototypes, deck.prototypes)
    assert np.array_equal(back.whitening, deck.whitening)
    assert np.abs(back.patches.astype(int) - deck.patches).max() <= 3


def test_another_network_makes_the_prototypes_anew_from_the_kept_indices(
    deck: LearntDeck, reader: SteadyReader
) -> None:
    assert fitted_to(deck, reader) is deck
    other = SteadyReader("two", turn=1)
    again = fitted_to(deck, other)
    assert again.reader == "two"
    assert not np.allclose(again.prototypes, deck.prototypes)
    assert again.taught == deck.taught


def test_every_damaged_file_is_one_sentence(deck: LearntDeck) -> None:
    data = as_bytes(deck)
    random = np.random.default_rng(1)
    for place in random.integers(0, len(data), 150):
        broken = bytearray(data)
        broken[place] ^= 0x55
        with contextlib.suppress(DeckFileError):
            assert np.array_equal(from_bytes(bytes(broken), WHERE).prototypes, deck.prototypes)
    for end in random.integers(0, len(data), 30):
        with pytest.raises(DeckFileError, match=r"own\.deck\.npz"):
            from_bytes(data[:end], WHERE)


def test_a_file_of_a_later_version_says_so(deck: LearntDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.vision.deck_file.VERSION", 2)
    data = as_bytes(deck)
    monkeypatch.undo()
    with pytest.raises(DeckFileError, match="another version"):
        from_bytes(data, WHERE)


def test_cards_with_nearly_the_same_prototype_are_named_closest_first(deck: LearntDeck) -> None:
    assert close_pairs(deck, least=0.5) == ()
    prototypes = deck.prototypes.copy()
    prototypes[3] = prototypes[4] + 0.001
    alike = LearntDeck(deck.name, deck.pack, deck.taught, deck.patches, deck.reader, prototypes, deck.whitening)
    assert close_pairs(alike, least=1.0)[0].cards == (DECK_32[3], DECK_32[4])
