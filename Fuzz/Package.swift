// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

// Built by `make fuzz` with libFuzzer, which provides the main function, and the address sanitiser. The parsers are tests of
// the main package as well, which run every input of the corpus.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "oobqr", path: "..")],
  targets: [
    .target(name: "FuzzDriver", path: "Driver", swiftSettings: settings),
    .executableTarget(
      name: "fuzz-texts",
      dependencies: [
        "FuzzDriver", .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"), .product(name: "SymbolBatches", package: "oobqr"),
      ],
      path: "Parsers/Texts", swiftSettings: settings),
    .executableTarget(
      name: "fuzz-pictures",
      dependencies: [
        "FuzzDriver", .product(name: "QRSymbols", package: "oobqr"), .product(name: "KioskPrinting", package: "oobqr"),
        .product(name: "ConfinedReading", package: "oobqr"),
      ],
      path: "Parsers/Pictures", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
