import HandsetSimulation

/// Every way in of the built-in catalogue, and phones that differ in all that matters.
enum CaseSpace {
  static let entries: [Entry] = {
    let catalogue = Catalogue.builtIn
    return catalogue.scans + [.push]
      + catalogue.browsers.flatMap { browser in
        Entry.Trigger.allCases.flatMap { trigger in
          [false, true].map { Entry.browse(browser, by: trigger, onSameDomain: $0) }
        } + [.browse(browser, by: .tap, isPrivate: true)]
      }
  }()

  static let handsets: [Handset] = Handset.OperatingSystem.allCases.flatMap { system in
    [11, 12, 13, 17].flatMap { version in
      (0..<8).map { bits in
        Handset(
          system, version, hasGoogleServices: bits & 1 == 0, hasApp: bits & 2 == 0, hasVerifiedLinks: bits & 4 == 0)
      }
    }
  }
}

extension Simulator {
  /// What becomes of a message that a program of the catalogue scans.
  func verdict(on message: String, scannedBy scanner: String, _ handset: Handset) throws -> Verdict {
    verdict(on: Array(message.utf8), try catalogue.scan(scanner), handset)
  }
}
