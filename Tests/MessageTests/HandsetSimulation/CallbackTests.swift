import HandsetSimulation
import OutOfBand
import Testing

/// The simulation against the check: what one rejects, the other does not open.
struct CallbackTests {
  static let targets = [
    "https://www.example.com/done", "https://other.example/done", "mybusinessapp://done", "otherapp://done",
    "otherapp:done", "HTTPS://WWW.EXAMPLE.COM/", "http://www.example.com/", "https://", "https:///done",
    "https://user@www.example.com/", "https://user:secret@www.example.com/", "https://www.example.com:99999/",
    "https://xn--exmple-cua.com/", "https://exämple.com/", "https://10.0.0.1/",
    "https://a.example/?next=https://b.example/",
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "file:///etc/passwd", "about:blank",
    "blob:https://a.example/1", "content://x", "intent://x#Intent;end", "", "done", "/done", "//done",
    " https://a.example/",
  ]

  static let policies = [
    nil, TrustPolicy(callbackTargets: []),
    TrustPolicy(callbackTargets: ["mybusinessapp://", "https://www.example.com"]),
  ]

  @Test(arguments: targets, CallbackURL.Kind.allCases)
  func `a callback that a check rejects is never a place where the user is`(target: String, kind: CallbackURL.Kind)
    throws
  {
    for link in [
      try DispatchLink(StatementTests.payload, scheme: "myaccessapp", callbacks: [CallbackURL(kind, target)]),
      try DispatchLink(
        StatementTests.payload, base: "https://access.example.com/open", callbacks: [CallbackURL(kind, target)]),
    ] {
      let bytes = Array(link.description.utf8)
      for policy in Self.policies {
        let check = MessageCheck(bytes, options: MessageCheck.Options(policy: policy))
        let errors = check.diagnostics.filter { finding in
          guard case .component(kind.parameter, _) = finding.place else { return false }
          return finding.severity == .error
        }
        let simulator = Simulator(policy: policy)
        let message = SimulatedMessage(bytes, policy: policy)
        for handset in [Handset.android(14), .iOS(17)] {
          let afterwards = simulator.afterwards(of: message, kind, handset)
          #expect(
            (afterwards.place == .target) == errors.isEmpty,
            "\(target): \(errors.map(\.rule.code)), and \(afterwards.place)")
          guard policy == nil, !errors.isEmpty else { continue }
          #expect(afterwards.place == .unknown && afterwards.rule == "malformed" && afterwards.confidence == .inferred)
          #expect(afterwards.remedy?.hasPrefix("OOB") == true, "\(target): \(afterwards)")
        }
      }
    }
  }

  @Test func `AA-2_4 says nothing of callbacks in app links`() {
    let link = Array(StatementTests.link.utf8)
    for handset in [Handset.android(14), .iOS(17)] {
      let older = Simulator(documents: .access24)
      let afterwards = older.afterwards(of: SimulatedMessage(link, documents: .access24), .success, handset)
      #expect(afterwards.place == .unknown && afterwards.sources == ["AA-2.4"])
      #expect(afterwards.remedy == "carry the callback in a custom URI")
      #expect(Simulator().afterwards(of: SimulatedMessage(link), .success, handset).place == .target)
      let uri = SimulatedMessage(Array(StatementTests.uri.utf8), documents: .access24)
      #expect(older.afterwards(of: uri, .success, handset).place == .target)
    }
  }
}
