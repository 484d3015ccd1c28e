"""Reports: what was claimed and what was found, as something to show to others.

Takes texts of rules and claims, gives a `Study`: every game with its claims and their verdicts. A study becomes one
HTML page that needs nothing else (`page`), with boards on which a reader walks through the positions (`boards`), a
LaTeX document (`tex`), or an archive that somebody else can check again (`bundle`, `rerun`).
"""
