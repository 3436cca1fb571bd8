import Glibc

/// The reason why the server cannot listen on its address.
public struct ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let host: String
  public let port: Int
  /// The system's error number.
  public let errorNumber: Int32

  public var description: String {
    let place = "port \(port) of \(host)"
    switch errorNumber {
    case EADDRINUSE: return "\(place) is in use by another program; stop it, or choose another --port"
    case EACCES: return "\(place) is for root alone; choose a --port of 1024 or above"
    case EADDRNOTAVAIL: return "\(host) is not an address of this machine; give one to --listen"
    default: return "cannot listen on \(place): \(unsafe String(cString: strerror(errorNumber)))"
    }
  }
}
