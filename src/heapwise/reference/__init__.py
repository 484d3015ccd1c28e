"""What stands behind this package: the value of a position, by definition. Whatever is faster must agree with it.

`interpreter.Interpreter` looks at all options and at theirs, until play ends; `conventions` say how a value follows
from those of the options: (1, 2) of Wythoff's game has value 0, since none of its options has.
"""
