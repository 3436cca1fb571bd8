import CPangoCairo
import HostSystem

/// The functions of Pango and cairo, whose libraries are opened on first use.
@safe package enum PangoCairo {
  /// More than the libraries have open at a time: a poster and a calibration page need 4, with many fonts perhaps more.
  private static let mostFiles = 32

  /// Computed once per process.
  private static let opened = Result { () throws(TypesettingFailure) in
    // With too few, fontconfig silently finds other fonts, or none.
    if !FileDescriptor.canOpen(mostFiles) {
      throw .failed(reason: "\(mostFiles) more descriptors are needed; \(ProcessLimit.files)")
    }
    // The libraries' code alone takes 30 MiB. With too little, fontconfig prints hundreds of lines before it gives up.
    if !ProcessLimit.hasMemory {
      throw .failed(reason: "64 MiB more memory is needed; \(ProcessLimit.memory)")
    }
    if oobqr_can_start_threads() == 0 {
      throw .failed(reason: "eight more threads are needed; \(ProcessLimit.threads)")
    }
    return try open("libpangocairo-1.0.so.0")
  }

  /// - Throws: ``TypesettingFailure/failed(reason:)``.
  static func functions() throws(TypesettingFailure) -> oobqr_pangocairo { try opened.get() }

  /// Checks that a library can be opened by name.
  package static func check(_ name: String) throws(TypesettingFailure) { _ = try open(name) }

  private static func open(_ name: String) throws(TypesettingFailure) -> oobqr_pangocairo {
    let functions = UnsafeMutablePointer<oobqr_pangocairo>.allocate(capacity: 1)
    defer { unsafe functions.deallocate() }
    if let reason = unsafe oobqr_pangocairo_open(functions, name) {
      throw .failed(
        reason: unsafe String(cString: reason)
          + "; install Pango 1.44 or later with cairo 1.16 or later (Debian: libpangocairo-1.0-0)")
    }
    return unsafe functions.pointee
  }
}
