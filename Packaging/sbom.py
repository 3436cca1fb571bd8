"""Prints the bill of materials of oobqr as SPDX 2.3 in JSON.

Usage: Packaging/sbom.py OOBQR TIME ARCHIVE, from the top folder, after make release: TIME is seconds since 1970, ARCHIVE the
source archive. It lists the packages that are linked into the program, and the libraries that it needs or opens.
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

program, time, archive = sys.argv[1:]
version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
digest = hashlib.sha256(open(archive, "rb").read()).hexdigest()
packages, relationships = [], []


def add(kind, name, version, licence, location="NOASSERTION", comment=None, **more):
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    package = {
        "SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": location, "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}
    if comment:
        package["comment"] = comment
    packages.append(package)
    relationships.append({"spdxElementId": "SPDXRef-oobqr", "relationshipType": kind, "relatedSpdxElement": identifier})


def pins():
    return {pin["identity"]: pin for pin in json.load(open("Package.resolved"))["pins"]}


def linked():
    """The shared libraries that the program names, and the Debian packages that hold them."""
    output = subprocess.run(["objdump", "-p", program], capture_output=True, text=True, check=True).stdout
    for library in re.findall(r"NEEDED\s+(\S+)", output):
        path = next(
            (line.split(" => ")[1].strip() for line in
             subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout.splitlines()
             if line.split()[:1] == [library]), None)
        # Packages of Debian 12 still have files in /lib, which is a link to /usr/lib.
        names = {path, os.path.realpath(path), os.path.realpath(path).removeprefix("/usr")} if path else []
        owners = subprocess.run(["dpkg", "-S", *names], capture_output=True, text=True).stdout if names else ""
        yield library, owners.split(":")[0] or None


add("DESCRIBES", "oobqr", version, "Apache-2.0", comment="The source archive.", packageFileName=os.path.basename(archive),
    checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
relationships[0]["spdxElementId"] = "SPDXRef-DOCUMENT"
parser = pins()["swift-argument-parser"]
add("STATIC_LINK", "swift-argument-parser", parser["state"]["version"], "Apache-2.0 WITH Swift-exception",
    "git+%s@%s" % (parser["location"], parser["state"]["revision"]))
swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
add("STATIC_LINK", "swift-runtime", re.search(r"Swift version (\S+)", swift).group(1), "Apache-2.0 WITH Swift-exception",
    "https://www.swift.org/download/")
add("STATIC_LINK", "libstdc++", subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    or "NOASSERTION", "GPL-3.0-or-later WITH GCC-exception-3.1")
seen = set()
for library, package in linked():
    # glibc is in several libraries.
    if (package or library) in seen:
        continue
    seen.add(package or library)
    add("DYNAMIC_LINK", package or library, "NOASSERTION", "NOASSERTION",
        comment="%s; any version that Debian 12 or later has" % library)
for name, comment in [("libzbar0", "opened on first use, for symbols that the program's own reader leaves to it"),
                      ("libpangocairo-1.0-0", "opened on first use, for the captions of prints")]:
    add("OPTIONAL_DEPENDENCY_OF", name, "NOASSERTION", "NOASSERTION", comment=comment)
    one = relationships[-1]
    one["spdxElementId"], one["relatedSpdxElement"] = one["relatedSpdxElement"], one["spdxElementId"]
print(json.dumps({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "oobqr-" + version,
    "documentNamespace": "urn:oobqr:%s:%s" % (version, digest),
    "creationInfo": {
        "created": datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "creators": ["Tool: oobqr-sbom-" + version]},
    "packages": packages, "relationships": relationships}, indent=2))
