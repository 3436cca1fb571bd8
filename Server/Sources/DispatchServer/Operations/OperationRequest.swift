import OutOfBand
import TextFormats

/// What an operation is made from.
struct OperationRequest: Hashable, Sendable {
  var operation: GetUAFRequest.Operation
  var username: String?
  var transactions: [JSONValue] = []
  var dispatcher: DispatchRequest.Dispatcher
  var targetID: String?
  /// The life of the token, in seconds; 0 makes a token that has already expired.
  var tokenSeconds: Double
}
