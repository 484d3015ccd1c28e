"""Commands in terminals of their own, with keys that are pressed and what is shown."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import termios
import time


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80) -> None:
        self.process, self.line = pty.fork()
        if self.process == 0:  # pragma: no cover - the other process
            os.environ["COLUMNS"] = str(columns)
            code = "from heapwise.app import main; main()"
            os.execv(sys.executable, [sys.executable, "-c", code, *arguments])

    def until(self, pattern: str) -> str:
        """What is shown until it fits the pattern, without colours."""
        seen, end = "", time.monotonic() + 30
        while not re.search(pattern, seen) and time.monotonic() < end:
            if select.select([self.line], [], [], 0.1)[0]:
                try:
                    seen += re.sub(r"\x1b\[[\d;]*m", "", os.read(self.line, 4096).decode())
                except OSError:  # the other end is closed
                    break
        assert re.search(pattern, seen), seen
        return seen

    def type(self, text: bytes) -> None:
        """Press keys."""
        os.write(self.line, text)

    @property
    def state(self) -> list[object]:
        """How the terminal is set."""
        return termios.tcgetattr(self.line)

    def end(self) -> int:
        """Wait for the end; the exit code. Who does not end is killed, and has failed."""
        end = time.monotonic() + 30
        while not (ended := os.waitpid(self.process, os.WNOHANG))[0] and time.monotonic() < end:
            time.sleep(0.02)
        if not ended[0]:
            os.kill(self.process, signal.SIGKILL)
            ended = os.waitpid(self.process, 0)
        os.close(self.line)
        return os.waitstatus_to_exitcode(ended[1])
