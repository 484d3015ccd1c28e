"""The part of a kernel that values one position, whose index in the table is `p` and whose components, counted from
their least values, are `x0`, `x1`, ...

`s0`, `s1`, ... have the sets of the families: a set is a line of `words` words, lines begin `stride` apart. `l0_1` is
the number of the line that family 0 names as its place 1 and `b0_1` where it begins; `q0_1` is 0 where there is no such
line, else -1. In an unrolled kernel `u0`, `u1`, ... are the words of the set of the options' values, `w0_2` is word 2
of what family 0, of boxes, says, and `r0_2` word 2 of a set that lives no longer than a row. In the other kernels the
words are looked through from the first that no line has full (`c0`, `c1`, ... know it), and `u` is the one at hand.
The value is `g`: bit `h` of word `k`. In remoteness the words of a set are two numbers (`unions`), those
of the value by itself `h0` and `h1`. Where values are given, `bad` counts those that are not what follows from the
options, and has the least sum of components of such a position and the position, or one from which a move leads out.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from heapwise.engine.kernels.constants import number_text
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.listed import Listing
from heapwise.engine.kernels.set_access import SetWriter
from heapwise.engine.kernels.sorted_sets import group_ranks
from heapwise.engine.kernels.text import KernelNames, KernelWriter, both, linear_text
from heapwise.engine.kernels.unions import ExtremeUnion, Union
from heapwise.engine.kernels.value_sets import SetFamily
from heapwise.engine.plan import Displacement, ListedOptions, OrderKind, Plan, SingleOption
from heapwise.model.conditions import FALSE, TRUE
from heapwise.records import Record


class Cell(Record):
    """Writes how a position is valued."""

    out: KernelWriter
    plan: Plan
    names: KernelNames
    families: list[SetFamily]
    shape: KernelKind
    rows: frozenset[int]  # the families that live in variables

    @cached_property
    def _sets(self) -> SetWriter:
        return SetWriter(self.out, self.families, self.shape, self.rows, self._back, bool(self._missing))

    @cached_property
    def _union(self) -> Union:
        return self.shape.union

    def write(self) -> None:
        """The whole of it."""
        self._sets.find()
        if self._missing:
            with self.out.block(f"if {self._missing}"):
                self.out.add(*([] if self.shape.is_check else ["table[U(p)] = nothing"]))
                self._sets.pass_on(is_valued=False)
                self.out.add("continue")
        if self.shape.is_unrolled:
            self._gather()
        else:
            self._scan()
        self._keep()
        self._sets.pass_on(is_valued=True)

    @cached_property
    def _missing(self) -> str:
        """When the position is not in the table."""
        holes = "table[U(p)] == nothing" if self.shape.has_holes else ""
        legal = self.plan.game.legal
        illegal = f"not {self.names.condition(legal)}" if legal != TRUE else ""
        return f"{holes} or {illegal}" if holes and illegal else holes or illegal

    # ----------------------------------------------------------------------------------------- the options

    def _steps(self) -> Iterator[tuple[str, str]]:
        """When there is an option that is looked up, and where."""
        for part in self.plan.parts:
            if isinstance(part, SingleOption):
                low = [f"x{i} >= {number_text(t)}" for i, t in enumerate(part.by) if t > 0]
                high = [f"x{i} < n{i} - {number_text(-t)}" for i, t in enumerate(part.by) if t < 0]
                guard = "" if part.guard == TRUE else self.names.condition(part.guard)
                yield both(*low, *high, guard), self._back(part.by)

    def _moves(self) -> Iterable[ListedOptions]:
        return (part for part in self.plan.parts if isinstance(part, ListedOptions))

    def _take_listed(self, take: Callable[[], None]) -> None:
        """Look up the options of moves that are no parts; their guards say that these are legal."""
        # Nothing is better than what may be chosen from all values. Of no values it may be the same by chance.
        enough = "(u0 != 0 and best[U(u0)] == best[U(len(best) - 1)])" if self.shape.has_best else ""
        listing = Listing(self.out, self.names, "z == nothing" if self._missing else "", enough, take)
        for part in self._moves():
            listing.write(part.move)

    def _back(self, taken: Displacement) -> str:
        """The index in the table of the position from which so much is taken."""
        if self.plan.order.way is OrderKind.SORTED:
            return group_ranks(self.plan.order.groups, self._left(taken).__getitem__).line()
        return linear_text(0, [("p", 1), *((f"m{i}", -t) for i, t in enumerate(taken) if t)])

    def _left(self, taken: Displacement) -> list[str]:
        """What is left of every component, sorted within groups; those that change have two components at most."""
        left = [linear_text(-t, [(f"x{i}", 1)]) for i, t in enumerate(taken)]
        for group in self.plan.order.groups:
            if len(group) == 2 and any(taken[i] for i in group):
                both = ", ".join(left[i] for i in group)
                left[group[0]], left[group[1]] = f"max({both})", f"min({both})"
        return left

    def _gather(self) -> None:
        """The set of the options' values, and what follows from it."""
        for k in self._sets.words:
            self.out.add(f"u{k} = {self._union.joined(self._sets.reads(k))}")

        def take() -> None:
            self.out.add(*(self._union.join(f"u{k}", self._union.part("v", k)) for k in self._sets.words))

        for when, index in self._steps():
            with self.out.block(f"if {when}"):
                self.out.add(f"v = int(table[U({index})])")
                with self.out.block("if v != nothing" if self._missing else ""):
                    take()
        self._take_listed(take)
        if self.shape.has_best:
            self.out.add("g = int(best[U(u0)])")
        elif isinstance(self._union, ExtremeUnion):
            self.out.add(f"g = {self._union.value()}")
        else:
            self._least()

    def _least(self) -> None:
        """The least value that is not in the set."""
        last = self.shape.words - 1
        self.out.add(f"g = {64 * last} + ones(u{last})" if last else "g = ones(u0)")
        for k in reversed(range(last)):
            with self.out.block(f"if u{k} != -1"):
                self.out.add(f"g = {64 * k} + ones(u{k})" if k else "g = ones(u0)")
        if self.shape.ending:
            words = " | ".join(f"u{k}" for k in self._sets.words)
            with self.out.block(f"if g == 0 and {words} == 0"):
                self.out.add(f"g = {self.shape.ending}")

    def _scan(self) -> None:
        """The same where the words are looked through one after another."""

        values = []
        for number, (when, index) in enumerate(self._steps()):
            values.append(f"v{number}")
            found = f"int(table[U({index})])" if not self._missing else f"known(table[U({index})], nothing)"
            self.out.add(f"v{number} = {found} if {when} else -1")
        has_marks = any(True for _ in self._moves())
        self.out.add(*(["last = -1"] if has_marks else []))
        self._take_listed(lambda: self.out.add("marks[U(v >> 6)] |= bit(v & 63)", "last = max(last, v >> 6)"))

        def word(k: str) -> str:
            steps = (f"part({v}, {k})" for v in values)
            return " | ".join([*self._sets.reads(k), *steps, *([f"marks[U({k})]"] if has_marks else [])]) or "0"

        self.out.add(f"k = {self._sets.start()}", f"u = {word('k')}")
        with self.out.block("while u == -1"):
            self.out.add("k += 1", f"u = {word('k')}")
        self.out.add("g = 64 * k + ones(u)")
        if self.shape.ending:
            with self.out.block("if g == 0"):
                self.out.add("u = 0")
                with self.out.block("for k in range(words)"):
                    self.out.add(f"u |= {word('k')}")
                self.out.add(f"g = {self.shape.ending} if u == 0 else 0")
        if has_marks:
            with self.out.block("for k in range(last + 1)"):
                self.out.add("marks[U(k)] = 0")

    # --------------------------------------------------------------------------------------- the value

    def _keep(self) -> None:
        """The value goes into the table, or is compared with the one that is given."""
        ends = self.plan.game.ends
        if ends != FALSE:
            with self.out.block(f"if {self.names.condition(ends)}"):
                self.out.add(f"g = {self.shape.ending}")
        if self.shape.is_check:
            self.out.add("v = int(table[U(p)])")
            with self.out.block("if v != g"):
                total = " + ".join(f"x{i}" for i in range(self.plan.size))
                self.out.add("bad[0] += 1", f"w = {total}")
                with self.out.block("if w < bad[1]"):
                    self.out.add("bad[1] = w", "bad[2] = p + base")
            self.out.add("g = v")
        if self.shape.words == 1:  # one word holds no value that does not fit into the table, so this can wait
            self.out.add("top = max(top, g)")
        else:
            with self.out.block("if g >= limit"):
                self.out.add("return 1")
        if not self.shape.is_check:
            self.out.add("table[U(p)] = g")
        self.out.add(*self._union.known("g"))
