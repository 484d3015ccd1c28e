"""What a shell may complete: games with their parameters, plays, claims, codes. Files are looked through for headings
and never parsed, so the answer is there at once."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from heapwise.files import files_in, resource

_HEADING = re.compile(r"(?m)^[ \t]*game\s+(?P<name>[^\W\d]\w*)[ \t]*(?P<open>\(?)")
_CLAIM = re.compile(r"(?m)^[ \t]*(?:theorem|conjecture|disproved|question)\s+([^\W\d]\w*)")
_BLOCK = re.compile(r"(?m)^[ \t]*claims\b(?:[ \t]+for[ \t]+([^\W\d]\w*))?")
_NAME = re.compile(r"[^\W\d]\w*")
_CALL = re.compile(r"(?s)(?P<before>.*?)(?P<name>[^\W\d]\w*)\((?P<given>[^()]*)")
_WORD = re.compile(r"\w*\Z")


class Heading(NamedTuple):
    """A game as its heading has it."""

    name: str
    parameters: tuple[str, ...]


def headings(text: str) -> Iterator[Heading]:
    """The headings of a text of games."""
    for match in _HEADING.finditer(text):
        parts = _parts(text, match.end()) if match["open"] else []
        names = (_NAME.search(part) for part in parts)
        yield Heading(match["name"], tuple(name[0] for name in names if name))


def _parts(text: str, start: int) -> list[str]:
    """What stands between commas and semicolons, up to the parenthesis that closes."""
    parts, depth = [""], 1
    for character in text[start:]:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            break
        if depth == 1 and character in ",;":
            parts.append("")
        else:
            parts[-1] += character
    return parts


def games(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Games by name, and inside of parentheses the parameters that are still missing."""
    known = {h.name: h for text in map(_read, _files(context, ".game")) for h in headings(text)}
    word = "".join(_WORD.findall(incomplete))
    begin = incomplete[: len(incomplete) - len(word)]
    found: list[CompletionItem] = []
    call = _CALL.fullmatch(incomplete)
    if call is not None and call["name"] in known:
        found += _arguments(known[call["name"]], incomplete, call["given"])
        if not word[:1].isalpha():
            return _kept_open(found)
    names = (h for h in known.values() if h.name.startswith(word))
    found += [CompletionItem(f"{begin}{h.name}{'(' if h.parameters else ''}", help=_usage(h)) for h in names]
    return _kept_open(found)


def _kept_open(found: list[CompletionItem]) -> list[CompletionItem]:
    """Shells close the quotes behind the only completion there is. Where that is not the end, a second one keeps them
    open."""
    if len(found) == 1 and found[0].value.endswith(("(", "=", " ")):
        return [*found, CompletionItem(f"{found[0].value}...", help=found[0].help)]
    return found


def _arguments(game: Heading, incomplete: str, given: str) -> Iterator[CompletionItem]:
    """The parameters by name; when the last of them is given, the end."""
    *before, last = re.split("[,;]", given)
    named = {part.partition("=")[0].strip() for part in before if "=" in part}
    left = [name for name in game.parameters[len(before) - len(named) :] if name not in named]
    if "=" in last or last.strip().isdigit():
        yield CompletionItem(incomplete + (", " if len(left) > 1 else ")"), help=_usage(game))
        return
    begin = incomplete[: len(incomplete) - len(last.lstrip())]
    for name in left:
        if name.startswith(last.strip()):
            yield CompletionItem(f"{begin}{name}=", help=_usage(game))


def _usage(game: Heading) -> str:
    return f"{game.name}({', '.join(game.parameters)})" if game.parameters else game.name


def claims(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of claims in the files, folders and games of the library that are given."""
    given = context.params.get("paths") or context.args
    paths = map(_meant, given) if given else (Path("games") if Path("games").is_dir() else resource("games"),)
    files = (f for path in paths for f in ((path,) if path.is_file() else files_in(path, "**/*.claims")))
    found = (name for file in files for name in _CLAIM.findall(_read(file)))
    return [name for name in dict.fromkeys(found) if name.startswith(incomplete)]


def _meant(given: str | Path) -> Path:
    from heapwise.documents.by_name import claims_path
    from heapwise.errors import HeapwiseError

    try:
        return claims_path(Path(given))
    except HeapwiseError:
        return Path(given)


def claims_of_game(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of claims about the game that is named before them."""
    words = (
        context.params.get("game"),
        *context.args,
    )  # click leaves them as they are behind an option without a value
    game = _NAME.match(next(filter(None, words), ""))
    texts = map(_read, _files(context, ".claims")) if game is not None else ()
    found = (name for text in texts for about, block in _blocks(text) if game and about == game[0]
             for name in _CLAIM.findall(block))  # fmt: skip
    return [name for name in dict.fromkeys(found) if name.startswith(incomplete)]


def _blocks(text: str) -> Iterator[tuple[str | None, str]]:
    """The name of a game with the claims about it; laws are about none."""
    _, *parts = _BLOCK.split(text)
    return zip(parts[::2], parts[1::2], strict=True)


def among(*words: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Completes one of these words."""
    return lambda _context, _parameter, incomplete: [word for word in words if word.startswith(incomplete)]


methods = among("auto", "table", "local", "sample", "period", "proof")
plays = among("normal", "misere", "1,2,0")


def codes(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Codes of messages with their headlines."""
    from heapwise.messages import codes as known
    from heapwise.messages import title

    return [CompletionItem(code, help=title(code)) for code in known() if code.startswith(incomplete.upper())]


def _files(context: click.Context, ending: str) -> Iterator[Path]:
    """The files given with -f, those beside them, and the library."""
    given = [Path(name) for name in context.params.get("files") or ()]
    beside = (path for file in given for path in files_in(file.parent, f"*{ending}"))
    yield from dict.fromkeys((*given, *beside, *sorted(resource("games").rglob(f"*{ending}"))))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
