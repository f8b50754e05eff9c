"""A real browser without a window, spoken to over a pipe; where none is installed the test is skipped and says so."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_PATIENCE = 60.0
_FLAGS = (
    "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--disable-dev-shm-usage",
)  # fmt: skip
_ON_3_AND_4 = """
import os, sys
_, one, other, *command = sys.argv
os.dup2(int(one), 3)
os.dup2(int(other), 4)
os.execv(command[0], command)
"""
"""Starts the browser with its pipe where it wants it."""
Answer = dict[str, Any]


def found() -> str | None:
    """Where it is; CHROMIUM names another."""
    names = (os.environ.get("CHROMIUM", ""), *_NAMES)
    return next((place for name in names if name and (place := shutil.which(name))), None)


class Browser:
    """One browser; pages are opened in it one after another."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number = 0
        self._read = b""
        self.events: list[Answer] = []

    def send(self, method: str, session: str = "", **parameters: object) -> Answer:
        self._number += 1
        message: Answer = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: Answer = answer["result"]
                return result
            self.events.append(answer)

    def wait_for(self, method: str) -> Answer:
        """The first event of this name, which is then forgotten."""
        while True:
            for event in self.events:
                if event.get("method") == method:
                    self.events.remove(event)
                    return event
            self.events.append(self._next())

    def _next(self) -> Answer:
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._answers, 1 << 20)
            assert data, "the browser has ended"
            self._read += data
        line, _, self._read = self._read.partition(b"\0")
        answer: Answer = json.loads(line)
        return answer


class Page:
    """A file as the browser shows it."""

    def __init__(self, browser: Browser, file: Path, width: int = 1280, *, dark: bool = False) -> None:
        self._browser = browser
        browser.events.clear()
        target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.do(f"{domain}.enable")
        self.do("Emulation.setFocusEmulationEnabled", enabled=True)
        self.resize(width)
        self.show_as("screen", dark=dark)
        self.address = file.as_uri()
        self.do("Page.navigate", url=self.address)
        browser.wait_for("Page.loadEventFired")

    def do(self, method: str, **parameters: object) -> Answer:
        return self._browser.send(method, self._session, **parameters)

    def resize(self, width: int, height: int = 900) -> None:
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def show_as(self, media: str, *, dark: bool = False) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.do("Emulation.setEmulatedMedia", media=media, features=[scheme, still])

    def run(self, script: str) -> Any:
        answer = self.do("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        code = {"Tab": 9, " ": 32}[key]
        for kind in ("rawKeyDown", "keyUp"):
            self.do("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key,
                    windowsVirtualKeyCode=code)  # fmt: skip

    def type(self, text: str) -> None:
        self.do("Input.insertText", text=text)

    def reload(self) -> None:
        self.do("Page.reload")
        self._browser.wait_for("Page.loadEventFired")

    def printed(self) -> bytes:
        self.show_as("print", dark=True)
        return base64.b64decode(self.do("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])

    def picture(self, height: int, part: str = "body") -> bytes:
        """From the beginning of a part of the page on."""
        top = self.run(f"document.querySelector({json.dumps(part)}).getBoundingClientRect().top + scrollY")
        clip = {"x": 0, "y": top, "width": self.run("innerWidth"), "height": height, "scale": 1}
        shot = self.do("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    @property
    def complaints(self) -> list[str]:
        """What the browser wrote into its console: errors, warnings, and what the page's policy forbade."""
        told = []
        for event in self._browser.events:
            match event:
                case {"method": "Log.entryAdded", "params": {"entry": {"text": text}}}:
                    told.append(text)
                case {"method": "Runtime.exceptionThrown" | "Runtime.consoleAPICalled"}:
                    told.append(json.dumps(event["params"]))
        return told

    @property
    def requests(self) -> list[str]:
        """Everything it asked for, but itself."""
        sent = [event["params"] for event in self._browser.events if event.get("method") == "Network.requestWillBeSent"]
        return [one["request"]["url"] for one in sent if one["request"]["url"] != self.address]


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@contextmanager
def browser_in(folder: Path) -> Iterator[Browser]:
    """A browser that keeps what it has to in this folder."""
    program = found()
    if program is None:
        pytest.skip("NOT CHECKED: no Chromium is installed; apt install chromium, or name one with CHROMIUM=")
    (ours_in, theirs_out), (theirs_in, ours_out) = os.pipe(), os.pipe()
    high = [fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (theirs_in, theirs_out)]
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    flags = (*_FLAGS, *root, f"--user-data-dir={folder / 'profile'}")
    command = [sys.executable, "-Ic", _ON_3_AND_4, *map(str, high), program, *flags]
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    started = subprocess.Popen(
        command, pass_fds=high, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for one in (theirs_in, theirs_out, *high):
        os.close(one)
    try:
        yield Browser(ours_out, ours_in)
    finally:
        os.close(ours_out)
        started.terminate()
        started.wait(_PATIENCE)
        os.close(ours_in)
