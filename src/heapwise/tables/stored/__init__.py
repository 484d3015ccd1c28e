"""Tables on disk: larger than memory, filled in steps that are kept, so that a run that was killed goes on.

In: a job (game, box, question) and the name of a file. Out: that file, an array of numpy, with a JSON header beside
it, both whole or not there. Meanwhile FILE.part holds the entries that are known, and FILE.part.json how far they are.
"""

from heapwise.tables.stored.job import TableJob
from heapwise.tables.stored.load import load_table
from heapwise.tables.stored.run import is_begun, store
