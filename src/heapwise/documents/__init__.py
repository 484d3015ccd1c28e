"""Texts that are opened: their games by name, and what there is to say about them."""
