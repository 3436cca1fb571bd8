import OutOfBand
public import TextFormats

/// How a server answers a request for an association file: by the status and the headers, as `curl --dump-header` writes them.
///
/// ```swift
/// let delivery = try FileDelivery(headers: "HTTP/2 301\r\nlocation: https://www.example.com/\r\n")
/// delivery.status    // 301
/// delivery.location  // https://www.example.com/
/// ```
/// Sources: developer.apple.com, Supporting associated domains; developer.android.com, configure-assetlinks.
public struct FileDelivery: Hashable, Sendable {
  /// What the name of a file with the headers ends with, behind the name of the file that came with them.
  public static let suffix = ".headers"

  /// The HTTP status, 100…599; `nil` when only the body is known.
  public let status: Int?
  /// In lower case, without parameters; `nil` when the server names none.
  public let contentType: String?
  /// Where a redirect leads, as the server writes it.
  public let location: String?
  /// Why the body is not the file: it is a web page, or not JSON; `nil` for JSON, and where it is not known.
  public let bodyFault: String?
  /// How the body is mended, where that is known.
  private var bodyRemedy: String?

  public init(status: Int?, contentType: String? = nil, location: String? = nil, bodyFault: String? = nil) {
    (self.status, self.contentType, self.location, self.bodyFault) = (status, contentType, location, bodyFault)
  }

  /// Reads the status line and the headers. Of several answers, the first redirect counts, otherwise the last.
  ///
  /// - Parameter headers: Lines of HTTP, with or without carriage returns.
  /// - Throws: `Fault` without a status line.
  public init(headers: String) throws(Fault) {
    var answers: [FileDelivery] = []
    var (type, location): (String?, String?)
    var status: Int?
    func end() { if let status { answers.append(.init(status: status, contentType: type, location: location)) } }
    for line in headers.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("HTTP/") {
        end()
        status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.flatMap {
          100...599 ~= $0 ? $0 : nil
        }
        (type, location) = (nil, nil)
        continue
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].drop(while: \.isWhitespace)
      switch parts[0].lowercased() {
      case "content-type": type = value.split { $0 == ";" || $0.isWhitespace }.first?.lowercased()
      case "location": location = String(value)
      default: break
      }
    }
    end()
    guard let answer = answers.first(where: \.isRedirect) ?? answers.last else {
      throw Fault("there is no status line, such as HTTP/1.1 200")
    }
    self = answer
  }

  /// The same answer with its body; `nil` for a file of JSON of which nothing else is known.
  ///
  /// - Parameters:
  ///   - delivery: The answer without a body; `nil` when it is not known.
  ///   - body: The bytes that came with the headers. JSON never begins with `<`.
  public static func with(_ delivery: FileDelivery?, body: [UInt8]) -> FileDelivery? {
    let start = String(decoding: body.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let fault: String
    var remedy: String?
    if start.hasPrefix("<") {
      fault = "the server sends a web page instead of the file"
    } else if start.hasPrefix("HTTP/") {
      fault = "headers of HTTP stand before the file's JSON"
    } else {
      do {
        _ = try JSONDocument(parsing: body)
        return delivery
      } catch {
        fault = "the file is not JSON: \(error)"
        remedy = Self.remedy(for: error, in: body)
      }
    }
    var answer = FileDelivery(
      status: delivery?.status, contentType: delivery?.contentType, location: delivery?.location, bodyFault: fault)
    answer.bodyRemedy = remedy
    return answer
  }

  /// How JSON that was written by hand is mended.
  private static func remedy(for error: SyntaxError, in body: [UInt8]) -> String {
    let before = body.prefix(error.offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let rest = String(decoding: body.dropFirst(error.offset).prefix(4), as: UTF8.self)
    let last = before.last { !" \t\r\n".utf8.contains($0) }
    switch rest.first {
    case "“", "”", "„", "‘", "’": return "write straight quotation marks (\") in line \(line)"
    case "]" where last == UInt8(ascii: ","), "}" where last == UInt8(ascii: ","):
      return "remove the comma before the closing bracket in line \(line)"
    default: return "correct the JSON in line \(line)"
    }
  }

  private var isRedirect: Bool { status.map { 300..<400 ~= $0 } ?? false }

  /// Why phones do not take the file; `nil` for one that they take.
  ///
  /// - Parameters:
  ///   - name: That of the file, `apple-app-site-association` or `assetlinks.json`.
  ///   - host: Of the links, with its port if it has one.
  public func refusal(of name: String, from host: String) -> (reason: String, remedy: String)? {
    let isForAndroid = name == AssetLinks.fileName
    let remedy = "serve the file itself at https://\(PrintableText.of(host))/.well-known/\(name)"
    if isRedirect {
      let place = location.map { " to \(PrintableText.of($0))" } ?? ""
      return ("the server redirects\(place) (HTTP status \(status ?? 0)), which phones do not follow", remedy)
    }
    if let status, status != 200 { return ("the server answers with HTTP status \(status)", remedy) }
    if let bodyFault { return (bodyFault, bodyRemedy ?? remedy) }
    if isForAndroid, status != nil, contentType != "application/json" {
      let found = contentType.map { "serves it as \(PrintableText.of($0))" } ?? "names no content type"
      return ("the server \(found)", "serve the file as application/json")
    }
    return nil
  }

  /// The documents that say which answers phones take.
  static func sources(of name: String) -> [String] {
    name == AssetLinks.fileName
      ? ["developer.android.com configure-assetlinks"] : ["developer.apple.com Supporting associated domains"]
  }

  /// The answer that a refusal of the file gives for a link.
  func verdict(of name: String, from host: String) -> AssociationVerdict.Answer? {
    refusal(of: name, from: host).map {
      .init(.doesNotOpen, in: name, $0.reason, fix: $0.remedy, Self.sources(of: name))
    }
  }
}
