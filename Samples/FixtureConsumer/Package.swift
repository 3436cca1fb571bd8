// swift-tools-version: 6.2
import PackageDescription

// A test suite that uses the fixtures depends on a checkout of oobqr.
let package = Package(
  name: "FixtureConsumer",
  dependencies: [.package(name: "oobqr", path: "../..")],
  targets: [
    // Stands for the scanner that you test.
    .target(name: "Scanner", dependencies: [.product(name: "QRSymbols", package: "oobqr")]),
    .testTarget(
      name: "ScannerTests",
      dependencies: [
        "Scanner", .product(name: "SymbolFixtures", package: "oobqr"), .product(name: "QRSymbols", package: "oobqr"),
      ]),
    // UsesSymbols and the others: one product each, which links alone, without Foundation.
    .executableTarget(name: "UsesSymbols", dependencies: [.product(name: "QRSymbols", package: "oobqr")]),
    .executableTarget(name: "UsesMessages", dependencies: [.product(name: "OutOfBand", package: "oobqr")]),
    .executableTarget(name: "UsesHandsets", dependencies: [.product(name: "HandsetSimulation", package: "oobqr")]),
    .executableTarget(name: "UsesPrinting", dependencies: [.product(name: "KioskPrinting", package: "oobqr")]),
  ]
)
