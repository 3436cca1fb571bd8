import CommandSupport
import ConfinedReading
import KioskPrinting
import SymbolGrading
import TextFormats

/// What a photograph of a calibration page says of a printer and a camera.
struct CalibrationReport {
  private let profile: PrinterProfile

  /// - Parameter symbols: With their grades.
  init(_ symbols: [ReadSymbol]) throws {
    profile = try PrinterProfile(
      symbols.compactMap { symbol in
        guard let text = symbol.text else { return nil }
        let grade = symbol.grade?.value
        return PrinterProfile.Reading(
          message: text, grade: grade?.overall.rawValue ?? 0,
          growth: grade.map { ($0.growthAcross + $0.growthDown) / 2 } ?? 0, blur: grade?.edgeBlur)
      })
  }

  var file: [UInt8] { Array("\(profile.json)\n".utf8) }

  /// The smallest module that the printer and the camera handle.
  var sentence: String {
    func millimetres(_ dots: Int) -> String {
      DecimalText.fixed(profile.resolution.millimetres(dots), decimals: 2) + " mm"
    }
    let width = profile.growth.map { growth in
      let gain = DecimalText.short(abs(growth), decimals: 1)
      return "dark modules are "
        + (gain == "0" ? "as wide as drawn" : "\(gain) dots \(growth < 0 ? "narrower" : "wider") than drawn")
    }
    return "smallest module that the printer and the camera handle: \(profile.leastDots.counting("dot")) "
      + "(\(millimetres(profile.leastDots)) at "
      + "\(profile.resolution)); \(width ?? "the photograph is too blurred to measure how much dots spread"); "
      + "with --printer-profile, prints use \(profile.printedDots.counting("dot")) or more"
  }
}
