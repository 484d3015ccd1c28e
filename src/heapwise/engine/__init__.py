"""What stands behind this package: many values of positions, each equal to what the interpreter would say.

The interpreter (`reference`) finds the value of (1, 2) from its four options, which takes it microseconds each; here
millions of positions are valued together. `plan` says what the options of a game have in common, `grid` fills tables
(by `levels`, `kernels` or option by option), `p_positions` finds P-positions alone, `sequences` are games with one
heap, `far` values single positions far out, and `steps` compares claimed values with those of the options. Where a game
does not fit, it is refused by name. What the ways cost, and so which one is taken, stands in `costs`.
"""
