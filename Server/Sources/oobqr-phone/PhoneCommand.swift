public import ArgumentParser
import Glibc
import HostSystem
import OutOfBand
public import PhoneSimulation

/// `oobqr-phone`: a phone without a phone.
@main
struct PhoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oobqr-phone", abstract: "Do what a phone and its user do with a symbol or link.",
    subcommands: [ActCommand.self])
}

/// `oobqr-phone act`.
struct ActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "Scan a picture or take a link, and go as far as the phone would.",
    discussion: """
      The simulation says whether the app opens. Only then is the token redeemed, which spends it, and the end of the \
      operation reported to the stand-in (oobqr-server). Plain http is allowed to this machine; the real app refuses it. \
      Requests are sent by curl.

      Exit codes: 0 the phone did what its user wanted; 1 the app did not open, sent nothing, or was refused; 4 a picture \
      held no symbol; 64 misuse.
      """)

  @Argument(help: "A picture, a file with a text, a link or a payload; '-' is standard input.")
  var message: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The phone and its scanner or browser, as in android-14:camera; or access-app.", valueName: "phone"),
    transform: { text in do { return try PhoneName(parsing: text) } catch { throw ValidationError("\(error)") } })
  var phone: PhoneName

  @Option(help: "What the user does: approve, decline or ignore.")
  var outcome: PhoneUser

  @Option(help: ArgumentHelp("A JSON file with the redeemHosts and callbackTargets of the app.", valueName: "file"))
  var policy: String?

  @Option(help: ArgumentHelp("Trust the certificates of this file (PEM) instead of the system's.", valueName: "file"))
  var trust: String?

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    var simulated = SimulatedPhone(phone, user: outcome)
    if let trust {
      _ = try Self.bytes(ofFile: trust)
      simulated.certificates = trust
    }
    if let policy { simulated.policy = try TrustPolicy(json: try Self.bytes(ofFile: policy)) }
    let bytes = try bytes()
    let input: PhoneMessage
    do throws(PhoneMessageFailure) { input = try PhoneMessage(bytes) } catch {
      say("\(error)")
      throw ExitCode(error == .symbols(0) ? 4 : 1)
    }
    let report = simulated.act(on: input)
    print(json ? "\(report.json)\n" : report.text, terminator: "")
    if !report.isDone { throw ExitCode.failure }
  }

  private func bytes() throws -> [UInt8] {
    if message == "-" { return try Self.bytes(ofFile: "/dev/stdin") }
    return FileSystem.exists(message) ? try Self.bytes(ofFile: message) : Array(message.utf8)
  }

  private static func bytes(ofFile path: String) throws -> [UInt8] {
    do { return try FileSystem.read(path, limit: limit) } catch {
      say("\(error)")
      throw ExitCode.failure
    }
  }

  /// The longest input in bytes.
  private static let limit = 50_000_000
}

/// Writes a line to standard error.
private func say(_ text: String) {
  let line = Array("oobqr-phone: \(text)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}

extension PhoneUser: ExpressibleByArgument {}
