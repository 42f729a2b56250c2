"""What must hold in every game of what players, spectators and the judge see."""

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from kozyr.datasets.agreement import found
from kozyr.datasets.careless import CARELESS, Dealer, Script, entries
from kozyr.engine.acts import Act, Dealt
from kozyr.engine.cards import Card
from kozyr.engine.laws import Offence
from kozyr.engine.view import Audience, Expectation

from .battery import played, scripts


def views_show_only_what_the_audience_may_know(dealer: Dealer, seeds: range) -> None:
    """No hidden card and, without a ruling, no finding for players or spectators; the judge sees all findings."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        state = dealer.game.start(header)
        for seq, act in enumerate(script.acts, start=script.first_seq):
            state, _ = dealer.game.step(state, seq, act)
            seen = {card for when, card in script.seen if when <= seq}
            for audience in (Audience.PLAYERS, Audience.SPECTATORS):
                view = dealer.game.view(state, audience)
                assert view.audience is audience
                assert view.findings == (), (seed, seq)
                assert not any(play.irregular for trick in (*view.tricks, view.trick) if trick for play in trick.plays)
                assert set(_cards(view)) <= seen, (seed, seq, audience)
            players = dealer.game.view(state, Audience.PLAYERS)
            assert len(players.tricks) <= 1, "players see the last closed trick only"
            judge = dealer.game.view(state, Audience.JUDGE)
            certain = [row for row in judge.findings if row.certain]
            assert sorted((row.committed, row.proved) for row in certain if row.offence is Offence.REVOKE) == sorted(
                (revoke.committed, revoke.proved) for revoke in script.revokes if (revoke.proved or seq + 1) <= seq
            ), (seed, seq)


def logged_hands_reach_no_player(dealer: Dealer, seeds: range) -> None:
    """Players and spectators see the same whether or not the log holds the hands."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        open_state = dealer.game.start(header)
        closed_state = dealer.game.start(header)
        for seq, act in enumerate(script.acts, start=script.first_seq):
            open_state, _ = dealer.game.step(open_state, seq, _with_hands(act, script))
            closed_state, _ = dealer.game.step(closed_state, seq, act)
            for audience in (Audience.PLAYERS, Audience.SPECTATORS):
                told_view, blind_view = (dealer.game.view(s, audience) for s in (open_state, closed_state))
                assert told_view == blind_view, (seed, seq, audience)
        script_with = replace(script, acts=tuple(_with_hands(act, script) for act in script.acts))
        report = dealer.game.report(played(dealer, header, entries(script_with)).state)
        revokes = [(row[1], row[2]) for row in found(report.irregularities, Offence.REVOKE)]
        assert revokes == sorted((revoke.seat, revoke.committed) for revoke in script.revokes), seed
        assert all(row[2] == row[3] for row in found(report.irregularities, Offence.REVOKE)), (
            "with hands known every breach is plain"
        )


def _with_hands(act: Act, script: Script) -> Act:
    return replace(act, hands=script.hands) if isinstance(act, Dealt) else act


def _cards(value: object) -> Iterator[Card]:
    """Every card inside a view, except the cards that may still be played, which say nothing of where they are."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Expectation):
        return
    elif isinstance(value, tuple | frozenset | list):
        for part in value:
            yield from _cards(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, StrEnum | type):
        for part in dataclasses.fields(value):
            yield from _cards(getattr(value, part.name))
