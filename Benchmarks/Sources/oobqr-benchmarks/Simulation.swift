import HandsetSimulation
import OutOfBand
import TextFormats

/// W1: a payload of 202 bytes, version 10 at level M.
let payload = Array(
  (#"{"nma_data":{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","redeem_url":"#
    + #""https://fido.siven.ch/nevisfido/token/redeem/authentication"},"#
    + #""nma_data_content_type":"application/json","nma_data_version":"1"}"#).utf8)

/// Prints how long the verdicts on a thousand links take, on all phones in common use.
@MainActor func reportSimulation() {
  print("\nSimulation, in milliseconds")
  let messages = (0..<1000).map { number in
    Array("https://access.example.com/open?n=\(number)&dispatchTokenResponse=\(Base64.encodeURL(payload))".utf8)
  }
  let simulator = Simulator()
  let entries =
    simulator.catalogue.scans + simulator.catalogue.browsers.map { Entry.browse($0, by: .tap) }
  var (simulated, cases) = (Timings(), 0)
  for _ in 0..<5 {
    let once = alternate(rounds: 1) {
      for message in messages {
        cases = VerdictTable(RecognizedMessage(message), simulator, entries: entries).cases.count
      }
    } _: {
    }
    simulated.samples += once.ours.samples
  }
  print(
    "1000 messages × \(cases) cases (scanners, browsers and apps × phones): \(shown(simulated.median)) [\(simulated.spread)]"
  )
}
