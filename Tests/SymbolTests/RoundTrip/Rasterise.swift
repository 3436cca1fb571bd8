import Imaging
import QRSymbology
import Testing

/// Fills the rectangles of an SVG's path, reading only the path commands M, h, v and z.
func rasterise(svg: String, scale: Int) throws -> GrayImage {
  let side = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) \d+"/).flatMap { Int($0.output.1) })
  let path = try #require(svg.firstMatch(of: /\sd="([^"]*)"/)?.output.1)
  var image = GrayImage(width: side * scale, height: side * scale)
  let rectangle = /M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z/
  var rest = path
  while !rest.isEmpty {
    let match = try #require(rest.prefixMatch(of: rectangle), "unknown path command at \(rest.prefix(20))")
    let numbers = [match.output.1, match.output.2, match.output.3, match.output.4].compactMap { Int($0) }
    #expect(match.output.3 == match.output.5)
    for y in numbers[1] * scale..<(numbers[1] + numbers[3]) * scale {
      for x in numbers[0] * scale..<(numbers[0] + numbers[2]) * scale { image[x: x, y: y] = 0 }
    }
    rest = rest[match.range.upperBound...]
  }
  return image
}

/// Paints the half blocks of a drawing as a terminal would: blocks light, the rest dark.
func rasterise(terminal text: String, scale: Int) -> GrayImage {
  let lines = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
  let width = lines[0].count
  var image = GrayImage(width: width * scale, height: 2 * lines.count * scale, filledWith: 0)
  for (row, line) in lines.enumerated() {
    for (column, block) in line.enumerated() {
      for half in 0...1 where block == "█" || block == (half == 0 ? "▀" : "▄") {
        for y in 0..<scale {
          for x in 0..<scale { image[x: column * scale + x, y: (2 * row + half) * scale + y] = 255 }
        }
      }
    }
  }
  return image
}
