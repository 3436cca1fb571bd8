import HostSystem
import Imaging
import TextFormats

extension FixtureExport {
  /// Writes COCO's JSON for object detection: an annotation for each symbol, with its outline and the box around it.
  ///
  /// Boxes end at the picture's edge; outlines do not. `attributes` of an annotation has the message in base64, version,
  /// level and damage.
  ///
  /// - Parameter write: Receives the next bytes.
  /// - Returns: The number of pictures.
  /// - Throws: ``FixtureDirectoryError``, and what `write` throws.
  @discardableResult
  public func writeCOCO(_ write: ([UInt8]) throws -> Void) throws -> Int {
    func put(_ value: JSONValue, isFirst: Bool) throws {
      try write(Array(((isFirst ? "\n" : ",\n") + "\(value)").utf8))
    }
    let category: JSONValue = ["id": .number(1), "name": .string(Self.category), "supercategory": "barcode"]
    let info: JSONValue = ["description": "QR codes with known messages, made by oobqr"]
    try write(Array("{\"info\":\(info),\"licenses\":[],\"categories\":[\(category)],\"images\":[".utf8))
    var isFirst = true
    let count = try forEach { index, entry, labels in
      try put(
        [
          "id": .number(index + 1), "file_name": .string(entry.path), "width": .number(labels.width),
          "height": .number(labels.height),
        ], isFirst: isFirst)
      isFirst = false
    }
    try write(Array("\n],\"annotations\":[".utf8))
    var annotation = 0
    _ = try forEach { index, entry, labels in
      for (place, symbol) in labels.symbols.enumerated() {
        annotation += 1
        let code = entry.code(of: place)
        let attributes: JSONValue = [
          "message_base64": .string(Base64.encode(entry.messages[place])), "version": code.version ?? .null,
          "level": code.level ?? .null, "damages": entry.json["damages"] ?? .array([]),
        ]
        let box = labels.box(of: symbol)
        try put(
          [
            "id": .number(annotation), "image_id": .number(index + 1), "category_id": .number(1), "iscrowd": .number(0),
            "bbox": [.number(box.left), .number(box.top), .number(box.width), .number(box.height)],
            "area": .number(PictureLabels.area(of: symbol)),
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
  /// - Parameter output: A new or empty directory, or one that an interrupted run has left.
  /// - Returns: The number of pictures; nothing is written if there are none.
  /// - Throws: ``FixtureDirectoryError``.
  @discardableResult
  public func writeYOLO(to output: String) throws(FixtureDirectoryError) -> Int {
    let isNew = !FileSystem.exists(output)
    do {
      if !isNew {
        guard FileSystem.isDirectory(output) else { throw FixtureDirectoryError.notADirectory(output) }
        try Self.removeUnfinished(output)
        guard try FileSystem.holdsNoFiles(output) else { throw FixtureDirectoryError.outputNotEmpty(output) }
      }
      try FileSystem.makeDirectory(output)
      let marker = "\(output)/\(Self.marker)"
      try FileSystem.write(Array(Self.markerText.utf8), to: marker)
      var list = ""
      let count = try forEach { _, entry, labels in
        // A path that begins so is looked up beside the list, and not where a link leads.
        list += "./images/\(entry.path)\n"
        let name = entry.path.dropLast(FileSystem.fileExtension(of: entry.path).count) + "txt"
        let path = "\(output)/labels/\(name)"
        try FileSystem.makeDirectory(FileSystem.directory(of: path))
        try FileSystem.write(Array(Self.lines(of: labels).utf8), to: path, waitsForDisk: false)
      }
      guard count > 0 else {
        FileSystem.remove(marker)
        if isNew { FileSystem.removeTree(output, includingRoot: true) }
        return 0
      }
      try FileSystem.makeSymbolicLink("\(output)/images", to: FileSystem.resolved(directory))
      try FileSystem.write(Array(list.utf8), to: "\(output)/train.txt")
      let data = "train: train.txt\nval: train.txt\nnames:\n  0: \(Self.category)\n"
      try FileSystem.write(Array(data.utf8), to: "\(output)/data.yaml")
      FileSystem.remove(marker)
      return count
    } catch let error as FixtureDirectoryError {
      // Half a folder would look like a whole one, and keep the next run from writing.
      switch error {
      case .outputNotEmpty, .notADirectory: break
      default: FileSystem.removeTree(output, includingRoot: isNew)
      }
      throw error
    } catch let error as FileFailure {
      FileSystem.removeTree(output, includingRoot: isNew)
      throw .file(error)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// In a directory that is not complete.
  private static let marker = ".unfinished"
  private static let markerText =
    "This export was interrupted: the next 'oobqr fixtures export' into this folder begins again.\n"

  /// Removes what an interrupted run has left in a directory, if there is nothing else.
  private static func removeUnfinished(_ output: String) throws {
    FileSystem.removeTemporaryFiles(in: output)
    let marker = "\(output)/\(marker)"
    let labels = "\(output)/labels"
    guard FileSystem.isRegularEntry(marker), !FileSystem.isSymbolicLink(labels),
      try FileSystem.read(marker, limit: 1000) == Array(markerText.utf8)
    else { return }
    let own = ["labels", "images", "train.txt", "data.yaml", Self.marker]
    let others = try FileSystem.entries(of: output).contains { entry in
      if case .success(let name) = entry { !own.contains(name) } else { true }
    }
    if others { return }
    FileSystem.removeTree(labels, includingRoot: true)
    for name in own.dropFirst() { FileSystem.remove("\(output)/\(name)") }
  }

  private static func lines(of labels: PictureLabels) -> String {
    labels.symbols.map { symbol in
      let box = labels.box(of: symbol)
      let shares = [
        (box.left + box.width / 2) / Double(labels.width), (box.top + box.height / 2) / Double(labels.height),
        box.width / Double(labels.width), box.height / Double(labels.height),
      ]
      return "0 " + shares.map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ") + "\n"
    }.joined()
  }
}
