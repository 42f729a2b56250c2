"""An address for somebody's phone: two files, a token, ten minutes."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from kozyr.ui.sharing import Shared, Sharing, qr_rows

FILES = {"protocol.pdf": Shared("application/pdf", lambda: b"%PDF"), "a.jsonl": Shared("text/plain", lambda: b"{}")}


@pytest.fixture
def sharing() -> Iterator[Sharing]:
    made = Sharing(FILES, host="127.0.0.1")
    yield made
    made.close()


def answer(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address, timeout=5) as got:
            return got.status, got.read()
    except urllib.error.HTTPError as error:
        return error.code, b""


def test_the_files_are_given_and_nothing_else(sharing: Sharing) -> None:
    status, page = answer(sharing.address)
    assert status == 200
    assert b"protocol.pdf" in page
    assert answer(sharing.address + "protocol.pdf") == (200, b"%PDF")
    assert answer(sharing.address + "a.jsonl") == (200, b"{}")
    for other in ("b.jsonl", "..%2F..%2Fetc%2Fpasswd", "%2e%2e/a"):
        assert answer(sharing.address + other)[0] == 404


def test_who_does_not_know_the_token_gets_nothing(sharing: Sharing) -> None:
    door = sharing.address.rsplit("/", 2)[0]
    assert answer(f"{door}/")[0] == 404
    assert answer(f"{door}/guess/protocol.pdf")[0] == 404
    assert len(sharing.address.rstrip("/").rsplit("/", 1)[1]) >= 20
    assert sharing.is_local_only


def test_the_address_ends_by_itself_and_when_it_is_closed() -> None:
    short = Sharing(FILES, host="127.0.0.1", life_s=0.2)
    assert short.left_s == 0
    time.sleep(0.5)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(short.address, timeout=2)
    short.close()
    closed = Sharing(FILES, host="127.0.0.1")
    closed.close()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(closed.address, timeout=2)


def test_a_reader_reads_the_code() -> None:
    address = "http://192.0.2.17:40123/NNZuSX_8JePFeFaWvhk_Hw/"
    rows = np.array([[0 if dark else 255 for dark in row] for row in qr_rows(address)], np.uint8)
    assert cv2.QRCodeDetector().detectAndDecode(np.kron(rows, np.ones((6, 6), np.uint8)))[0] == address
