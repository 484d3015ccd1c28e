"""What stands behind this package: every task has one answer, in the order of the tasks, whoever works on it and
whoever dies meanwhile.

A task is plain data, and a function of a module answers it. `Stream` gives tasks to a `Crew`, which `Hiring` finds:
processes of this machine, or the workers of a Dask cluster. `Journal` keeps answers. None of it knows games and claims.
"""

from heapwise.workers.crew import Crew, Processes
from heapwise.workers.hiring import Hiring
from heapwise.workers.journal import Journal
from heapwise.workers.stream import Failure, Stream
