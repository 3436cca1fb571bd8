"""The package against the program. `make wheel` runs it with the wheel; with OOBQR set, it runs with that program."""
import concurrent.futures
import io
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import oobqr

LINK = "https://access.siven.ch/open?dispatchTokenResponse="
PAYLOAD = {
    "nma_data": {"token": "b4b07559-f934-4597-a1c5-44d89f691e8f",
                 "redeem_url": "https://fido.siven.ch/nevisfido/token/redeem/authentication"},
    "nma_data_content_type": "application/json", "nma_data_version": "1"}


def test_made_symbols_are_read_in_every_form(tmp_path):
    picture = oobqr.make("https://example.com/ä", "--level", "Q")
    path = tmp_path / "a.png"
    path.write_bytes(picture)
    for form in (picture, bytearray(picture), path, str(path), io.BytesIO(picture)):
        symbols = oobqr.scan(form)
        assert [one.message for one in symbols] == ["https://example.com/ä"]
        assert symbols[0].kind == "web" and len(symbols[0].corners) == 4 and symbols[0].version == 3
    assert oobqr.scan(pathlib.Path(path), effort="hard")[0].message_bytes == "https://example.com/ä".encode()


def test_pillow_images_and_arrays():
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(oobqr.make("hello", "--scale", "4")))
    assert oobqr.scan(image)[0].message == "hello"
    assert oobqr.scan(image.convert("RGBA"))[0].message == "hello"
    array = pytest.importorskip("numpy").asarray(image.convert("L"))
    assert oobqr.scan(array)[0].message == "hello"
    assert oobqr.scan(array[::-1])[0].json["engine"] == "modules"
    with pytest.raises(TypeError, match="uint8"):
        oobqr.scan(array.astype("float32"))


def test_what_cannot_be_read_is_an_exception(tmp_path):
    with pytest.raises(oobqr.InputError, match="No such file"):
        oobqr.scan(str(tmp_path / "none.png"))
    for misspelled in ("login.pgn", "Log in", ""):
        with pytest.raises(oobqr.InputError, match=f"'{misspelled}' is not a file, a payload or a link"):
            oobqr.check(misspelled)
    with pytest.raises(oobqr.InputError, match="GIF"):
        oobqr.scan(b"GIF89a")
    with pytest.raises(TypeError):
        oobqr.scan(7)
    with pytest.raises(oobqr.Refused, match="too long|too large|bytes"):
        oobqr.make("x" * 3000)
    with pytest.raises(oobqr.Misuse) as misuse:
        oobqr.simulate(LINK, phone="android-3")
    assert misuse.value.code == 64


def test_links_are_checked_and_simulated():
    link = oobqr.link(PAYLOAD, base_url="https://access.siven.ch/open")
    assert link.startswith(LINK + "eyJ") and oobqr.check(link)
    uri = oobqr.link(json.dumps(PAYLOAD), scheme="myaccessapp")
    verdicts = oobqr.simulate(uri, phone="android-14", scanner="camera")
    assert [one.verdict for one in verdicts] == ["not-forwarded"] and verdicts[0].remedy and not verdicts[0].reaches_app
    assert oobqr.simulate(link, phone="pixel-9")[0].reaches_app
    broken = oobqr.check(LINK + "eyJubWFf")
    assert not broken and [one.code for one in broken.errors] == ["OOB121"] and "OOB121" in str(broken)
    picture = oobqr.make(payload=PAYLOAD, base_url="https://access.siven.ch/open")
    assert "symbol 1" in oobqr.check(picture).report
    assert oobqr.transaction("Pay 10 CHF")["refused"] is False


def test_warnings_are_errors_if_that_is_asked_for():
    picture = oobqr.make(payload=PAYLOAD, scheme="myaccessapp")
    assert oobqr.check(picture) and oobqr.check(picture).errors == ()
    strict = oobqr.check(picture, "--strict")
    assert not strict and [one.code for one in strict.errors] == ["OOB409"]


def test_the_policy_of_the_current_folder_is_that_of_messages_and_pictures(tmp_path, monkeypatch):
    link = oobqr.link(PAYLOAD, base_url="https://access.siven.ch/open")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "oobqr-policy.json").write_text('{"link_hosts": ["other.example.com"]}')
    with pytest.raises(oobqr.Refused, match="under the policy 'oobqr-policy.json'"):
        oobqr.link(PAYLOAD, base_url="https://access.siven.ch/open")
    for form in (link, oobqr.make(link, "--force")):
        check = oobqr.check(form)
        assert [one.code for one in check.errors] == ["OOB413"] and check.report.startswith("message")


def test_a_picture_without_a_symbol_has_no_name(tmp_path):
    with pytest.raises(oobqr.NoSymbol, match="^no symbol found; its shorter side has only 1 pixel"):
        oobqr.check(b"P5\n1 1\n255\n\0")
    (tmp_path / "-.pgm").write_bytes(b"P5\n1 1\n255\n\0")
    with pytest.raises(oobqr.NoSymbol, match="-.pgm: no symbol found"):
        oobqr.check(tmp_path / "-.pgm")


def make_set(folder, *options, payloads=None):
    if payloads is not None:
        (folder.parent / "payloads.txt").write_text(payloads)
        options = (*options, "--payloads", str(folder.parent / "payloads.txt"))
    subprocess.run([oobqr.program(), "fixtures", "make", "-o", str(folder), *options], check=True, capture_output=True)
    return oobqr.fixtures(folder)


def test_sets_have_what_a_scanner_has_to_read(tmp_path):
    scenes = make_set(tmp_path / "scenes", "--suite", "scenes", "--select", "message=scene-1*")
    assert all(len(one.messages) > 1 and one.kind == "scene" and one.expect == "read" for one in scenes)
    first = scenes.fixtures[0]
    assert sorted(one.message_bytes for one in oobqr.scan(first.path)) == sorted(first.messages)
    negatives = make_set(tmp_path / "negatives", "--negatives", "3")
    assert {(one.messages, one.expect, one.kind, one.damage) for one in negatives} == {((), "unread", "negative", "negative")}
    [one] = make_set(tmp_path / "screen", "--suite", "phone-screen", "--select", "message=web*,kind=resolution,strength=6")
    assert one.place == "phone-screen" and one.sequence is None and "glare" in one.damage


def test_from_unreadable_symbols_nothing_may_be_read(tmp_path):
    try:
        [one] = make_set(tmp_path / "covered", "--damage", "occlusion:0.6", "--unreadable", payloads="https://example.com")
    except subprocess.CalledProcessError as error:
        if b"cannot open zbar" not in error.stderr:
            raise
        pytest.skip("each reader has to try, and there is no zbar")
    assert one.is_negative and (one.messages, one.kind, one.damage) == ((), "web", "unreadable occlusion")


def test_the_frames_of_an_approach_belong_together(tmp_path):
    near = make_set(tmp_path / "near", "--sequence", "3", "--scene", "480x360", "--negatives", "1", payloads="one\ntwo\n")
    assert len(near) == 7 and near.json["plan"]["sequence"] == 3
    assert [[(one.sequence, one.frame) for one in frames] for frames in near.sequences] == [
        [("line-1", 1), ("line-1", 2), ("line-1", 3)], [("line-2", 1), ("line-2", 2), ("line-2", 3)], [(None, None)]]


def test_a_manifest_that_is_not_whole_is_refused(tmp_path):
    manifest = tmp_path / "set" / "manifest.jsonl"
    make_set(tmp_path / "set", "--negatives", "3")
    lines = manifest.read_text().splitlines(keepends=True)
    none = lines[0].replace('"fixtures":3', '"fixtures":0')
    for text, match in (("".join(lines[:-1]), "2 of 3"), (none, "0 of 0"), ("", "another version"), ('{"format":"other"}\n', "another version")):
        manifest.write_text(text)
        with pytest.raises(oobqr.InputError, match=match):
            oobqr.fixtures(tmp_path / "set")


def test_no_token_in_a_representation():
    symbol = oobqr.scan(oobqr.make(payload=PAYLOAD, base_url="https://access.siven.ch/open"))[0]
    assert symbol.message and "dispatchTokenResponse=eyJubWFf…" in repr(symbol) and symbol.message not in repr(symbol)


def test_threads_share_a_scanner_which_is_started_anew():
    pictures = [oobqr.make(f"number {index}") for index in range(20)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            found = list(pool.map(lambda one: oobqr.scan(one)[0].message, pictures))
            assert found == [f"number {index}" for index in range(20)]
            process = oobqr._scanners["normal"]._process
            os.kill(process.pid, signal.SIGKILL)


def test_the_module_is_the_command():
    said = subprocess.run([sys.executable, "-m", "oobqr", "--version"], capture_output=True, text=True)
    assert said.returncode == 0 and said.stdout.startswith("0.")
