"""A server, a browser that shows its display, and a phone: what tests and pictures of the kiosk display are made with."""
import contextlib
import glob
import json
import os
import re
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# The folder of the programs oobqr-server and oobqr-phone.
PROGRAMS = os.path.abspath(sys.argv[1])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
# Finds what keeps people with disabilities from using a page.
AXE = os.path.join(ROOT, ".build-venv/lib/python*/site-packages/axe_core_python/axe.min.js")
# An operator's.
BRAND = ["--brand", "Example", "--logo", os.path.join(ROOT, "Samples/logo.png"), "--colour", "00529b"]
LANGUAGES = ["en", "de", "fr", "ar"]
STATES = ["loading", "waiting", "opened", "succeeded", "failed", "offline"]
SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


class Server:
  """A server on a port, or on a free one."""

  def __init__(self, *options, port=0):
    self.process = subprocess.Popen(
      [os.path.join(PROGRAMS, "oobqr-server"), "--port", str(port), *options],
      stderr=subprocess.PIPE, text=True)
    self.log = []
    for line in self.process.stderr:
      self.log.append(line)
      if found := re.search(r"listening on (http://127\.0\.0\.1:(\d+))", line):
        self.origin, self.port = found[1], int(found[2])
        return
    raise AssertionError("the server does not start: " + "".join(self.log))

  def stop(self):
    self.process.terminate()
    self.log += self.process.stderr.readlines()
    assert self.process.wait(10) == 0, "the server does not stop in order"


class Browser:
  """A Chromium of one size, which keeps what its console and its network did."""

  def __init__(self, size, language="en", **features):
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                     "--hide-scrollbars", "--disable-background-networking", "--disable-component-update",
                     f"--lang={language}"] + list(features.get("arguments", [])):
      options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    self.resize(size)

  def resize(self, size):
    width, height = SIZES[size]
    self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
      "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})

  def theme(self, name):
    self.driver.execute_cdp_cmd(
      "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

  def show(self, state):
    """Shows a state that the display is not in."""
    self.driver.execute_script("""
      document.body.dataset.state = arguments[0];
      for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== arguments[0];""", state)

  def violations(self):
    """What axe-core finds in the page as it is shown, with its strictest rule for contrast (WCAG 2.2, 1.4.6)."""
    # It does not judge the contrast of a single character: the signs have that of their headings.
    if not self.driver.execute_script("return window.axe !== undefined"):
      with open(glob.glob(AXE)[0]) as file:
        self.driver.execute_script(file.read())
    return self.driver.execute_async_script("""
      const done = arguments[arguments.length - 1];
      axe.run({exclude: [['.sign']]}, {rules: {'color-contrast-enhanced': {enabled: true}}}).then((found) => done(
        [...found.violations, ...found.incomplete].map((rule) => [rule.id, ...rule.nodes.map((node) => node.html)])));""")

  def open(self, url):
    self.driver.get(url)

  def start(self, url):
    """Opens a display that has nothing open."""
    self.driver.delete_all_cookies()
    self.open(url)
    self.wait("waiting")

  @property
  def state(self):
    return self.driver.execute_script("return document.body.dataset.state")

  def wait(self, *states, seconds=15):
    """Waits until the display is in one of the states, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
      if (state := self.state) in states:
        return state
      time.sleep(0.05)
    raise AssertionError(f"the display is '{self.state}' instead of {states}")

  def symbol(self):
    return self.driver.execute_script("return document.querySelector('#symbol svg path')?.getAttribute('d')")

  def visible(self):
    return self.driver.execute_script("return document.querySelector('main > section:not([hidden])').id")

  def screenshot(self, folder, name):
    path = os.path.join(folder, name + ".png")
    with open(path, "wb") as file:
      file.write(self.driver.get_screenshot_as_png())
    return path

  def console(self):
    return [entry["message"] for entry in self.driver.get_log("browser")]

  def network(self):
    """The URLs of all requests since the last call."""
    urls = []
    for entry in self.driver.get_log("performance"):
      message = json.loads(entry["message"])["message"]
      if message["method"] == "Network.requestWillBeSent":
        urls.append(message["params"]["request"]["url"])
    return urls

  def close(self):
    self.driver.quit()


@contextlib.contextmanager
def display(size="desktop", *options, path="/kiosk", language="en"):
  """A server and a browser that shows its display. At the end, nothing may have been said or loaded from elsewhere."""
  server = Server(*options)
  browser = Browser(size, language)
  try:
    browser.open(server.origin + path)
    browser.wait("waiting")
    yield server, browser
    assert browser.console() == [], browser.console()
    foreign = [url for url in browser.network() if not url.startswith((server.origin + "/", "data:"))]
    assert foreign == [], foreign
  finally:
    browser.close()
    server.stop()


def phone(picture, name="android-14:camera", outcome="approve"):
  """Lets a phone act on a picture, and returns its report."""
  run = subprocess.run(
    [os.path.join(PROGRAMS, "oobqr-phone"), "act", picture, "--as", name, "--outcome", outcome, "--json"],
    capture_output=True, text=True)
  assert run.stdout, run.stderr
  return json.loads(run.stdout)
