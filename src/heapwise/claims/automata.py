"""The automata of a block of claims: declared in it, or in files beside the text."""

import re
from dataclasses import replace

from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError
from heapwise.lang import nodes, parse_automaton
from heapwise.numbers import Acceptor
from heapwise.source import Source
from heapwise.terms.automata import acceptor_of
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Declared

_PLAIN = re.compile(r"\w[\w.-]*\.automaton")


def add_automata(
    block: nodes.Claims, document: Document, resolver: Resolver, mistakes: list[HeapwiseError]
) -> tuple[nodes.Automaton, ...]:
    """Make the names of automata known; gives the declarations, with what stands in files put in."""
    found = []
    for item in block.items:
        if isinstance(item, nodes.Automaton):
            try:
                resolver.check_new(item.name)
                node, source = _with_states(item, document, resolver)
                acceptor = acceptor_of(node, source)
                found.append(node)
            except HeapwiseError as mistake:
                mistakes.append(mistake)
                acceptor = _nothing(item)  # so that nothing more is said where the name is used
            resolver.scope.add(item.name.name, Declared(acceptor))
    return tuple(found)


def _with_states(item: nodes.Automaton, document: Document, resolver: Resolver) -> tuple[nodes.Automaton, Source]:
    """A declaration with its states, and the text in which they stand."""
    if item.file is None:
        return item, document.source
    if not _PLAIN.fullmatch(item.file):
        resolver.fail("E146", item, help="plain", file=item.file)
    source = document.beside(document.source, item.file)
    if source is None:
        is_file = not document.source.name.startswith("<")
        resolver.fail("E146", item, help="help" if is_file else "nowhere", file=item.file)
    node = parse_automaton(source)
    if node.digits is None:
        resolver.fail("E146", item, help="again", file=item.file)
    if len(node.tracks) != len(item.tracks):
        resolver.fail("E145", item, help="file", name=item.name.name, wanted=len(node.tracks), found=len(item.tracks))
    return replace(node, name=item.name, file=item.file), source


def _nothing(item: nodes.Automaton) -> Acceptor:
    """The empty set, for a declaration that cannot be read."""
    return Acceptor(item.name.name, len(item.tracks), True, 2, False, ((0,) * 2 ** len(item.tracks),), (False,))
