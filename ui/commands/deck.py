"""``kozyr deck learn|check|list|forget``: decks that Kozyr has been shown, so that it reads them better."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from kozyr.engine.cards import DECK_32, DECK_36, DECK_52, Card, Suit
from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.commands.calibrate import still_picture
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.decks import deck_names, deck_path, forget_deck, load_deck, save_deck
from kozyr.ui.eyes import open_eyes
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import card_text, cards_text, tr
from kozyr.vision.deck_check import Close, DeckCheck, check_deck
from kozyr.vision.deck_teach import learn_deck
from kozyr.vision.detect import BACKENDS
from kozyr.vision.sources import read_picture
from kozyr.vision.types import Image

PACKS: Final = {32: DECK_32, 36: DECK_36, 52: DECK_52}
_LIKELY: Final = 0.05
"""A card less likely than this is not named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    what = parser.add_subparsers(dest="what", required=True, metavar="learn|check|list|forget")
    learn = what.add_parser("learn", help=Words("from four pictures, one suit laid in order in each"))
    _add_pictures(
        learn, Words("pictures of one suit each, laid 7 8 9 10 J Q K A or the other way round, in a row or a fan")
    )
    learn.add_argument("--cards", type=int, choices=PACKS, default=32, help=Words("how many cards the deck has"))
    learn.add_argument("--trust-order", action="store_true", help=Words("the cards lie in order, whatever is read"))
    check = what.add_parser(
        "check", help=Words("the deck spread over a picture or several: what is unread, alike, missing")
    )
    _add_pictures(check, Words("pictures that show all cards of the deck together"))
    check.add_argument("--json", action="store_true", help=Words("one JSON object"))
    add_language_argument(what.add_parser("list", help=Words("the decks that have been learnt")))
    forget = what.add_parser("forget", help=Words("delete a deck"))
    forget.add_argument("name", metavar="NAME")
    add_language_argument(forget)


def _add_pictures(parser: argparse.ArgumentParser, pictures: Words) -> None:
    parser.add_argument("name", metavar="NAME", help=Words("what the deck is called"))
    parser.add_argument(
        "pictures", nargs="+", metavar="PICTURE", help=Words("{pictures}; or a camera number", pictures=pictures)
    )
    parser.add_argument("--backend", choices=BACKENDS, default=BACKENDS[0], help=Words("what runs the index detector"))
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help=Words("threads of each network (default: the cores, at most two)")
    )
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Learns, checks (1 when a card is unread, missing or doubled), lists or forgets."""
    speak(options.lang)
    if options.what == "learn":
        return _learn(options)
    if options.what == "check":
        return _check(options)
    if options.what == "forget":
        forget_deck(options.name)
        print(tr("deck.forgotten", name=options.name))
        return 0
    return _list()


def _learn(options: argparse.Namespace) -> int:
    deck_path(options.name)
    pack = PACKS[options.cards]
    eyes = open_eyes(video=False, backend=options.backend, threads=options.threads)
    pictures = _pictures(options.pictures, pack)
    taught = learn_deck(options.name, pictures, pack, eyes, trust_order=options.trust_order)
    file = save_deck(taught.deck)
    deck = taught.deck
    print(tr("deck.saved", name=deck.name, cards=len(deck.pack), corners=len(deck.taught), file=file))
    if taught.put_right:
        pairs = [tr("deck.as", card=card_text(card), other=card_text(other)) for card, other in taught.put_right]
        print(tr("deck.put-right", pairs=", ".join(pairs)))
    if taught.left_out:
        print(tr("deck.left-out", count=taught.left_out))
    if taught.blurred:
        print(tr("deck.blurred", pictures=", ".join(taught.blurred)))
    return 0


def _pictures(names: list[str], pack: tuple[Card, ...]) -> list[tuple[str, Image]]:
    """The pictures by name; from a camera one of each suit, when Enter is pressed."""
    if len(names) > 1 or not _is_camera(names[0]):
        return [(name, read_picture(Path(name))) for name in names]
    taken = []
    for suit in Suit:
        order = cards_text(card for card in pack if card.suit is suit)
        _wait(tr("deck.lay", suit=suit.sign, cards=order))
        taken.append((suit.sign, still_picture(names[0])))
    return taken


def _is_camera(name: str) -> bool:
    return name.isdecimal() and not Path(name).exists()


def _wait(words: str) -> None:
    """Waits for Enter. Raises KozyrError when there is nobody to press it."""
    print(words, flush=True)
    try:
        input()
    except EOFError:
        raise KozyrError("learning from a camera needs somebody at the keyboard; give pictures instead") from None


def _check(options: argparse.Namespace) -> int:
    deck = load_deck(options.name)
    detector, reader = open_eyes(video=False, backend=options.backend, threads=options.threads, deck=options.name)
    cameras = [_is_camera(name) for name in options.pictures]
    taken = [
        (name, still_picture(name) if camera else read_picture(Path(name)))
        for name, camera in zip(options.pictures, cameras, strict=True)
    ]
    found = check_deck(deck, taken, detector, reader)
    print(_as_json(found) if options.json else "\n".join(_as_lines(found, len(deck.pack))))
    return 0 if found.is_good else 1


def _as_lines(found: DeckCheck, cards: int) -> list[str]:
    if found.is_good:
        lines = [tr("deck.check.good", count=cards)]
    else:
        lines = [tr("deck.check.read", count=cards - len(found.missing), all=cards)]
    for key in ("missing", "doubled", "strange"):
        if named := getattr(found, key):
            lines.append(tr(f"deck.check.{key}", cards=cards_text(named)))
    for place in found.unread:
        likely = [f"{card_text(card)} {chance:.0%}" for card, chance in place.likely if chance >= _LIKELY]
        x, y = (round(value) for value in place.at_px)
        lines.append(tr("deck.check.unread", image=place.picture, x=x, y=y, likely=", ".join(likely)))
    if found.close:
        lines.append(tr("deck.check.alike", pairs=", ".join(_close_text(pair) for pair in found.close)))
    return lines


def _close_text(pair: Close) -> str:
    one, other = (card_text(card) for card in pair.cards)
    return tr("deck.check.margin", one=one, other=other, margin=pair.margin)


def _as_json(found: DeckCheck) -> str:
    unread = [
        {
            "image": place.picture,
            "at_px": [round(value, 1) for value in place.at_px],
            "likely": {card.code: round(chance, 4) for card, chance in place.likely},
        }
        for place in found.unread
    ]
    return json.dumps(
        {
            "read": sorted(card.code for card in found.read),
            **{key: [card.code for card in getattr(found, key)] for key in ("missing", "doubled", "strange")},
            "unread": unread,
            "alike": [{"cards": [card.code for card in pair.cards], "margin": pair.margin} for pair in found.close],
        },
        ensure_ascii=False,
    )


def _list() -> int:
    """Names every deck; 2 when one is damaged, after the others have been named."""
    names, status = deck_names(), 0
    for name in names:
        try:
            deck = load_deck(name)
        except KozyrError as error:
            print(f"kozyr: {error_text(error)}", file=sys.stderr)
            status = 2
            continue
        print(tr("deck.listed", name=name, cards=len(deck.pack), corners=len(deck.taught)))
    if not names:
        print(tr("deck.none"))
    return status
