/// What is asked for at a backend; nothing else ever is.
enum BackendService: String, Hashable, Sendable, CaseIterable {
  case dispatch, status
}
