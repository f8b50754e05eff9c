"""The agent's own process: started in an empty folder with little of our environment, and never left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.voices.agent.agent_failures import cannot_start, missing
from roundtable_tui.voices.agent.environment import handed_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable_tui.voices.agent.agent_settings import AgentSettings

_LAST_WORDS = 2_000
_LIMIT = 65_536
_PATIENCE = 2.0
"""Seconds for each of the ways to end it, from the kindest on."""


class _Watched(asyncio.subprocess.SubprocessStreamProtocol):
    """Knows that the program has ended also while something it started holds its pipes open."""

    def __init__(self) -> None:
        super().__init__(limit=_LIMIT, loop=asyncio.get_running_loop())
        self.gone = asyncio.Event()

    def process_exited(self) -> None:
        super().process_exited()
        self.gone.set()


class AgentProcess:
    """Made by `start`; `folder` is where it works."""

    def __init__(
        self, process: asyncio.subprocess.Process, gone: asyncio.Event, folder: tempfile.TemporaryDirectory[str]
    ) -> None:
        self._process, self._folder = process, folder
        self.gone = gone
        """Set when the program has ended, whatever still holds its pipes."""
        self._last = bytearray()
        self._drain = asyncio.ensure_future(self._listen_to_errors())
        self.folder = os.path.realpath(folder.name)

    @classmethod
    async def start(cls, settings: AgentSettings, environ: Mapping[str, str] | None = None) -> AgentProcess:
        if not settings.command:
            raise missing(settings.name, settings.missing)
        loop = asyncio.get_running_loop()
        folder = tempfile.TemporaryDirectory(prefix="roundtable-agent-", ignore_cleanup_errors=True)
        try:
            transport, watched = await loop.subprocess_exec(
                _Watched,
                *settings.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=folder.name,
                env=handed_over(settings.env, environ),
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            folder.cleanup()
            raise cannot_start(settings.name, error.strerror or str(error)) from None
        return cls(asyncio.subprocess.Process(transport, watched, loop), watched.gone, folder)

    @property
    def streams(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise TypeError("An agent is started with pipes.")
        return reader, writer

    @property
    def status(self) -> int | None:
        return self._process.returncode

    @property
    def last_words(self) -> str:
        """The last line it wrote beside the protocol."""
        lines = self._last.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    async def settled(self) -> None:
        """Once it has hung up: its status and its last words, if they come soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self.gone.wait()
                await asyncio.shield(self._drain)

    async def stop(self) -> None:
        """Ends it and everything it started: kindly first."""
        process = self._process
        if process.stdin:
            process.stdin.close()
        running_dry = asyncio.ensure_future(self._run_dry())
        if not await self._has_ended() and os.name == "nt":
            process.kill()
        for name in ("SIGTERM", "SIGKILL") if os.name != "nt" else ():
            if process.returncode is None or name == "SIGTERM":
                self._signal(getattr(signal, name))
            if await self._has_ended():
                break
        self._signal_rest()
        await asyncio.to_thread(_end_all_in, self.folder)
        if process.stdin and process.stdin.transport.get_write_buffer_size():
            process.stdin.transport.abort()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await asyncio.gather(self._drain, running_dry)
        self._drain.cancel()
        running_dry.cancel()
        await asyncio.to_thread(self._folder.cleanup)

    async def _has_ended(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.gone.wait()
        except TimeoutError:
            return False
        return True

    def _signal_rest(self) -> None:
        """Whatever it started and left behind: the group lives as long as one of them."""
        if os.name != "nt":
            self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _run_dry(self) -> None:
        """A pipe with something left in it would never be closed."""
        while self._process.stdout and await self._process.stdout.read(1_000_000):
            pass

    async def _listen_to_errors(self) -> None:
        """Read, or it would stand still; kept only as far as a last line may tell why it ended."""
        stream = self._process.stderr
        while stream and (chunk := await stream.read(65_536)):
            self._last = (self._last + chunk)[-_LAST_WORDS:]


def _end_all_in(folder: str) -> None:
    """What left the group of the agent but still works in its folder, where the system tells who that is."""
    for place in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if place.readlink().is_relative_to(folder):
                os.kill(int(place.parent.name), signal.SIGKILL)
