import Foundation
@_spi(Tuning) import QRScanning

/// The fields of a tuning by name, as in `acceptance.timing`.
struct TuningFields {
  /// A value as it is coded.
  enum Value: Codable {
    case flag(Bool)
    case whole(Int)
    case real(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .flag(value)
      } else if let value = try? container.decode(Int.self) {
        self = .whole(value)
      } else {
        self = .real(try container.decode(Double.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let value): try container.encode(value)
      case .whole(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      }
    }

    /// A flag is 0 or 1.
    var number: Double {
      switch self {
      case .flag(let value): value ? 1 : 0
      case .whole(let value): Double(value)
      case .real(let value): value
      }
    }
  }

  /// Groups of fields.
  private var groups: [String: [String: Value]]

  init(_ tuning: Tuning) throws {
    groups = try JSONDecoder().decode([String: [String: Value]].self, from: JSONEncoder().encode(tuning))
  }

  /// All fields.
  var values: [String: Value] {
    Dictionary(
      uniqueKeysWithValues: groups.flatMap { group, fields in fields.map { ("\(group).\($0.key)", $0.value) } })
  }

  /// The tuning with some fields changed. What is a whole number is rounded.
  func changed(_ changes: [String: Double]) throws -> Tuning {
    var fields = self
    for (name, value) in changes {
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count == 2, let before = groups[parts[0]]?[parts[1]] else {
        throw Failure("'\(name)' is not a field of Tuning")
      }
      if case .flag = before {
        fields.groups[parts[0]]?[parts[1]] = .flag(value != 0)
        continue
      }
      fields.groups[parts[0]]?[parts[1]] = .real(value)
      if (try? fields.tuning) == nil {
        fields.groups[parts[0]]?[parts[1]] = .whole(Int(exactly: value.rounded()) ?? .max)
      }
    }
    return try fields.tuning
  }

  private var tuning: Tuning {
    get throws { try JSONDecoder().decode(Tuning.self, from: JSONEncoder().encode(groups)) }
  }
}

extension QRScanner {
  /// The scanner with some fields of its tuning changed, at every effort.
  func changing(_ changes: [String: Double]) throws -> QRScanner {
    var result = self
    for effort in Effort.allCases { result.tunings[effort] = try TuningFields(Tuning(effort)).changed(changes) }
    return result
  }

  /// The values of the tuning by name.
  var tuningValues: [String: TuningFields.Value] {
    get throws { try TuningFields(tunings[effort] ?? Tuning(effort)).values }
  }
}
