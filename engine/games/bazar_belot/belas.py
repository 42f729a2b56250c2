"""The halves of a bela: said with their cards, a moment before them, apart from them, or where there is none.

Source: Репино, Д: "играющий кладет карту (Д или К соответственно) и говорит слово Бела"; rules dossier B.3. Some say
the word while the card is on its way: what a seat says that has no card in the trick yet goes with the one it lays.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Declared
from kozyr.engine.cardplay import Laid
from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.findings import false_declaration, found, with_play
from kozyr.engine.games.bazar_belot.melds import Kind, Meld, bela_cards, parse_declaration
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.state import Announced, Deal
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def said(deal: Deal, seq: int, act: Declared, meld: Meld) -> Deal:
    """The deal after one half of a bela.

    Raises ImpossibleAct where no card is laid and all trumps leave open which suit is meant.
    """
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    if not trick:
        return _without_card(deal, seq, act, meld)
    last, own = trick[-1], deal.play.laid_by(act.seat)
    with_last = last.seat is act.seat
    one = Announced(seq, act.seat, act.declaration, _of_suit(meld, _suit(deal, meld, last.card)), True)
    may_wait = act.seat in deal.play.active and not deal.play.is_complete and not deal.play.has_played(act.seat)
    if may_wait and not (own and _is_of(deal, one, own[-1], trick if with_last else ())):
        ahead = replace(one, meld=_of_suit(meld, _trump(deal)), waits=True)
        return _unless_nonexistent(_with(deal, ahead), ahead)
    if with_last:
        return _with_card(deal, one, seq, last.card, trick[0].card)
    return _apart(_with(deal, one), one, seq, own[-1].card if own else None)


def with_next_card(deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """What ``seat`` said before this card, which now lies in the open trick, is judged with it."""
    for one in deal.declarations:
        if one.waits and one.seat is seat:
            # A card laid aside before has an earlier entry.
            seq = max(seq, one.seq)
            now = replace(one, meld=_of_suit(one.meld, _suit(deal, one.meld, card)), waits=False)
            if card is None or _fits(now, card):
                deal = _with_card(deal, now, seq, card, deal.play.trick[0].card)
            else:
                # Another may have said it, or of another card: the log alone does not tell.
                own = deal.play.laid_by(seat)
                before = own[-2].card if len(own) > 1 else None
                deal = _apart(_with(deal, now), now, seq, before, certain=False)
    return deal


def expected(deal: Deal) -> tuple[tuple[str, Seat], ...]:
    """The halves that may be said with the card just laid, and by whom."""
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    if not trick or trick[-1].card is None:
        return ()
    last, card = trick[-1], trick[-1].card
    if not _counts(deal, card, trick[0].card):
        return ()
    halves = _halves_of(deal, last.seat, card.suit)
    if any(one.meld.kind is Kind.REBELA for one in halves):
        return ()
    first_said = any(one.meld.kind is Kind.BELA for one in halves)
    if bela_cards(card.suit) <= deal.play.cards_of(last.seat):
        return (("rebela", last.seat),) if first_said else ()
    return () if first_said else (("bela", last.seat),)


def expected_next(deal: Deal) -> tuple[str, ...]:
    """The halves that the seat on turn may say with the card it is about to lay, as far as all can know."""
    seat, words = deal.play.turn, set()
    if seat is None:
        return ()
    for suit in Suit:
        pair, king = bela_cards(suit), Card(Rank.KING, suit)
        led = deal.play.trick[0].card if deal.play.trick else king
        own = pair & deal.play.cards_of(seat)
        if pair <= deal.play.played or pair & deal.play.played != own or not _counts(deal, king, led):
            continue
        kinds = [one.meld.kind for one in deal.declarations if one.seat is seat and one.meld.suit in (None, suit)]
        if own and Kind.BELA in kinds and Kind.REBELA not in kinds:
            words.add("rebela")
        elif not own and Kind.BELA not in kinds:
            words.add("bela")
    return tuple(sorted(words))


def _halves_of(deal: Deal, seat: Seat, suit: Suit) -> list[Announced]:
    """What a seat has said of a bela with its cards."""
    return [one for one in deal.declarations if one.seat is seat and one.meld.suit is suit and one.shown]


def _trump(deal: Deal) -> Suit | None:
    return deal.denomination.trump if deal.denomination else None


def _suit(deal: Deal, meld: Meld, card: Card | None) -> Suit | None:
    """Of which suit a half is that goes with ``card``: of trumps, in all trumps of the card's own."""
    if deal.denomination is Denomination.ALL_TRUMPS:
        return card.suit if card else meld.suit
    return _trump(deal)


def _counts(deal: Deal, card: Card, led: Card | None) -> bool:
    """Whether a card is one of a bela that may be said: of trumps, in all trumps on a lead of its own suit."""
    if deal.denomination is Denomination.ALL_TRUMPS:
        return led is not None and led.suit is card.suit and card in bela_cards(card.suit)
    return card.suit is _trump(deal) and card in bela_cards(card.suit)


def _is_of(deal: Deal, one: Announced, laid: Laid, trick: tuple[Laid, ...]) -> bool:
    """Whether a word can be of the card that its seat laid last, in ``trick`` where that is the last card of all."""
    if laid.card is None or not _fits(one, laid.card):
        return laid.card is None and bool(trick)
    if trick and not _counts(deal, laid.card, trick[0].card):
        return False
    second = bela_cards(laid.card.suit) <= deal.play.cards_of(one.seat)
    is_told = any(half.meld.kind is one.meld.kind for half in _halves_of(deal, one.seat, laid.card.suit))
    return second is (one.meld.kind is Kind.REBELA) and not is_told


def _fits(one: Announced, card: Card) -> bool:
    return one.meld.suit is card.suit and card in bela_cards(card.suit)


def _apart(deal: Deal, one: Announced, seq: int, before: Card | None, *, certain: bool = True) -> Deal:
    """A half said apart from its card: too late when the seat laid that card ``before``."""
    late = before is not None and _fits(one, before)
    row, offence = ("B-11", Offence.LATE_DECLARATION) if late else ("B-4", Offence.DECLARATION_OUT_OF_TURN)
    return found(deal, row, offence, one.seat, (one.seq, seq), certain=certain)


def _without_card(deal: Deal, seq: int, act: Declared, meld: Meld) -> Deal:
    """A half of a bela in a deal of which no card is logged, or none yet.

    Raises ImpossibleAct in all trumps when it names no suit: every suit has a bela there.
    """
    if deal.denomination is Denomination.ALL_TRUMPS and meld.suit is None:
        raise ImpossibleAct(
            "{seat}'s {declaration} names no suit: in all trumps say which, as in bela H",
            seat=act.seat,
            declaration=act.declaration,
        )
    ahead = deal.contract is not None and act.seat in deal.play.active
    of_suit = _of_suit(meld, _trump(deal))
    one = Announced(seq, act.seat, act.declaration, of_suit, deal.contract is not None, waits=ahead)
    return _unless_nonexistent(_with(deal, one), one)


def _unless_nonexistent(deal: Deal, one: Announced) -> Deal:
    """A finding for a bela that the contract has none of: it is king and queen of trumps, of any suit in all trumps."""
    denomination = deal.denomination
    if denomination is None or denomination is Denomination.ALL_TRUMPS:
        return deal
    if denomination.trump is not None and one.meld.suit in (None, denomination.trump):
        return deal
    deal = _with(deal, replace(one, waits=False))
    return found(deal, "B-2", Offence.FALSE_DECLARATION, one.seat, (one.seq, one.seq))


def _of_suit(meld: Meld, suit: Suit | None) -> Meld:
    return meld if meld.suit is not None or suit is None else parse_declaration(f"{meld.kind} {suit}")


def _with(deal: Deal, one: Announced) -> Deal:
    """The deal with a half, or with what has become of it."""
    if any(other.seq == one.seq for other in deal.declarations):
        return deal._replace(declarations=tuple(one if other.seq == one.seq else other for other in deal.declarations))
    return deal._replace(declarations=(*deal.declarations, one))


def _with_card(deal: Deal, one: Announced, seq: int, card: Card | None, led: Card | None) -> Deal:
    """A half said with its card, by entry ``seq``: the first half tells that the other card is held."""
    if card is None:
        return _unless_nonexistent(_with(deal, one), one)
    if not _fits(one, card):
        return found(_with(deal, one), "B-2", Offence.FALSE_DECLARATION, one.seat, (one.seq, seq), cards=(card,))
    if not _counts(deal, card, led):
        return _with(deal, one)
    other = next(each for each in bela_cards(card.suit) if each != card)
    second = other in deal.play.cards_of(one.seat)
    if one.meld.kind is Kind.REBELA or second:
        return _with(deal, replace(one, shown=second and one.meld.kind is Kind.REBELA))
    one = replace(one, shown=True)
    deal = _with(deal, one)
    deal = deal._replace(declared_cards=deal.declared_cards | {other})
    if other in deal.play.played:
        return false_declaration(deal, one, seq, frozenset((other,)))
    return with_play(deal, cardplay.known(deal.play, seq, one.seat, (other,)))
