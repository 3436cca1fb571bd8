// swift-tools-version: 6.2
import PackageDescription

/// As in the package above.
let gate: [SwiftSetting] = Context.environment["OOBQR_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The settings of the tests, which speak to sockets themselves.
let testing: [SwiftSetting] =
  gate + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// The settings of the other targets.
let strict = testing + [.strictMemorySafety()]

/// What the pages consist of: the kiosk display and the link page.
let pageFiles =
  ["html", "css", "js"].map { "Kiosk/kiosk.\($0)" } + ["LinkPage/open.js"]
  + ["en", "de", "fr", "ar"].map { "Pages/Texts/\($0).json" }

/// What only https and the client of a backend need.
let encrypting: [Target.Dependency] = [
  ("AsyncHTTPClient", "async-http-client"), ("HummingbirdTLS", "hummingbird"), ("NIOSSL", "swift-nio-ssl"),
  ("X509", "swift-certificates"), ("Crypto", "swift-crypto"), ("SwiftASN1", "swift-asn1"),
].map { .product(name: $0, package: $1, condition: .when(traits: ["TLS"])) }

let package = Package(
  name: "oobqr-server",
  products: [
    .executable(name: "oobqr-server", targets: ["oobqr-server"]),
    .executable(name: "oobqr-phone", targets: ["oobqr-phone"]),
  ],
  traits: [
    .trait(
      name: "TLS",
      description: "Listen for https, and show logins of a real backend. Builds BoringSSL, which takes minutes.")
  ],
  dependencies: [
    .package(name: "oobqr", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // Hummingbird depends on it already.
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    // Without its traits, which would build swift-configuration, too.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .target(
      name: "DispatchServer",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"), .product(name: "ConfinedReading", package: "oobqr"),
      ] + encrypting,
      resources: (pageFiles + ["openapi.json"]).map { .embedInCode($0) },
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-server",
      dependencies: [
        "DispatchServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhoneSimulation",
      dependencies: [
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"), .product(name: "ConfinedReading", package: "oobqr"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "oobqr-phone",
      dependencies: [
        "PhoneSimulation", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "OutOfBand", package: "oobqr"), .product(name: "ConfinedReading", package: "oobqr"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DispatchServerTests",
      dependencies: [
        "DispatchServer", "PhoneSimulation", "oobqr-server", "oobqr-phone",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "QRSymbols", package: "oobqr"), .product(name: "OutOfBand", package: "oobqr"),
        .product(name: "HandsetSimulation", package: "oobqr"), .product(name: "SymbolFixtures", package: "oobqr"),
        .product(name: "ConfinedReading", package: "oobqr"),
      ],
      swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)
