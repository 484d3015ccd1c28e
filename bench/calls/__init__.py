"""Everything that can be asked about the games of the library, as calls that are made by a program.

`boards` has every game of the library with small parameters and positions, `statements` every form of question,
statement and quantifier about them, `commands` every command and option that takes a game.
"""
