import HandsetSimulation
import OutOfBand
import TextFormats

/// How the phones in common use scan a link, as far as the simulation has sources for it.
struct ScanInstructions: Sendable {
  /// Neighbouring versions of a system that are told the same.
  struct Group: Hashable, Sendable {
    var system: Handset.OperatingSystem
    var versions: ClosedRange<Int>
    /// Whether the standard camera opens the app; otherwise the app's own scanner is the way that is known to work.
    var usesCamera: Bool
  }

  let groups: [Group]

  /// Asks the simulation about the standard camera of each phone.
  init(_ message: [UInt8]) {
    let simulator = Simulator()
    // Whether the phones reach this server is not a matter of their cameras.
    let host = MessageCheck(message).payload?.redeemURL?.host
    let seen = SimulatedMessage(message, policy: TrustPolicy(redeemHosts: host.map { [$0] }))
    var groups: [Group] = []
    for handset in Handset.usual {
      guard let camera = try? simulator.catalogue.camera(of: handset.system) else { continue }
      let usesCamera = simulator.verdict(on: seen, camera, handset).outcome.reachesApp
      if let last = groups.last, last.system == handset.system, last.usesCamera == usesCamera {
        groups[groups.count - 1].versions = last.versions.lowerBound...handset.version
      } else {
        groups.append(
          Group(system: handset.system, versions: handset.version...handset.version, usesCamera: usesCamera))
      }
    }
    self.groups = groups
  }

  /// A sentence for each group, or one for all of them if they do the same.
  func lines(_ texts: PageTexts) -> [String] {
    let ways = groups.map { (phones: Self.phones($0, texts), way: $0.usesCamera ? "camera" : "app") }
    if let way = ways.first?.way, ways.allSatisfy({ $0.way == way }) {
      let all = ways.dropFirst().reduce(ways[0].phones) { texts.text("list", ["first": $0, "second": $1.phones]) }
      return [texts.text(way, ["phones": all])]
    }
    return ways.map { texts.text($0.way, ["phones": $0.phones]) }
  }

  private static func phones(_ group: Group, _ texts: PageTexts) -> String {
    let isNewest = Handset.usual.last { $0.system == group.system }?.version == group.versions.upperBound
    let form = isNewest ? "newer" : group.versions.count == 1 ? "one" : "range"
    return texts.text(
      form,
      [
        "system": group.system.name, "from": String(group.versions.lowerBound), "to": String(group.versions.upperBound),
      ])
  }
}
