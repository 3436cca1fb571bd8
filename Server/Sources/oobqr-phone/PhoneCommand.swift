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

      With --watch, every picture that appears in a folder is scanned, until the phone is stopped or --count pictures \
      have been scanned: a browser test can write its screenshots there.

      Exit codes: 0 the phone did what its user wanted; 1 the app did not open, sent nothing, or was refused; 4 a picture \
      held no symbol; 64 misuse. With --watch, the code of the last picture that failed.
      """)

  @Argument(help: "A picture, a file with a text, a link or a payload; '-' is standard input.")
  var message: String?

  @Option(help: ArgumentHelp("Scan each picture (PNG or JPEG) that appears in a folder.", valueName: "folder"))
  var watch: String?

  @Option(help: "With --watch: end after this many pictures, 1 or more.")
  var count: Int?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The phone and its scanner or browser, such as android-14:camera; or access-app.", valueName: "phone"),
    transform: { text in do { return try PhoneName(parsing: text) } catch { throw ValidationError("\(error)") } })
  var phone: PhoneName

  @Option(help: "What the user does: approve, decline or ignore.")
  var outcome: PhoneUser

  @Option(help: ArgumentHelp("A JSON file with the redeem_hosts and callback_targets of the app.", valueName: "file"))
  var policy: String?

  @Option(help: ArgumentHelp("Trust the certificates of this file (PEM) instead of the system's.", valueName: "file"))
  var trust: String?

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    if (message == nil) == (watch == nil) { throw ValidationError("give a message, or a folder with --watch") }
    guard let count else { return }
    if watch == nil { throw ValidationError("--count is only for --watch") }
    if count < 1 { throw ValidationError("--count \(count) is less than 1") }
  }

  func run() throws {
    var simulated = SimulatedPhone(phone, user: outcome)
    if let trust {
      _ = try Self.bytes(ofFile: trust)
      simulated.certificates = trust
    }
    if let policy { simulated.policy = try TrustPolicy(json: try Self.bytes(ofFile: policy)) }
    if let watch {
      try act(onPicturesIn: watch, simulated)
    } else {
      try act(on: try bytes(), simulated)
    }
  }

  private func act(on bytes: [UInt8], _ simulated: SimulatedPhone) throws {
    let input: PhoneMessage
    do throws(PhoneMessageFailure) { input = try PhoneMessage(bytes) } catch {
      say("\(error)")
      throw ExitCode(error == .symbols(0) ? 4 : 1)
    }
    let report = simulated.act(on: input)
    print(json ? "\(report.json)\n" : report.text, terminator: "")
    fflush(nil)
    if !report.isDone { throw ExitCode.failure }
  }

  /// Acts on pictures as they appear in a folder; those that it has already are left alone.
  private func act(onPicturesIn folder: String, _ simulated: SimulatedPhone) throws {
    var seen = try Self.pictures(in: folder).mapValues { _ in true }
    var sizes: [String: Int] = [:]
    var status = ExitCode.success
    var left = count ?? .max
    while left > 0 {
      for (name, size) in try Self.pictures(in: folder).sorted(by: { $0.key < $1.key })
      where left > 0 && seen[name] == nil {
        // A picture that still grows is left to the next turn.
        guard size > 0, sizes[name] == size else {
          sizes[name] = size
          continue
        }
        seen[name] = true
        left -= 1
        do { try act(on: Self.bytes(ofFile: "\(folder)/\(name)"), simulated) } catch let error as ExitCode {
          status = error
        }
      }
      if left > 0 { usleep(Self.pause) }
    }
    if status != .success { throw status }
  }

  /// The pictures of a folder with their sizes in bytes.
  private static func pictures(in folder: String) throws -> [String: Int] {
    do { return try FileSystem.sizes(ofFilesIn: folder, extensions: ["png", "jpg", "jpeg"]) } catch {
      say("\(error)")
      throw ExitCode.failure
    }
  }

  private func bytes() throws -> [UInt8] {
    guard let message else { return [] }
    if message == "-" { return try Self.bytes(ofFile: "/dev/stdin") }
    return FileSystem.exists(message) ? try Self.bytes(ofFile: message) : Array(message.utf8)
  }

  /// Between two looks at a folder, in microseconds.
  private static let pause: UInt32 = 100_000

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
