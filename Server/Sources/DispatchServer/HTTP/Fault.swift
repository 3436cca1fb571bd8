import HTTPTypes
import OutOfBand
import TextFormats

/// Something that goes wrong on demand, so that the error paths of a front end can be tested.
struct Fault: Hashable, Sendable {
  let kind: Kind
  /// What it happens to.
  let endpoint: Endpoint
  /// How often it still happens, 1…1000.
  var times: Int

  enum Kind: Hashable, Sendable {
    /// The answer comes late, by 0.01…60 seconds.
    case slow(seconds: Double)
    /// HTTP status 500.
    case error
    /// The connection is closed without an answer.
    case drop
    /// The token has expired when the phone gets it.
    case expired
    /// The answer is called `text/html`.
    case contentType
    /// The dispatcher answers with this result, and makes nothing.
    case result(DispatchResponse.Result)

    /// Whether it happens to an answer, so that it waits for a request that is answered; the others happen to the next
    /// request, well formed or not.
    var isOfAnswers: Bool {
      switch self {
      case .expired, .contentType, .result: true
      case .slow, .error, .drop: false
      }
    }
  }

  init(kind: Kind, endpoint: Endpoint, times: Int) {
    (self.kind, self.endpoint, self.times) = (kind, endpoint, times)
  }

  static let timesLimit = 1000
  static let secondsLimit = 60.0
  /// How many faults can be waiting.
  static let countLimit = 100

  /// Reads `{"fault": …, "on": …, "times": …, "seconds": …, "result": …}`.
  ///
  /// - Throws: ``Refusal`` that names the member, its limits and the words that there are.
  init(parsing bytes: [UInt8]) throws(Refusal) {
    let body = try StrictObject(parsing: bytes, allowing: ["fault", "on", "times", "seconds", "result"])
    let endpoints = Endpoint.allCases.filter { $0 != .faults }.map(\.rawValue)
    guard let endpoint = Endpoint(rawValue: try body.text("on")), endpoint != .faults else {
      throw Refusal(.badRequest, "'on' is not an endpoint", "write one of \(endpoints.joined(separator: ", "))")
    }
    times = try body.whole("times", in: 1...Self.timesLimit, default: 1)
    let seconds = try body.number("seconds", in: 0.01...Self.secondsLimit)
    let word = try body.text("fault")
    switch word {
    case "slow":
      guard let seconds else {
        throw Refusal(.badRequest, "'seconds' is missing", "write \"seconds\": 0.01…\(Int(Self.secondsLimit))")
      }
      kind = .slow(seconds: seconds)
    case "error": kind = .error
    case "drop": kind = .drop
    case "expired": kind = .expired
    case "content-type": kind = .contentType
    case "result":
      guard let result = DispatchResponse.Result(rawValue: try body.text("result")), result != .dispatched else {
        let words = DispatchResponse.Result.allCases.filter { $0 != .dispatched }.map(\.rawValue)
        throw Refusal(.badRequest, "'result' is not a failure", "write one of \(words.joined(separator: ", "))")
      }
      kind = .result(result)
    default:
      throw Refusal(
        .badRequest, "'fault' is not a fault", "write slow, error, drop, expired, content-type or result")
    }
    if seconds != nil, word != "slow" {
      throw Refusal(.badRequest, "'seconds' is for the fault slow alone", "leave it out")
    }
    if body.has("result"), word != "result" {
      throw Refusal(.badRequest, "'result' is for the fault result alone", "leave it out")
    }
    switch kind {
    case .expired, .result:
      guard endpoint == .dispatch else {
        throw Refusal(.badRequest, "the fault '\(word)' happens to dispatch alone", "write \"on\": \"dispatch\"")
      }
    default: break
    }
    self.endpoint = endpoint
  }

  /// As it is listed; with the members that made it.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("fault", .string(word)), .init("on", .string(endpoint.rawValue)), .init("times", .number(times)),
    ]
    switch kind {
    case .slow(let seconds): members.append(.init("seconds", .number(seconds)))
    case .result(let result): members.append(.init("result", .string(result.rawValue)))
    default: break
    }
    return .object(members)
  }

  private var word: String {
    switch kind {
    case .slow: "slow"
    case .error: "error"
    case .drop: "drop"
    case .expired: "expired"
    case .contentType: "content-type"
    case .result: "result"
    }
  }
}
