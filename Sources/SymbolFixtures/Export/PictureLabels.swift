public import Imaging
package import TextFormats

/// Where the symbols of a picture are.
public struct PictureLabels: Hashable, Sendable {
  /// The size of the picture in pixels.
  public let width: Int
  public let height: Int
  /// The corners of each symbol, clockwise from the upright symbol's upper left, in pixels from the left and upper edges of
  /// the picture. A corner may be outside the picture.
  public let symbols: [[ImagePoint]]

  /// An upright rectangle, in pixels.
  public struct Box: Hashable, Sendable {
    public let left: Double
    public let top: Double
    public let width: Double
    public let height: Double
  }

  /// Reads the labels of a manifest's entry; `nil` if it has none.
  public init?(_ entry: Manifest.Entry) {
    guard let width = entry.json["width"]?.integer, let height = entry.json["height"]?.integer, width > 0, height > 0,
      let symbols = entry.json["symbols"]?.elements
    else { return nil }
    (self.width, self.height) = (width, height)
    var read: [[ImagePoint]] = []
    for symbol in symbols {
      let points = (symbol.elements ?? []).compactMap { ImagePoint(json: $0) }
      guard points.count == 4 else { return nil }
      read.append(points)
    }
    self.symbols = read
  }

  /// The smallest rectangle around a symbol, as far as it is in the picture.
  ///
  /// - Parameter symbol: Its corners.
  public func box(of symbol: [ImagePoint]) -> Box {
    let x = symbol.map { min(max($0.x, 0), Double(width)) }
    let y = symbol.map { min(max($0.y, 0), Double(height)) }
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return Box(left: left, top: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }

  /// The area of a symbol in square pixels.
  ///
  /// - Parameter symbol: Its corners.
  public static func area(of symbol: [ImagePoint]) -> Double { abs(signedArea(of: symbol)) }

  /// The area of a shape: above 0 if its corners are clockwise in the picture.
  static func signedArea(of symbol: [ImagePoint]) -> Double {
    let sum = symbol.indices.reduce(0.0) { sum, index in
      let (a, b) = (symbol[index], symbol[(index + 1) % symbol.count])
      return sum + a.x * b.y - b.x * a.y
    }
    return sum / 2
  }
}

extension ImagePoint {
  /// Reads a point `[x,y]`; `nil` for anything else.
  package init?(json: JSONValue) {
    let numbers = (json.elements ?? []).compactMap(\.double)
    guard numbers.count == 2, json.elements?.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}
