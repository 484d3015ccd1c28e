"""Hand-offs: claims and games in the languages of other programs, so that a result can be checked there.

In: an instance of a claim, or a game. Out: text. What the other language cannot say is refused, by name.
"""
