"""Scene changes in OBS through obs-websocket 5, with the library obsws-python."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.overlay.hooks import Told, events_between
from kozyr.ui.overlay.newest import Newest
from kozyr.ui.overlay.public import Object

TIMEOUT_S: Final = 3
"""How long OBS may take to answer."""


class ObsScenes:
    """Changes the scene for the last event that has one, on a thread of its own. OBS may come and go.

    ``scenes``: event -> scene. ``told`` hears once of each trouble; the next event tries again.
    """

    def __init__(
        self,
        address: tuple[str, int],
        password: str,
        scenes: Mapping[str, str],
        *,
        connect: Callable[..., Any] | None = None,
        told: Told = lambda sentence: None,
    ) -> None:
        """Raises KozyrError when the library for it is not installed."""
        self._address, self._password, self._scenes, self._told = address, password, dict(scenes), told
        self._connect = connect or _obs_client()
        self._client: Any = None
        self._trouble = ""
        self._newest = Newest(self._change, "obs", self._unchanged)

    def shown(self, before: Object | None, state: Object) -> None:
        """Asks for the scene of the last event that has one."""
        scenes = [self._scenes[event] for event in events_between(before, state) if event in self._scenes]
        if scenes:
            self._newest.put(scenes[-1])

    def close(self) -> None:
        """Ends the thread and the connection."""
        self._newest.close()
        self._hang_up()

    def _change(self, scene: str) -> None:
        # A connection that OBS has closed meanwhile is found out by using it: then once more on a new one.
        tries = 2 if self._client is not None else 1
        while tries:
            tries -= 1
            try:
                if self._client is None:
                    host, port = self._address
                    self._client = self._connect(host=host, port=port, password=self._password, timeout=TIMEOUT_S)
                self._client.set_current_program_scene(scene)
                self._trouble = ""
                return
            except Exception as error:
                # Whatever the library raises: OBS is closed, the password is wrong, the scene is not there.
                self._hang_up()
                if not tries:
                    self._tell(Words("OBS did not change to scene {scene!r}: {why}", scene=scene, why=error))

    def _hang_up(self) -> None:
        client, self._client = self._client, None
        try:
            if client is not None:
                client.disconnect()
        except Exception:
            # It was closed already, in whichever way the library says so.
            return

    def _unchanged(self, error: Exception) -> None:
        self._tell(Words("OBS did not change the scene: {why}", why=error))

    def _tell(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            self._told(sentence)


def _obs_client() -> Callable[..., Any]:
    try:
        from obsws_python import ReqClient
    except ImportError as error:
        raise KozyrError(
            "scene changes in OBS need obsws-python; run in the copy of Kozyr: .venv/bin/pip install -e '.[obs]'"
        ) from error
    # The library writes the password into its log.
    logging.getLogger("obsws_python").setLevel(logging.CRITICAL + 1)
    client: Callable[..., Any] = ReqClient
    return client
