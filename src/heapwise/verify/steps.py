"""The steps of a proof, each of them looked at by itself: is the result what the operation makes of its arguments?

A step carries labels: which states of the arguments a state stands for, and the state of the result that it became.
So nothing has to be searched for. Each label is looked at once: it must accept what its states accept, and every
letter must lead from it to a label whose state is the one to which the letter leads in the result. Then by induction
along a word the result accepts what the operation says.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from heapwise.verify.automata import AutomatonTable, reads
from heapwise.verify.untrusted import Work, not_one, of, quoted, record, sequence, several, text, whole, wholes, wrong

Places = tuple[int, ...]
Placed = tuple[int, Places]  # a table, and where its tracks are among others
Key = tuple[str, tuple[Placed, ...], Places]

CONNECTIVES: Mapping[str, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "implies": lambda a, b: not a or b,
    "iff": lambda a, b: a == b,
}


@dataclass(frozen=True)
class Step:
    """One operation: on what, with what result, and the labels that show it."""

    operation: str
    arguments: tuple[Placed, ...]
    places: Places
    result: Placed
    data: dict[str, Any]

    @property
    def key(self) -> Key:
        """What was done to what."""
        return self.operation, self.arguments, self.places


def step(value: Any, tables: list[AutomatonTable]) -> Step:
    """A step from plain data; it is looked at by `check`."""
    data = record(value, "a step", keys=("op", "of", "places", "result", "labels", "below"))
    operation = text(of(data, "op"), "an operation")
    arguments = tuple(_placed(v, tables) for v in sequence(of(data, "of"), "arguments"))
    if operation not in (*CONNECTIVES, "not", "project", "rename"):
        raise not_one(f"{quoted(operation)} is no operation")
    if len(arguments) != (2 if operation in CONNECTIVES else 1):
        raise not_one(f"`{operation}` has another number of arguments")
    places = wholes(data.get("places", []), "a place", below=64)
    return Step(operation, arguments, places, _placed(of(data, "result"), tables), data)


def _placed(value: Any, tables: list[AutomatonTable]) -> Placed:
    pair = several(value, 2, "an automaton with its tracks")
    number = whole(pair[0], "an automaton", below=len(tables))
    places = wholes(pair[1], "a track", below=64)
    if len(places) != tables[number].arity or len(set(places)) != len(places):
        raise not_one("an automaton is given another number of tracks")
    return number, places


def check(made: Step, tables: list[AutomatonTable], is_lsd: bool, work: Work) -> None:
    """Refuse a step whose result is not what its operation makes of its arguments."""
    base = tables[made.result[0]].base
    work.spend(base ** len({place for _, places in made.arguments for place in places}))
    work.spend(sum(tables[number].size for number, _ in (*made.arguments, made.result)))
    if made.operation in CONNECTIVES:
        _Product(made, tables).check(work)
    elif made.operation == "project":
        _Projection(made, tables, is_lsd).check(work)
    else:
        _check_image(made, tables, work)


class _Product:
    """Two automata side by side."""

    def __init__(self, made: Step, tables: list[AutomatonTable]) -> None:
        (left, ones), (right, twos) = made.arguments
        (result, kept) = made.result
        self.left, self.right, self.result = tables[left], tables[right], tables[result]
        arity = _arity({*ones, *twos}, kept)
        base = self.result.base
        letters = zip(reads(base, arity, ones), reads(base, arity, twos), reads(base, arity, kept), strict=True)
        left_columns, right_columns, own_columns = self.left.columns, self.right.columns, self.result.columns
        self.letters = {(left_columns[a], right_columns[b], own_columns[c]) for a, b, c in letters}
        self.connective = CONNECTIVES[made.operation]
        self.by_left = _alone(self.left, self.connective)
        self.by_right = _alone(self.right, lambda b, a: self.connective(a, b))
        self.states: dict[tuple[int, ...], int] = {}
        for label in sequence(of(made.data, "labels"), "labels"):
            found = wholes(label, "a label")
            _require(len(found) == 3 and found[0] < len(self.result.rows), "a label of a product is not a pair")
            _require(self.states.setdefault(found[1:], found[0]) == found[0], "a pair stands for two states")

    def check(self, work: Work) -> None:
        work.spend(len(self.states) * len(self.letters))
        _require(self.states.get((0, 0)) == 0 or self._is_settled(0, 0, 0), "a product starts elsewhere")
        for (p, q), state in self.states.items():
            self._check_label(p, q, state)

    def _check_label(self, p: int, q: int, state: int) -> None:
        _require(p < len(self.left.rows) and q < len(self.right.rows), "a product has a state that is not there")
        accepts = self.connective(p in self.left.accepting, q in self.right.accepting)
        _require(accepts == (state in self.result.accepting), "a product accepts something else")
        one, two, row, states = self.left.rows[p], self.right.rows[q], self.result.rows[state], self.states
        for a, b, c in self.letters:
            if states.get((one[a], two[b])) != row[c]:
                _require(self._is_settled(one[a], two[b], row[c]), "a transition of a product leads elsewhere")

    def _is_settled(self, p: int, q: int, state: int) -> bool:
        """Does one side decide alone what the pair says from here on, and does the state say that for ever?"""
        said = self.result.settled.get(state)
        return said is not None and said in (self.by_left.get(p), self.by_right.get(q))


def _alone(side: AutomatonTable, connective: Callable[[bool, bool], bool]) -> dict[int, bool]:
    """The states of one side that alone decide for ever what a pair says, and what that is."""
    made = ((s, {connective(said, other) for other in (False, True)}) for s, said in side.settled.items())
    return {s: said.pop() for s, said in made if len(said) == 1}


class _Projection:
    """Some tracks are hidden: sets of states stand for all that the hidden digits may have been."""

    def __init__(self, made: Step, tables: list[AutomatonTable], is_lsd: bool) -> None:
        ((argument, places),) = made.arguments
        result, kept = made.result
        self.table, self.result = tables[argument], tables[result]
        _require(places == tuple(range(len(places))), "a projection is not of all tracks in their order")
        _require(set(made.places) <= set(places) and not set(made.places) & set(kept), "a hidden track is kept")
        self.groups = self._groups([i for i in places if i not in made.places], places, kept)
        zeros = frozenset(self.table.columns[n] for n in _free(self.table.base, len(places), made.places))
        self.start, self.accepting = self._padded(zeros, is_lsd)
        self.sure = {s for s, said in self.table.settled.items() if said}
        self.dead = self.table.settled.keys() - self.sure
        self.above = _inclusions(made.data.get("below", []), self.table)
        self.states: dict[frozenset[int], int] = {}
        for label in sequence(of(made.data, "labels"), "labels"):
            state, *members = wholes(label, "a label") or (-1,)
            _require(0 <= state < len(self.result.rows), "a label of a projection has no state")
            _require(all(s < len(self.table.rows) for s in members), "a set has a state that is not there")
            known = self.states.setdefault(frozenset(members), state)
            _require(known == state, "a set stands for two states")

    def _groups(self, shown: list[int], places: Places, kept: Places) -> set[tuple[frozenset[int], int]]:
        """What a letter over the shown tracks may mean, and the column that it has in the result."""
        base = self.table.base
        meant: dict[int, set[int]] = {}
        for letter, seen in enumerate(reads(base, len(places), shown)):
            meant.setdefault(seen, set()).add(self.table.columns[letter])
        _require(set(kept) <= set(shown), "a projection has a track that is not there")
        own = reads(base, len(shown), [shown.index(i) for i in kept])
        return {(frozenset(group), self.result.columns[own[letter]]) for letter, group in meant.items()}

    def _padded(self, zeros: frozenset[int], is_lsd: bool) -> tuple[set[int], frozenset[int]]:
        """Hidden numbers may be longer than the others, which then read zeros only: before the first digit if the
        units come last, and after the last one if they come first."""
        rows = self.table.rows
        steps = [{row[c] for c in zeros} for row in rows]
        if not is_lsd:
            return _closure({0}, steps), self.table.accepting
        back: list[set[int]] = [set() for _ in rows]
        for s, targets in enumerate(steps):
            for t in targets:
                back[t].add(s)
        return {0}, frozenset(_closure(set(self.table.accepting), back))

    def check(self, work: Work) -> None:
        sets = len(self.table.rows) + sum(map(len, self.states))
        work.spend(sets * sum(len(group) for group, _ in self.groups))
        _require(self._state(self.start) == 0, "a projection starts elsewhere")
        rows = self.result.rows
        for group, column in self.groups:
            after = [{row[c] for c in group} for row in self.table.rows]
            for members, state in self.states.items():
                reached = set().union(*[after[s] for s in members])
                _require(self._state(reached) == rows[state][column], "a transition of a projection leads elsewhere")
        for members, state in self.states.items():
            accepts = not self.accepting.isdisjoint(members)
            _require(accepts == (state in self.result.accepting), "a projection accepts something else")

    def _state(self, members: set[int]) -> int:
        """The state that a set stands for, without the members that add nothing to it."""
        sure = members & self.sure
        if sure:
            return self.states.get(frozenset([min(sure)]), -1)
        alive = members - self.dead
        if not self.above:
            return self.states.get(frozenset(alive), -1)
        kept = {s for s in alive if alive.isdisjoint(self.above.get(s, ()))}
        covered = all(not kept.isdisjoint(self.above[s]) for s in alive - kept)
        return self.states.get(frozenset(kept), -1) if covered else -1


def _inclusions(value: Any, table: AutomatonTable) -> dict[int, set[int]]:
    """For some states others that accept at least as much: every pair must accept so, and lead to such pairs."""
    above: dict[int, set[int]] = {}
    for pair in sequence(value, "inclusions"):
        ends = wholes(pair, "a state", below=len(table.rows))
        _require(len(ends) == 2 and ends[0] != ends[1], "an inclusion is not a pair of states")
        above.setdefault(ends[0], set()).add(ends[1])
    for p, others in above.items():
        for q in others:
            _require(p not in table.accepting or q in table.accepting, "a state accepts what one above it does not")
            for a, b in zip(table.rows[p], table.rows[q], strict=True):
                _require(a == b or b in above.get(a, ()), "an inclusion does not go on")
    return above


def _check_image(made: Step, tables: list[AutomatonTable], work: Work) -> None:
    """A complement, or other places for the tracks: the result moves just as the argument does."""
    ((argument, places),) = made.arguments
    result, kept = made.result
    old, new = tables[argument], tables[result]
    _require(places == tuple(range(len(places))), "an automaton is not taken with all tracks in their order")
    moved = made.places if made.operation == "rename" else places
    _require(len(moved) == len(places), "a renaming has not a place for every track")
    arity = _arity(set(moved), kept)
    letters = zip(reads(old.base, arity, moved), reads(old.base, arity, kept), strict=True)
    columns = {(old.columns[a], new.columns[b]) for a, b in letters}
    work.spend(len(old.rows) * len(columns))
    flipped, states, queue = made.operation == "not", {0: 0}, [0]
    for s in queue:
        t = states[s]
        _require((s in old.accepting) == ((t in new.accepting) != flipped), "an automaton accepts something else")
        for a, b in columns:
            if old.rows[s][a] not in states:
                queue.append(old.rows[s][a])
            found = states.setdefault(old.rows[s][a], new.rows[t][b])
            _require(found == new.rows[t][b], "a transition leads elsewhere")


def _arity(tracks: set[int], kept: Iterable[int]) -> int:
    """How many tracks a step is about: all places up to the last one, none left out."""
    _require(tracks == set(range(len(tracks))) and set(kept) <= tracks, "a track is not there")
    return len(tracks)


def _free(base: int, arity: int, hidden: Places) -> Iterable[int]:
    """The letters that read zeros on all tracks but the hidden ones."""
    letters = [0]
    for place in set(hidden):
        letters = list(chain.from_iterable([n + digit * base**place for n in letters] for digit in range(base)))
    return letters


def _closure(states: set[int], neighbours: list[set[int]]) -> set[int]:
    found, queue = set(states), list(states)
    for s in queue:
        queue += neighbours[s] - found
        found |= neighbours[s]
    return found


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise wrong(problem)
