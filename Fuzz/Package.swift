// swift-tools-version: 6.2
import PackageDescription

// Built by `make fuzz` with libFuzzer, which provides the main function, and the address sanitiser.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "oobqr", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")])
  ],
  swiftLanguageModes: [.v6]
)
