"""A bela: said with its card, a moment before it, late, or where there is none; and when it may be said.

Source: rules dossier A.3. Some say the word while the card is on its way: what a player says who has no card in the
trick yet goes with the one that he lays.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card
from kozyr.engine.games.debertz.combinations import Combination, bela_cards, of_suit
from kozyr.engine.games.debertz.existence import checked_at_once, elsewhere, false_declaration, recorded
from kozyr.engine.games.debertz.findings import found, with_play
from kozyr.engine.games.debertz.state import Announced, Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def said(table: Table, deal: Deal, seq: int, act: Declared, combination: Combination) -> Deal:
    """The deal after a bela: it is good when said with its card, or in a deal of which no card is logged."""
    trump, seat = deal.trump, act.seat
    combination = combination if trump is None else of_suit(combination, trump)
    one = Announced(seq, seat, act.declaration, combination, deal.cards_laid == 0)
    if trump is not None and combination.suit is not trump:
        return false_declaration(table, recorded(deal, one, frozenset()), one, seq, frozenset())
    if trump is None:
        return recorded(deal, one, combination.cards)
    pair, own = bela_cards(trump), deal.play.laid_by(seat)
    laid, last = _laid(deal, seat), own[-1] if own else None
    may_wait = seat in deal.play.active and not deal.play.is_complete and not deal.play.has_played(seat)
    with_last = last is not None and _is_last_card(deal, last.seq) and (last.card is None or last.card in pair)
    if with_last and last is not None and not (may_wait and last.card is not None and _is_told(deal, seat, last.card)):
        one = replace(one, in_time=True, with_card=last.card, shown=laid == pair)
        return _with_card(table, recorded(deal, one, pair), seq, one)
    if seq in deal.docket.forced:
        one = replace(one, in_time=laid == pair, shown=laid == pair)
    elif may_wait and laid != pair:
        one = replace(one, waits=True)
    deal = recorded(deal, one, pair)
    if laid == pair:
        return found(table, deal, "D-12", Offence.LATE_DECLARATION, seat, (seq, seq))
    return checked_at_once(table, deal, seq, one) if own else deal


def with_next_card(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A bela that ``seat`` said before this card, which it has just laid, was said with it if it is one of the pair."""
    if deal.trump is None:
        return deal
    pair, laid = bela_cards(deal.trump), _laid(deal, seat)
    for one in deal.declarations:
        if not one.waits or one.seat is not seat:
            continue
        now = replace(one, waits=False)
        if card is None or card in pair:
            now = replace(now, in_time=True, with_card=card, shown=laid == pair)
        others = tuple(now if other.seq == one.seq else other for other in deal.declarations)
        deal = deal._replace(declarations=others)
        if now.with_card is not None:
            # A card laid aside before has an earlier entry.
            deal = _with_card(table, deal, max(seq, one.seq), now)
    return deal


def expected(table: Table, deal: Deal) -> tuple[tuple[str, Seat], ...]:
    """Whether a bela may be said with the card just laid, and by whom; its second card completes it."""
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    if not trick or deal.trump is None or trick[-1].card is None:
        return ()
    last, pair = trick[-1], bela_cards(deal.trump)
    if last.card not in pair or _is_told(deal, last.seat, last.card) or not _may_be(table, deal, last.seat):
        return ()
    return (("bela", last.seat),)


def expected_next(table: Table, deal: Deal) -> tuple[str, ...]:
    """Whether the player on turn may say a bela with the card that he is about to lay, as far as all can know."""
    seat = deal.play.turn
    if seat is None or deal.trump is None:
        return ()
    laid, is_first = _laid(deal, seat), table.rules.bella_announce == "first_card"
    waits = any(one.waits and one.seat is seat for one in deal.declarations)
    done = laid == bela_cards(deal.trump) or (is_first and laid)
    return () if waits or done or not _may_be(table, deal, seat) else ("bela",)


def _may_be(table: Table, deal: Deal, seat: Seat) -> bool:
    """Whether a seat may have the bela still to tell: nobody else has shown a card of it, and the option allows it."""
    assert deal.trump is not None
    pair, own = bela_cards(deal.trump), deal.play.cards_of(seat)
    late = table.rules.bella_announce == "first_card" and pair <= own
    return not late and not pair & (deal.play.played - own)


def _laid(deal: Deal, seat: Seat) -> frozenset[Card]:
    """Which cards of the bela a seat has laid."""
    assert deal.trump is not None
    return bela_cards(deal.trump) & {play.card for play in deal.play.laid_by(seat) if play.card is not None}


def _is_told(deal: Deal, seat: Seat, card: Card) -> bool:
    """Whether a bela was said with this card."""
    return any(one.seat is seat and one.with_card == card for one in deal.declarations)


def _is_last_card(deal: Deal, seq: int) -> bool:
    """Whether an entry laid the last card there is: the one on top, or a card changed after others were laid.

    A correction has a later number than the cards laid after it, so the numbers alone do not say.
    """
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    return bool(trick) and seq in (trick[-1].seq, max(play.seq for play in trick))


def _with_card(table: Table, deal: Deal, seq: int, one: Announced) -> Deal:
    """A bela said with its first card tells that the other one is held."""
    deal = checked_at_once(table, deal, seq, one)
    if one.shown or one.with_card is None or deal.trump is None:
        return deal
    other = bela_cards(deal.trump) - {one.with_card}
    if other & elsewhere(table, deal, one.seat):
        return deal
    return with_play(table, deal, cardplay.known(deal.play, seq, one.seat, other))
