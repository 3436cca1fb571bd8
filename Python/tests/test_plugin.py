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


def test_a_missing_symbol_is_a_failure_without_a_traceback(pytester):
    pytester.makepyfile("""
        WHITE = b"P5\\n1 1\\n255\\n\\xff"

        def test_valid(oobqr):
            oobqr.assert_valid(WHITE)

        def test_opens(oobqr):
            oobqr.assert_opens_app(WHITE)
    """)
    result = pytester.runpytest()
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["no symbol found; *"] * 2)
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_exception_shows_no_token(pytester):
    pytester.makepyfile("""
        import json, oobqr

        SECRET = "b4b07559-f934" + "-4597-a1c5-44d89f691e8f"
        PLAIN = {"nma_data": {"token": SECRET, "redeem_url": "http://fido.siven.ch/nevisfido/token/redeem/authentication"},
                 "nma_data_content_type": "application/json", "nma_data_version": "1"}

        def test_link():
            oobqr.link(PLAIN, base_url="https://access.siven.ch/open")

        def test_make():
            oobqr.make(payload=PLAIN, base_url="https://access.siven.ch/open")

        def test_simulate():
            oobqr.simulate(json.dumps(PLAIN), phone="android-3")

        def test_scan():
            oobqr.scan(json.dumps(PLAIN).encode())
    """)
    result = pytester.runpytest()
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["*OOB202*"])
    result.stdout.no_fnmatch_line("*44d89f691e8f*")


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
        result.stdout.fnmatch_lines(["*oobqr fixtures*", "negative: 2 of 2 passed"])
    else:
        assert counts["failed"] >= count - 2, counts


def test_frames_are_one_test(pytester, tmp_path):
    (tmp_path / "payloads.txt").write_text("one\ntwo\n")
    subprocess.run([oobqr.program(), "fixtures", "make", "--sequence", "4", "--scene", "480x360", "--negatives", "1",
                    "--payloads", str(tmp_path / "payloads.txt"), "-o", str(tmp_path / "near")], check=True, capture_output=True)
    pytester.makepyfile(f"""
        import pytest, oobqr

        @pytest.mark.oobqr_fixtures({str(tmp_path / "near")!r})
        def test_camera(frames):
            read = [{{one.message_bytes for one in oobqr.scan(frame.path)}} for frame in frames]
            assert set().union(*read) == set(frames[0].messages)
    """)
    result = pytester.runpytest()
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["clean: 2 of 2 passed", "negative: 1 of 1 passed"])


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


def test_a_mark_needs_its_argument(pytester, fixture_set):
    for arguments in ("", "picture, frames"):
        pytester.makepyfile(f"""
            import pytest

            @pytest.mark.oobqr_fixtures({str(fixture_set)!r})
            def test_scanner({arguments}):
                pass
        """)
        result = pytester.runpytest()
        assert result.ret not in (0, 5)
        result.stdout.fnmatch_lines(["*needs an argument 'picture' or 'frames'*"])
