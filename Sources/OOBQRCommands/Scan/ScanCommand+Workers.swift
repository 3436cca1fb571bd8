import ArgumentParser
import HostSystem
import ImageCoding
import OutOfBand
import QRScanning
import TextFormats

/// Scanning in this process or another, in the jail.
extension ScanCommand {
  /// The readers that a process asks.
  enum Readers: String, ExpressibleByArgument {
    /// All, where there is no jail.
    case all
    /// Our own, which leave to zbar what it may read.
    case own
    /// zbar.
    case zbar
  }

  func workers(_ executable: String) -> ScanWorkers { ScanWorkers(self, executable: executable) }

  /// The options for a worker, equivalent to those of this process.
  func workerArguments(_ readers: Readers) -> [String] {
    var arguments = [
      "scan", "--worker", readers.rawValue, "--effort", effort.rawValue, "--max-pixels", "\(maxPixels)",
      "--timeout", "\(timeout)", "-",
    ]
    for (isSet, name) in [
      (json, "--json"), (check, "--check"), (simulate, "--simulate"), (grade, "--grade"), (showToken, "--show-token"),
      (explain, "--explain"),
    ] where isSet { arguments.append(name) }
    if let engine { arguments += ["--engine", engine.rawValue] }
    if let policy = checkOptions.policy { arguments += ["--policy", policy] }
    if let text = checkOptions.policyText { arguments += ["--policy-text", text] }
    arguments += ["--docs", checkOptions.docs.rawValue, "--profile", checkOptions.profile.rawValue]
    return arguments + jailOptions.workerArguments
  }

  /// Answers the requests of the parent.
  func serve(_ readers: Readers) throws {
    // If it cannot be opened, the scanner says so.
    if readers == .zbar { try? QRScanner.openZBar() }
    try WorkerService.serve(seconds: timeout, jail: jailOptions.rules.jail(maxPixels: maxPixels)) {
      (request: ScanWorkers.Request, shortfall) in
      Confined(jailOptions.rules, shortfall) { outcome(of: request, by: readers) }
    }
  }

  /// Asks our own readers, and zbar if they leave the picture to it.
  ///
  /// - Parameter ask: Asks readers, which have so many seconds.
  func outcome(_ ask: (Readers, Double) -> Outcome) -> Outcome {
    let time = ScanTime(seconds: timeout)
    func asked(_ readers: Readers) -> Outcome { ask(readers, time.left).checked(isJSON: json, isRaw: raw) }
    if engine == .zbar { return asked(.zbar) }
    let own = asked(.own)
    guard case .asksZBar = own.status else { return own }
    var outcome = asked(.zbar)
    outcome.errors = own.errors + outcome.errors
    return outcome
  }

  /// Returns a picture for a worker; standard input and failures are handled in this process.
  func workerInput(_ input: Result<String, InputFailure>, _ workers: ScanWorkers) -> ScanWorkers.Input {
    if case .success(let path) = input, path != "-" { return .picture(path) }
    return .known(aloneOutcome(of: input, showsPath: true))
  }

  /// Scans a picture before there are any workers or threads.
  func aloneOutcome(of input: Result<String, InputFailure>, showsPath: Bool) -> Outcome {
    let jail = PictureJail(rules: jailOptions.rules, maxPixels: maxPixels, seconds: timeout)
    do throws(InputFailure) {
      let path = try input.get()
      // A user may take any time to type a picture; a pipe is another program.
      let deadline: ContinuousClock.Instant? = path == "-" ? nil : .now + .seconds(timeout)
      var request = try request(path, Console.current, until: deadline)
      request.showsName = showsPath
      guard Console.current.executable != nil else { return outcome(of: request, by: .all) }
      return outcome { readers, seconds in
        request.seconds = seconds
        do throws(InputFailure) {
          if readers == .zbar { try? QRScanner.openZBar() }
          return try jail.run(left: seconds) { outcome(of: request, by: readers) }
        } catch {
          return Outcome(failed: InputFailure(message: "\(request.name): \(error.message)"))
        }
      }
    } catch {
      return Outcome(failed: error)
    }
  }

  /// Reads a picture and its policy.
  ///
  /// - Parameter deadline: The end of waiting for a pipe; `nil` waits for ever.
  func request(
    _ path: String, _ console: Console, until deadline: ContinuousClock.Instant? = nil
  ) throws(InputFailure) -> ScanWorkers.Request {
    let file: [UInt8]?
    do {
      file =
        if let deadline { try FileSystem.read(path, limit: Self.fileLimit, until: deadline) } else {
          try console.read(path, limit: Self.fileLimit)
        }
    } catch { throw InputFailure(message: CommandFailure.sentence(error)) }
    guard let file else { throw InputFailure(message: "\(path): \(InputFailure.timedOut(timeout).message)") }
    return try request(path, file: file)
  }

  /// - Parameter name: The path, or `-`.
  func request(_ name: String, file: [UInt8]) throws(InputFailure) -> ScanWorkers.Request {
    var request = ScanWorkers.Request(name: name, file: file, seconds: timeout)
    guard check || simulate || json else { return request }
    do { request.policy = try checkOptions.policyFile(forPicture: name) } catch {
      throw InputFailure(message: CommandFailure.sentence(error))
    }
    return request
  }

  /// Scans a picture in this process, and captures the output.
  private func outcome(of request: ScanWorkers.Request, by readers: Readers) -> Outcome {
    let kept = CapturingConsole(reading: Console.current)
    var annotation: [UInt8] = []
    let status = Console.$current.withValue(kept.console) {
      self.status(of: request, by: readers, annotation: &annotation)
    }
    return Outcome(status: status, output: kept.output, errors: kept.errors, annotation: annotation)
  }

  private func status(
    of request: ScanWorkers.Request, by readers: Readers, annotation: inout [UInt8]
  ) -> Outcome.Status {
    let path = request.name
    let time = ScanTime(seconds: request.seconds)
    do {
      let (image, detections, leavesZBar, isComplete) = try scan(request, by: readers)
      if leavesZBar { return .asksZBar }
      if !isComplete { say(cutShort: path, symbols: detections.count) }
      if annotate != nil { annotation = try Annotation.draw(detections, on: image) }
      if raw {
        if isComplete || !detections.isEmpty { try write(single: detections, of: path) }
        return isComplete ? .found : .failed
      }
      if detections.isEmpty, isComplete { Console.current.say("\(path): no symbol found") }
      let policy =
        try request.policy.map { try TrustPolicy(file: $0.name, text: $0.text) }
        ?? (checkOptions.policyText == nil ? nil : checkOptions.policy(beside: nil))
      var report = ScanReport(json: json, showsPath: request.showsName, checks: check, showsToken: showToken) {
        [checkOptions] in
        checkOptions.options(policy: policy, channel: .qr, symbolVersion: $0.leastVersion)
      }
      report.orientation = PictureOrientation(ofFile: request.file)
      let grades = grade ? detections.map { GradeReport($0, in: image, until: time.endOfGrading) } : []
      try report.print(detections, of: path, grades: grades)
      // Without all symbols, the smallest of them would be too large.
      let isGraded = grades.allSatisfy { if case .failure(.outOfTime) = $0.result { false } else { true } }
      if printerProfile != nil, !isGraded {
        throw InputFailure(message: "\(path): there was no time to grade all symbols; \(Self.moreTime)")
      }
      if printerProfile != nil, isComplete, !detections.isEmpty {
        annotation = try CalibrationReport(detections, grades).file()
      }
      if simulate { try printTables(detections, of: path, policy: policy) }
      if !isComplete { return .failed }
      return detections.isEmpty ? .empty : .found
    } catch let failure as InputFailure {
      Console.current.say(failure.message)
      return .failed
    } catch {
      return .ended(error)
    }
  }
}
