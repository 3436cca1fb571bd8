public import Foundation
import Glibc
import HostSystem

/// A CUPS server and an IPP Everywhere printer on the loopback interface, in a folder of their own, until released.
public final class CUPSServer {
  /// Where the printer keeps the files that it prints.
  public let printed: URL
  private let folder: URL
  private let port: Int
  private let printerPort: Int
  private let processes: [ChildProcess]
  private var printer: ChildProcess?

  /// - Parameter folder: An empty folder, with a short path.
  public init?(in folder: URL) throws {
    self.folder = folder
    printed = folder.appending(path: "printed")
    guard let port = Self.freePort(), let printerPort = Self.freePort() else { return nil }
    (self.port, self.printerPort) = (port, printerPort)
    for name in ["etc", "spool", "cache", "state", "temporary", "printed"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try write(
      "etc/cupsd.conf",
      """
      Listen 127.0.0.1:\(port)
      DefaultAuthType None
      WebInterface No
      Browsing Off
      <Location />
        Allow all
      </Location>
      <Location /admin>
        Allow all
      </Location>
      <Policy default>
        <Limit All>
          Order deny,allow
        </Limit>
      </Policy>

      """)
    let path = folder.path
    try write(
      "etc/cups-files.conf",
      """
      ServerRoot \(path)/etc
      ServerBin \(path)/bin
      DataDir \(path)/data
      RequestRoot \(path)/spool
      CacheDir \(path)/cache
      StateDir \(path)/state
      TempDir \(path)/temporary
      AccessLog \(path)/access.log
      ErrorLog \(path)/error.log
      PageLog \(path)/page.log

      """)
    // The package cups-filters has the filter that prepares PDF; here it is passed on as it is.
    try write("etc/local.convs", "application/pdf application/vnd.cups-pdf 0 -\n")
    // No drivers and filters of this system, which would give the queue other paper: the types of files alone.
    // A backend that keeps what it is given, beside those of CUPS. Only its owner may run it, so that CUPS does not give
    // up the right to write there.
    try FileManager.default.createDirectory(
      at: folder.appending(path: "bin/backend"), withIntermediateDirectories: true)
    try write(
      "bin/backend/keep",
      """
      #!/bin/sh
      if [ $# = 0 ]; then echo 'direct keep "Keep" "Keep"'; exit; fi
      cat ${6:+"$6"} >'\(path)/printed/kept'

      """)
    _ = Shell.run(
      """
      chmod 700 bin/backend/keep; ln -s /usr/lib/cups/backend/ipp bin/backend/; mkdir -p bin/daemon data/mime
      ln -s /usr/lib/cups/daemon/cups-exec /usr/lib/cups/daemon/cups-deviced bin/daemon/
      cp /usr/share/cups/mime/mime.types /usr/share/cups/mime/mime.convs data/mime/
      """, in: folder)
    // ippeveprinter announces itself over D-Bus, and does not start without a bus.
    try write(
      "bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>unix:path=\(path)/bus</listen><policy context="default">
      <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>

      """)
    processes = try [
      Self.start("exec dbus-daemon --nofork --config-file='\(path)/bus.conf'"),
      Self.start("exec cupsd -f -c '\(path)/etc/cupsd.conf' -s '\(path)/etc/cups-files.conf'"),
    ]
    guard FileManager.default.fileExists(atPath: path), wait(for: "lpstat -r", "scheduler is running") else {
      return nil
    }
  }

  private static func start(_ command: String) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", "PATH=$PATH:/usr/sbin; exec >/dev/null; " + command], sharesErrors: false)
  }

  /// Runs a shell command with this server as the one that CUPS' programs ask.
  public func run(_ command: String) -> String {
    Shell.run("PATH=$PATH:/usr/sbin; export CUPS_SERVER=127.0.0.1:\(port); \(command)", in: folder)
  }

  private func wait(for command: String, _ text: String) -> Bool {
    for _ in 0..<150 {
      if run(command).contains(text) { return true }
      usleep(100_000)
    }
    return false
  }

  /// The printer's address.
  public var printerURI: String { "ipp://localhost:\(printerPort)/ipp/print" }

  /// Starts the printer, in place of one that runs.
  ///
  /// - Parameter media: The names of its paper (PWG 5101.1) with their sizes in hundredths of a millimetre.
  /// - Returns: Whether it answers.
  public func startPrinter(media: [(name: String, width: Int, height: Int)]) throws -> Bool {
    printer = nil
    func size(_ medium: (name: String, width: Int, height: Int)) -> String {
      "{ MEMBER integer x-dimension \(medium.width) MEMBER integer y-dimension \(medium.height) }"
    }
    func column(_ medium: (name: String, width: Int, height: Int)) -> String {
      "{ MEMBER collection media-size \(size(medium)) "
        + ["bottom", "left", "right", "top"].map { "MEMBER integer media-\($0)-margin 0" }.joined(separator: " ") + " }"
    }
    let attributes = [
      "keyword media-default \(media[0].name)",
      "keyword media-supported \(media.map(\.name).joined(separator: ","))",
      "keyword media-ready \(media[0].name)",
      "collection media-size-supported \(media.map(size).joined(separator: ","))",
      "collection media-col-database \(media.map(column).joined(separator: ","))",
      "collection media-col-default \(column(media[0]))",
      "keyword media-col-supported media-size,media-bottom-margin,media-left-margin,media-right-margin,media-top-margin",
      "integer media-bottom-margin-supported 0", "integer media-left-margin-supported 0",
      "integer media-right-margin-supported 0", "integer media-top-margin-supported 0",
      "mimeMediaType document-format-supported application/pdf,image/urf,application/octet-stream",
      "integer copies-default 1", "rangeOfInteger copies-supported 1-99",
      "keyword urf-supported CP1,IS1,RS203,W8", "resolution printer-resolution-supported 203dpi",
      "resolution printer-resolution-default 203dpi", "keyword pwg-raster-document-type-supported sgray_8",
      "resolution pwg-raster-document-resolution-supported 203dpi", "keyword pwg-raster-document-sheet-back normal",
      "keyword print-color-mode-supported monochrome", "keyword print-color-mode-default monochrome",
      "enum print-quality-supported 4", "enum print-quality-default 4",
    ]
    let file = folder.appending(path: "printer.conf")
    try Data(attributes.map { "ATTR \($0)\n" }.joined().utf8).write(to: file)
    // The command is what prints: without one, the printer sleeps for some seconds.
    printer = try Self.start(
      "DBUS_SYSTEM_BUS_ADDRESS='unix:path=\(folder.path)/bus' exec ippeveprinter -p \(printerPort) -n localhost -r off "
        + "-d '\(printed.path)' -a '\(file.path)' -k -c /bin/true Labels")
    return wait(for: "ipptool -tv \(printerURI) get-printer-attributes.test", "printer-state (enum) = idle")
  }

  /// A port that nobody listens on, at least until now.
  private static func freePort() -> Int? {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
      }
    }
    return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
