/// Which oobqr this is.
package enum Release {
  /// As in the changelog (https://semver.org).
  package static let version = "0.2.0"
}
