"""The doors: read tokens that only their owner can read and that can be revoked, and who counts as this machine."""

import json
from pathlib import Path

import pytest

from kozyr.engine.errors import KozyrError
from kozyr.ui.overlay.doors import Tokens, asks_here, is_loopback
from kozyr.ui.overlay.gate import Places


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    """Tokens in a new file."""
    return Tokens(tmp_path / "home" / "tokens.json")


def test_a_token_is_made_once_for_each_page_and_opens_that_page_only(tokens: Tokens) -> None:
    overlay, spectator = tokens.of("overlay"), tokens.of("spectator")
    assert tokens.of("overlay") == overlay != spectator
    assert len(overlay) >= 32
    assert tokens.opens("overlay", overlay)
    assert not tokens.opens("spectator", overlay)
    for wrong in ("", "x", overlay[:-1], overlay + "x", "\ud800", "ї"):
        assert not tokens.opens("overlay", wrong)
    assert not tokens.opens("index", "")


def test_only_the_owner_can_read_the_file(tokens: Tokens) -> None:
    tokens.of("overlay")
    tokens.revoke("overlay")
    assert tokens.path.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tokens.path.parent.iterdir()] == ["tokens.json"]


def test_a_token_revoked_by_another_program_opens_nothing_from_then_on(tokens: Tokens) -> None:
    old, other = tokens.of("overlay"), tokens.of("spectator")
    assert tokens.opens("overlay", old)
    new = Tokens(tokens.path).revoke("overlay")
    assert not tokens.opens("overlay", old)
    assert tokens.opens("overlay", new)
    assert tokens.opens("spectator", other)


@pytest.mark.parametrize("content", ["", "[]", '{"overlay": 7}', '{"overlay": ""}', "\x00", "[" * 100_000])
def test_a_damaged_file_opens_nothing_and_says_what_to_do(content: str, tokens: Tokens) -> None:
    tokens.of("overlay")
    tokens.path.write_text(content, "utf-8")
    assert not tokens.opens("overlay", "")
    assert not tokens.opens("overlay", "7")
    with pytest.raises(KozyrError, match="delete it"):
        tokens.of("overlay")


def test_pages_that_are_none_get_no_token(tokens: Tokens) -> None:
    tokens.of("overlay")
    tokens.path.write_text(json.dumps({"overlay": "a", "admin": "b"}), "utf-8")
    assert not tokens.opens("admin", "b")


@pytest.mark.parametrize(
    ("remote", "here"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("::1%lo", True), ("192.168.1.5", False), (None, False),
     ("", False), ("localhost", False), ("8.8.8.8", False)],
)  # fmt: skip
def test_this_machine_is_known_by_its_address(remote: str | None, here: bool) -> None:
    assert is_loopback(remote) is here


@pytest.mark.parametrize(
    ("host", "origin", "here"),
    [
        ("127.0.0.1:8713", None, True),
        ("localhost:8713", "http://localhost:8713", True),
        ("LOCALHOST", None, True),
        ("[::1]:8713", None, True),
        ("evil.example:8713", None, False),
        ("127.0.0.1.evil.example", None, False),
        ("localhost.evil.example:8713", None, False),
        ("", None, False),
        ("127.0.0.1:8713", "http://evil.example", False),
        ("127.0.0.1:8713", "null", False),
        ("127.0.0.1:8713", "http://127.0.0.1:9000", False),
    ],
)
def test_a_page_of_another_site_is_not_this_machine(host: str, origin: str | None, here: bool) -> None:
    assert asks_here("127.0.0.1", host, origin) is here
    assert not asks_here("192.168.1.5", host, origin)


def test_some_places_are_kept_for_this_machine() -> None:
    places = Places(100)
    assert places.has_room(83, here=False)
    assert not places.has_room(84, here=False)
    assert places.has_room(99, here=True)
    assert not places.has_room(100, here=True)
    assert Places(1).has_room(0, here=False)
