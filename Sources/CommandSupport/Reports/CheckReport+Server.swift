package import OutOfBand
import TextFormats

/// What an object of servers says, line by line.
extension CheckReport {
  package func lines(about object: ServerObject) -> [String] {
    switch object.kind {
    case .dispatchResponse: return object.dispatchResponse.map(lines) ?? []
    case .transactionContent:
      guard let text = TransactionText.reading(content: object.value.text ?? "").text else { return [] }
      return ["text      " + printable(text.shown)]
    case .statusResponse:
      let response = object.statusResponse
      return ["status    " + (response?.status?.rawValue ?? "unknown to this program")]
        + (response?.tokenResult.map { ["token     " + $0.rawValue] } ?? [])
    case .redeemResponse:
      guard let response = object.redeemResponse else { return [] }
      return (response.operation.map { ["op        " + $0.rawValue] } ?? [])
        + (response.lifetimeMillis.map { ["lifetime  \($0) ms"] } ?? [])
    case .dispatchRequest, .uafRequest: return []
    }
  }

  private func lines(about response: DispatchResponse) -> [String] {
    var lines = ["result    " + (response.result.map { "\($0.rawValue): \($0.meaning)" } ?? "unknown to this program")]
    if let name = response.dispatcherName { lines.append("by        " + printable(name)) }
    if let token = response.token {
      lines.append("token     " + (showsToken ? printable(token) : Secret.shortened(token)))
    }
    if let session = response.sessionID { lines.append("session   " + printable(session)) }
    switch response.carried {
    case .png(let picture): lines.append("response  a PNG of \(picture.count) bytes")
    case .link(let link): lines.append("response  " + printable(link))
    case .text: lines.append("response  neither a PNG nor a link")
    case nil: break
    }
    return lines
  }
}
