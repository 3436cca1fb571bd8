import HostSystem
package import Imaging
import QRScanning
import Synchronization

/// Reads pictures from strangers in workers, processes that are in the ``Jail`` before they get a byte.
///
/// What a picture does to a worker ends with that worker. One that has read a picture reads the next one, too; if it fails then, a
/// fresh one gets the picture, with its whole time limit.
///
/// ```swift
/// let reader = PictureReader(in: .copy)
/// for symbol in try reader.read(file).symbols { print(symbol.text ?? "not text") }
/// ```
package final class PictureReader: Sendable {
  /// Which process reads.
  package enum Place: Sendable {
    /// This one, without a jail: for programs other than `oobqr`, which may have threads.
    case here
    /// Copies of this one, which takes less time than a program, but must have no other threads.
    case copy
    /// This program, started anew. It calls ``serve(ifAskedBy:)`` first. Any thread may read.
    case program(String)
  }

  package let options: Options
  private let pool: WorkerPool<PictureRequest, PictureReply>?
  private let onShortfall: (@Sendable (String) -> Void)?
  private let isReported = Mutex(false)

  /// - Parameter onShortfall: Is told why there is no filter of system calls, once, before anything else is known of a picture.
  package init(_ options: Options = Options(), in place: Place, onShortfall: (@Sendable (String) -> Void)? = nil) {
    (self.options, self.onShortfall) = (options, onShortfall)
    let memory = options.memory
    pool =
      switch place {
      case .here: nil
      case .copy:
        WorkerPool { kind throws(ChildProcess.StartFailure) in
          try ChildProcess(forking: { Self.serve(kind, memory: memory) })
        }
      case .program(let path):
        WorkerPool { kind throws(ChildProcess.StartFailure) in
          try ChildProcess(path, [Self.workerArgument, kind, "\(memory)"])
        }
      }
  }

  /// Starts a worker before it is needed: while a file is read, and before threads take up a limit on processes.
  package func prepare() { pool?.prepare(kind(for: .symbols)) }

  // MARK: Asking

  /// Finds the symbols of a picture.
  ///
  /// - Parameter explain: Is told each attempt, also of a picture that is not read then.
  package func read(_ file: [UInt8], explain: (String) -> Void = { _ in }) throws(PictureFailure) -> PictureReading {
    let answer = try ask(.symbols, file, atMost: Self.mostReadingBytes)
    guard let reading = answer.reply.reading else { throw .crashed(signal: 0) }
    if options.explains { reading.attempts.forEach(explain) }
    return reading
  }

  /// Decodes a picture to gray.
  package func gray(_ file: [UInt8]) throws(PictureFailure) -> GrayImage {
    let (width, height, pixels) = try pixels(.gray, file, channels: 1)
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// Decodes a picture to colours.
  package func color(_ file: [UInt8]) throws(PictureFailure) -> ColorImage {
    let (width, height, pixels) = try pixels(.color, file, channels: 3)
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private func pixels(
    _ work: PictureRequest.Work, _ file: [UInt8], channels: Int
  ) throws(PictureFailure) -> (width: Int, height: Int, pixels: [UInt8]) {
    let limit = channels * options.maxPixels + Self.mostHeaderBytes
    let (reply, pixels) = try ask(work, file, atMost: limit)
    guard reply.width > 0, reply.height > 0, pixels.count.isMultiple(of: channels * reply.width),
      pixels.count / (channels * reply.width) == reply.height
    else { throw .crashed(signal: 0) }
    return (reply.width, reply.height, pixels)
  }

  /// A picture of 100 million pixels holds 40,000 symbols of version 1 with modules of two pixels; each takes 300 bytes, and 900 more
  /// with a grade.
  private static let mostReadingBytes = 1 << 26
  /// Of an answer besides pixels.
  private static let mostHeaderBytes = 1 << 16

  private func ask(
    _ work: PictureRequest.Work, _ file: [UInt8], atMost limit: Int
  ) throws(PictureFailure) -> (reply: PictureReply, bytes: [UInt8]) {
    let request = PictureRequest(work: work, options: options)
    let answer: (reply: PictureReply, bytes: [UInt8])
    if let pool {
      do {
        answer = try pool.ask(
          request, file, of: kind(for: work), atMost: limit, seconds: options.mostSeconds)
      } catch { throw PictureFailure(error, seconds: options.countsWaiting ? options.seconds : options.mostSeconds) }
    } else {
      answer = request.answer(file, nil)
    }
    if let shortfall = answer.reply.shortfall, let onShortfall {
      isReported.withLock { isReported in
        if !isReported { onShortfall(shortfall) }
        isReported = true
      }
    }
    if let failure = answer.reply.failure { throw failure }
    return answer
  }

  // MARK: Workers

  /// The first argument of a worker.
  private static let workerArgument = "--picture-worker"
  /// Kinds of workers. Opening zbar takes longer than all else, and few pictures need it; in the jail it would be too late.
  private static let (own, zbar) = ("own", "zbar")

  private func kind(for work: PictureRequest.Work) -> String {
    work == .symbols && options.scanner.asksZBar ? Self.zbar : Self.own
  }

  /// Answers requests until there are no more, if this process was started as a worker; returns if not.
  ///
  /// - Parameter arguments: Those of the command line, after the name of the program.
  package static func serve(ifAskedBy arguments: [String]) {
    guard arguments.count == 3, arguments[0] == workerArgument, let memory = Int(arguments[2]) else { return }
    serve(arguments[1], memory: memory)
  }

  private static func serve(_ kind: String, memory: Int) -> Never {
    // If it cannot be opened, the scanner says so.
    if kind == zbar { try? QRScanner.openZBar() }
    WorkerService.serve(jail: Jail(memory: memory)) { (request: PictureRequest, file, shortfall) in
      request.answer(file, shortfall)
    }
  }
}
