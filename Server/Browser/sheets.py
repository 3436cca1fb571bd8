#!/usr/bin/env python3
"""Takes pictures of every state of the kiosk display in every language, and puts them on sheets: one for each language, one of
phones, and one of the dark theme with an operator's brand.

Usage: Server/Browser/sheets.py PROGRAMS FOLDER    (PROGRAMS has oobqr-server and oobqr-phone)

Needs the packages chromium, chromium-driver and python3-selenium.
"""
import base64
import contextlib
import os
import sys
import tempfile
import urllib.request

from kiosk import BRAND, LANGUAGES, STATES, Browser, Server, phone


def send(server, path, body):
  urllib.request.urlopen(urllib.request.Request(
    server.origin + path, body.encode(), {"Content-Type": "application/json", "Accept": "application/json"})).close()


def pictures(size, folder, theme="light", *options):
  """Takes a picture of each language and state, as they come about."""
  taken = {}
  for language in LANGUAGES:
    server = Server("--operation-seconds", "60", *options)
    browser = Browser(size)
    browser.theme(theme)

    def take(state):
      assert browser.state == state, (browser.state, state)
      taken[language, state] = browser.screenshot(folder, f"{size}-{theme}-{language}-{state}")
      return taken[language, state]

    with contextlib.closing(browser):
      send(server, "/faults", '{"fault":"slow","on":"kioskOperation","seconds":2}')
      browser.open(f"{server.origin}/kiosk/{language}")
      take("loading")
      for state, outcome in [("opened", "ignore"), ("succeeded", "approve"), ("failed", "decline")]:
        browser.start(f"{server.origin}/kiosk/{language}")
        phone(take("waiting"), outcome=outcome)
        browser.wait(state)
        take(state)
      browser.start(f"{server.origin}/kiosk/{language}")
      server.stop()
      browser.wait("offline")
      take("offline")
  return taken


def sheet(browser, path, rows, width, height):
  """Puts pictures side by side, made smaller by the browser."""
  def cell(picture):
    with open(picture, "rb") as file:
      data = base64.b64encode(file.read()).decode()
    return f'<img width={width} height={height} src="data:image/png;base64,{data}">'
  columns = len(rows[0])
  page = os.path.join(os.path.dirname(rows[0][0]), "sheet.html")
  with open(page, "w") as file:
    file.write(
      f"<style>body {{ margin: 4px; background: #888; display: grid; gap: 4px; grid-template-columns: repeat({columns}, {width}px) }}"
      f"img {{ display: block }}</style>{''.join(cell(picture) for row in rows for picture in row)}")
  browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
    "width": columns * (width + 4) + 4, "height": len(rows) * (height + 4) + 4, "deviceScaleFactor": 1, "mobile": False})
  browser.open("file://" + page)
  with open(path, "wb") as file:
    file.write(browser.driver.get_screenshot_as_png())
  print(f"{path}: {os.path.getsize(path) / 1000:.0f} kB")


def main():
  with tempfile.TemporaryDirectory() as folder:
    desktop, mobile = pictures("desktop", folder), pictures("phone", folder)
    dark = pictures("desktop", folder, "dark", *BRAND)
    browser = Browser("desktop")
    with contextlib.closing(browser):
      for language in LANGUAGES:
        shown = [desktop[language, state] for state in STATES]
        sheet(browser, os.path.join(sys.argv[2], f"kiosk-{language}.png"), [shown[:3], shown[3:]], 480, 300)
      sheet(browser, os.path.join(sys.argv[2], "kiosk-phones.png"),
            [[mobile[language, state] for state in STATES] for language in LANGUAGES], 195, 422)
      sheet(browser, os.path.join(sys.argv[2], "kiosk-dark.png"),
            [[dark[language, state] for state in STATES] for language in LANGUAGES], 256, 160)


main()
