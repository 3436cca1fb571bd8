import CoreMetrics
import OutOfBand
import Testing

@testable import DispatchServer

@Suite struct MetricsTests {
  /// The values of `GET /metrics`, by their names with labels.
  static func values(_ server: RunningServer) async throws -> [String: Double] {
    let answer = try await KioskTests.get("/metrics", "text/plain", server)
    #expect(answer.status == 200)
    return values(answer.text)
  }

  static func values(_ text: String) -> [String: Double] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let pairs = lines.compactMap { line -> (String, Double)? in
      guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
        return nil
      }
      return (String(line[..<space]), value)
    }
    #expect(pairs.count == lines.count)
    return Dictionary(pairs) { first, _ in
      Issue.record("a series appears twice")
      return first
    }
  }

  @Test func `before the first request every count is 0`() async throws {
    try await RunningServer.with { server in
      let values = try await Self.values(server)
      #expect(values["oobqr_dispatches_total{dispatcher=\"link\",result=\"dispatched\"}"] == 0)
      for outcome in ["redeemed", "expired", "already-redeemed", "unknown"] {
        #expect(values["oobqr_redeems_total{outcome=\"\(outcome)\"}"] == 0)
      }
      #expect(values["oobqr_live_sessions"] == 0)
      #expect(values["oobqr_event_streams"] == 0)
      #expect(values["oobqr_display_renewals_total"] == 0)
    }
  }

  @Test func `outcomes of tokens are counted`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      let late = try #require(try await server.dispatch().token)
      _ = try await server.dispatch("carrier-pigeon")
      let redeemed = try await server.redeem(token)
      _ = try await server.redeem(token)
      _ = try await server.redeem("unknown")
      #expect(try await Self.values(server)["oobqr_live_sessions"] == 2)
      _ = try await server.conclude(try server.serverData(redeemed), "approved")
      #expect(try await Self.values(server)["oobqr_live_sessions"] == 1)
      server.clock.advance(seconds: 120)
      _ = try await server.redeem(late)
      let values = try await Self.values(server)
      #expect(values["oobqr_live_sessions"] == 0)
      #expect(values["oobqr_dispatches_total{dispatcher=\"link\",result=\"dispatched\"}"] == 2)
      #expect(values["oobqr_dispatches_total{dispatcher=\"unknown\",result=\"dispatcherNotFound\"}"] == 1)
      for outcome in ["redeemed", "expired", "already-redeemed", "unknown"] {
        #expect(values["oobqr_redeems_total{outcome=\"\(outcome)\"}"] == 1, "\(outcome)")
      }
    }
  }

  @Test func `displays, their renewals and their streams are counted`() async throws {
    try await RunningServer.with { server in
      let display = try await KioskTests.Display(server)
      _ = try await KioskTests.Display(server, cookie: display.cookie)
      let last = try await KioskTests.Display(server)
      async let stream = KioskTests.get("/kiosk/events", "text/event-stream", server, cookie: last.cookie)
      for _ in 0..<100 where try await Self.values(server)["oobqr_event_streams"] != 1 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let values = try await Self.values(server)
      #expect(values["oobqr_event_streams"] == 1)
      #expect(values["oobqr_display_symbols_total"] == 3)
      #expect(values["oobqr_display_renewals_total"] == 1)
      let redeemed = try await KioskTests.redeem(last.svg, server)
      _ = try await server.conclude(try server.serverData(redeemed), "approved")
      _ = try await stream
      #expect(try await Self.values(server)["oobqr_event_streams"] == 0)
    }
  }

  @Test func `every request is measured by route and status, and no label repeats it`() async throws {
    try await RunningServer.with { server in
      let token = try #require(try await server.dispatch().token)
      for path in ["/\(token)", "/nevisfido/token/redeem/\(token)", "/nevisfido/status?\(token)"] {
        _ = try await server.post(path, #"{"token":"\#(token)"}"#)
      }
      _ = try await server.post(AttackTests.status, AttackTests.body)
      _ = try await server.post(AttackTests.status, "{")
      _ = try await server.post("/faults", #"{"fault":"drop","on":"status"}"#)
      _ = try await server.post(AttackTests.status, AttackTests.body)
      let text = try await KioskTests.get("/metrics", "text/plain", server).text
      #expect(!text.contains(token.prefix(8)))
      let values = Self.values(text)
      let duration = "oobqr_request_duration_seconds"
      for (labels, count) in [
        (#"route="dispatch",status="200""#, 1), (#"route="elsewhere",status="404""#, 2),
        (#"route="status",status="200""#, 1), (#"route="status",status="400""#, 2),
        (#"route="status",status="dropped""#, 1), (#"route="faults",status="200""#, 1),
      ] {
        #expect(values["\(duration)_count{\(labels)}"] == Double(count), "\(labels)")
        #expect(values["\(duration)_bucket{\(labels),le=\"+Inf\"}"] == Double(count), "\(labels)")
      }
      #expect(values[#"oobqr_refusals_total{route="elsewhere",status="404"}"#] == 2)
      #expect(values[#"oobqr_refusals_total{route="status",status="400"}"#] == 2)
      #expect(values[#"oobqr_refusals_total{route="status",status="200"}"#] == nil)
      #expect(!text.contains("method="))
    }
  }

  @Test func `the program's own metrics system gets the same`() {
    let program = PrometheusRegistry()
    let metrics = withMetricsFactory(program) { ServerMetrics() }
    metrics.count(.redeem(.redeemed))
    metrics.answered(.redeem, status: 200, in: .milliseconds(3))
    metrics.setLiveSessions(7)
    let values = Self.values(program.text)
    #expect(values == Self.values(metrics.text))
    #expect(values["oobqr_redeems_total{outcome=\"redeemed\"}"] == 1)
    #expect(values["oobqr_live_sessions"] == 7)
  }

  // MARK: The text format

  @Test func `a histogram has each value in its bucket and all above`() {
    let registry = PrometheusRegistry(buckets: [0.125, 1])
    let timer = Timer(label: "t_seconds", dimensions: [], factory: registry)
    for milliseconds in [125, 250, 1000, 5000] { timer.recordMilliseconds(milliseconds) }
    #expect(
      registry.text == """
        # TYPE t_seconds histogram
        t_seconds_bucket{le="0.125"} 1
        t_seconds_bucket{le="1"} 3
        t_seconds_bucket{le="+Inf"} 4
        t_seconds_sum 6.375
        t_seconds_count 4

        """)
  }

  @Test func `names and labels are written as the format demands`() {
    let registry = PrometheusRegistry()
    registry.describe("a_b_total", .counter, "One line\nand a \\ more.")
    Counter(label: "a.b-total", dimensions: [("z", "1"), ("a key", "say \"x\\y\"\n")], factory: registry).increment(
      by: 2)
    Meter(label: "9lives", dimensions: [], factory: registry).set(-1.5)
    Recorder(label: "last", dimensions: [], aggregate: false, factory: registry).record(4)
    #expect(
      registry.text == #"""
        # TYPE _9lives gauge
        _9lives -1.5
        # HELP a_b_total One line\nand a \\ more.
        # TYPE a_b_total counter
        a_b_total{a_key="say \"x\\y\"\n",z="1"} 2
        # TYPE last gauge
        last 4

        """#)
    #expect([Double.infinity, -.infinity, .nan].map(PrometheusText.number) == ["+Inf", "-Inf", "NaN"])
  }

  @Test func `a metric that is destroyed is no longer written`() {
    let registry = PrometheusRegistry()
    let (one, other) = (Counter(label: "one", factory: registry), Counter(label: "other", factory: registry))
    one.increment()
    other.increment()
    one.destroy()
    #expect(registry.text == "# TYPE other counter\nother 1\n")
  }
}
