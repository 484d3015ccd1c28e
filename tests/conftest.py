"""What the surroundings must not choose: the language, where kernels are kept, and whether Ctrl-C is heard."""

import os
import signal
import tempfile

import pytest

from heapwise.garbage import look_seldom

look_seldom()  # as every command does
os.environ["HEAPWISE_LANG"] = "en"

# Kernels are compiled once a run and shared by all its processes, also where there is no home to keep them in;
# what a user has compiled is neither read nor touched.
if "HEAPWISE_CACHE" not in os.environ:
    _KERNELS = tempfile.TemporaryDirectory(prefix="heapwise-tests-", ignore_cleanup_errors=True)
    os.environ["HEAPWISE_CACHE"] = _KERNELS.name

# A process that a script has put in the background ignores Ctrl-C, and so would the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests may take their time."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(3600))
