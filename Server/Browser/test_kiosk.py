#!/usr/bin/env python3
"""Drives the kiosk display with Debian's Chromium: a phone scans what the screen shows, and the display must follow.

Usage: Server/Browser/test_kiosk.py FOLDER    (with the programs oobqr-server and oobqr-phone)

Needs the packages chromium, chromium-driver and python3-selenium, and axe-core-python (PyPI), which `make python` installs.
"""
import contextlib
import itertools
import os
import re
import sys
import tempfile
import time

from selenium.webdriver.common.keys import Keys

from kiosk import BRAND, LANGUAGES, SIZES, STATES, Browser, Server, display, phone


def test_a_phone_scans_the_screen_of_every_size_and_the_display_turns(folder):
  with display() as (server, browser):
    for size, theme in itertools.product(SIZES, ["light", "dark"]):
      browser.resize(size)
      browser.theme(theme)
      browser.start(server.origin + "/kiosk")
      first = browser.symbol()
      report = phone(browser.screenshot(folder, f"{size}-{theme}"))
      assert report["ending"] == "reported", report
      browser.wait("succeeded")
      assert browser.visible() == "succeeded"
      browser.screenshot(folder, f"{size}-{theme}-succeeded")
    # The next login follows by itself, with another symbol.
    browser.wait("waiting")
    assert browser.symbol() != first


def test_a_phone_that_opens_and_then_declines_is_seen_doing_both(folder):
  with display("desktop", "--operation-seconds", "60") as (server, browser):
    assert phone(browser.screenshot(folder, "ignored"), outcome="ignore")["ending"] == "ignored"
    browser.wait("opened")
    browser.start(server.origin + "/kiosk")
    phone(browser.screenshot(folder, "declined"), name="ios-18:camera", outcome="decline")
    browser.wait("failed")
    browser.wait("waiting")


def test_a_visitor_who_walks_away(folder):
  with display("desktop", "--operation-seconds", "60") as (server, browser):
    first = browser.symbol()
    phone(browser.screenshot(folder, "walked-away"), outcome="ignore")
    browser.wait("opened")
    browser.driver.execute_script("document.getElementById('startOver').focus()")
    browser.driver.switch_to.active_element.send_keys("\n")
    browser.wait("waiting")
    assert browser.symbol() != first
    assert browser.driver.execute_script("return document.activeElement.textContent") == "Log in with your phone"
    # The login of the one who has left is not that of the next.
    time.sleep(1)
    assert browser.state == "waiting"
    phone(browser.screenshot(folder, "next"))
    browser.wait("succeeded")


def test_an_operation_that_the_phone_leaves_open_fails(folder):
  with display("desktop", "--operation-seconds", "2") as (server, browser):
    phone(browser.screenshot(folder, "left"), outcome="ignore")
    browser.wait("opened")
    browser.wait("failed")


def test_a_symbol_is_renewed_before_it_expires_and_the_old_one_still_counts(folder):
  with display("desktop", "--token-seconds", "6") as (server, browser):
    first, old = browser.symbol(), browser.screenshot(folder, "old")
    end = time.monotonic() + 6
    while browser.symbol() == first:
      assert time.monotonic() < end, "the symbol is not renewed in time"
      assert browser.state == "waiting"
      time.sleep(0.05)
    assert phone(old)["status"] == "succeeded"
    browser.wait("succeeded")


def test_a_custom_uri_stays_where_it_is(folder):
  with display("desktop", "--scheme", "myaccessapp") as (server, browser):
    text = browser.driver.execute_script("return document.querySelector('#waiting ul').innerText")
    assert "Android 13 or newer: open the app" in text, text
    picture = browser.screenshot(folder, "custom-uri")
    report = phone(picture)
    assert (report["ending"], report["verdict"]["verdict"]) == ("not-opened", "not-forwarded"), report
    time.sleep(1)
    assert browser.state == "waiting"
    assert phone(picture, name="access-app")["status"] == "succeeded"
    browser.wait("succeeded")


def test_a_server_that_goes_away_and_comes_back(folder):
  server = Server()
  browser = Browser("desktop")
  try:
    browser.open(server.origin + "/kiosk")
    browser.wait("waiting")
    assert browser.console() == []
    server.stop()
    browser.wait("offline")
    browser.screenshot(folder, "offline")
    # What the browser itself says of a refused connection is in the console; the page says nothing.
    assert all("ERR_" in line or "Failed to load resource" in line for line in browser.console())
    server = Server(port=server.port)
    browser.wait("waiting")
    browser.console()
    assert phone(browser.screenshot(folder, "back"))["status"] == "succeeded"
    browser.wait("succeeded")
    assert browser.console() == []
  finally:
    browser.close()
    server.stop()


def test_a_server_that_fails_for_a_moment(folder):
  with display() as (server, browser):
    # A dropped connection is no test: Chromium asks again by itself.
    browser.driver.execute_async_script("""
      const done = arguments[arguments.length - 1];
      fetch('/faults', {method: 'POST', body: '{"fault":"error","on":"kioskOperation"}',
        headers: {'Content-Type': 'application/json', Accept: 'application/json'}}).then(done);""")
    browser.driver.execute_script("document.getElementById('renew').click()")
    browser.wait("offline")
    browser.wait("waiting")
    logged = browser.console()
    assert len(logged) == 1 and "500 (Internal Server Error)" in logged[0], logged


def test_a_backend_that_is_away_for_a_moment(folder):
  backend = Server()
  paths = ["--dispatch-path", "/nevisfido/token/dispatch/authentication", "--status-path", "/nevisfido/status"]
  front, browser = Server("--backend", backend.origin, *paths), Browser("desktop")
  try:
    browser.start(front.origin + "/kiosk")
    phone(browser.screenshot(folder, "backend"))
    browser.wait("succeeded")
    browser.wait("waiting")
    first = browser.symbol()
    backend.stop()
    browser.wait("offline")
    # While it is away, the display stays offline.
    time.sleep(3)
    assert browser.state == "offline"
    backend = Server(port=backend.port)
    browser.wait("waiting")
    assert browser.symbol() != first
    phone(browser.screenshot(folder, "backend-again"), outcome="decline")
    browser.wait("failed")
    foreign = [url for url in browser.network() if not url.startswith((front.origin + "/", "data:"))]
    assert foreign == [], foreign
    logged = browser.console()
    assert all("502 (Bad Gateway)" in line for line in logged), logged
  finally:
    browser.close()
    front.stop()
    backend.stop()


def test_polling_without_server_sent_events(folder):
  server = Server()
  browser = Browser("desktop")
  try:
    browser.driver.execute_cdp_cmd(
      "Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.EventSource;"})
    browser.open(server.origin + "/kiosk")
    browser.wait("waiting")
    phone(browser.screenshot(folder, "polled"))
    browser.wait("succeeded")
    assert browser.console() == []
    assert not any(url.endswith("/events") for url in browser.network())
  finally:
    browser.close()
    server.stop()


def test_polling_ends_where_the_events_come_back(folder):
  server = Server()
  browser = Browser("desktop")
  try:
    # The first stream of events breaks, and answers to polls are late.
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
      const Events = EventSource, ask = fetch;
      let streams = 0;
      window.polls = 0;
      window.EventSource = function (url) {
        if (++streams > 1) return new Events(url);
        const broken = {close() {}};
        setTimeout(() => broken.onerror(), 100);
        return broken;
      };
      window.fetch = async (url, options) => {
        if (url !== '/kiosk/state') return ask(url, options);
        window.polls++;
        const answer = await ask(url, options);
        await new Promise((done) => setTimeout(done, 1500));
        return answer;
      };"""})
    browser.open(server.origin + "/kiosk")
    browser.wait("waiting")
    time.sleep(0.6)
    # While the answer to the first poll is under way, another login begins.
    assert browser.driver.execute_script("return polls") == 1
    browser.driver.execute_script("document.getElementById('renew').click()")
    time.sleep(5)
    assert browser.driver.execute_script("return polls") == 1
    phone(browser.screenshot(folder, "events-again"))
    browser.wait("succeeded")
    assert browser.console() == []
  finally:
    browser.close()
    server.stop()


def test_languages_and_directions(folder):
  # With all that a page can have.
  with display("desktop", "--scheme", "myaccessapp", *BRAND) as (server, browser):
    for language, direction in zip(LANGUAGES, ["ltr", "ltr", "ltr", "rtl"]):
      browser.resize("desktop")
      browser.start(server.origin + "/kiosk/" + language)
      page = browser.driver.execute_script(
        "const root = document.documentElement; return [root.lang, getComputedStyle(root).direction]")
      assert page == [language, direction], page
      picture = browser.screenshot(folder, "language-" + language)
      # Everything is seen at once, and no text touches the edge.
      for size, state in itertools.product(SIZES, STATES):
        width, height = SIZES[size]
        browser.resize(size)
        browser.show(state)
        *sizes, distance = browser.driver.execute_script("""
          const root = document.documentElement, distances = [], range = document.createRange();
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            if (texts.currentNode.parentElement.closest('.unseen') || !texts.currentNode.data.trim()) continue;
            range.selectNodeContents(texts.currentNode);
            for (const box of range.getClientRects()) distances.push(box.left, innerWidth - box.right);
          }
          return [root.scrollWidth, root.scrollHeight, innerWidth, innerHeight, Math.min(...distances)]""")
        assert sizes[:2] == [width, height] and sizes[2:] == [width, height], (language, size, state, sizes)
        assert distance >= 16, (language, size, state, distance)
      browser.show("waiting")
      assert phone(picture, name="ios-18:camera")["status"] == "succeeded"
      browser.wait("succeeded")


def test_the_token_is_nowhere_but_in_the_symbol(folder):
  with display() as (server, browser):
    page = browser.driver.execute_script("""
      return [document.title, location.href, history.length, document.cookie, Object.keys(localStorage).length,
        Object.keys(sessionStorage).length, document.documentElement.outerHTML]""")
    title, address, length, cookie, local, session, html = page
    assert title == "Log in with your phone" and address == server.origin + "/kiosk", page[:2]
    assert (cookie, local, session) == ("", 0, 0), page[3:6]
    assert "dispatchTokenResponse" not in html and "eyJ" not in html
    assert phone(browser.screenshot(folder, "token"))["status"] == "succeeded"
    browser.wait("succeeded")
    assert all("?" not in url for url in browser.network() if not url.startswith("data:"))
    log = "".join(server.log)
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", log)


def test_keyboard_screen_reader_and_layout(folder):
  with display() as (server, browser):
    for size in SIZES:
      browser.resize(size)
      browser.start(server.origin + "/kiosk")
      facts = browser.driver.execute_script("""
        const shown = (e) => e.getClientRects().length > 0;
        const focusable = [...document.querySelectorAll('a, button')].filter(shown);
        const symbol = document.getElementById('symbol').getBoundingClientRect();
        return {
          names: focusable.map((e) => e.innerText.trim()), smallest: Math.min(...focusable.map((e) => e.offsetHeight)),
          headings: [...document.querySelectorAll('h1')].filter(shown).length, label: document.getElementById('symbol').ariaLabel,
          status: document.getElementById('news').getAttribute('role'), overflow: document.body.scrollWidth - innerWidth,
          symbol: [symbol.left, symbol.top, innerWidth - symbol.right, innerHeight - symbol.bottom],
          side: symbol.width / Math.min(innerWidth, innerHeight)}""")
      assert facts["names"] == ["New code", "English", "Deutsch", "Français", "العربية"], facts
      assert facts["smallest"] >= 44 and facts["headings"] == 1 and facts["overflow"] <= 0, facts
      assert facts["label"] == "QR code for the login" and facts["status"] == "status", facts
      assert min(facts["symbol"]) >= 0 and facts["side"] >= 0.5, facts
      first = browser.symbol()
      browser.driver.execute_script("document.getElementById('renew').focus()")
      browser.driver.switch_to.active_element.send_keys("\n")
      end = time.monotonic() + 5
      while browser.symbol() == first:
        assert time.monotonic() < end, "the key does nothing"
        time.sleep(0.05)
      assert browser.driver.execute_script("return document.activeElement.id") == "renew"
      phone(browser.screenshot(folder, "keyboard-" + size))
      browser.wait("succeeded")
      news = browser.driver.execute_script("return document.getElementById('news').textContent")
      assert news == "You are logged in", news
      focus = browser.driver.execute_script("return document.activeElement.textContent")
      assert focus == "You are logged in", focus


def test_nothing_keeps_anyone_from_using_it(folder):
  with display("desktop", *BRAND) as (server, browser):
    for language in LANGUAGES:
      browser.start(f"{server.origin}/kiosk/{language}")
      for theme, size, state in itertools.product(["light", "dark"], ["desktop", "phone"], STATES):
        browser.theme(theme)
        browser.resize(size)
        browser.show(state)
        assert browser.violations() == [], (language, theme, size, state, browser.violations())


def contrast(first, second):
  """The contrast of two colours (WCAG 2.2, relative luminance)."""
  def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  lighter, darker = sorted([luminance(first), luminance(second)], reverse=True)
  return (lighter + 0.05) / (darker + 0.05)


def test_the_focus_is_seen(folder):
  # The lightest accent that is accepted.
  with display("desktop", "--colour", "767676") as (server, browser):
    for theme, state in itertools.product(["light", "dark"], STATES):
      browser.theme(theme)
      browser.show(state)
      browser.driver.execute_script("document.body.tabIndex = -1; document.body.focus()")
      found = []
      for _ in range(5 if state in ["waiting", "opened"] else 4):
        browser.driver.switch_to.active_element.send_keys(Keys.TAB)
        name, width, *colours = browser.driver.execute_script("""
          const element = document.activeElement, style = getComputedStyle(element);
          let around = element.parentElement;
          while (getComputedStyle(around).backgroundColor === 'rgba(0, 0, 0, 0)') around = around.parentElement;
          return [element.innerText, parseFloat(style.outlineWidth), style.outlineColor, getComputedStyle(around).backgroundColor]""")
        found.append(name)
        # WCAG 2.2, 1.4.11 and 2.4.13.
        assert width >= 2 and contrast(*colours) >= 3, (theme, state, name, width, colours)
      button = {"waiting": ["New code"], "opened": ["Start over"]}.get(state, [])
      assert found == button + ["English", "Deutsch", "Français", "العربية"], (theme, state, found)


def main():
  tests = [value for name, value in globals().items() if name.startswith("test_")]
  chosen = [test for test in tests if not sys.argv[2:] or any(word in test.__name__ for word in sys.argv[2:])]
  kept = os.environ.get("OOBQR_SCREENSHOTS")
  with contextlib.ExitStack() as stack:
    folder = kept or stack.enter_context(tempfile.TemporaryDirectory())
    os.makedirs(folder, exist_ok=True)
    for test in chosen:
      start = time.monotonic()
      test(folder)
      print(f"{test.__name__[5:].replace('_', ' ')}: {time.monotonic() - start:.1f} s", flush=True)
  print(f"Browser: {len(chosen)} tests passed.")


main()
