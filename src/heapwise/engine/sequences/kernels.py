"""The inner loops, in the part of Python that numba compiles; the same text runs as plain Python.

Every kernel fills `values[start:stop]` and returns where it stopped: at `stop`, or before it at the first heap whose
value has no room, so that the caller can make room and go on. No value is ever cut off.

Moves come as flat tables: class c = n mod `modulus` may use rows `at[c]` to `at[c + 1]` of a table.
"""

from typing import Any

import numpy as np

from heapwise.engine.jit import kernel


@kernel
def grundy_dense(  # noqa: C901
    values: Any, start: int, stop: int, seen: Any, used: Any, reach: int, first: int, modulus: int, is_open: Any,
    single_at: Any, single: Any, pairs_at: Any, pairs: Any,
) -> int:  # fmt: skip
    """Grundy values by looking up every option.

    `seen[v] == n` says that an option of n has value v; it has one more entry than values have room, which stays free.
    `used` marks, for open rules, the values of all heaps that lie more than `reach` below n.
    """
    room = len(seen) - 1
    free = 0
    c = (start - 1) % modulus
    for n in range(start, stop):
        c = c + 1 if c + 1 < modulus else 0
        for i in range(single_at[c], single_at[c + 1]):
            rest = n - single[i, 0]
            if rest >= single[i, 1]:
                seen[values[rest]] = n
        for i in range(pairs_at[c], pairs_at[c + 1]):
            total = n - pairs[i, 0]
            least = pairs[i, 1]
            count = (total - pairs[i, 2]) // 2 + 1 - least
            if count > 0:
                low = values[least : least + count]
                high = values[total - least - count + 1 : total - least + 1]
                for a in range(count):
                    seen[low[a] ^ high[count - 1 - a]] = n
        value = 0
        if len(used) > 0:
            if n - reach - 1 >= first:
                used[values[n - reach - 1]] = 1
            while used[free] == 1:
                free += 1
            if is_open[c]:
                value = free
                while used[value] == 1 or seen[value] == n:
                    value += 1
            else:
                while seen[value] == n:
                    value += 1
        else:
            while seen[value] == n:
                value += 1
        if value >= room:
            return n
        values[n] = value
    return stop


@kernel
def grundy_few(
    values: Any, near: Any, back: Any, start: int, stop: int,
    modulus: int, single_at: Any, single: Any, pairs_at: Any, pairs: Any,
) -> int:  # fmt: skip
    """Grundy values below 32, the options' values as the bits of a word, for many pairs of heaps at once.

    `near` has the values in bytes, and `back` has them from its end on, so that both heaps of a pair walk upwards:
    that, and words that stay as narrow as they are, is what the machine's vectors ask for.
    """
    last = len(back) - 1
    c = (start - 1) % modulus
    for n in range(start, stop):
        c = c + 1 if c + 1 < modulus else 0
        found = np.uint32(0)
        for i in range(single_at[c], single_at[c + 1]):
            rest = n - single[i, 0]
            if rest >= single[i, 1]:
                found = np.uint32(found | (np.uint32(1) << np.uint32(near[rest] & 31)))
        for i in range(pairs_at[c], pairs_at[c + 1]):
            total = n - pairs[i, 0]
            least = pairs[i, 1]
            count = (total - pairs[i, 2]) // 2 + 1 - least
            if count > 0:
                low = near[least : least + count]
                high = back[last - total + least : last - total + least + count]
                for a in range(count):
                    found = np.uint32(found | (np.uint32(1) << np.uint32((low[a] ^ high[a]) & 31)))
        value = 0
        while value < 32 and (found >> np.uint32(value)) & 1:
            value += 1
        if value == 32:
            return n
        values[n] = near[n] = back[last - n] = value
    return stop


@kernel
def grundy_take(values: Any, start: int, stop: int, modulus: int, single_at: Any, single: Any, bound: int) -> int:
    """Grundy values where every move takes one of at most 60 numbers and leaves one heap: sets of values as bits.

    From heap `bound` on every number of a class may be taken.
    """
    c = (start - 1) % modulus
    for n in range(start, stop):
        c = c + 1 if c + 1 < modulus else 0
        found = 0
        if n >= bound:
            for i in range(single_at[c], single_at[c + 1]):
                found |= 1 << values[n - single[i, 0]]
        else:
            for i in range(single_at[c], single_at[c + 1]):
                if n - single[i, 0] >= single[i, 1]:
                    found |= 1 << values[n - single[i, 0]]
        value = 0
        while found & 1:
            found >>= 1
            value += 1
        values[n] = value
    return stop


@kernel
def grundy_take_any(values: Any, start: int, stop: int, taken: Any) -> int:
    """The same where every heap from `start` on may be lowered by every number in `taken`; its type has no sign, so no
    index is looked at for being negative."""
    count = len(taken)
    for heap in range(start, stop):
        n = np.uint64(heap)
        found = 0
        for i in range(count):
            found |= 1 << int(values[n - taken[i]])
        value = 0
        while found & 1:
            found >>= 1
            value += 1
        values[heap] = value
    return stop


@kernel
def grundy_sparse(  # noqa: C901
    values: Any, start: int, stop: int, seen: Any, rows: Any, rare: Any, counts: Any, single: Any, pairs: Any
) -> int:
    """Grundy values of splits into two heaps, by rare and common values.

    Heaps are divided so that a nim-sum is common only if exactly one of its two heaps is rare. Pairs with a
    rare heap therefore show all common values that options have. The least common value that no option has is the
    Grundy value, unless a rare value below it is missing as well, and that is seen by looking at pairs until all of
    them have turned up: from balanced pairs down and from the smallest heaps up, all totals side by side. `counts[0]`
    is the number of rare heaps. Which values are rare may depend on n: `rows[0]` for every second heap, `rows[1]` for
    the others.
    """
    room = len(seen) - 1
    known = counts[0]
    for n in range(start, stop):
        if known == len(rare):
            counts[0] = known
            return n
        is_rare = rows[(n - pairs[0, 0]) & 1]
        for i in range(len(single)):
            rest = n - single[i, 0]
            if rest >= single[i, 1]:
                seen[values[rest]] = n
        most = -1
        for q in range(len(pairs)):
            total = n - pairs[q, 0]
            least = pairs[q, 1]
            unequal = pairs[q, 2]
            for i in range(known):
                r = rare[i]
                if r > total - least:
                    break
                if r >= least and not (unequal == 1 and r + r == total):
                    seen[values[r] ^ values[total - r]] = n
            half = (total - unequal) // 2
            if half > most:
                most = half
        value = 0
        while seen[value] == n or is_rare[value] == 1:
            value += 1
        missing = 0
        for v in range(value):
            if is_rare[v] == 1 and seen[v] != n:
                missing += 1
        step = 0
        while missing > 0 and step <= most:
            for q in range(len(pairs)):
                total = n - pairs[q, 0]
                half = (total - pairs[q, 2]) // 2
                for end in range(2):
                    a = half - step if end == 0 else pairs[q, 1] + step
                    if pairs[q, 1] <= a <= half:
                        v = values[a] ^ values[total - a]
                        if seen[v] != n:
                            seen[v] = n
                            if v < value and is_rare[v] == 1:
                                missing -= 1
            step += 1
        if missing > 0:
            value = 0
            while seen[value] == n:
                value += 1
        if value >= room:
            counts[0] = known
            return n
        values[n] = value
        if is_rare[value] == 1:
            rare[known] = n
            known += 1
    counts[0] = known
    return stop


@kernel
def outcomes(
    values: Any, start: int, stop: int, best: Any, below: int, reach: int, first: int, modulus: int, is_open: Any,
    single_at: Any, single: Any,
) -> int:  # fmt: skip
    """Outcomes where every move leaves one heap: `best[set of the options' outcomes]`, sets as bits.

    `below` is the set of the outcomes of all heaps that lie more than `reach` below `start`.
    """
    c = (start - 1) % modulus
    for n in range(start, stop):
        c = c + 1 if c + 1 < modulus else 0
        if n - reach - 1 >= first:
            below |= 1 << values[n - reach - 1]
        found = 0
        if is_open[c]:
            found = below
        for i in range(single_at[c], single_at[c + 1]):
            rest = n - single[i, 0]
            if rest >= single[i, 1]:
                found |= 1 << values[rest]
        values[n] = best[found]
    return stop
