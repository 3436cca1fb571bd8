// swift-tools-version: 6.2
import PackageDescription

// Built by `make fuzz` with libFuzzer, which provides the main function, and the address sanitiser. The targets are tests of
// the main package as well, which run every input of the corpus.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "oobqr", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"), .product(name: "KioskPrinting", package: "oobqr"),
        .product(name: "SymbolBatches", package: "oobqr"),
      ],
      path: ".", exclude: ["Parsers/Tests", "corpus", "dictionaries", "seeds.py", "run"],
      sources: ["Parsers/Targets", "Driver"],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
