import CoreMetrics
import Synchronization

/// Collects metrics (swift-metrics), and writes them in Prometheus's text format, version 0.0.4.
///
/// Counters and meters are one series for each combination of labels. Timers are histograms in seconds, and recorders that
/// aggregate are histograms of their values. Keep the number of combinations small: each is kept in memory.
final class PrometheusRegistry: MetricsFactory {
  private let buckets: [Double]
  private let families = Mutex<[String: Family]>([:])

  /// What has one name.
  private struct Family {
    let kind: Kind
    var help: String?
    var series: [[Label]: Series] = [:]
  }

  enum Kind: String, Hashable, Sendable {
    case counter, gauge, histogram
  }

  struct Label: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// - Parameter buckets: The upper limits of histograms, in ascending order and without infinity.
  init(buckets: [Double] = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]) { self.buckets = buckets }

  /// Describes a metric in one line; it appears with its first series.
  func describe(_ name: String, _ kind: Kind, _ help: String) {
    families.withLock { families in
      var family = families[name] ?? Family(kind: kind)
      family.help = help
      families[name] = family
    }
  }

  /// The series of a name and labels, which is made when there is none.
  private func series(_ label: String, _ dimensions: [(String, String)], _ kind: Kind) -> Series {
    let name = PrometheusText.name(label)
    let labels = dimensions.map { Label(name: PrometheusText.name($0.0), value: $0.1) }
    return families.withLock { families in
      var family = families[name] ?? Family(kind: kind)
      precondition(family.kind == kind, "the metric '\(name)' is a \(family.kind), not a \(kind)")
      if let series = family.series[labels] { return series }
      let series = Series(limits: kind == .histogram ? buckets : [])
      family.series[labels] = series
      families[name] = family
      return series
    }
  }

  /// All metrics as text, in the order of their names and labels.
  var text: String {
    var text = ""
    for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !family.series.isEmpty {
      if let help = family.help { text += "# HELP \(name) \(PrometheusText.help(help))\n" }
      text += "# TYPE \(name) \(family.kind.rawValue)\n"
      for (labels, series) in family.series.map({ (PrometheusText.labels($0.key), $0.value) }).sorted(by: {
        $0.0 < $1.0
      }) {
        text += series.text(name, labels)
      }
    }
    return text
  }

  // MARK: swift-metrics

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    series(label, dimensions, aggregate ? .histogram : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram)
  }

  func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

  private func remove(_ handler: AnyObject) {
    families.withLock { families in
      for (name, family) in families {
        for (labels, series) in family.series where series === handler { families[name]?.series[labels] = nil }
      }
    }
  }
}
