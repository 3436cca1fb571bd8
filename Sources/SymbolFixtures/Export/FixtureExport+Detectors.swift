import HostSystem
import Imaging
import TextFormats

extension FixtureExport {
  /// Writes COCO's JSON for object detection: an annotation for each symbol, with its outline and the box around it.
  ///
  /// Boxes end at the picture's edge; outlines do not. `attributes` of an annotation has the message in base64, version,
  /// level, damage, and whether it should be read.
  ///
  /// - Parameter write: Receives the next bytes.
  /// - Returns: The number of pictures.
  /// - Throws: ``FixtureFault``, `FileFailure`, and what `write` throws.
  @discardableResult
  public func writeCOCO(_ write: ([UInt8]) throws -> Void) throws -> Int {
    func put(_ value: JSONValue, isFirst: Bool) throws {
      try write(Array(((isFirst ? "\n" : ",\n") + "\(value)").utf8))
    }
    let category: JSONValue = ["id": .number(1), "name": .string(Self.category), "supercategory": "barcode"]
    let info: JSONValue = ["description": "QR codes with known messages, made by oobqr"]
    try write(Array("{\"info\":\(info),\"licenses\":[],\"categories\":[\(category)],\"images\":[".utf8))
    var isFirst = true
    let count = try forEach { index, entry in
      try put(
        [
          "id": .number(index + 1), "file_name": .string(entry.path), "width": .number(entry.width),
          "height": .number(entry.height),
        ], isFirst: isFirst)
      isFirst = false
    }
    try write(Array("\n],\"annotations\":[".utf8))
    var annotation = 0
    _ = try forEach { index, entry in
      for (place, symbol) in entry.symbols.enumerated() {
        annotation += 1
        let code = entry.code(of: place)
        let attributes: JSONValue = [
          "message_base64": .string(Base64.encode(entry.messages[place])), "version": .optional(code.version),
          "level": .optional(code.level), "expect": .string(entry.expectation.rawValue),
          "damages": entry.json["damages"] ?? .array([]),
        ]
        let box = entry.box(of: symbol)
        try put(
          [
            "id": .number(annotation), "image_id": .number(index + 1), "category_id": .number(1), "iscrowd": .number(0),
            "bbox": [.number(box.left), .number(box.top), .number(box.width), .number(box.height)],
            "area": .number(abs(symbol.signedArea)),
            "segmentation": [.array(symbol.flatMap { [.number($0.x), .number($0.y)] })], "attributes": attributes,
          ], isFirst: annotation == 1)
      }
    }
    try write(Array("\n]}\n".utf8))
    return count
  }

  /// Writes a directory for YOLO: `labels` with a file for each picture, `images`, which is a link to the set, `train.txt`,
  /// which lists the exported pictures, and `data.yaml`.
  ///
  /// A line of a file is `0 x y width height`: the class, and the centre and size of the box around a symbol, as shares of
  /// the picture's width and height.
  ///
  /// - Parameter output: A new or empty directory.
  /// - Returns: The number of pictures; nothing is written if there are none.
  /// - Throws: ``FixtureFault``; `FileFailure`.
  @discardableResult
  public func writeYOLO(to output: String) throws -> Int {
    let isNew = !FileSystem.exists(output)
    if !isNew {
      guard FileSystem.isDirectory(output) else { throw FixtureFault("'\(output)' is not a directory") }
      guard try FileSystem.holdsNoFiles(output) else {
        throw FixtureFault("'\(output)' is not empty; choose a new directory")
      }
    }
    do {
      var list = ""
      let count = try forEach { _, entry in
        // A path that begins so is looked up beside the list, and not where a link leads.
        list += "./images/\(entry.path)\n"
        let name = entry.path.dropLast(FileSystem.fileExtension(of: entry.path).count) + "txt"
        let path = "\(output)/labels/\(name)"
        try FileSystem.makeDirectory(FileSystem.directory(of: path))
        try FileSystem.write(Array(Self.lines(of: entry).utf8), to: path, waitsForDisk: false)
      }
      guard count > 0 else { return 0 }
      try FileSystem.makeSymbolicLink("\(output)/images", to: FileSystem.resolved(directory))
      try FileSystem.write(Array(list.utf8), to: "\(output)/train.txt")
      let data = "train: train.txt\nval: train.txt\nnames:\n  0: \(Self.category)\n"
      try FileSystem.write(Array(data.utf8), to: "\(output)/data.yaml")
      return count
    } catch {
      // Half a folder would look like a whole one, and keep the next run from writing.
      FileSystem.removeTree(output, includingRoot: isNew)
      throw error
    }
  }

  private static func lines(of entry: Manifest.Entry) -> String {
    let (width, height) = (Double(entry.width), Double(entry.height))
    return entry.symbols.map { symbol in
      let box = entry.box(of: symbol)
      let shares = [
        (box.left + box.width / 2) / width, (box.top + box.height / 2) / height, box.width / width, box.height / height,
      ]
      return "0 " + shares.map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ") + "\n"
    }.joined()
  }
}

extension Manifest.Entry {
  /// The smallest rectangle around a symbol, as far as it is in the picture.
  ///
  /// - Parameter symbol: Its corners.
  fileprivate func box(of symbol: [ImagePoint]) -> (left: Double, top: Double, width: Double, height: Double) {
    let x = symbol.map { min(max($0.x, 0), Double(width)) }
    let y = symbol.map { min(max($0.y, 0), Double(height)) }
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return (left, top, (x.max() ?? 0) - left, (y.max() ?? 0) - top)
  }
}
