"""Threads share the allocator's reserves."""

import subprocess
import sys

import pytest

COUNTS = """
import ctypes, re, sys, tempfile, threading
if sys.argv[1] == "few":
    from kozyr.ui.reserves import few_reserves
    few_reserves()
stop = threading.Event()
def work():
    kept = [bytearray(2000) for _ in range(200)]
    stop.wait()
for _ in range(6):
    threading.Thread(target=work, daemon=True).start()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as out:
    file = ctypes.c_void_p(libc.fopen(out.name.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(open(out.name).read().count("<heap nr="))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc has such reserves")
def test_six_threads_share_two_reserves() -> None:
    counts = {
        how: int(subprocess.run([sys.executable, "-c", COUNTS, how], capture_output=True, text=True, check=True).stdout)
        for how in ("many", "few")
    }
    assert counts["few"] <= 2 < counts["many"], counts
