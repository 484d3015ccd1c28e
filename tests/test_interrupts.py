"""Ctrl-C: it waits for what must not be stopped, and is not forgotten."""

import signal
import time

import pytest

from heapwise.interrupts import as_interruption, heard, in_one_piece


def test_an_interruption_waits_until_the_block_has_ended():
    steps = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - what comes before the interruption is what is tested
        with in_one_piece():
            steps.append("begun")
            signal.raise_signal(signal.SIGINT)
            steps.append("ended")
        steps.append("never")
    assert steps == ["begun", "ended"]


def test_without_an_interruption_nothing_changes():
    before = signal.getsignal(signal.SIGINT)
    with in_one_piece():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_of_the_block_goes_before_the_interruption():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), in_one_piece():  # noqa: PT012 - as above
        signal.raise_signal(signal.SIGINT)
        _ = 1 / 0
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_that_ctrl_c_caused_is_an_interruption():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), as_interruption():  # noqa: PT012 - as above
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("half of a library") from None
    with pytest.raises(RuntimeError), as_interruption():
        raise RuntimeError
    assert signal.getsignal(signal.SIGINT) is before


def test_limits_are_heard_where_ctrl_c_is_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        signal.raise_signal(signal.SIGINT)  # nothing happens
        with pytest.raises(KeyboardInterrupt), heard():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


class Unheard:
    """Its clean-up is where Ctrl-C arrives."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_an_interruption_that_nobody_could_take_up_is_sent_again():
    with pytest.raises(KeyboardInterrupt), as_interruption():  # noqa: PT012 - as above
        Unheard()
        begin = time.monotonic()
        while time.monotonic() - begin < 5:  # what goes on, as `check --watch` does
            time.sleep(0.01)
        raise AssertionError("it was lost")
    with pytest.raises(KeyboardInterrupt), as_interruption():
        Unheard()  # and the block ends at once
