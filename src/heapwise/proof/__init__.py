"""Proofs for all heap sizes: from a game and a claim to automata on digits, and back to a verdict."""
