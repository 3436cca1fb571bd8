import HostSystem
import OutOfBand

/// From the paths of a command line to pictures, and from what was read in them to reports.
extension ScanCommand {
  /// Returns a directory's pictures, or the path itself.
  func expand(_ path: String) -> [Result<String, InputFailure>] {
    guard path != "-", FileSystem.isDirectory(path) else { return [.success(path)] }
    guard recursive else {
      return [.failure(InputFailure(message: "\(path): is a directory; use -r to scan the pictures below it"))]
    }
    let files = FileSystem.files(below: path, extensions: ["png", "jpg", "jpeg"])
    if files.isEmpty {
      return [.failure(InputFailure(message: "\(path): no .png, .jpg or .jpeg file below this directory"))]
    }
    return files.map { $0.mapError { InputFailure(message: CommandFailure.sentence($0)) } }
  }

  /// Scans a picture before there are any workers or threads.
  func outcome(ofLone input: Result<String, InputFailure>, showsPath: Bool, _ policies: ScanPolicies) -> Outcome {
    do throws(InputFailure) {
      let picture = try ScanPicture(path: try input.get(), on: Console.current, seconds: timeout)
      return outcome(of: picture, showsPath: showsPath, policies) { () throws(InputFailure) in
        try readingAlone(of: picture)
      }
    } catch {
      return Outcome(failed: error)
    }
  }

  /// The symbols of a picture, for joining.
  ///
  /// - Throws: ``InputFailure``; also if the search was cut short, as a part of a set may be missing.
  func symbols(of path: String) throws(InputFailure) -> [ReadSymbol] {
    let picture = try ScanPicture(path: path, on: Console.current, seconds: timeout)
    say(misnamingOf: picture)
    let reading: PictureReading
    do { reading = try readingAlone(of: picture) } catch { throw InputFailure(message: "\(path): \(error.message)") }
    if reading.isComplete { return reading.symbols }
    throw InputFailure(message: "\(path): \(cutShort(reading))")
  }

  /// Reports what is read in a picture, and captures the output.
  func outcome(
    of picture: ScanPicture, showsPath: Bool = true, _ policies: ScanPolicies, on console: Console = .current,
    _ read: () throws(InputFailure) -> PictureReading
  ) -> Outcome {
    let kept = CapturingConsole(reading: console)
    var profile: [UInt8] = []
    var outlined: Outcome.Outlined?
    let status = Console.$current.withValue(kept.console) { () -> Outcome.Status in
      say(misnamingOf: picture)
      let reading: PictureReading
      do throws(InputFailure) { reading = try read() } catch {
        Console.current.say("\(picture.name): \(error.message)")
        return .failed
      }
      do {
        if annotate != nil {
          outlined = Outcome.Outlined(picture: picture, corners: reading.symbols.map(\.corners))
        }
        return try report(reading, on: picture, showsPath: showsPath, policies, profile: &profile)
      } catch let failure as InputFailure {
        Console.current.say("\(picture.name): \(failure.message)")
        return .failed
      } catch {
        return .ended(error)
      }
    }
    return Outcome(status: status, output: kept.output, errors: kept.errors, profile: profile, outlined: outlined)
  }

  /// - Parameter profile: Becomes the file of the printer profile.
  private func report(
    _ reading: PictureReading, on picture: ScanPicture, showsPath: Bool, _ policies: ScanPolicies,
    profile: inout [UInt8]
  ) throws -> Outcome.Status {
    let (path, symbols) = (picture.name, reading.symbols)
    if !reading.isComplete { Console.current.say("\(path): \(cutShort(reading))") }
    if raw {
      if reading.isComplete || !symbols.isEmpty { try write(single: symbols, of: path) }
      return reading.isComplete ? .found : .failed
    }
    if symbols.isEmpty, reading.isComplete {
      Console.current.say("\(path): no symbol found")
      return .empty
    }
    let policy: TrustPolicy?
    do { policy = try policies.policy(for: picture) } catch {
      throw InputFailure(message: CommandFailure.sentence(error))
    }
    let report = ScanReport(
      json: json, showsPath: showsPath, isAlone: !showsPath && !grade && !simulate && symbols.count == 1,
      checks: check, showsToken: showToken, orientation: reading.orientation
    ) { [checkOptions] in checkOptions.options(policy: policy, channel: .qr, symbolVersion: $0.leastVersion) }
    try report.print(symbols, of: path)
    if printerProfile != nil {
      // Without all symbols, the smallest of them would be too large.
      if symbols.contains(where: { $0.grade?.isMissing == true }) {
        throw InputFailure(message: "there was not enough time to grade all symbols; \(Self.moreTime)")
      }
      if reading.isComplete { profile = try CalibrationReport(symbols).file() }
    }
    if simulate { try printTables(symbols, of: path, policy: policy) }
    return reading.isComplete ? .found : .failed
  }

  private static let moreTime = "raise --timeout"

  /// The sentence about a search that was ended by its deadline.
  func cutShort(_ reading: PictureReading) -> String {
    "\(ScanTime.cutShort(timeout, symbols: reading.symbols.count)); \(Self.moreTime)"
  }

  private func say(misnamingOf picture: ScanPicture) {
    guard let (named, actual) = picture.misnaming else { return }
    Console.current.say(
      "note: \(picture.name) has a \(named) extension but is a \(actual) picture; it is read as \(actual)")
  }
}

/// An input that could not be read, which does not affect the others.
struct InputFailure: Error, CustomStringConvertible {
  var message: String

  var description: String { message }
}
