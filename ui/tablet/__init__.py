"""The touch screen of one table. Importing it keeps Kivy away from the command line and its log off the terminal."""

import os

for _name, _value in (
    ("KIVY_NO_ARGS", "1"),
    ("KIVY_NO_CONFIG", "1"),
    ("KIVY_LOG_MODE", "PYTHON"),
    ("KIVY_WINDOW", "sdl2"),  # the X11 provider ends the program when there is no X
    # Edges are soft in the pictures themselves: a driver without a graphics chip would need twice the time for all.
    ("KCFG_GRAPHICS_MULTISAMPLES", "0"),
    ("KCFG_GRAPHICS_MAXFPS", "100"),  # a touch waits for the next look; nothing is drawn where nothing changes
):
    os.environ.setdefault(_name, _value)
