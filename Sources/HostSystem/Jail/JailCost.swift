import Glibc

/// What the jail costs, for the benchmarks.
@_spi(Benchmarks) public enum JailCost {
  /// The mean processor time of a copy of this process that does nothing, in seconds.
  ///
  /// - Parameters:
  ///   - count: The number of copies, one after another. This process must have no other thread.
  ///   - isJailed: Whether they enter the jail first.
  /// - Returns: `nil` if there is no jail, or no process can be started.
  public static func seconds(ofCopies count: Int, isJailed: Bool) -> Double? {
    let start = used
    for _ in 0..<count {
      guard
        let copy = try? ChildProcess(forking: { !isJailed || Jail(memory: 1 << 30).enter() == nil ? [1] : [0] }),
        case .bytes([1]) = copy.read(until: .now + .seconds(10))
      else { return nil }
      copy.closeInput()
      _ = copy.wait(until: .now + .seconds(10))
    }
    return (used - start) / Double(count)
  }

  /// The processor time of all children that have ended, in seconds.
  private static var used: Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
