"""For pytest: the fixture `oobqr`, the mark `oobqr_fixtures`, and a section with reading rates."""
from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

import oobqr as _oobqr

_rates = pytest.StashKey[Dict[str, List[bool]]]()


class Oobqr:
    """The functions of the package, and assertions whose failures show the diagnosis."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_oobqr, name)

    @staticmethod
    def assert_valid(message: Any, *options: str, **named: Any) -> None:
        """Fails, with what `oobqr check` prints, if the message has errors."""
        __tracebackhide__ = True
        check = _oobqr.check(message, *options, **named)
        if not check:
            pytest.fail(f"the message is not valid:\n{check.report}", pytrace=False)

    @staticmethod
    def assert_opens_app(message: Any, phone: str = "android-15", **named: Any) -> None:
        """Fails, with the cause, unless the phone opens the app: by its camera, or with by="tap" from a page.

        If `phone` is a system, such as "android-15", and no scanner or browser is given, its standard camera scans.
        """
        __tracebackhide__ = True
        if not {"scanner", "browser", "by"} & named.keys() and re.fullmatch(r"(?i)(android|ios|harmonyos)-\d+", phone):
            named["scanner"] = "camera"
        verdicts = _oobqr.simulate(message, phone=phone, **named)
        wrong = [one for one in verdicts if one.verdict != "opens-app"]
        if wrong or not verdicts:
            lines = [f"{one.program} on {one.handset}: {one.verdict}\n  " + "\n  ".join(one.steps)
                     + (f"\n  fix: {one.remedy}" if one.remedy else "") for one in wrong]
            diagnosis = _oobqr.check(message).report
            pytest.fail("\n".join(["the app is not opened:", *lines, diagnosis]), pytrace=False)


@pytest.fixture(scope="session")
def oobqr() -> Oobqr:
    """The functions of the package oobqr, and assertions."""
    return Oobqr()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "oobqr_fixtures(folder, select=None): a test for each picture of a set, as the argument 'picture'; select is a regular "
        "expression for paths")
    config.stash[_rates] = {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker("oobqr_fixtures")
    if mark is None:
        return
    if "picture" not in metafunc.fixturenames:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: @pytest.mark.oobqr_fixtures needs an argument 'picture'")
    folder, select = _arguments(*mark.args, **mark.kwargs)
    found = _oobqr.fixtures(folder)
    chosen = [one for one in found if select is None or re.search(select, one.json["path"])]
    if not chosen:
        # A test that is never run would pass by accident.
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: select={select!r} chooses none of {len(found)} pictures")
    metafunc.parametrize("picture", chosen, ids=[one.json["path"] for one in chosen])


def _arguments(folder: Any, select: Optional[str] = None) -> Tuple[Any, Optional[str]]:
    return folder, select


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    picture = getattr(item, "callspec", None) and item.callspec.params.get("picture")  # type: ignore[attr-defined]
    if report.when == "call" and isinstance(picture, _oobqr.Fixture) and not report.skipped:
        item.config.stash[_rates].setdefault(picture.damage, []).append(report.passed)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rates = config.stash[_rates]
    if not rates:
        return
    terminalreporter.section("oobqr fixtures")
    for kind, passed in sorted(rates.items()):
        terminalreporter.write_line(f"{kind}: {sum(passed)} of {len(passed)} pictures passed")
