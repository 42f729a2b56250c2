"""What may come next at a table of Debertz, as far as everybody there can know; it refuses nothing."""

from dataclasses import replace

from kozyr.engine.cards import Card, Rank, in_deck_order
from kozyr.engine.games.debertz import auction as words
from kozyr.engine.games.debertz import belas
from kozyr.engine.games.debertz.auction import Kind
from kozyr.engine.games.debertz.dealing import due_obliged
from kozyr.engine.games.debertz.match import Meetings, Party
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.score import CARD_POINTS
from kozyr.engine.games.debertz.standing import awaits_show, may_show, unshown
from kozyr.engine.games.debertz.state import Deal, State, Table
from kozyr.engine.games.debertz.swapping import may_be_swapped, may_swap
from kozyr.engine.seats import Seat
from kozyr.engine.view import Expectation, Phase
from kozyr.engine.viewing import playable


def phase_of(deal: Deal | None, party: Party) -> Phase:
    """What the table is doing."""
    if deal is None:
        return Phase.BEFORE_DEAL
    if deal.is_over or deal.stop is not None or deal.play.is_complete:
        return Phase.MATCH_OVER if party.winner is not None else Phase.DEAL_OVER
    return Phase.PLAY if deal.conduct is not None or deal.play.unjudged else Phase.AUCTION


def stage_of(table: Table, deal: Deal | None, phase: Phase) -> str | None:
    """What the auction or the play waits for."""
    if deal is None or phase not in (Phase.AUCTION, Phase.PLAY):
        return None
    auction = deal.auction
    if phase is Phase.AUCTION:
        if auction.kind is Kind.DECLARER_NAMES:
            return "name-trump"
        if deal.shown is None:
            return "shown-card"
        return "forced" if auction.is_forced else f"round-{auction.round}"
    if deal.cards_laid == 0 and deal.swap is None and deal.declarer and _anybody_may_swap(table, deal):
        return "swap"
    if deal.cards_laid < len(table.order.seats):
        return "combinations"
    return "show" if awaits_show(table, deal) is not None else None


def _anybody_may_swap(table: Table, deal: Deal) -> bool:
    return any(may_swap(table, deal, seat) for seat in table.order.seats)


def expectation(state: State, phase: Phase, meetings: Meetings) -> Expectation:
    """What may come next; a time-out may be asked for at any time once a deal has begun."""
    deal, table = state.deal, state.table
    if deal is None:
        return Expectation(("Dealt",))
    if phase is Phase.AUCTION:
        waited = _in_auction(table, deal)
    elif phase is not Phase.PLAY:
        waited = _after_the_deal(state, deal, meetings)
    elif deal.conduct is None:
        calls = words.legal_calls(deal.auction, table.rules)
        playable = _playable(table, deal)
        waited = Expectation(("Called", "Played"), calls=calls, playable=playable, caller=deal.auction.turn)
    else:
        waited = _in_play(table, deal)
    return replace(waited, kinds=(*waited.kinds, "TimeoutTaken"))


def _after_the_deal(state: State, deal: Deal, meetings: Meetings) -> Expectation:
    speakers = belas.expected(state.table, deal)
    kinds = ("Dealt", *(("Declared",) if speakers else ()))
    due = due_obliged(state.table, state.deals, meetings)
    return Expectation(kinds, seat=due, declarations=tuple(word for word, _ in speakers), speakers=speakers)


def _in_auction(table: Table, deal: Deal) -> Expectation:
    kinds = [] if deal.shown is not None else ["TurnedUp"]
    calls = words.legal_calls(deal.auction, table.rules)
    if not calls:
        return Expectation(tuple(kinds) or ("Played",), turns_up=len(kinds))
    return Expectation((*kinds, "Called"), seat=deal.auction.turn, calls=calls, turns_up=len(kinds))


def _in_play(table: Table, deal: Deal) -> Expectation:
    window = deal.cards_laid < len(table.order.seats)
    speakers = belas.expected(table, deal)
    declarations = (*(_sequences(table) if window else ()), *(word for word, _ in speakers))
    kinds = ["Played", "Claimed"]
    swaps = stage_of(table, deal, Phase.PLAY) == "swap"
    kinds += ["Exchanged"] if swaps else []
    able = tuple(seat for seat in table.order.seats if deal.shown is not None and may_swap(table, deal, seat))
    kinds += ["Declared"] if declarations else []
    may_be_shown = any(may_show(table, deal, seat) for seat in table.order.seats) if deal.declarations else False
    kinds += ["Revealed"] if may_be_shown or deal.claim is not None else []
    kinds += ["Tallied"] if deal.cards_laid == 0 else []
    declared = [deal.declarations[at] for at in unshown(table, deal)]
    cards = tuple((one.seq, in_deck_order(one.combination.cards)) for one in declared)
    late = deal.cards_laid > len(table.order.seats)
    return Expectation(
        tuple(kinds),
        seat=deal.play.turn,
        declarations=declarations,
        speakers=speakers,
        with_next=belas.expected_next(table, deal),
        playable=_playable(table, deal),
        points_in_all=CARD_POINTS + table.rules.last_trick if table.is_full_deck else 0,
        takers=able if swaps else (),
        late_takers=able if window and deal.cards_laid and deal.swap is None else (),
        swap_card=Card(Rank.SEVEN, deal.shown.suit) if swaps and deal.shown is not None else None,
        showings=() if late else cards,
        missed=cards if late else (),
    )


def _sequences(table: Table) -> tuple[str, ...]:
    return ("terz", "fifty", *(("hundred",) if table.rules.hundred_for_five else ()), "deberts")


def _playable(table: Table, deal: Deal) -> frozenset[Card]:
    """What the seat on turn may hold: not seen played, and not seen with somebody else."""
    return playable(deal.play, HAND, (*deal.shown_cards, *_from_the_deck(table, deal)))


def _from_the_deck(table: Table, deal: Deal) -> list[tuple[Seat, frozenset[Card]]]:
    """The shown card, where all saw it go to the declarer."""
    if deal.shown is None or deal.declarer is None or may_be_swapped(table, deal):
        return []
    return [(deal.declarer, frozenset((deal.shown,)))]
