"""What a notebook shows of games, tables, claims, verdicts and reports: small pieces of HTML, and LaTeX.

The classes ask this room only when a notebook asks them, so it costs nothing elsewhere.
"""
