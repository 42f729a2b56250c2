"""What a deal of Preferans waits for, and which calls are then legal, for the pads."""

from typing import NamedTuple

from kozyr.engine.games.preferans import auction, defence, pool
from kozyr.engine.games.preferans.bidding import STYLES, SURPLUS, fault
from kozyr.engine.games.preferans.play import TALON, Strain
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.seats import Seat

_ORDERS = tuple(f"order {level}{strain}" for level in range(6, 11) for strain in Strain)


class Stage(NamedTuple):
    """Where a deal stands."""

    name: str
    """``bid``, ``talon``, ``discard``, ``order``, ``whist``, ``half-answer``, ``look``, ``open``, ``talon-card``,
    ``lead``, ``play``, ``count`` (the tricks are in doubt), ``help``, ``over``."""
    seat: Seat | None = None
    """Whose word or card it is."""
    calls: tuple[str, ...] = ()
    """The calls that are legal for that seat, in pad order."""

    @property
    def is_play(self) -> bool:
        """Whether a card is waited for."""
        return self.name in ("lead", "play", "talon-card", "count")

    @property
    def is_over(self) -> bool:
        """Whether the deal has its result."""
        return self.name in ("over", "help")


def stage_of(table: Table, deal: Deal) -> Stage:
    """What the deal waits for."""
    if _is_stopped(deal):
        return _over(table, deal)
    if not deal.auction.is_over:
        return Stage("bid", deal.auction.turn, auction.legal_calls(deal.auction, table.rules))
    if not deal.is_raspasy and not deal.play.trick and not deal.play.tricks:
        early = _before_play(table, deal)
        if early is not None:
            return early
    if deal.has_result:
        return _over(table, deal)
    style = _style(table, deal)
    return style if style is not None else _in_play(table, deal)


def _is_stopped(deal: Deal) -> bool:
    result = deal.outcome.result if deal.outcome else None
    return deal.misdealt is not None or deal.is_given_up or (result is not None and result.how is None)


def _before_play(table: Table, deal: Deal) -> Stage | None:
    """What comes between the bidding and the first card; None when nothing does."""
    declarer, best = deal.declarer, deal.auction.best
    if declarer is None or best is None or deal.tally is not None:
        return None
    has_talon = best.is_dark or deal.is_returned or deal.is_exchanged
    orders = _legal(table, deal, declarer, (*_ORDERS, "talon-in-face", "without-three"))
    if not has_talon and not deal.talon and deal.order is None:
        return Stage("talon", declarer, orders)
    if not has_talon and deal.order is None:
        return Stage("discard", declarer, orders)
    if deal.is_misere:
        return None
    if deal.order is None or deal.defence is None:
        return Stage("order", declarer, orders)
    return _whist(table, deal, deal.defence)


def _whist(table: Table, deal: Deal, words: defence.Defence) -> Stage | None:
    turn = words.turn
    if turn is not None:
        name = "look" if turn is words.dealer else "half-answer" if words.answered == "half" else "whist"
        return Stage(name, turn, defence.legal_words(words, table.rules, turn))
    if words.may_look and words.is_unplayed and words.dealer is not None:
        return Stage("look", words.dealer, defence.legal_words(words, table.rules, words.dealer))
    return None


def _style(table: Table, deal: Deal) -> Stage | None:
    """The single whister's choice, while it is in time."""
    if len(deal.whisters) != 1 or deal.style is not None:
        return None
    calls = _legal(table, deal, deal.whisters[0], STYLES)
    return Stage("open", deal.whisters[0], calls) if calls and not deal.is_told_late else None


def _in_play(table: Table, deal: Deal) -> Stage:
    """A card, or what is lacking when the cards are there and the words are not."""
    play, words = deal.play, deal.defence
    if words is not None and not defence.settled(words).is_divided and words.turn is not None:
        return Stage("whist", words.turn, defence.legal_words(words, table.rules, words.turn))
    if play.is_complete or deal.tally is not None:
        return Stage("count")
    if deal.is_raspasy and deal.sitting is None and not play.trick and len(deal.talon) < play.trick_number <= TALON:
        return Stage("talon-card", play.turn)
    return Stage("play" if play.trick else "lead", play.turn)


def _over(table: Table, deal: Deal) -> Stage:
    """The deal has its result; a made misère or ten of a player whose pool is closed leaves him a choice."""
    result = deal.outcome.result if deal.outcome else None
    if result is None or result.how is None or deal.writes_off is not None or deal.declarer is None:
        return Stage("over")
    sheet = deal.before.sheet
    if pool.has_choice(result.changes, result.how, sheet, deal.sitting, table.rules):
        return Stage("help", deal.declarer, SURPLUS)
    return Stage("over")


def _legal(table: Table, deal: Deal, seat: Seat, calls: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(call for call in calls if fault(table, deal, seat, call) is None)


def changes_of_order(table: Table, deal: Deal) -> tuple[tuple[Seat, str], ...]:
    """The orders by which a declarer may still change his game, until the first defender speaks."""
    if deal.order is None or deal.declarer is None or deal.is_divided:
        return ()
    return tuple(
        (deal.declarer, call)
        for call in _legal(table, deal, deal.declarer, (*_ORDERS, "talon-in-face", "without-three"))
        if call != f"order {deal.order.call}"
    )
