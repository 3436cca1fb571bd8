public import TextFormats

/// The smallest module that a printer and a camera handle together, measured on a photograph of a calibration page.
///
/// ```swift
/// let profile = try PrinterProfile(readings)   // [PrinterProfile.Reading], from the symbols of the page, each graded
/// profile.leastDots                            // 3: the smallest module that was good, and all larger ones were
/// var conditions = PrintConditions(resolution: thermal)
/// conditions.profile = profile
/// ```
public struct PrinterProfile: Hashable, Sendable {
  public let resolution: PrintResolution
  /// The fewest dots per module that were read with grade C or better, as were all larger modules in the photograph.
  public let leastDots: Int
  /// By how many dots dark modules are wider than they should be, on average of the good readings that are sharp enough; below
  /// 0 where they are narrower, and `nil` if the photograph is too blurred: blur looks like growth.
  public let growth: Double?
  /// From the smallest module to the largest.
  public let readings: [Reading]

  /// A symbol of the page in the photograph.
  public struct Reading: Hashable, Sendable {
    /// Dots per module.
    public let dots: Int
    public let resolution: PrintResolution
    /// The overall grade, from 0 (F) to 4 (A).
    public let grade: Int
    /// By how much dark modules are wider than they should be, as a share of a module.
    public let growth: Double
    /// By how much edges are wider than a pixel, as a share of a module; `nil` if it is not known.
    public let blur: Double?

    /// Whether the growth is the printer's and not the camera's.
    var isSharp: Bool { blur.map { $0 * Double(dots) <= PrinterProfile.mostBlur } ?? false }

    /// - Parameters:
    ///   - message: The message of the symbol.
    ///   - grade: 0…4.
    ///   - growth: A share of a module.
    ///   - blur: A share of a module.
    /// - Returns: `nil` if the symbol is not one of a calibration page.
    public init?(message: String, grade: Int, growth: Double, blur: Double? = nil) {
      let words = message.split(separator: " ")
      guard words.count == 4, let dots = Int(words[0]), 1...CalibrationPage.mostDots ~= dots,
        let number = Double(words[2]), let resolution = PrintResolution(dotsPerInch: number),
        message == CalibrationPage.message(dots, resolution)
      else { return nil }
      self.init(dots: dots, resolution, grade: grade, growth: growth, blur: blur)
    }

    fileprivate init(dots: Int, _ resolution: PrintResolution, grade: Int, growth: Double, blur: Double?) {
      (self.dots, self.resolution, self.grade) = (dots, resolution, grade)
      (self.growth, self.blur) = (growth, blur)
    }
  }

  /// The least grade of a module size that is good: C.
  public static let leastGrade = 2
  /// Dots per module that prints add: the page's symbols have version 1, and a larger one must be in focus all over.
  public static let reserve = 1

  /// The greatest width of edges beyond a pixel at which growth is measured, in dots. Cameras do not store light as it is, and
  /// blur then makes dark modules wider, by about a third of this.
  static let mostBlur = 0.5

  /// The fewest dots per module of prints.
  public var printedDots: Int { leastDots + Self.reserve }

  /// - Throws: ``PrintFault``.
  public init(_ readings: [Reading]) throws(PrintFault) {
    guard let resolution = readings.first?.resolution else {
      throw PrintFault(
        "no symbol of a calibration page was read; photograph a page of 'oobqr print calibration'")
    }
    let sorted = readings.sorted { $0.dots < $1.dots }
    guard readings.allSatisfy({ $0.resolution == resolution }), Set(sorted.map(\.dots)).count == sorted.count else {
      throw PrintFault("there is more than one calibration page in the picture; photograph one at a time")
    }
    // From the largest downwards, as long as there is no gap.
    var good: [Reading] = []
    for reading in sorted.reversed() {
      guard reading.grade >= Self.leastGrade, good.last.map({ $0.dots == reading.dots + 1 }) ?? true else { break }
      good.append(reading)
    }
    guard let least = good.last else {
      throw PrintFault(
        "not even modules of \(sorted.last?.dots ?? 0) dots have grade C; photograph the page from straight above, sharply "
          + "and in even light, or see to the printer")
    }
    (self.resolution, self.readings, leastDots) = (resolution, sorted, least.dots)
    let sharp = good.filter(\.isSharp)
    growth = sharp.isEmpty ? nil : sharp.reduce(0) { $0 + $1.growth * Double($1.dots) } / Double(sharp.count)
  }

  /// Returns whether the profile is of a printer of this resolution; calibration pages name theirs in whole dots per inch.
  public func isFor(_ resolution: PrintResolution) -> Bool {
    self.resolution.dotsPerInch.rounded() == resolution.dotsPerInch.rounded()
  }

  static let format = "oobqr-printer-profile-1"

  public var json: JSONValue {
    func rounded(_ value: Double?) -> JSONValue { value.map { .number($0, decimals: 3) } ?? .null }
    let readings = readings.map { reading -> JSONValue in
      [
        "dots": .number(reading.dots), "grade": .number(reading.grade), "growth": rounded(reading.growth),
        "blur": rounded(reading.blur),
      ]
    }
    return [
      "format": .string(Self.format), "dpi": .number(resolution.dotsPerInch), "least_dots": .number(leastDots),
      "growth_dots": rounded(growth), "readings": .array(readings),
    ]
  }

  /// Reads a file that ``json`` has written. What follows from the readings is computed again.
  ///
  /// - Throws: ``PrintFault``.
  public init(json bytes: [UInt8]) throws(PrintFault) {
    let notAProfile = PrintFault(
      "not a printer profile, as 'oobqr scan --grade --printer-profile' writes one")
    guard let value = try? JSONDocument(parsing: bytes).value, value["format"]?.text == Self.format,
      let dpi = Self.number(value["dpi"]), let resolution = PrintResolution(dotsPerInch: dpi),
      let elements = value["readings"]?.elements
    else { throw notAProfile }
    let readings = elements.compactMap { reading -> Reading? in
      guard let dots = reading["dots"]?.integer, 1...CalibrationPage.mostDots ~= dots,
        let grade = reading["grade"]?.integer, 0...4 ~= grade, let growth = Self.number(reading["growth"]),
        abs(growth) <= 1, Self.number(reading["blur"]).map({ 0...1000 ~= $0 }) ?? true
      else { return nil }
      return Reading(
        dots: dots, resolution, grade: grade, growth: growth, blur: Self.number(reading["blur"]))
    }
    guard readings.count == elements.count else { throw notAProfile }
    try self.init(readings)
  }

  private static func number(_ value: JSONValue?) -> Double? {
    if case .number(let text)? = value { Double(text) } else { nil }
  }
}
