"""Whatever stands in a file that Kozyr keeps, it is read, or it is damaged: nothing else comes of it."""

from datetime import UTC, datetime

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.kept_json import DamagedJson, made_from


def moment(found: dict[str, str]) -> datetime:
    return datetime.fromisoformat(found["at"]).astimezone(UTC)


def test_what_is_sound_is_made() -> None:
    assert made_from('{"a": 1}', lambda found: int(found["a"])) == 1
    assert made_from(b'{"a": 1}', lambda found: int(found["a"])) == 1


@pytest.mark.parametrize(
    "text",
    ["", "{", b"\xff\xfe", b"\x00", "[" * 100_000, '{"a": 1e999}', '{"a": null}', '{"a": "x"}', '{"b": 1}', "[]", "7"],
)
def test_what_is_not_is_damaged(text: str | bytes) -> None:
    with pytest.raises(DamagedJson):
        made_from(text, lambda found: int(found["a"]))


def test_a_moment_before_the_year_1_is_damaged() -> None:
    with pytest.raises(DamagedJson):
        made_from('{"at": "0001-01-01T00:00:00+14:00"}', moment)


def test_an_act_that_is_not_in_notation_is_damaged() -> None:
    def refuse(found: object) -> None:
        raise LogFormatError("no act")

    with pytest.raises(DamagedJson, match="no act"):
        made_from("{}", refuse)
