import CoreMetrics
import Synchronization

extension PrometheusRegistry {
  /// The values of a metric for one combination of labels.
  final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    /// The upper limits of a histogram; empty for a number alone.
    private let limits: [Double]
    private let state: Mutex<State>

    private struct State {
      /// The number, or the sum of a histogram.
      var value = 0.0
      /// How many values are within each limit and above the one before it; the last have none.
      var counts: [Int]
    }

    init(limits: [Double]) {
      self.limits = limits
      state = Mutex(State(counts: Array(repeating: 0, count: limits.count + 1)))
    }

    /// Its lines, which end in a line break.
    ///
    /// - Parameter labels: As ``PrometheusText/labels(_:)`` writes them.
    func text(_ name: String, _ labels: String) -> String {
      let state = state.withLock { $0 }
      guard !limits.isEmpty else { return PrometheusText.line(name, labels, state.value) }
      var text = ""
      var total = 0
      for (limit, count) in zip(limits + [.infinity], state.counts) {
        total += count
        let limit = "le=\"\(PrometheusText.number(limit))\""
        text += PrometheusText.line(name + "_bucket", labels.isEmpty ? limit : labels + "," + limit, Double(total))
      }
      return text + PrometheusText.line(name + "_sum", labels, state.value)
        + PrometheusText.line(name + "_count", labels, Double(total))
    }

    // MARK: Counters and meters

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { set(0.0) }

    // MARK: Histograms, and recorders of the last value

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
      guard !limits.isEmpty else { return set(value) }
      let bucket = limits.firstIndex { value <= $0 } ?? limits.count
      state.withLock {
        $0.value += value
        $0.counts[bucket] += 1
      }
    }
  }
}
