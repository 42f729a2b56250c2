"""The demo clip's deal as a log, from what is known of the clip: every word and card at its time, then the ruling."""

import json
from importlib.resources import files
from typing import Final

from kozyr.engine.acts import Act, Decision, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.reading import read_log

_AFTER_THE_LAST_CARD_MS: Final = 1500


def demo_log() -> tuple[Header, tuple[Entry, ...]]:
    """Header and entries: calls and declarations of the calls log, the cards of the clip, the revoke ruled on."""
    folder = files("kozyr.datasets")
    read = read_log(folder.joinpath("demo-calls.kozyr.jsonl").read_bytes())
    assert read.header is not None
    truth = json.loads(folder.joinpath("demo.json").read_text("utf-8"))
    acts: list[tuple[int, Act]] = [(entry.at_ms, entry.act) for entry in read.entries if entry.act is not None]
    acts += [
        (round(play["frame_settled"] * 1000 / truth["fps"]), Played(Seat(play["seat"]), Card.parse(play["card"])))
        for play in truth["plays"]
    ]
    acts.sort(key=lambda one: one[0])
    revoke = truth["illegal_plays"][0]
    committed = next(
        seq for seq, (_, act) in enumerate(acts, start=1)
        if isinstance(act, Played) and act == Played(Seat(revoke["seat"]), Card.parse(revoke["card"]))
    )  # fmt: skip
    ruled = Ruled(Offence.REVOKE, Seat(revoke["seat"]), committed, Decision.ACCEPTED)
    acts.append((acts[-1][0] + _AFTER_THE_LAST_CARD_MS, ruled))
    return read.header, tuple(
        Entry(seq, at_ms, Source.JUDGE if isinstance(act, Ruled) else Source.CAMERA, act)
        for seq, (at_ms, act) in enumerate(acts, start=1)
    )
