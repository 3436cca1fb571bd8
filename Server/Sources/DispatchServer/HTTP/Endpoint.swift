import HTTPTypes
import OutOfBand

/// What the server answers.
enum Endpoint: String, Hashable, Sendable, CaseIterable {
  case dispatch, redeem, status, targets
  case faults
  case outcome, messages
  case description, metrics
  case open, openStyle, openScript
  case kiosk, kioskStyle, kioskScript
  case kioskOperation, kioskState, kioskEvents

  /// The methods that it answers.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .dispatch, .redeem, .status, .targets, .outcome, .messages, .kioskOperation: [.post]
    case .faults: [.get, .post, .delete]
    case .description, .metrics, .open, .openStyle, .openScript, .kiosk, .kioskStyle, .kioskScript, .kioskState,
      .kioskEvents:
      [.get]
    }
  }

  /// The media type of its answers, which a request must accept by name (nevisFIDO reference guide); `nil` for pages, which any
  /// site may link to.
  var mediaType: String? {
    switch self {
    case .redeem: "application/fido+uaf"
    case .kioskEvents: "text/event-stream"
    case .description, .metrics, .open, .openStyle, .openScript, .kiosk, .kioskStyle, .kioskScript: nil
    default: "application/json"
    }
  }

  /// Whether it is answered with these settings: in front of a backend, nothing of the stand-in is.
  func isServed(_ settings: ServerSettings) -> Bool {
    switch self {
    case .kiosk, .kioskStyle, .kioskScript, .kioskOperation, .kioskState, .kioskEvents, .metrics: true
    default: settings.backend == nil
    }
  }

  /// The path, with `{operation}` or `{language}` where there is one for each of them.
  func path(_ settings: ServerSettings) -> String {
    switch self {
    case .dispatch: settings.dispatchPath + "/{operation}"
    case .redeem: "/nevisfido/token/redeem/{operation}"
    case .status: "/nevisfido/status"
    case .targets: "/nevisfido/token/dispatch/targets"
    case .faults: "/faults"
    case .outcome: "/phone/outcome"
    case .messages: "/phone/messages"
    case .description: "/openapi.json"
    case .metrics: "/metrics"
    case .open: "/open"
    case .openStyle: "/open/open.css"
    case .openScript: "/open/open.js"
    case .kiosk: "/kiosk/{language}"
    case .kioskStyle: "/kiosk/kiosk.css"
    case .kioskScript: "/kiosk/kiosk.js"
    case .kioskOperation: "/kiosk/operation"
    case .kioskState: "/kiosk/state"
    case .kioskEvents: "/kiosk/events"
    }
  }
}

extension Endpoint {
  /// The URL of an operation.
  ///
  /// - Parameter origin: Scheme, host and port.
  func url(_ origin: String, _ operation: OutOfBandOperation, _ settings: ServerSettings) -> String {
    origin + path(settings).replacing("{operation}", with: operation.rawValue)
  }
}

/// An endpoint, and what its path names.
struct Route: Hashable, Sendable {
  let endpoint: Endpoint
  var operation: OutOfBandOperation?
  /// As in ``PageTexts/language``; `nil` for the browser's choice.
  var language: String?

  /// Every path that is answered, literally: nothing in a path is decoded, resolved or matched by a pattern.
  static func all(_ settings: ServerSettings) -> [String: Route] {
    var routes: [String: Route] = [:]
    for endpoint in Endpoint.allCases where endpoint.isServed(settings) {
      let path = endpoint.path(settings)
      if path.contains("{operation}") {
        for operation in OutOfBandOperation.allCases {
          routes[path.replacing("{operation}", with: operation.rawValue)] = Route(
            endpoint: endpoint, operation: operation)
        }
      } else if path.contains("{language}") {
        routes[path.replacing("/{language}", with: "")] = Route(endpoint: endpoint)
        for language in PageTexts.all.map(\.language) {
          routes[path.replacing("{language}", with: language)] = Route(endpoint: endpoint, language: language)
        }
      } else {
        routes[path] = Route(endpoint: endpoint)
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
