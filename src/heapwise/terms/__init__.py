"""What formulas and rules are written in: types, names and what they stand for, values, evaluation."""
