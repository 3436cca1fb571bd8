// swift-tools-version: 6.2
import PackageDescription

/// Our own gate accepts no warnings; a newer compiler's must not stop those who only build the package.
let gate: [SwiftSetting] = Context.environment["OOBQR_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The settings of all Swift targets.
let strict: [SwiftSetting] =
  gate + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// Which commit is built, if the Makefile says so.
let builtCommit = Context.environment["OOBQR_COMMIT"] ?? ""

/// The JSON Schemas of what commands print, and of files that they read.
let schemas = [
  "associate-check", "associate-fetch", "catalogue", "check", "compare", "dispatch-read", "explain",
  "fixtures-compare", "fixtures-kinds", "fixtures-manifest", "fixtures-verify", "make", "make-row", "payload", "policy",
  "print-plan",
  "print-report", "print-stocks", "printer-profile", "redeem", "scan", "scan-line", "simulate", "transaction",
  "uaepass-check",
]

/// The targets, each with the targets that it may import.
let rooms: [Target] = [
  .systemLibrary(
    name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
  // Without pkgConfig, which would link zbar: it is opened on first use.
  .systemLibrary(name: "CZBar", providers: [.apt(["libzbar-dev"])]),
  .systemLibrary(
    name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
  // The few declarations needed are in its shim: Pango and cairo are opened on first use.
  .systemLibrary(name: "CPangoCairo", providers: [.apt(["libpangocairo-1.0-0"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(
    name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
  // The headers of the kernel, which come with the C library.
  .systemLibrary(name: "CJail"),
  .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),

  .target(name: "Imaging", swiftSettings: strict),
  // Without Foundation, nothing else links the maths library.
  .target(
    name: "TextFormats", swiftSettings: strict,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  .target(name: "HostSystem", dependencies: ["CJail"], swiftSettings: strict),
  .target(name: "QRSymbology", swiftSettings: strict),
  .target(name: "QREncoding", dependencies: ["QRSymbology", "CQREncode"], swiftSettings: strict),
  .target(
    name: "QRScanning", dependencies: ["HostSystem", "QRSymbology", "Imaging", "CZBar"], swiftSettings: strict),
  .target(
    name: "SymbolGrading", dependencies: ["QRSymbology", "QRScanning", "Imaging", "TextFormats"], swiftSettings: strict),
  .target(
    name: "ImageCoding", dependencies: ["Imaging", "TextFormats", "CPNG", "CDeflate", "CTurboJPEG", "CZlib"],
    swiftSettings: strict),
  .target(
    name: "ConfinedReading",
    dependencies: [
      "HostSystem", "TextFormats", "Imaging", "ImageCoding", "QRSymbology", "QRScanning", "SymbolGrading",
    ], swiftSettings: strict),
  .target(name: "SymbolDrawing", dependencies: ["QRSymbology", "Imaging", "TextFormats"], swiftSettings: strict),
  // Made and read with one import.
  .target(
    name: "QRSymbols",
    dependencies: ["QRSymbology", "QREncoding", "QRScanning", "ImageCoding", "SymbolDrawing", "Imaging"],
    swiftSettings: strict),
  .target(
    name: "WebPages", dependencies: ["TextFormats"],
    resources: (["page.html", "page.css"] + ["en", "de", "fr", "ar"].map { "Texts/\($0).json" }).map {
      .embedInCode($0)
    },
    swiftSettings: strict),
  .target(name: "UAEPass", dependencies: ["TextFormats"], swiftSettings: strict),
  .target(name: "OutOfBand", dependencies: ["TextFormats", "UAEPass", "WebPages"], swiftSettings: strict),
  .target(
    name: "Association", dependencies: ["TextFormats", "UAEPass", "WebPages", "OutOfBand"], swiftSettings: strict),
  // The only library that imports Foundation.
  .target(name: "OutOfBandFoundation", dependencies: ["OutOfBand", "TextFormats"], swiftSettings: strict),
  .target(
    name: "HandsetSimulation", dependencies: ["TextFormats", "UAEPass", "OutOfBand"],
    resources: [.embedInCode("catalogue.json")],
    swiftSettings: strict),
  .target(
    name: "Diagnosis",
    dependencies: ["TextFormats", "OutOfBand", "Association", "HandsetSimulation", "SymbolGrading"],
    swiftSettings: strict),
  .target(name: "PictureDamage", dependencies: ["Imaging", "TextFormats"], swiftSettings: strict),
  .target(
    name: "SymbolFixtures",
    dependencies: [
      "HostSystem", "PictureDamage", "Imaging", "TextFormats", "QRSymbology", "QREncoding", "SymbolDrawing",
      "ImageCoding",
      "OutOfBand",
    ],
    swiftSettings: strict),

  .target(
    name: "Typesetting",
    dependencies: ["HostSystem", "Imaging", "SymbolDrawing", "TextFormats", "CPangoCairo", "ImageCoding"],
    resources: [.embedInCode("PDF/sRGB.icc")], swiftSettings: strict),
  .target(
    name: "SymbolMaking",
    dependencies: [
      "QRSymbology", "Imaging", "TextFormats", "HostSystem", "QREncoding", "QRScanning", "ImageCoding", "SymbolDrawing",
      "OutOfBand",
    ],
    swiftSettings: strict),
  .target(
    name: "KioskPrinting",
    dependencies: [
      "QRSymbology", "Imaging", "TextFormats", "HostSystem", "QREncoding", "QRScanning", "ImageCoding", "SymbolDrawing",
      "SymbolGrading", "SymbolMaking", "PictureDamage", "OutOfBand", "Typesetting",
    ], resources: [.embedInCode("Posters/texts.json")], swiftSettings: strict),

  .target(
    name: "SymbolBatches", dependencies: ["HostSystem", "TextFormats", "OutOfBand"], swiftSettings: strict),

  .target(
    name: "CommandSupport",
    dependencies: [
      "HostSystem", "Imaging", "TextFormats", "QRSymbology", "QREncoding", "QRScanning", "ImageCoding", "SymbolDrawing",
      "SymbolMaking", "SymbolGrading", "ConfinedReading", "OutOfBand", "UAEPass", "Association", "HandsetSimulation",
      "WebPages", "Diagnosis", "SymbolFixtures",
      "SymbolBatches", "Typesetting", argumentParser,
    ],
    swiftSettings: strict),
  // The subcommands by what they work on, compiled side by side.
  .target(
    name: "MessageCommands",
    dependencies: [
      "HostSystem", "TextFormats", "QRSymbology", "QREncoding", "ConfinedReading", "OutOfBand", "Association",
      "UAEPass", "WebPages", "HandsetSimulation", "Diagnosis", "CommandSupport", argumentParser,
    ],
    resources: schemas.map { .embedInCode("Schemas/\($0).schema.json") },
    swiftSettings: strict),
  .target(
    name: "PictureCommands",
    dependencies: [
      "HostSystem", "PictureDamage", "Imaging", "TextFormats", "QRSymbology", "QREncoding", "QRScanning", "ImageCoding",
      "SymbolDrawing", "ConfinedReading", "OutOfBand", "HandsetSimulation", "SymbolFixtures", "SymbolGrading",
      "SymbolMaking", "KioskPrinting", "SymbolBatches", "Diagnosis", "CommandSupport", argumentParser,
    ],
    swiftSettings: strict),
  .target(
    name: "PrintCommands",
    dependencies: [
      "HostSystem", "TextFormats", "QRSymbology", "QREncoding", "ImageCoding", "SymbolDrawing", "OutOfBand",
      "HandsetSimulation", "SymbolGrading", "KioskPrinting", "Typesetting", "CommandSupport", argumentParser,
    ],
    swiftSettings: strict),
  .target(
    name: "OOBQRCommands",
    dependencies: [
      "TextFormats", "HostSystem", "ConfinedReading", "OutOfBand", "CommandSupport", "MessageCommands",
      "PictureCommands", "PrintCommands", argumentParser,
    ],
    swiftSettings: strict),
  // Of the program alone, so that a commit compiles nothing else again. The Makefile names the commit.
  .target(
    name: "CRelease",
    cSettings: builtCommit.isEmpty ? [] : [.define("OOBQR_COMMIT", to: "\"\(builtCommit)\"")]),
  .executableTarget(name: "oobqr", dependencies: ["OOBQRCommands", "CRelease"], swiftSettings: strict),
]

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: [
      "HostSystem", "Imaging", "QRSymbology", "QREncoding", "SymbolDrawing", "PictureDamage", "CommandSupport",
      "OOBQRCommands",
    ],
    path: "Tests/TestSupport",
    swiftSettings: strict),
  .systemLibrary(name: "CJailProbe", path: "Tests/CJailProbe"),
  .executableTarget(
    name: "JailProbe", dependencies: ["HostSystem", "CJailProbe"], path: "Tests/JailProbe", swiftSettings: strict),
  .testTarget(
    name: "FormatTests",
    dependencies: [
      "HostSystem", "TextFormats", "SymbolBatches", "ImageCoding", "Imaging", "OutOfBand", "PictureDamage",
      "QRSymbology",
      "SymbolFixtures", "TestSupport", "JailProbe",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "SymbolTests",
    dependencies: [
      "QRSymbology", "QREncoding", "QRScanning", "SymbolDrawing", "SymbolGrading", "Imaging", "ImageCoding",
      "PictureDamage", "SymbolFixtures", "TextFormats", "TestSupport",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "MessageTests",
    dependencies: [
      "OutOfBand", "OutOfBandFoundation", "Association", "UAEPass", "WebPages", "HandsetSimulation", "Diagnosis",
      "TextFormats",
      "PictureDamage", "SymbolFixtures", "TestSupport",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "MakingTests",
    dependencies: [
      "SymbolFixtures", "SymbolMaking", "KioskPrinting", "Typesetting", "Imaging", "ImageCoding", "PictureDamage",
      "OutOfBand", "QRSymbology", "QREncoding", "QRScanning", "SymbolDrawing", "SymbolGrading", "TextFormats",
      "HostSystem", "TestSupport",
    ],
    swiftSettings: strict),
  // The parsers that `make fuzz` tries, with all inputs that it has found.
  .testTarget(
    name: "FuzzTests",
    dependencies: [
      "Association", "TextFormats", "OutOfBand", "HandsetSimulation", "KioskPrinting", "SymbolBatches", "Imaging",
      "ImageCoding",
      "QRSymbology", "QREncoding", "QRScanning", "SymbolDrawing", "ConfinedReading", "TestSupport", "WebPages",
    ],
    path: "Fuzz/Parsers", exclude: ["Texts/Start.swift", "Pictures/Start.swift"], swiftSettings: strict),
  .testTarget(
    name: "DocumentationTests",
    dependencies: [
      "QRSymbols", "PictureDamage", "Imaging", "TextFormats", "QRSymbology", "QREncoding", "QRScanning", "ImageCoding",
      "SymbolDrawing", "OutOfBand",
      "HandsetSimulation", "Diagnosis",
      "SymbolFixtures", "SymbolGrading", "SymbolMaking", "KioskPrinting", "SymbolBatches", "TestSupport", "Typesetting",
      "oobqr",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "HostSystem", "Imaging", "TextFormats", "ImageCoding", "OutOfBand", "WebPages", "HandsetSimulation",
      "KioskPrinting", "SymbolBatches", "SymbolFixtures", "CommandSupport", "MessageCommands", "PictureCommands",
      "PrintCommands",
      "OOBQRCommands", "TestSupport", "oobqr", argumentParser,
    ],
    swiftSettings: strict),
  // Apart from the others, so that both are compiled at once.
  .testTarget(
    name: "PictureCommandTests",
    dependencies: [
      "HostSystem", "PictureDamage", "Imaging", "TextFormats", "ImageCoding", "QRSymbology", "QREncoding", "QRScanning",
      "SymbolGrading", "ConfinedReading", "OutOfBand", "KioskPrinting", "SymbolFixtures", "PictureCommands",
      "TestSupport", "oobqr", "JailProbe",
    ],
    swiftSettings: strict),
]

/// The test targets that are built, by name: `make leaks` leaves out what it does not run.
let chosenTests = Context.environment["OOBQR_TESTS"]?.split(separator: " ").map { String($0) }

let package = Package(
  name: "oobqr",
  // Of the libraries without a system's modules; see Tests/apple-check.py.
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .executable(name: "oobqr", targets: ["oobqr"]),
    .library(
      name: "QRSymbols",
      targets: ["QRSymbols", "QRSymbology", "QREncoding", "QRScanning", "ImageCoding", "SymbolDrawing", "Imaging"]),
    .library(name: "OutOfBand", targets: ["OutOfBand", "Association", "UAEPass", "WebPages", "TextFormats"]),
    .library(name: "OutOfBandFoundation", targets: ["OutOfBandFoundation"]),
    .library(name: "HandsetSimulation", targets: ["HandsetSimulation"]),
    .library(name: "Diagnosis", targets: ["Diagnosis"]),
    .library(name: "SymbolFixtures", targets: ["SymbolFixtures", "PictureDamage", "HostSystem"]),
    .library(name: "SymbolGrading", targets: ["SymbolGrading"]),
    .library(name: "SymbolMaking", targets: ["SymbolMaking"]),
    .library(name: "KioskPrinting", targets: ["KioskPrinting", "Typesetting"]),
    .library(name: "SymbolBatches", targets: ["SymbolBatches"]),
    .library(name: "ConfinedReading", targets: ["ConfinedReading", "HostSystem"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: rooms + tests.filter { $0.type != .test || chosenTests?.contains($0.name) != false },
  swiftLanguageModes: [.v6]
)
