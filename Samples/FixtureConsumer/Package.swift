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
  ]
)
