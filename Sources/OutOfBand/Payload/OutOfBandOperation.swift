/// An operation, as the paths of redeem URLs and the actions of links name it.
public enum OutOfBandOperation: String, Hashable, Sendable, CaseIterable {
  case registration, authentication, deregistration
}
