"""Methods of checking an instance. Each says whether it can be used, and gives an `Outcome`.

`table` computes values on the region and whatever its options need; `local` tests one step of the definition with the
formula itself; `sample` does so at random positions far out; `period` turns a shift of a one-heap game into a theorem.
`proof` has its own room and enters here.
"""

from heapwise.claims.methods.base import Left, Method, Others, Outcome, Task, Unsuitable
from heapwise.claims.methods.registry import METHODS, choose, decide

__all__ = ["METHODS", "Left", "Method", "Others", "Outcome", "Task", "Unsuitable", "choose", "decide"]
