"""For pytest: the fixture `oobqr`, the mark `oobqr_fixtures`, and a section with reading rates."""
from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

import pytest

import oobqr as _oobqr

# The property of a report that has the damage of its picture; it also arrives from other processes, and in JUnit's files.
_damage = "oobqr_damage"


class Oobqr:
    """The functions of the package, and assertions whose failures show the diagnosis."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_oobqr, name)

    @staticmethod
    def assert_valid(message: Any, *options: str, **named: Any) -> None:
        """Fails, with what `oobqr check` prints, if the message has errors."""
        __tracebackhide__ = True
        try:
            check = _oobqr.check(message, *options, **named)
        except _oobqr.NoSymbol as error:
            pytest.fail(str(error), pytrace=False)
        if not check:
            pytest.fail(f"the message is not valid:\n{check.report}", pytrace=False)

    @staticmethod
    def assert_opens_app(message: Any, phone: str = "android-15", **named: Any) -> None:
        """Fails, with the cause, unless the phone opens the app: by its camera, or with by="tap" from a page.

        If `phone` is a system, such as "android-15", and no scanner or browser is given, its standard camera scans.
        """
        __tracebackhide__ = True
        _assert_verdicts("opened", ["opens-app"], message, phone, named)

    @staticmethod
    def assert_reaches_app(message: Any, phone: str = "android-15", **named: Any) -> None:
        """The same, but the phone may first ask the user which app to open, or whether to open it."""
        __tracebackhide__ = True
        _assert_verdicts("reached", ["opens-app", "chooser", "asks-permission"], message, phone, named)


def _assert_verdicts(done: str, accepted: List[str], message: Any, phone: str, named: Dict[str, Any]) -> None:
    __tracebackhide__ = True
    if not {"scanner", "browser", "by"} & named.keys() and re.fullmatch(r"(?i)(android|ios|harmonyos)-\d+", phone):
        named = {**named, "scanner": "camera"}
    try:
        verdicts = _oobqr.simulate(message, phone=phone, **named)
    except _oobqr.NoSymbol as error:
        pytest.fail(str(error), pytrace=False)
    wrong = [one for one in verdicts if one.verdict not in accepted]
    if wrong or not verdicts:
        lines = [f"{one.program} on {one.handset}: {one.verdict}\n  " + "\n  ".join(one.steps)
                 + (f"\n  fix: {one.remedy}" if one.remedy else "") for one in wrong]
        diagnosis = _oobqr.check(message).report
        pytest.fail("\n".join([f"the app is not {done}:", *lines, diagnosis]), pytrace=False)


@pytest.fixture(scope="session")
def oobqr() -> Oobqr:
    """The functions of the package oobqr, and assertions."""
    return Oobqr()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "oobqr_fixtures(folder, select=None): a test for each picture of a set, as the argument 'picture', or for each approach of a "
        "camera, as the argument 'frames'; select is a regular expression for paths")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker("oobqr_fixtures")
    if mark is None:
        return
    test, names = metafunc.definition.nodeid, {"picture", "frames"} & set(metafunc.fixturenames)
    if len(names) != 1:
        raise pytest.UsageError(f"{test}: @pytest.mark.oobqr_fixtures needs an argument 'picture' or 'frames'")
    folder, select = _arguments(*mark.args, **mark.kwargs)
    found = _oobqr.fixtures(folder)
    groups = found.sequences if names == {"frames"} else [(one,) for one in found]
    chosen = [some for some in groups if select is None or any(re.search(select, one.json["path"]) for one in some)]
    if not chosen:
        # A test that is never run would pass by accident.
        raise pytest.UsageError(f"{test}: select={select!r} chooses none of {len(found)} pictures")
    ids = [some[0].json["path"] for some in chosen]
    if names == {"frames"}:
        metafunc.parametrize("frames", chosen, ids=ids)
    else:
        metafunc.parametrize("picture", [some[0] for some in chosen], ids=ids)


def _arguments(folder: Any, select: Optional[str] = None) -> Tuple[Any, Optional[str]]:
    return folder, select


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("oobqr_fixtures") is not None:
            arguments: Dict[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
            picture: _oobqr.Fixture = arguments["picture"] if "picture" in arguments else arguments["frames"][0]
            item.user_properties.append((_damage, picture.damage))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    rates: Dict[str, List[bool]] = {}
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            damage = dict(report.user_properties).get(_damage)
            if damage is not None and report.when == "call":
                rates.setdefault(str(damage), []).append(outcome == "passed")
    if rates:
        terminalreporter.section("oobqr fixtures")
    for kind, passed in sorted(rates.items()):
        terminalreporter.write_line(f"{kind}: {sum(passed)} of {len(passed)} passed")
