"""A login page in Chromium: its symbol and its link open the app.

    pip install oobqr-*.whl pytest playwright
    LOGIN_PAGE=https://www.example.com/login CHROMIUM=/usr/bin/chromium pytest test_login_page.py

Without LOGIN_PAGE, the page is made here. Without CHROMIUM, the browser is that of `playwright install chromium`.
"""
import base64
import os

import pytest
from playwright.sync_api import sync_playwright

PAYLOAD = {
    "nma_data": {"token": "b4b07559-f934-4597-a1c5-44d89f691e8f",
                 "redeem_url": "https://fido.siven.ch/nevisfido/token/redeem/authentication"},
    "nma_data_content_type": "application/json", "nma_data_version": "1"}


@pytest.fixture(scope="module")
def page(oobqr):
    with sync_playwright() as playwright:
        # As root, as in many containers, Chromium starts only without its sandbox, which is for strangers' pages.
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(10_000)
        if "LOGIN_PAGE" in os.environ:
            page.goto(os.environ["LOGIN_PAGE"])
        else:
            link = oobqr.link(PAYLOAD, base_url="https://access.siven.ch/open")
            picture = base64.b64encode(oobqr.make(link)).decode()
            page.set_content(f"""<!doctype html><title>Log in</title><h1>Log in</h1>
                <img class="login" alt="Scan this with your phone" width="308" src="data:image/png;base64,{picture}">
                <p><a class="app" href="{link}">Log in on this phone</a>""")
        yield page
        browser.close()


def assert_opens_app(oobqr, picture):
    oobqr.assert_valid(picture, "--strict")  # also fails for a symbol that only some phones read
    oobqr.assert_opens_app(picture, phone="android-15")
    oobqr.assert_opens_app(picture, phone="ios-18")


def test_symbol(oobqr, page):
    assert_opens_app(oobqr, page.locator("img.login").screenshot())


def test_whole_page(oobqr, page):
    assert_opens_app(oobqr, page.screenshot(full_page=True))


def test_link(oobqr, page):
    link = page.locator("a.app").get_attribute("href")
    oobqr.assert_reaches_app(link, phone="android-15", by="tap", browser="chrome")  # which asks for the app
    oobqr.assert_opens_app(link, phone="ios-18", by="tap", browser="safari")
