/// Values as bytes for another process of this program: each member follows its name.
///
/// Numbers take eight bytes, least significant first; names, text and arrays follow their length in four. What is read may have
/// been written by a decoder that a picture has taken over: lengths beyond the end, whole numbers beyond 32 bits and other numbers of
/// 10⁹ or more are refused. Whether a value is a possible one is for the reader to check.
package enum WorkerCoding {
  package static func bytes(of value: some Encodable) -> [UInt8] {
    let output = Output<Member>(Writer())
    do { try output.encode(value) } catch { preconditionFailure("every value has bytes: \(error)") }
    return output.writer.bytes
  }

  /// - Throws: ``Malformed``, or another error for bytes that are not such a value.
  package static func value<Value: Decodable>(_ type: Value.Type = Value.self, in bytes: [UInt8]) throws -> Value {
    let input = Input<Member>(Reader(bytes))
    let value = try input.decode(type)
    guard input.reader.rest.isEmpty else { throw Malformed() }
    return value
  }

  package struct Malformed: Error {}

  /// Four bytes for a number of 0 to 4,294,967,295, least significant first.
  static func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  /// The number in the four bytes from a place on, which must be there.
  static func number(in bytes: [UInt8], at start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }

  /// The name of a member; a value that is not in an object has none.
  private enum Member: String, CodingKey { case none }

  // MARK: Writing

  private final class Writer {
    var bytes: [UInt8] = []

    func add(_ bits: UInt64) { for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * shift))) } }
    func add(_ text: String) { bytes += four(text.utf8.count) + text.utf8 }
  }

  /// All parts of an encoder in one.
  private final class Output<Key: CodingKey>: Encoder, KeyedEncodingContainerProtocol, UnkeyedEncodingContainer,
    SingleValueEncodingContainer
  {
    let writer: Writer
    /// Where the number of elements of an array is.
    private var start: Int?
    private(set) var count = 0
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ writer: Writer) { self.writer = writer }

    func encode<Value: Encodable>(_ value: Value) throws {
      if let start {
        count += 1
        writer.bytes.replaceSubrange(start..<start + 4, with: four(count))
      }
      switch value {
      case let value as Bool: writer.bytes.append(value ? 1 : 0)
      case let value as Double: writer.add(value.bitPattern)
      // The only type of whole numbers: a cast to a protocol searches the whole program for a conformance.
      case let value as Int: writer.add(UInt64(bitPattern: Int64(value)))
      case let value as String: writer.add(value)
      case let value as [UInt8]: writer.bytes += four(value.count) + value
      default: try value.encode(to: self)
      }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      writer.add(key.stringValue)
      try encode(value)
    }

    func encodeNil() {}
    func encodeNil(forKey key: Key) {}

    func container<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
      KeyedEncodingContainer(Output<Other>(writer))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      let array = Output<Key>(writer)
      array.start = writer.bytes.count
      writer.bytes += four(0)
      return array
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Output<Key>(writer) }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
      writer.add(key.stringValue)
      return container(keyedBy: type)
    }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
      container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unkeyedContainer() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unkeyedContainer() }
    func superEncoder() -> any Encoder { self }
    func superEncoder(forKey key: Key) -> any Encoder { self }
  }

  // MARK: Reading

  private final class Reader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func take(_ count: Int) throws -> ArraySlice<UInt8> {
      guard count <= rest.count else { throw Malformed() }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    func bits(_ count: Int) throws -> UInt64 { try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    func length() throws -> Int { Int(try bits(4)) }

    func text() throws -> String {
      guard let text = String(validating: try take(length()), as: UTF8.self) else { throw Malformed() }
      return text
    }

    /// The name of the next member.
    var name: String? {
      let start = rest
      defer { rest = start }
      return try? text()
    }
  }

  /// All parts of a decoder in one.
  private final class Input<Key: CodingKey>: Decoder, KeyedDecodingContainerProtocol, UnkeyedDecodingContainer,
    SingleValueDecodingContainer
  {
    let reader: Reader
    /// The number of elements of an array.
    private var length = 0
    /// Not told, so that no memory is reserved for a number that is wrong.
    let count: Int? = nil
    private(set) var currentIndex = 0
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ reader: Reader) { self.reader = reader }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      let value: (any Decodable)?
      switch type {
      case is Bool.Type: value = try reader.bits(1) == 1
      case is Double.Type:
        let number = Double(bitPattern: try reader.bits(8))
        value = number.magnitude < 1e9 ? number : nil
      case is Int.Type: value = Int32(exactly: Int64(bitPattern: try reader.bits(8))).map { Int($0) }
      case is String.Type: value = try reader.text()
      case is [UInt8].Type: value = Array(try reader.take(reader.length()))
      default: value = try Value(from: self)
      }
      guard let value = value as? Value else { throw Malformed() }
      return value
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard try reader.text() == key.stringValue else { throw Malformed() }
      return try decode(type)
    }

    func decodeNil() -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { false }
    var allKeys: [Key] { [reader.name.flatMap { Key(stringValue: $0) }].compactMap { $0 } }
    func contains(_ key: Key) -> Bool { reader.name == key.stringValue }
    var isAtEnd: Bool { currentIndex >= length }

    func container<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedDecodingContainer<Other> {
      KeyedDecodingContainer(Input<Other>(reader))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let array = Input<Key>(reader)
      array.length = try reader.length()
      return array
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Input<Key>(reader) }

    func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> {
      _ = try reader.text()
      return container(keyedBy: type)
    }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) -> KeyedDecodingContainer<Other> {
      container(keyedBy: type)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try unkeyedContainer() }
    func superDecoder() -> any Decoder { self }
    func superDecoder(forKey key: Key) -> any Decoder { self }
  }
}
