"""The plugin for pytest, in a session of its own."""
import subprocess

import pytest

import oobqr

pytest_plugins = ["pytester"]


@pytest.fixture(scope="module")
def fixture_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets") / "set"
    subprocess.run([oobqr.program(), "fixtures", "make", "--suite", "smoke", "--negatives", "2",
                    "-o", str(folder)], check=True, capture_output=True)
    return folder


def test_assertions_name_the_cause(pytester):
    pytester.makepyfile("""
        LINK = "https://access.siven.ch/open?dispatchTokenResponse=eyJubWFf"

        def test_valid(oobqr):
            oobqr.assert_valid(LINK)

        def test_opens(oobqr):
            oobqr.assert_opens_app("myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=eyJubWFf", phone="android-15")

        def test_phone(oobqr):
            oobqr.assert_opens_app("https://example.com", phone="pixel-9")
    """)
    result = pytester.runpytest()
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["*OOB121*"])
    result.stdout.fnmatch_lines(["the app is not opened:"])


@pytest.mark.parametrize("scanner, outcomes", [
    ("oobqr.scan(picture.path)", {"passed": True}),
    ("[]", {"passed": False}),
    ("oobqr.scan(oobqr.make('everywhere'))", {"passed": False}),
])
def test_each_picture_is_a_test_and_negatives_count(pytester, fixture_set, scanner, outcomes):
    pytester.makepyfile(f"""
        import pytest, oobqr

        @pytest.mark.oobqr_fixtures({str(fixture_set)!r})
        def test_scanner(picture):
            found = {scanner}
            assert {{one.message_bytes for one in found}} == set(picture.messages)
    """)
    result = pytester.runpytest()
    counts = result.parseoutcomes()
    count = len(oobqr.fixtures(fixture_set))
    assert counts.get("passed", 0) + counts.get("failed", 0) == count
    if outcomes["passed"]:
        assert counts.get("failed", 0) == 0
        result.stdout.fnmatch_lines(["*oobqr fixtures*", "negative: 2 of 2 pictures passed"])
    else:
        assert counts["failed"] >= count - 2, counts


def test_nothing_passes_by_accident(pytester, fixture_set):
    for mark in (f"{str(fixture_set)!r}, select='nothing'", "'no-such-folder'"):
        pytester.makepyfile(f"""
            import pytest

            @pytest.mark.oobqr_fixtures({mark})
            def test_scanner(picture):
                pass
        """)
        result = pytester.runpytest()
        assert result.ret not in (0, 5)
