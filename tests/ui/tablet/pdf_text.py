"""What a PDF of Kozyr says, read from the file: its letters by the tables of its fonts."""

import re
import zlib

_CODE = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]{4,8})>")
_DRAWN = re.compile(rb"/F(\d+) [\d.]+ Tf|\(((?:[^()\\]|\\.)*)\) Tj", re.DOTALL)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pdf_text(document: bytes) -> str:
    """Every piece of text of every page, a line each, in the order drawn."""
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)endobj", document, re.DOTALL))
    said: list[str] = []
    for body in objects.values():
        if b"/Type /Page\n" not in body:
            continue
        fonts = _fonts(objects, objects[_named(body, b"Resources")])
        letters: dict[int, str] = {}
        for font, drawn in _DRAWN.findall(_stream(objects[_named(body, b"Contents")])):
            if font:
                letters = fonts[font]
            else:
                said.append(_read(drawn, letters))
    return "\n".join(said)


def _fonts(objects: dict[bytes, bytes], resources: bytes) -> dict[bytes, dict[int, str]]:
    """The letters of each font of a page by their codes."""
    found = {}
    for name, at in re.findall(rb"/F(\d+) (\d+) 0 R", resources):
        table = _stream(objects[_named(objects[at], b"ToUnicode")])
        found[name] = {int(code, 16): bytes.fromhex(said.decode()).decode("utf-16-be")
                       for code, said in _CODE.findall(table)}  # fmt: skip
    return found


def _named(body: bytes, name: bytes) -> bytes:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", body)
    assert found is not None
    return found[1]


def _stream(body: bytes) -> bytes:
    found = re.search(rb"stream\r?\n(.*)\r?\nendstream", body, re.DOTALL)
    assert found is not None
    return zlib.decompress(found[1]) if b"FlateDecode" in body[: found.start()] else found[1]


def _read(drawn: bytes, letters: dict[int, str]) -> str:
    plain = _ESCAPED.sub(lambda one: _PLAIN.get(one[1], one[1]), drawn)
    return "".join(letters[int.from_bytes(plain[at : at + 2], "big")] for at in range(0, len(plain), 2))
