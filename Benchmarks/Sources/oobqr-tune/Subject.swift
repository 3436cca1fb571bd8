import Foundation
import ImageCoding
import Imaging
import NoisePictures
import PictureDamage
import QRSymbology
import SymbolFixtures

/// A picture that is made when it is scanned, with its content.
struct Subject: Sendable {
  /// Its row in the table.
  let cell: Cell
  private let source: Source

  private enum Source: Sendable {
    case fixture(Fixture)
    case file(String, rows: [(kind: String, message: [UInt8])])
    case noise(NoisePicture.Kind, seed: UInt64)
  }

  /// A kind of damage with its step, or a folder of pictures.
  struct Cell: Hashable, Sendable {
    var group: String
    var step: String
  }

  /// A picture with the messages that it holds.
  struct Picture {
    var image: GrayImage
    var expected: [(kind: String, message: [UInt8])]
    /// Whether all messages in it are known.
    var isComplete = true
  }

  func picture() throws -> Picture {
    switch source {
    case .fixture(let fixture):
      let rendering = try fixture.render()
      let expected = rendering.messages.map { (kind: "bytes", message: $0) }
      return Picture(image: try GrayImage(imageFile: rendering.file), expected: expected)
    case .file(let path, let rows):
      let image = try GrayImage(imageFile: Array(Data(contentsOf: URL(filePath: path))))
      let isComplete = !rows.contains { $0.kind == "unread" || $0.kind == "structured-append" }
      return Picture(
        image: image, expected: rows.filter { $0.kind == "text" || $0.kind == "bytes" }, isComplete: isComplete)
    case .noise(let kind, let seed):
      var random = SplitMix64(seed: seed)
      let noise = NoisePicture(kind, &random)
      return Picture(image: noise.image, expected: noise.messages.map { ("bytes", $0) })
    }
  }
}

extension Subject {
  /// Every step of every kind of damage, with the first four carriers.
  static var ladders: [Subject] {
    let suite = FixtureSuite.standard.fixtures(carriers: Array(FixtureMessage.carriers.prefix(4)))
    return suite.enumerated().map { index, planned in
      // These seeds are those of the pictures in baseline.tsv.
      var random = SplitMix64(seed: 1, item: index)
      let fixture = Fixture(
        planned.content, level: planned.level, version: planned.version, style: planned.style, damages: planned.damages,
        seed: random.next())
      let damage = fixture.damages.first
      let step = damage.map { $0.kind.range == nil ? "" : Damage.shown($0.strength) } ?? ""
      return Subject(cell: Cell(group: damage?.kind.rawValue ?? "clean", step: step), source: .fixture(fixture))
    }
  }

  /// Pictures of several symbols with a size, light, blur and angle of their own.
  static var scenes: [Subject] {
    (1...120).map { seed in
      let content = Fixture.Content.scene(.init(name: "scene-\(seed)", seed: UInt64(seed)))
      return Subject(cell: Cell(group: "scenes", step: ""), source: .fixture(Fixture(content)))
    }
  }

  /// Pictures from which only messages that are in them may be read.
  static var noise: [Subject] {
    (0..<3000).map { index in
      let kind = NoisePicture.Kind.mixed[index % 3]
      return Subject(cell: Cell(group: "noise", step: kind.rawValue), source: .noise(kind, seed: UInt64(1000 + index)))
    }
  }

  /// A part of the ladders, scenes and noise, for runs with every field of the tuning changed.
  static var sample: [Subject] {
    var counts: [Cell: Int] = [:]
    let ladders = ladders.filter { subject in
      counts[subject.cell, default: 0] += 1
      return counts[subject.cell, default: 0] <= 2
    }
    return ladders + scenes.prefix(30) + noise.prefix(150)
  }

  /// The pictures of a folder that has an `expected.tsv`; each folder in it is a row.
  static func pictures(in corpus: String) throws -> [Subject] {
    let folder = URL(filePath: corpus)
    let text = try String(contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)
    var order: [String] = []
    var rows: [String: [(kind: String, message: [UInt8])]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 1 else { throw Failure("\(corpus)/expected.tsv: '\(line)' has no kind") }
      let message = fields.count > 2 ? Data(base64Encoded: fields[2]).map(Array.init) ?? [] : []
      if rows[fields[0]] == nil { order.append(fields[0]) }
      rows[fields[0], default: []].append((fields[1], message))
    }
    return order.map { path in
      let parts = path.split(separator: "/")
      let cell = Cell(group: folder.lastPathComponent, step: parts.count > 1 ? String(parts[0]) : "")
      return Subject(cell: cell, source: .file(folder.appending(path: path).path, rows: rows[path] ?? []))
    }
  }
}
