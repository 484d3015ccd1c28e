"""Tree -> Game. Takes the tree of a text; gives schemas, whose names and types are all resolved, and with values for
their parameters games: positions and their options. `interpreter` values positions by the definition, and is what the
language means; everything faster is compared with it."""
