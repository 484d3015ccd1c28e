"""What stands behind this package: every instance of every claim has a verdict, which says no more than was found.

`Run` takes the claims of a document one after another, `registry` chooses among the methods of `checks` and `proof`,
`Batch` goes through files with several processes, and keeps what was decided in a journal (`workers`).
"""

from heapwise.running.run import Options, Run
