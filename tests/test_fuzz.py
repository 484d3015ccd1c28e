"""Whatever the text: the answer is a tree or a message that can be shown, and it comes."""

import os
import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import strategies
from heapwise.documents.library import Document, library, read_source
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lang import nodes, parse_effort, parse_expression, parse_file, parse_position
from heapwise.lang.format import format_text
from heapwise.source import Source

TEXTS = [p.read_text() for ending in ("game", "claims") for p in sorted(resource("games").rglob(f"*.{ending}"))]
TEXTS += [p.read_text() for p in sorted((Path(__file__).parent / "examples").glob("*.txt"))]

EXAMPLES = int(os.environ.get("HEAPWISE_FUZZ", "60"))  # set it to some thousands for a long hunt
fuzz = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def answer(work) -> object:
    """What comes of some work: its result, or the text of the message that stopped it."""
    try:
        result = work()
    except HeapwiseError as refusal:
        result = str(refusal)
    assert not isinstance(result, str) or re.match(r"error\[E\d{3}\]: .", result)
    return result


def everything(text: str) -> object:
    """Parse, format and resolve."""

    def work() -> nodes.File:
        document = Document(Source("fuzz", text), library())
        tree = document.tree
        formatted = format_text(document.source)
        assert parse_file(Source("formatted", formatted)) == tree
        assert format_text(Source("formatted", formatted)) == formatted
        document.check()
        return tree

    return answer(work)


def test_the_texts_are_right():
    assert len(TEXTS) > 20
    assert all(isinstance(answer(lambda t=t: parse_file(Source("library", t))), nodes.File) for t in TEXTS)


@fuzz
@given(strategies.programs())
def test_programs_from_the_grammar(text):
    everything(text)


@fuzz
@given(strategies.damaged(st.sampled_from(TEXTS)))
def test_damaged_library(text):
    everything(text)


@fuzz
@given(strategies.damaged(strategies.programs()))
def test_damaged_programs(text):
    everything(text)


@fuzz
@given(st.text(max_size=80))
def test_random_text(text):
    everything(text)
    for parse in (parse_expression, parse_position, parse_effort):
        answer(lambda parse=parse: parse(Source("fuzz", text)))


@fuzz
@given(
    st.binary(max_size=200)
    | st.sampled_from(TEXTS[:5])
    .map(str.encode)
    .flatmap(
        lambda t: st.tuples(st.integers(0, len(t)), st.binary(min_size=1, max_size=3)).map(
            lambda c: t[: c[0]] + c[1] + t[c[0] :]
        )
    )
)
def test_random_bytes(data):
    path = Path("fuzz.game")

    class File(type(path)):
        """A file of these bytes that is on no disk."""

        def open(self, *_):
            import io

            return io.BytesIO(data)

    answer(lambda: parse_file(read_source(File("fuzz.game"))))


GAMES = st.sampled_from(sorted(library().names()))
ARGUMENTS = st.lists(
    st.sampled_from(
        [
            "0",
            "1",
            "2",
            "3",
            "-1",
            "1/2",
            "{1, 2}",
            "{}",
            "1..3",
            "[2, 1]",
            "0.77",
            "nim(2)",
            "10^9",
            "10^18",
            "1..10^18",
            "{10^30}",
            "nothing",
            "true",
            "x",
            "(1, 2)",
            "n = 2",
            "1..",
        ]
    ),
    max_size=4,
)


@fuzz
@given(GAMES, ARGUMENTS, st.lists(st.integers(-1, 3), min_size=1, max_size=4))
def test_games_with_any_arguments_at_any_position(name, arguments, position):
    from heapwise.terms.evaluate import options

    text = f"{name}({', '.join(arguments)})" if arguments else name

    def work() -> int:
        game = library().game(text)
        return len(options(game.position_of(tuple(position))))

    answer(work)
