import GRDB
import Glibc
import HostSystem
import TextFormats

/// Operations, dispatch targets and displays in an SQLite file, so that none is lost, and no token is redeemed twice, when the
/// server ends without warning.
///
/// What has been saved survives the end of the process at once; a power cut can take the last moment with it (SQLite's
/// `synchronous=NORMAL` with a write-ahead log).
final class StateFile: Sendable {
  /// What is kept.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case session, target, display
  }

  private let database: DatabaseQueue
  private let path: String

  /// The number by which SQLite files of this server are known: `oobq`.
  private static let applicationID = 0x6F6F_6271

  /// Opens a file, or makes one that nobody else can read.
  ///
  /// - Throws: ``StateFailure`` when it cannot be used, is not a file of this server, or is used by another.
  init(_ path: String) throws(StateFailure) {
    self.path = path
    // SQLite would make it readable for others; the files beside it get the same mode.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StateFailure(path: path, reason: unsafe String(cString: strerror(errno))) }
    close(descriptor)
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { database in
      // Another server would not see what this one has redeemed.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      try database.write { database in
        let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard id == Self.applicationID || id == 0 && tables == 0 else { throw Foreign() }
        try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS record
              (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID
            """)
      }
    } catch {
      throw StateFailure(path: path, reason: Self.reason(error))
    }
  }

  /// The file has something else in it.
  private struct Foreign: Error {}

  /// Everything of a kind.
  func all(_ kind: Kind) throws(StateFailure) -> [JSONValue] {
    do {
      return try database.read { database in
        try String.fetchAll(database, sql: "SELECT json FROM record WHERE kind = ?", arguments: [kind.rawValue])
          .map { try JSONDocument(parsing: Array($0.utf8)).value }
      }
    } catch { throw StateFailure(path: path, reason: Self.reason(error)) }
  }

  /// Saves a record, in place of the one of the same identifier. When this returns, it survives the end of the process.
  func save(_ kind: Kind, _ id: String, _ json: JSONValue) throws(StateFailure) {
    try write("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", [kind.rawValue, id, json.description])
  }

  func remove(_ kind: Kind, _ id: String) throws(StateFailure) {
    try write("DELETE FROM record WHERE kind = ? AND id = ?", [kind.rawValue, id])
  }

  private func write(_ sql: String, _ arguments: StatementArguments) throws(StateFailure) {
    do { try database.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) } } catch {
      throw StateFailure(path: path, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "it is not a file of this server" }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: "another server uses it"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: "it is not a file of this server"
    case .SQLITE_FULL: "the disk is full"
    case .SQLITE_IOERR: "it cannot be written: the disk fails, or a limit on files is reached"
    default: error.message ?? "SQLite fails with \(error.resultCode)"
    }
  }
}

/// The reason why the state cannot be kept in a file.
public struct StateFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// A clause without the path.
  public let reason: String

  public var description: String { "cannot keep the state in '\(path)': \(reason)" }
}
