import CoreMetrics
import OutOfBand

/// What the server counts and measures: for `GET /metrics`, and for the metrics system of the program that it is part of
/// (swift-metrics).
///
/// No label has anything of a request but the name of an endpoint, a word of the API, or an HTTP status.
struct ServerMetrics: Sendable {
  private let registry = PrometheusRegistry()
  private let factory: any MetricsFactory

  /// The names of the metrics.
  enum Name: String, CaseIterable {
    case dispatches = "oobqr_dispatches_total"
    case redeems = "oobqr_redeems_total"
    case refusals = "oobqr_refusals_total"
    case displaySymbols = "oobqr_display_symbols_total"
    case renewals = "oobqr_display_renewals_total"
    case liveSessions = "oobqr_live_sessions"
    case eventStreams = "oobqr_event_streams"
    case durations = "oobqr_request_duration_seconds"

    var kind: PrometheusRegistry.Kind {
      switch self {
      case .dispatches, .redeems, .refusals, .displaySymbols, .renewals: .counter
      case .liveSessions, .eventStreams: .gauge
      case .durations: .histogram
      }
    }

    var help: String {
      switch self {
      case .dispatches: "Answers of the dispatch service, by dispatcher and dispatchResult."
      case .redeems: "Answers of the redeem service, by outcome."
      case .refusals: "Requests that were refused, by route and HTTP status."
      case .displaySymbols: "Symbols that kiosk displays were given."
      case .renewals: "Symbols that replaced one whose login was still open."
      case .liveSessions: "Operations that have not ended."
      case .eventStreams: "Streams of events to kiosk displays that are open."
      case .durations: "Time until the answer, or the head of a stream, by route and HTTP status."
      }
    }
  }

  init() {
    factory = MultiplexMetricsHandler(factories: [registry, MetricsSystem.factory])
    for name in Name.allCases { registry.describe(name.rawValue, name.kind, name.help) }
    // What has not happened yet is 0 and not missing.
    for dispatcher in DispatchRequest.Dispatcher.allCases { counter(.dispatches, Self.labels(dispatcher, .dispatched)) }
    for outcome in Redemption.Outcome.allCases { counter(.redeems, [("outcome", outcome.rawValue)]) }
    counter(.displaySymbols)
    counter(.renewals)
    setLiveSessions(0)
    streams.set(0)
  }

  /// Everything, in Prometheus's text format.
  var text: String { registry.text }

  /// Counts a request that was answered.
  ///
  /// - Parameter status: `nil` for a connection that was dropped on demand.
  func answered(_ endpoint: Endpoint?, status: Int?, in duration: Duration) {
    let labels = [
      ("route", endpoint?.rawValue ?? "elsewhere"), ("status", status.map { String($0) } ?? "dropped"),
    ]
    Timer(label: Name.durations.rawValue, dimensions: labels, factory: factory)
      .recordNanoseconds(Int64(duration / .nanoseconds(1)))
    if let status, status >= 400 { counter(.refusals, labels).increment() }
  }

  /// Counts what a service did.
  func count(_ event: Reply.Event) {
    switch event {
    case .dispatch(let dispatcher, let result): counter(.dispatches, Self.labels(dispatcher, result)).increment()
    case .redeem(let outcome): counter(.redeems, [("outcome", outcome.rawValue)]).increment()
    case .symbol(let isRenewal):
      counter(.displaySymbols).increment()
      if isRenewal { counter(.renewals).increment() }
    }
  }

  func setLiveSessions(_ count: Int) {
    Meter(label: Name.liveSessions.rawValue, dimensions: [], factory: factory).set(count)
  }

  func streamOpened() { streams.increment() }
  func streamClosed() { streams.decrement() }

  private var streams: Meter { Meter(label: Name.eventStreams.rawValue, dimensions: [], factory: factory) }

  @discardableResult
  private func counter(_ name: Name, _ labels: [(String, String)] = []) -> Counter {
    Counter(label: name.rawValue, dimensions: labels, factory: factory)
  }

  /// - Parameter dispatcher: `nil` for one that there is not, whose name is not repeated.
  private static func labels(
    _ dispatcher: DispatchRequest.Dispatcher?, _ result: DispatchResponse.Result
  ) -> [(String, String)] {
    [("dispatcher", dispatcher?.rawValue ?? "unknown"), ("result", result.rawValue)]
  }
}
