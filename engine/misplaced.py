"""Cards that are not where they should be: laid out of turn, seen outside the trick, taken back.

Functions on the record of ``cardplay``, for every game's ``Conduct``.
"""

from collections.abc import Iterable

from kozyr.engine.cardplay import Aside, CardPlay, Conduct, Laid, closed, is_full, known, to_trick
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


def is_confirmed(play: CardPlay, seat: Seat, card: Card | None, out_of_turn: Iterable[int]) -> bool:
    """Whether this is a penalty card put to its trick by hand after it was taken as played where it lay.

    ``out_of_turn``: the seqs of the entries found out of turn.
    """
    if card not in play.played:
        return False
    seqs = set(out_of_turn)
    return any(each.card == card and each.seq in seqs for each in play.laid_by(seat))


def lying_before(play: CardPlay, conduct: Conduct, seat: Seat) -> tuple[Aside, ...]:
    """The penalty cards that were the due plays when ``seat`` plays on past them, in order; empty when they were not.

    A penalty card must be played at the first legal opportunity, and nobody lays down twice what lies there already.
    """
    lying = {aside.seat: aside for aside in play.aside if aside.trick == play.trick_number}
    if play.turn not in lying:
        return ()
    due = _still_to_play(play, conduct)
    passed = due[: due.index(seat)] if seat in due else due
    if not all(each in lying for each in passed):
        return ()
    after = play
    for each in passed:
        after = to_trick(after, conduct, lying[each].seq, each, lying[each].card)
        after = closed(after, conduct) if is_full(after, conduct) else after
    return tuple(lying[each] for each in passed) if after.turn is seat else ()


def laid_aside(play: CardPlay, seq: int, seat: Seat, card: Card | None, *, unread_lies: bool) -> CardPlay:
    """The play when a card out of turn lies aside; the turn stays where it was. ``is_unsure`` then says how sure it is.

    ``unread_lies``: an unread card lies there from out of turn, and nobody can say whether it has become a due play.
    """
    if play.is_unsure or unread_lies:
        play = play._replace(is_unsure=True, has_strayed=True)
    if card is None or any(aside.seat is seat and aside.card == card for aside in play.aside):
        return play
    play = play._replace(aside=(*play.aside, Aside(seq, seat, card, play.trick_number)))
    return known(play, seq, seat, (card,))


def exposed(play: CardPlay, seq: int, seat: Seat, cards: Iterable[Card]) -> tuple[CardPlay, frozenset[Card]]:
    """The play after cards of a hand were seen outside the trick, and all of that seat's cards now open.

    The second is empty when nothing new was seen: penalty cards and played cards lie open anyway.
    """
    seen = frozenset(cards)
    new = seen - play.played - {aside.card for aside in play.aside if aside.seat is seat}
    before = dict(play.open_cards).get(seat, frozenset())
    if not new - before:
        return play, frozenset()
    others = tuple(pair for pair in play.open_cards if pair[0] is not seat)
    return known(play._replace(open_cards=(*others, (seat, before | new))), seq, seat, seen), before | new


def taken_back(play: CardPlay, conduct: Conduct, seq: int, opponents: tuple[Seat, ...]) -> CardPlay:
    """The play when the card of entry ``seq`` is taken back and its player is to lay another one.

    The card becomes a penalty card; ``opponents`` who played after it may change theirs until the next lead. A card
    that led cannot be illegal; once somebody has led to the next trick it is too late: then nothing changes.
    """
    reopened = not play.trick and bool(play.tricks)
    plays = play.tricks[-1].plays if reopened else play.trick
    at = next((at for at, each in enumerate(plays) if each.seq == seq), None)
    if at is None or play.ledger is None or (at == 0 and not _first_can_revoke(play, conduct, plays[0], reopened)):
        return play
    back, number = plays[at], len(play.tricks) + (not reopened)
    aside = () if back.card is None else (Aside(back.seq, back.seat, back.card, number),)
    return play._replace(
        may_change=tuple(later.seat for later in plays[at + 1 :] if later.seat in opponents),
        trick=(*plays[:at], *plays[at + 1 :]),
        tricks=play.tricks[:-1] if reopened else play.tricks,
        leader=plays[0].seat,
        turn=back.seat,
        retake=(back.seat, at),
        played=play.played - {back.card} if back.card else play.played,
        aside=(*play.aside, *aside),
        ledger=play.ledger.forgive(back.seq),
    )


def another_card(play: CardPlay, seat: Seat) -> CardPlay | None:
    """The play when an opponent who may change his card takes it up again, to lay another; None when none lies."""
    plays = play.trick or (play.tricks[-1].plays if play.tricks else ())
    at = next((at for at, each in enumerate(plays) if each.seat is seat), None)
    if at is None or play.ledger is None:
        return None
    old = plays[at]
    return play._replace(
        trick=(*plays[:at], *plays[at + 1 :]),
        tricks=play.tricks if play.trick else play.tricks[:-1],
        leader=plays[0].seat,
        retake=(seat, at),
        played=play.played if old.card is None else play.played - {old.card},
        may_change=tuple(each for each in play.may_change if each is not seat),
        ledger=play.ledger.forgive(old.seq),
    )


def _still_to_play(play: CardPlay, conduct: Conduct) -> tuple[Seat, ...]:
    """The seats that have no card in the open trick, in order of turn."""
    leader = play.leader or play.turn
    if leader is None:
        return ()
    order, laid = conduct.players(len(play.tricks) + 1, leader), {each.seat for each in play.trick}
    at = order.index(play.turn) if play.turn in order else 0
    return tuple(seat for seat in order[at:] + order[:at] if seat not in laid)


def _first_can_revoke(play: CardPlay, conduct: Conduct, first: Laid, reopened: bool) -> bool:
    """Whether the first card of a trick can be illegal: only where something else than a card sets the suit."""
    number = len(play.tricks) + (not reopened)
    return bool(conduct.forbidden(number, (), first.seat, first.card))
