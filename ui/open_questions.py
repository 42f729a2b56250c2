"""Questions that nobody has answered yet, kept beside the log: after a power cut or a kill they are asked again.

They are no part of the log: a question states nothing. A file that is damaged or missing means that none is open.
"""

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kozyr.engine.kept_json import DamagedJson, made_from
from kozyr.engine.seats import Seat
from kozyr.engine.table.act_codec import act_from_json, act_to_json
from kozyr.engine.table.doubt import Choice, Question, Why
from kozyr.engine.table.follow import Asked


def questions_file(log: Path) -> Path:
    """Where the open questions of a log lie: ``evening.kozyr.jsonl`` has ``evening.questions.json``."""
    return log.with_name(log.name.removesuffix(".jsonl").removesuffix(".kozyr") + ".questions.json")


class OpenQuestions:
    """The file of one log's open questions."""

    def __init__(self, log: Path) -> None:
        self._file = questions_file(log)
        self._kept: tuple[Asked, ...] = ()

    def keep(self, asked: Iterable[Asked]) -> None:
        """Writes what is open now, whole or not at all; a disk that refuses costs the questions, not the game."""
        asked = tuple(asked)
        if asked == self._kept:
            return
        self._kept = asked
        with contextlib.suppress(OSError):
            if not asked:
                self._file.unlink(missing_ok=True)
                return
            part = self._file.with_suffix(".part")
            with part.open("w", encoding="utf-8") as out:
                json.dump([_to_json(one) for one in asked], out, ensure_ascii=False)
                out.flush()
                os.fsync(out.fileno())
            part.replace(self._file)

    def read(self) -> tuple[Asked, ...]:
        """What was open when the file was written last."""
        try:
            found = made_from(self._file.read_bytes(), lambda kept: tuple(map(_from_json, kept)))
        except (OSError, DamagedJson):
            return ()
        self._kept = found
        return found


def _to_json(asked: Asked) -> dict[str, Any]:
    one = asked.question
    return {
        "at_ms": one.at_ms, "why": one.why.value, "seat": one.seat.value if one.seat else None,
        "guess": _choice_to_json(one.guess), "choices": [_choice_to_json(choice) for choice in one.choices],
        "crops": list(one.crops), "number": one.number, "guessed": list(asked.guessed),
    }  # fmt: skip


def _choice_to_json(choice: Choice) -> dict[str, Any]:
    acts = [act_to_json(act) for act in choice.acts]
    return {"acts": acts, "confidence": choice.confidence, "replaces": choice.replaces, "before": choice.before}


def _from_json(found: Any) -> Asked:
    if not found["choices"]:
        raise ValueError("no answers")
    question = Question(
        int(found["number"]), int(found["at_ms"]), Why(found["why"]), Seat(found["seat"]) if found["seat"] else None,
        _choice_from_json(found["guess"]), tuple(_choice_from_json(choice) for choice in found["choices"]),
        tuple(str(name) for name in found["crops"]),
    )  # fmt: skip
    return Asked(question, tuple(int(seq) for seq in found["guessed"]))


def _choice_from_json(found: Any) -> Choice:
    acts = tuple(act_from_json(act) for act in found["acts"])
    return Choice(acts, float(found["confidence"]), _seq(found["replaces"]), _seq(found["before"]))


def _seq(found: Any) -> int | None:
    return None if found is None else int(found)
