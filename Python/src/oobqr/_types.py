"""What the functions return: frozen dataclasses with the names of the program's JSON."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

_secret = re.compile(r"((?:dispatchTokenResponse=)|(?:\"token\" *: *\"))([A-Za-z0-9_\-+/=]{8})[A-Za-z0-9_\-+/=.]+")


def shortened(text: str) -> str:
    """A text without its token: eight characters of it, as the program shows it."""
    return _secret.sub(r"\1\2…", text)


@dataclass(frozen=True)
class Symbol:
    """A symbol in a picture. `message` is its text in the encoding that it states, or else UTF-8; `None` when its bytes,
    `message_bytes`, are not that. `json` has what else the symbol states: `level`, `mask`, `segments` and more."""

    message: Optional[str]
    message_bytes: bytes
    kind: str
    corners: Tuple[Tuple[float, float], ...]
    version: Union[int, str, None]
    engine: str
    json: Dict[str, Any] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        message = repr(self.message_bytes) if self.message is None else repr(shortened(self.message))
        return f"Symbol(message={message}, kind={self.kind!r}, version={self.version!r})"


@dataclass(frozen=True)
class Diagnostic:
    """A finding of a check."""

    code: str
    severity: str
    place: str
    text: str
    remedy: str
    sources: Tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.severity} {self.code} at {self.place}: {self.text}; {self.remedy}"


@dataclass(frozen=True)
class Check:
    """What `oobqr check` says of a message. It is true when there are no errors; with "--strict", warnings are errors."""

    kind: str
    answer: Optional[str]
    diagnostics: Tuple[Diagnostic, ...]
    errors: Tuple[Diagnostic, ...]
    report: str
    json: Dict[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return not self.errors

    def __str__(self) -> str:
        return self.report


@dataclass(frozen=True)
class Verdict:
    """What one phone does with a message."""

    handset: str
    program: str
    verdict: str
    confidence: str
    steps: Tuple[str, ...]
    sources: Tuple[str, ...]
    remedy: Optional[str]
    json: Dict[str, Any] = field(repr=False, compare=False)

    @property
    def reaches_app(self) -> bool:
        return self.verdict in ("opens-app", "chooser", "asks-permission")


@dataclass(frozen=True)
class Fixture:
    """A picture of a set of fixtures. `messages` is what a scanner has to read: of a picture whose `expect` is "unread", nothing."""

    path: str
    messages: Tuple[bytes, ...]
    expect: str
    kind: str
    place: Optional[str]
    sequence: Optional[str]
    frame: Optional[int]
    json: Dict[str, Any] = field(repr=False, compare=False)

    @property
    def is_negative(self) -> bool:
        """Whether nothing may be read from it: it has no symbol, or an unreadable one."""
        return self.expect == "unread"

    @property
    def damage(self) -> str:
        """The kinds of its damage, as in `rotation+noise`, or `clean`; `negative` without a symbol, `unreadable finger` with one."""
        if self.kind == "negative":
            return "negative"
        kinds = "+".join(str(one["kind"]) for one in self.json["damages"]) or "clean"
        return f"unreadable {kinds}" if self.is_negative else kinds


@dataclass(frozen=True)
class Fixtures:
    """A set that `oobqr fixtures make` made. `json` is the first line of its manifest, with its `plan`."""

    folder: str
    fixtures: Tuple[Fixture, ...]
    json: Dict[str, Any] = field(repr=False, compare=False)

    @property
    def sequences(self) -> List[Tuple[Fixture, ...]]:
        """The frames of each approach, in their order. A picture that is not a frame is alone."""
        found: Dict[str, List[Fixture]] = {}
        for one in self.fixtures:
            name = one.path if one.sequence is None else os.path.join(os.path.dirname(one.path), one.sequence)
            found.setdefault(name, []).append(one)
        return [tuple(sorted(frames, key=lambda one: one.frame or 0)) for frames in found.values()]

    def __iter__(self) -> Iterator[Fixture]:
        return iter(self.fixtures)

    def __len__(self) -> int:
        return len(self.fixtures)
