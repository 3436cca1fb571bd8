import PictureDamage
import TextFormats

/// Rates over the strengths of a kind of damage, as an SVG picture.
///
/// ```swift
/// let plot = RatePlot(title: "noise", strengths: [20, 40], curves: [.init(name: "oobqr", rates: [1, 0.5])])
/// plot.svg  // "<svg xmlns=…"
/// ```
public struct RatePlot: Hashable, Sendable {
  public var title: String
  /// That of the strengths; may be empty.
  public var unit: String
  /// From the least to the greatest.
  public var strengths: [Double]
  public var curves: [Curve]

  /// The rates of one scanner.
  public struct Curve: Hashable, Sendable {
    public var name: String
    /// A rate of 0…1 for each strength.
    public var rates: [Double]

    public init(name: String, rates: [Double]) { (self.name, self.rates) = (name, rates) }
  }

  public init(title: String, unit: String = "", strengths: [Double], curves: [Curve]) {
    (self.title, self.unit, self.strengths, self.curves) = (title, unit, strengths, curves)
  }

  /// The title as the name of a file, without an extension.
  public var fileName: String { title.replacing(":~", with: "-between-").replacing("/", with: "-") }

  /// Colours and marks that differ in print, and for colour-blind eyes.
  private static let styles = [(color: "#0072b2", dashes: "none"), (color: "#d55e00", dashes: "7 4")]

  public var svg: String {
    let (left, top, width, height) = (60.0, 56.0, 480.0, 260.0)
    let (low, high) = (strengths.first ?? 0, strengths.last ?? 1)
    func x(_ strength: Double) -> Double { left + (strength - low) / max(high - low, 1e-9) * width }
    func y(_ rate: Double) -> Double { top + (1 - rate) * height }
    func shown(_ value: Double) -> String { DecimalText.exact(DecimalText.nearest(value, decimals: 1)) }
    func text(_ x: Double, _ y: Double, _ text: String, _ anchor: String = "middle") -> String {
      "<text x=\"\(shown(x))\" y=\"\(shown(y))\" text-anchor=\"\(anchor)\">\(MarkupText.escaped(text))</text>"
    }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 400\" font-family=\"sans-serif\" font-size=\"13\">",
      "<title>\(MarkupText.escaped("Symbols read with \(title)"))</title>",
      "<rect width=\"600\" height=\"400\" fill=\"#fff\"/>",
    ]
    for percent in stride(from: 0, through: 100, by: 25) {
      let place = y(Double(percent) / 100)
      lines.append(
        "<path d=\"M\(shown(left)) \(shown(place))h\(shown(width))\" stroke=\"#ccc\" fill=\"none\"/>"
          + text(left - 8, place + 4, "\(percent) %", "end"))
    }
    for strength in strengths {
      lines.append(
        "<path d=\"M\(shown(x(strength))) \(shown(top + height))v5\" stroke=\"#000\"/>"
          + text(x(strength), top + height + 20, Damage.shown(strength)))
    }
    lines.append(text(left + width / 2, top + height + 42, unit.isEmpty ? title : "\(title), \(unit)"))
    for (index, curve) in curves.enumerated() {
      let style = Self.styles[index % Self.styles.count]
      let points = zip(strengths, curve.rates).map { (x: x($0), y: y($1)) }
      let path = points.map { "\(shown($0.x)) \(shown($0.y))" }.joined(separator: "L")
      lines.append(
        "<path d=\"M\(path)\" fill=\"none\" stroke=\"\(style.color)\" stroke-width=\"2\" "
          + "stroke-dasharray=\"\(style.dashes)\"/>")
      lines += points.map {
        "<circle cx=\"\(shown($0.x))\" cy=\"\(shown($0.y))\" r=\"4\" fill=\"\(style.color)\"/>"
      }
      let row = 18 + Double(index) * 18
      lines.append(
        "<path d=\"M\(shown(left)) \(shown(row))h30\" stroke=\"\(style.color)\" stroke-width=\"2\" "
          + "stroke-dasharray=\"\(style.dashes)\"/>" + text(left + 38, row + 4, curve.name, "start"))
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
