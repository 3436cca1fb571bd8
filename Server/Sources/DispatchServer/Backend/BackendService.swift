/// The services of a backend that are called; there are no others.
enum BackendService: String, Hashable, Sendable, CaseIterable {
  case dispatch, status
}
