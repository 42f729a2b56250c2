"""Makes KozyrSans-Regular.ttf and KozyrSans-Bold.ttf: Roboto's letters with the signs of DejaVu Sans in one face.

Kivy has no fallback from font to font, Roboto has no suit signs and DejaVu's letters are too wide for a 7-inch screen.
Both sources lie in Kivy itself. Needs fonttools: ``python ui/tablet/fonts/merge.py``.
"""

from importlib.util import find_spec
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SIGNS = "♠♥♦♣×−✓✕▲▼●○◆⚖⚠←→↑↓↶↷☰≡✎⟲★…"


def _sources() -> Path:
    spec = find_spec("kivy")
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SystemExit("Kivy is not installed here; its fonts are the sources")
    return Path(places[0]) / "data" / "fonts"


SOURCES = _sources()
LETTERS = [*range(0x20, 0x180), *range(0x400, 0x460), 0x490, 0x491, *range(0x2010, 0x2028), 0x2030, 0x20AC, 0x2116]


def merged(face: str) -> TTFont:
    """The Roboto face with the signs added."""
    font, signs = TTFont(SOURCES / f"Roboto-{face}.ttf"), TTFont(SOURCES / "DejaVuSans.ttf")
    subsetter = Subsetter(
        Options(hinting=False, layout_features=["kern", "mark"], glyph_names=True, notdef_outline=True)
    )
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    cmap, source_cmap, source_glyphs = font.getBestCmap(), signs.getBestCmap(), signs.getGlyphSet()
    for sign in SIGNS:
        if ord(sign) in cmap:
            continue
        name = f"sign{ord(sign):04X}"
        recording, pen = DecomposingRecordingPen(source_glyphs), TTGlyphPen(None)
        source_glyphs[source_cmap[ord(sign)]].draw(recording)
        recording.replay(pen)
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = (signs["hmtx"][source_cmap[ord(sign)]][0], 0)
        font["glyf"][name].recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], font["glyf"][name].xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(sign)] = name
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = f"KozyrSans-{face}" if record.nameID == 6 else f"Kozyr Sans {face}"
    return font


if __name__ == "__main__":
    for face in ("Regular", "Bold"):
        merged(face).save(Path(__file__).parent / f"KozyrSans-{face}.ttf")
