"""`make wheels`: what pip reports is told by name, version and what each wheel is made for."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_spec = importlib.util.spec_from_file_location("wheels", ROOT / "scripts" / "wheels.py")
assert _spec is not None
assert _spec.loader is not None
script = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(script)


def reported(name: str, version: str, file: str) -> dict[str, object]:
    return {"metadata": {"name": name, "version": version}, "download_info": {"url": f"https://index.example/{file}"}}


REPORT = {
    "install": [
        reported("numpy", "2.4.6", "numpy-2.4.6-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl"),
        reported("kivy", "2.3.1", "Kivy-2.3.1-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl"),
        reported("segno", "1.6.6", "segno-1.6.6-py3-none-any.whl"),
    ]
}


def test_a_wheel_is_told_with_its_interpreter_and_oldest_glibc() -> None:
    assert script.wheels(REPORT) == {
        "numpy": ("2.4.6", "cp311, glibc 2.27"),
        "kivy": ("2.3.1", "cp311, glibc 2.17"),
        "segno": ("1.6.6", "any"),
    }


def test_the_table_has_a_row_a_package_and_the_pinned_ones_stand_in_the_page() -> None:
    lines = script.rows({"3.11": script.wheels(REPORT), "3.13": {}})
    assert lines[0] == "| package | wheel for Python 3.11 | wheel for Python 3.13 |"
    assert lines[-1] == "| segno | 1.6.6 any | not needed |"
    page = (ROOT / "docs" / "raspberry-pi.md").read_text("utf-8").replace("| Kivy |", "| kivy |")
    for one in script.requirements():
        name, _, version = one.partition("==")
        assert f"| {name} | {version} " in page, f"{one}: run make wheels and renew the table"
