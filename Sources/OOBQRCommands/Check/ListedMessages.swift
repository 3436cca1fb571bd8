import HostSystem
import OutOfBand
import TextFormats

/// The messages of `oobqr check --list`, one by one: the rows of CSV, or the lines of another file that are not empty.
struct ListedMessages {
  private enum Source {
    case rows(MessageList)
    case lines(ByteStream, line: Int)
  }

  private var source: Source

  /// Opens a list; its name says whether it is CSV.
  init(_ list: String) throws {
    do {
      var stream = try Console.current.list(list)
      if list != "-", MessageList.Format(fileExtension: FileSystem.fileExtension(of: list)) == .csv {
        source = .rows(try MessageList(stream, .csv, form: .base64URL))
      } else {
        try stream.skipByteOrderMark()
        source = .lines(stream, line: 0)
      }
    } catch let error as MessageListError {
      let remedy =
        error.reason.hasPrefix("no column")
        ? "; if it holds one message per line, give it a name that ends in .txt" : ""
      throw CommandFailure("\(CommandFailure.name(ofList: list)), \(error)\(remedy)")
    } catch { throw CommandFailure(error) }
  }

  /// Returns the next message with its line, from 1, or the reason why the row has none; `nil` at the end.
  mutating func next() throws(CommandFailure) -> (line: Int, message: Result<[UInt8], MessageListError>)? {
    do throws(any Error) {
      switch source {
      case .rows(var list):
        defer { source = .rows(list) }
        switch try list.next() {
        case .success(let row): return (row.line, .success(row.message))
        case .failure(let failure): return (failure.line, .failure(failure))
        case nil: return nil
        }
      case .lines(var stream, var line):
        defer { source = .lines(stream, line: line) }
        while let bytes = try stream.line(limit: MessageCheck.sizeLimit) {
          line += 1
          if !bytes.isEmpty { return (line, .success(bytes)) }
        }
        return nil
      }
    } catch { throw CommandFailure(error) }
  }
}
