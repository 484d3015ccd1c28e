"""A headless chromium for tests, driven over a pipe in the DevTools protocol: no driver and no port is needed."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
    "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
)  # fmt: skip

_CODES = {
    "Enter": 13, "Tab": 9, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip


def found() -> str | None:
    """The browser, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _high(number: int) -> int:
    """The same end of a pipe under a number that is not in the way."""
    other = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(number)
    return other


class Browser:
    """`with Browser() as browser:`; one page, which is asked and told things in JavaScript."""

    def __enter__(self) -> Self:
        path = found()
        assert path is not None
        self._folder = TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        read_there, self._to = map(_high, os.pipe())
        self._from, write_there = map(_high, os.pipe())

        def place() -> None:
            """The browser reads from 3 and writes to 4."""
            os.dup2(read_there, 3)
            os.dup2(write_there, 4)

        self._process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"],
            pass_fds=(3, 4), preexec_fn=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(read_there)
        os.close(write_there)
        self._count, self._rest, self._session = 0, b"", None
        self.log: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session = None
        with suppress(EOFError, BrokenPipeError):
            self.call("Browser.close")
        self._process.wait(20)
        os.close(self._to)
        os.close(self._from)
        self._folder.cleanup()

    def call(self, method: str, **parameters: Any) -> Any:
        """A command of the protocol; its result."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._from, 1 << 20)
            if not part:
                raise EOFError
            self._rest += part
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        self._note(found.get("method", ""), found.get("params", {}))
        return found

    def _note(self, method: str, parameters: dict[str, Any]) -> None:
        """What the page complains about, and what it asks the network for."""
        if method == "Runtime.exceptionThrown":
            self.log.append(str(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.log.append(str(parameters["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def open(self, path: Path, mark: str = "") -> None:
        """Go to a file, at a mark such as `#3,5`, and wait until it is there."""
        self.call("Page.navigate", url=path.resolve().as_uri() + mark)
        while self.ask("document.readyState") != "complete":
            pass

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def press(self, key: str) -> None:
        """A key, as a reader presses it."""
        text = {"text": "\r"} if key == "Enter" else {}
        code = {
            "Enter": 13,
            "Tab": 9,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
            "Home": 36,
            "End": 35,
        }[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def window(self, width: int, height: int, dark: bool = False) -> None:
        """The size of the window, and what the reader prefers."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def paper(self) -> bytes:
        """The page as it is printed, as PDF."""
        found = self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)
        return base64.b64decode(found["data"])
