public import Foundation
public import OutOfBand

extension OutOfBandPayload {
  /// The payload's JSON, byte for byte, as the body of a request takes it.
  public var jsonData: Data { Data(json) }
}

extension TrustPolicy {
  /// Reads a policy.
  ///
  /// - Parameter data: The bytes of a policy file.
  /// - Throws: `JSONFault`.
  public init(json data: Data) throws(JSONFault) { try self.init(json: Array(data)) }

  /// Reads a policy file, such as one beside your tests.
  ///
  /// - Parameter url: The file.
  /// - Throws: An error of the file system, or `JSONFault`.
  public init(contentsOf url: URL) throws { try self.init(json: Data(contentsOf: url)) }
}
