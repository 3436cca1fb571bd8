// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "oobqr", path: "..")],
  targets: [
    // Plain C loops as peers for the measurements.
    .target(
      name: "CPeers", linkerSettings: [.linkedLibrary("qrencode"), .linkedLibrary("png16"), .linkedLibrary("zbar")]),
    .executableTarget(
      name: "oobqr-benchmarks",
      dependencies: [
        "CPeers", .product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"),
        .product(name: "SymbolFixtures", package: "oobqr"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-encoders",
      dependencies: [
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "SymbolFixtures", package: "oobqr"),
      ],
      swiftSettings: strict),
    .target(
      name: "NoisePictures",
      dependencies: [
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "SymbolFixtures", package: "oobqr"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-noise",
      dependencies: [
        "NoisePictures", .product(name: "QRSymbols", package: "oobqr"),
        .product(name: "SymbolFixtures", package: "oobqr"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-read",
      dependencies: [.product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr")],
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-tune",
      dependencies: [
        "NoisePictures", .product(name: "QRSymbols", package: "oobqr"),
        .product(name: "SymbolFixtures", package: "oobqr"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
