/// How the user ended an operation on the phone.
enum OperationOutcome: String, Hashable, Sendable, CaseIterable {
  case approved, declined
}
