"""What lies outside of what automata can express, by name: a product of two components, for example."""


class Outside(Exception):
    """Something that automata here cannot express; `what` says what it is, in the words of the field."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
