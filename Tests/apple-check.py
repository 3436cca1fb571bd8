"""Checks the rooms that apps may use for Apple's systems: types, and what exists in the lowest version that Package.swift names.

Usage: apple-check.py BUILD, where BUILD holds the sources that a build made of resources.

The toolchain's interfaces of the standard library keep Apple's `@available` marks on Linux, too. Copied under Apple's names, with a
few edits, they let the compiler check sources for iOS. Nothing is linked, and Foundation and Xcode are not there. The edits depend on
the toolchain's text: with another one that they do not fit, the check says so and passes.
"""

import os, re, shutil, subprocess, sys, tempfile
from pathlib import Path

ROOMS = ["TextFormats", "UAEPass", "WebPages", "OutOfBand", "Association", "HandsetSimulation"]
MODULES = ["Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "RegexBuilder", "Synchronization", "SwiftOnoneSupport"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def interface(name, text):
    """The interface of a module of the standard library as that of an Apple system."""
    target = "-target arm64-apple-ios26.0"
    if name == "_Concurrency":
        target = "-target arm64-apple-ios12.0 -disable-availability-checking"
        text = re.sub(r"^ *@backDeployed\(.*\n", "", text, flags=re.M)
        for flag in ["-enable-library-evolution ", "-library-level api ", "-target-min-inlining-version min "]:
            text = text.replace(flag, "", 1)
    text = re.sub(r"-target \S+", target, text, count=1)
    # Bodies that call what only Linux has.
    linux = "_stdlib_remainderl|_stdlib_squareRootl"
    text = re.sub(r"^.*= (?:%s)\(.*$" % linux, "    Builtin.unreachable()", text, flags=re.M)
    return re.sub(r"(func _diagnoseUnavailableCodeReached\(\) -> Swift.Never)$", r"\1 { Builtin.unreachable() }", text, flags=re.M)


def resources(folder):
    """The resource folder of a compiler for Apple's systems."""
    usr = Path(shutil.which("swift")).resolve().parent.parent
    linux = usr / "lib/swift_static/linux"
    for name in MODULES:
        found = list((linux / f"{name}.swiftmodule").glob("*-unknown-linux-gnu.swiftinterface"))
        if not found:
            return None
        module = folder / "iphoneos" / f"{name}.swiftmodule"
        module.mkdir(parents=True)
        (module / "arm64-apple-ios.swiftinterface").write_text(interface(name, found[0].read_text()))
    for name in ["shims", "apinotes", "clang"]:
        if (usr / "lib/swift" / name).exists():
            (folder / name).symlink_to(usr / "lib/swift" / name)
    return folder


def compile(arguments, folder, version):
    plugins = Path(shutil.which("swift")).resolve().parent.parent / "lib/swift/host/plugins"
    flags = ["-plugin-path", str(plugins), "-disable-objc-interop", "-target", f"arm64-apple-ios{version}", "-resource-dir", str(folder / "resources"),
             "-module-cache-path", str(folder / "cache"), "-I", str(folder / "modules")]
    return subprocess.run(["swiftc", "-frontend"] + arguments + flags, capture_output=True, text=True)


def main(build):
    version = re.search(r"\.iOS\(\.v(\d+)\)", Path("Package.swift").read_text()).group(1) + ".0"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "modules").mkdir()
        (folder / "resources").mkdir()
        trial = folder / "trial.swift"
        trial.write_text("func trial() async -> [String] { \"a b\".split(separator: \" \").map(String.init) }\n")
        newer = folder / "newer.swift"
        newer.write_text("@available(iOS 99, *) func later() {}\nfunc trial() { later() }\n")
        if not resources(folder / "resources") or compile(["-typecheck", str(trial)], folder, version).returncode:
            print("apple-check: this toolchain's interfaces cannot be used for Apple's systems; nothing was checked")
            return 0
        if not compile(["-typecheck", str(newer)], folder, version).returncode:
            print("apple-check: a function of a later version was accepted")
            return 1
        for room in ROOMS:
            sources = [str(file) for file in sorted(Path("Sources", room).rglob("*.swift"))]
            sources += [str(file) for file in Path(build, f"{room}.build/DerivedSources").glob("*.swift")]
            flags = ["-module-name", room, "-package-name", "oobqr", "-swift-version", "6", "-parse-as-library"]
            for feature in FEATURES:
                flags += ["-enable-upcoming-feature", feature]
            module = ["-emit-module", "-Onone", "-warnings-as-errors", "-o", str(folder / "modules" / f"{room}.swiftmodule")]
            made = compile(module + sources + flags, folder, version)
            if made.returncode:
                print(made.stderr[-6000:])
                print(f"apple-check: {room} does not compile for iOS {version}")
                return 1
    print(f"{len(ROOMS)} libraries type-check for iOS {version} and use nothing newer: {', '.join(ROOMS)}.")
    return 0


sys.exit(main(sys.argv[1]))
