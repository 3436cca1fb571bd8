import HTTPTypes
import OutOfBand

/// What the server answers.
enum Endpoint: String, Hashable, Sendable, CaseIterable {
  case dispatch, redeem, status, targets
  case faults
  case outcome, messages

  /// The methods that it answers.
  var methods: [HTTPRequest.Method] { self == .faults ? [.get, .post, .delete] : [.post] }

  /// The media type of its answers, which a request must accept by name (nevisFIDO reference guide).
  var mediaType: String { self == .redeem ? "application/fido+uaf" : "application/json" }

  /// Whether nevisFIDO has it; the others belong to the stand-in.
  var isNevisFIDO: Bool { [.dispatch, .redeem, .status, .targets].contains(self) }

  /// The path, with `{operation}` where there is one for each operation.
  func path(_ settings: ServerSettings) -> String {
    switch self {
    case .dispatch: settings.dispatchPath + "/{operation}"
    case .redeem: "/nevisfido/token/redeem/{operation}"
    case .status: "/nevisfido/status"
    case .targets: "/nevisfido/token/dispatch/targets"
    case .faults: "/faults"
    case .outcome: "/phone/outcome"
    case .messages: "/phone/messages"
    }
  }
}

/// An endpoint, and the operation that its path names.
struct Route: Hashable, Sendable {
  let endpoint: Endpoint
  let operation: OutOfBandOperation?

  /// Every path that is answered, literally: nothing in a path is decoded, resolved or matched by a pattern.
  static func all(_ settings: ServerSettings) -> [String: Route] {
    var routes: [String: Route] = [:]
    for endpoint in Endpoint.allCases {
      let path = endpoint.path(settings)
      guard path.contains("{operation}") else {
        routes[path] = Route(endpoint: endpoint, operation: nil)
        continue
      }
      for operation in OutOfBandOperation.allCases {
        routes[path.replacing("{operation}", with: operation.rawValue)] = Route(
          endpoint: endpoint, operation: operation)
      }
    }
    return routes
  }
}

extension OutOfBandOperation {
  /// The same operation as requests name it.
  var requestOperation: GetUAFRequest.Operation {
    switch self {
    case .registration: .registration
    case .authentication: .authentication
    case .deregistration: .deregistration
    }
  }
}
