"""Shows the exported videos to Debian's Chromium in place of a camera, and scans what a page gets from it.

Usage: Tests/samples/camera.py OOBQR, with the Debian packages chromium, chromium-driver and python3-selenium.
OOBQR_SCREENSHOTS=FOLDER keeps the frames.
"""

import base64
import contextlib
import http.server
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Server" / "Browser"))
from kiosk import Browser  # noqa: E402

OOBQR = str(Path(sys.argv[1]).resolve())
LINK = ROOT / "Samples" / "links" / "app-link.txt"
FRAMES = 20

# Takes the next frames as they arrive, each with the darkest and the lightest value in it.
TAKE = """
const [count, done] = arguments;
const late = () => new Promise((_, no) => setTimeout(() => no(new Error('none within 5 seconds')), 5000));
async function take() {
  const video = document.querySelector('video'), canvas = document.querySelector('canvas'), frames = [];
  video.srcObject = await navigator.mediaDevices.getUserMedia({video: true});
  await video.play();
  for (let index = 0; index < count; index++) {
    await Promise.race([new Promise((yes) => video.requestVideoFrameCallback(yes)), late()]);
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(video, 0, 0);
    let [darkest, lightest] = [255, 0];
    context.getImageData(0, 0, canvas.width, canvas.height).data.forEach((value, place) => {
      if (place % 4 === 1) [darkest, lightest] = [Math.min(darkest, value), Math.max(lightest, value)];
    });
    frames.push({png: canvas.toDataURL('image/png').split(',')[1], darkest, lightest});
  }
  return {frames, frameRate: video.srcObject.getVideoTracks()[0].getSettings().frameRate};
}
take().then(done, (error) => done({error: String(error)}));
"""


class Page(http.server.BaseHTTPRequestHandler):
    """A page that may use the camera, because 127.0.0.1 counts as secure."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Camera</title><video muted playsinline></video><canvas></canvas>")

    def log_message(self, *_): ...


def oobqr(*words, codes=(0,)):
    done = subprocess.run([OOBQR, *map(str, words)], capture_output=True, text=True)
    assert done.returncode in codes, f"oobqr {' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr}"
    return done.stdout


def film(video, page):
    """What a page gets from the camera: its frames and its rate."""
    browser = Browser("desktop", arguments=[
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={video}"])
    try:
        browser.open(page)
        taken = browser.driver.execute_async_script(TAKE, FRAMES)
        assert "error" not in taken, f"{video.name}: no frame arrived from the camera: {taken['error']}"
        return taken
    finally:
        browser.close()


def messages(frames, folder):
    """The messages in each frame."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, frame in enumerate(frames):
        (folder / f"{index:02}.png").write_bytes(base64.b64decode(frame["png"]))
    found = [[] for _ in frames]
    for line in oobqr("scan", "--json", "-r", folder, codes=(0, 4)).splitlines():
        symbol = json.loads(line)
        found[int(Path(symbol["path"]).stem)].append(base64.b64decode(symbol["message_base64"]))
    return found


def check(fixtures, kind, size, hold, expect, page, kept):
    """Exports a set, shows it to the browser, and returns a line about what arrived."""
    video = fixtures.parent / f"{fixtures.name}-{size}.{kind}"
    oobqr("fixtures", "export", fixtures, "--as", kind, "-o", video, "--size", size, *hold)
    taken = film(video, page)
    frames, rate = taken["frames"], {"y4m": 15, "mjpeg": 30}[kind]  # Chromium shows every mjpeg at 30 frames a second.
    for index, frame in enumerate(frames):
        place, pixels = f"{video.name}, frame {index}", struct.unpack(">2I", base64.b64decode(frame["png"])[16:24])
        assert pixels == tuple(map(int, size.split("x"))), f"{place}: {pixels} pixels instead of {size}"
        assert frame["lightest"] - frame["darkest"] > 60, f"{place}: one colour, nothing is shown"
    assert taken["frameRate"] == rate, f"{video.name}: {taken['frameRate']} frames a second instead of {rate}"
    found = messages(frames, kept / video.name)
    read, different = sum(map(bool, found)), len({frame["png"] for frame in frames})
    wrong = [message for messages in found for message in messages if message != LINK.read_bytes().strip()]
    assert not wrong, f"{video.name}: read what is not in it: {wrong[0]}"
    expect(video.name, read, different)
    return f"{video.name}: {read} of {len(frames)} frames read, {different} different"


def every(name, read, different):
    assert read == FRAMES, f"{name}: the link is read in only {read} of {FRAMES} frames"


def some(name, read, different):
    assert 0 < read < FRAMES, f"{name}: the link is read in {read} of {FRAMES} frames of an approach"
    assert different > 3, f"{name}: only {different} frames of an approach arrived"


def none(name, read, different):
    assert read == 0 and different > 3, f"{name}: {read} frames read, {different} different"


def main():
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kept = Path(os.environ.get("OOBQR_SCREENSHOTS") or folder / "frames").resolve()
        oobqr("fixtures", "make", "-o", folder / "link", "--payloads", LINK)
        oobqr("fixtures", "make", "-o", folder / "near", "--payloads", LINK, "--sequence", 6, "--scene", "640x480")
        oobqr("fixtures", "make", "-o", folder / "negative", "--negatives", 7)
        server = stack.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        # In a frame of 324 by 324 pixels, modules begin where the blocks of a JPEG do.
        for name, size, hold, expect in [("link", "640x480", [], every), ("link", "324x324", [], every),
                                         ("near", "640x480", [], some), ("negative", "640x480", ["--hold", 3], none)]:
            for kind in ["y4m", "mjpeg"]:
                page = f"http://127.0.0.1:{server.server_port}/"
                print(check(folder / name, kind, size, hold, expect, page, kept), flush=True)


try:
    main()
except AssertionError as fault:
    sys.exit(str(fault))
