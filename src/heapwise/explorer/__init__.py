"""The explorer: boards of positions as data (`board`), and the page on which a reader walks and plays on them (`page`).

True behind this package: every value and every option on a board comes from the interpreter, and a page loads nothing.
"""

from heapwise.explorer.board import Board, board_of, largest
from heapwise.explorer.page import Explorer
