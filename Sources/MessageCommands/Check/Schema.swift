import ArgumentParser
import CommandSupport

/// A JSON Schema that is shipped: of what a command prints, or of a file that it reads.
struct Schema: ExpressibleByArgument {
  let file: [UInt8]

  init?(argument: String) {
    let name =
      argument.hasPrefix("oobqr-") && argument.hasSuffix("-1") ? String(argument.dropFirst(6).dropLast(2)) : argument
    guard let file = Self.files.first(where: { $0.name == name })?.file else { return nil }
    self.file = file
  }

  static var allValueStrings: [String] { files.map(\.name) }

  /// Those of answers, then those of inputs.
  private static let files: [(name: String, file: [UInt8])] =
    AnswerKind.allCases.map { ($0.rawValue, file(of: $0)) } + [
      ("payload", PackageResources.payload_schema_json), ("policy", PackageResources.policy_schema_json),
      ("catalogue", PackageResources.catalogue_schema_json),
      ("fixtures-manifest", PackageResources.fixtures_manifest_schema_json),
      ("printer-profile", PackageResources.printer_profile_schema_json),
    ]

  private static func file(of kind: AnswerKind) -> [UInt8] {
    switch kind {
    case .check: PackageResources.check_schema_json
    case .scan: PackageResources.scan_schema_json
    case .scanLine: PackageResources.scan_line_schema_json
    case .makeRow: PackageResources.make_row_schema_json
    case .make: PackageResources.make_schema_json
    case .explain: PackageResources.explain_schema_json
    case .simulate: PackageResources.simulate_schema_json
    case .compare: PackageResources.compare_schema_json
    case .redeem: PackageResources.redeem_schema_json
    case .transaction: PackageResources.transaction_schema_json
    case .associateCheck: PackageResources.associate_check_schema_json
    case .associateFetch: PackageResources.associate_fetch_schema_json
    case .dispatchRead: PackageResources.dispatch_read_schema_json
    case .uaePassCheck: PackageResources.uaepass_check_schema_json
    case .fixturesVerify: PackageResources.fixtures_verify_schema_json
    case .fixturesCompare: PackageResources.fixtures_compare_schema_json
    case .fixturesKinds: PackageResources.fixtures_kinds_schema_json
    case .printPlan: PackageResources.print_plan_schema_json
    case .printReport: PackageResources.print_report_schema_json
    case .printStocks: PackageResources.print_stocks_schema_json
    }
  }
}
