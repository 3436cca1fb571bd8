#!/usr/bin/env python3
"""Reads what `oobqr associate make` wrote with parsers that are not ours. Usage: Tests/samples/association.py FOLDER."""
import html.parser, json, pathlib, plistlib, sys
import xml.etree.ElementTree as ElementTree

folder = pathlib.Path(sys.argv[1])
sample = json.loads(pathlib.Path("Samples/association/access.json").read_text())

apple = json.loads((folder / "apple-app-site-association").read_text())["applinks"]["details"]
assert [detail["appIDs"] for detail in apple] == [[app] for app in sample["ios"]["appIDs"]]
assert [one["/"] for one in apple[0]["components"]] == sample["exclude"] + sample["paths"]

target = json.loads((folder / "assetlinks.json").read_text())[0]["target"]
assert target["sha256_cert_fingerprints"] == sample["android"]["fingerprints"]

entitlements = plistlib.loads((folder / "app.entitlements").read_bytes())
assert entitlements == {"com.apple.developer.associated-domains": ["applinks:" + sample["domain"]]}
info = plistlib.loads((folder / "Info.plist").read_bytes())
assert info["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == sample["ios"]["schemes"]
assert info["LSApplicationQueriesSchemes"] == sample["ios"]["queriedSchemes"]

android = "{http://schemas.android.com/apk/res/android}"
filters = ElementTree.parse(folder / "intent-filter.xml").getroot().findall(".//intent-filter")
assert [one.get(android + "autoVerify") for one in filters] == ["true", None]
assert filters[0].find("data").get(android + "host") == sample["domain"]

class Banner(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        self.attributes = dict(attributes)

banner = Banner()
banner.feed((folder / "smart-app-banner.html").read_text())
assert banner.attributes["content"].split("app-argument=")[1].startswith("https://" + sample["domain"])
print("Association files: JSON, property lists, XML and HTML are read by Python as they are meant.")
