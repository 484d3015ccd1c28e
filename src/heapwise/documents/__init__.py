"""What stands behind this package: a text is opened, and every game that it names was found in one order of places.

`document.opened` opens a text once in each process and says how play is known to end; `search` has the order in which
names are looked up, `library` the games that come along, `lint` what there is to say about a text. A text that says
`claims for wythoff` finds the game in itself, among the files that were named, in its folder, or in the library.
"""
