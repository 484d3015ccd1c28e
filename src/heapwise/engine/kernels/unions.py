"""How a kernel keeps sets of values: what their words say, and how sets are joined.

For the least value that no option has, a set is a row of bits. Remoteness asks no more of a set than the farthest
option that is won and the nearest that is lost; so there a set is two numbers, and the greater ones count. In both, 0
says that there is nothing.
"""

from collections.abc import Sequence
from typing import Protocol

from heapwise.records import Record

_FAR = 1 << 40  # above all remotenesses


class Union(Protocol):
    """The texts of what is done with words of sets."""

    def joined(self, texts: Sequence[str]) -> str:
        """The same word of several sets, joined."""

    def join(self, word: str, other: str) -> str:
        """Put what another word says into a word."""

    def part(self, value: str, k: int | str) -> str:
        """Word number k of the set that has one value alone."""

    def known(self, value: str) -> list[str]:
        """Lines after which `own` and `push` are about a value."""

    def own(self, k: int) -> str:
        """Word number k of the set that has the value at hand alone."""

    def push(self, words: str) -> list[str]:
        """Put the value at hand into a set; `words` is the text of its words up to their number."""


class BitUnion(Record):
    """So many words with a bit for every value; 0 words for any number of them."""

    words: int

    def joined(self, texts: Sequence[str]) -> str:
        return " | ".join(texts) or "0"

    def join(self, word: str, other: str) -> str:
        return f"{word} |= {other}"

    def part(self, value: str, k: int | str) -> str:
        return f"bit({value} & 63)" if self.words == 1 else f"part({value}, {k})"

    def known(self, value: str) -> list[str]:
        return [*([] if self.words == 1 else [f"k = {value} >> 6"]), f"h = bit({value} & 63)"]

    def own(self, k: int) -> str:
        return "h" if self.words == 1 else f"(h if k == {k} else 0)"

    def push(self, words: str) -> list[str]:
        return [self.join(f"{words}{0 if self.words == 1 else 'k'})]", "h")]


class ExtremeUnion(Record):
    """Two words: one more than the remoteness of the farthest won option, and how far that of the nearest lost one is
    from being too far. The remotenesses of `lost` positions are even (0) or odd (1)."""

    lost: int

    def joined(self, texts: Sequence[str]) -> str:
        return f"max({', '.join(texts)})" if len(texts) > 1 else "".join(texts) or "0"

    def join(self, word: str, other: str) -> str:
        return f"{word} = max({word}, {other})"

    def part(self, value: str, k: int | str) -> str:
        has = [f"-({value} & 1)", f"({value} & 1) - 1"]  # all bits where it is odd, where it is even
        return f"({value} + 1 & {has[self.lost]})" if k == 0 else f"({_FAR} - {value} & {has[1 - self.lost]})"

    def known(self, value: str) -> list[str]:
        return [f"h{k} = {self.part(value, k)}" for k in (0, 1)]

    def own(self, k: int) -> str:
        return f"h{k}"

    def push(self, words: str) -> list[str]:
        return [self.join(f"{words}{k})]", f"h{k}") for k in (0, 1)]

    @staticmethod
    def value() -> str:
        """The remoteness, where `u0` and `u1` are the words of the set of all options."""
        return f"{_FAR + 1} - u1 if u1 > 0 else u0"
