import Glibc

/// The reason why the server cannot listen on its address.
public struct ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address, as it was given.
  public let host: String
  /// The port, as it was given.
  public let port: Int
  /// What the system says.
  public let reason: Reason

  /// What the system says of an address.
  public enum Reason: Hashable, Sendable {
    /// A number of the system's errors.
    case system(Int32)
    /// There is no address of this name.
    case unknownHost
  }

  public var description: String {
    let place = "port \(port) of \(host)"
    switch reason {
    case .system(EADDRINUSE): return "\(place) is in use by another program; stop it, or choose another --port"
    case .system(EACCES): return "\(place) is for root alone; choose a --port of 1024 or above"
    case .system(EADDRNOTAVAIL): return "\(host) is not an address of this machine; give one to --listen"
    case .system(let number): return "cannot listen on \(place): \(unsafe String(cString: strerror(number)))"
    case .unknownHost: return "\(host) cannot be found; give an address of this machine to --listen"
    }
  }
}
