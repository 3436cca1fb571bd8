/// The status codes of the FIDO UAF HTTP API.
enum UAFStatusCode {
  static let success = 1200
  static let known: Set<Int> = Set(
    [1200, 1202, 1400, 1401, 1403, 1404, 1408, 1480, 1481, 1500] + Array(1490...1498))
}
