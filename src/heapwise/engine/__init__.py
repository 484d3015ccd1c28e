"""Values of positions, fast: from rules to tables and sequences. The interpreter in `rules` stays the oracle."""
