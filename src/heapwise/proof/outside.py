"""Why something is not proved, and what lies outside of what automata can express, by name: a product of components."""

from typing import Literal


class NotProved(Exception):
    """A way could not prove a claim: `undecided`, or `outside` of what it knows; `refuted` where an instance is."""

    def __init__(self, word: Literal["refuted", "undecided", "outside"], reason: str) -> None:
        super().__init__(reason)
        self.word, self.reason = word, reason


class Outside(NotProved):
    """Something that a way cannot express; `what` says what it is, in the words of the field."""

    def __init__(self, what: str) -> None:
        super().__init__("outside", what)
        self.what = what
