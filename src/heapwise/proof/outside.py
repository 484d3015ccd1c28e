"""What lies outside of the provable fragment, by name."""


class Outside(Exception):
    """Something that automata here cannot express; `what` says what it is, in the words of the field."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
