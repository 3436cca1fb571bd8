public import PictureDamage

extension FixtureSuite {
  /// Where symbols are scanned: the damage that belongs to the place, at several distances of the camera.
  ///
  /// Strengths are drawn for each picture. Distances are given as pixels per module: a phone that takes 1,920 pixels in 65 degrees
  /// sees a module of one millimetre with 5 pixels at 0.3 m, and with 1.5 at 1 m.
  public struct Place: Hashable, Sendable {
    /// What is in the pictures, in one sentence.
    public let summary: String
    /// From near to far.
    public let distances: [Distance]

    public struct Distance: Hashable, Sendable {
      /// Pixels per module.
      public let resolution: Double
      /// Applied in this order.
      public let damages: [Damage]
      /// The same as it is written in options.
      public let text: String
    }

    /// Pixels per module before the damage.
    public static let scale = 8

    /// - Parameter text: Damage around the resolution, which is written `@`.
    fileprivate init(_ summary: String, _ text: String, _ resolutions: [Double]) {
      self.summary = summary
      distances = resolutions.map { resolution in
        let text = text.replacing("@", with: "resolution:\(Damage.shown(resolution))")
        guard let lists = try? Damage.lists(parsing: text), lists.count == 1 else {
          preconditionFailure("'\(text)' is a list of damage")
        }
        return Distance(resolution: resolution, damages: lists[0], text: text)
      }
    }
  }

  /// The place of a suite; `nil` for those of all kinds of damage, and for scenes.
  public var place: Place? {
    switch self {
    case .smoke, .standard, .harsh, .scenes: nil
    case .phoneScreen: Self.phoneScreenPlace
    case .poster: Self.posterPlace
    case .paperLabel: Self.paperLabelPlace
    case .tv: Self.tvPlace
    case .night: Self.nightPlace
    }
  }

  private static let phoneScreenPlace = Place(
    "A symbol on a handset's screen, held in a hand: moiré, a lamp reflected in the glass, a slight turn and tilt.",
    "moire:~0.05..0.35+glare:~0..0.15+rotation:~-20..20+perspective:~0..25+@+defocus:~0..0.8+noise:~2..8", [6, 3, 2])
  private static let posterPlace = Place(
    "A poster on a wall, from the side and while walking: tilt, uneven light, motion, the JPEG of a camera app.",
    "shadow:~0..2+perspective:~0..50+rotation:~-10..10+@+motion:~0..3+noise:~2..8+jpeg:~60..90", [5, 3, 2])
  private static let paperLabelPlace = Place(
    "A printed label on a parcel or a bottle: spread ink, scratches, dirt, crumpled and bent paper.",
    "dot-gain:~0.1..0.5+scratches:~0..0.02+dirt:~0..0.02+crumple:~0..0.3+cylinder:~0.9..3+rotation:~-30..30+@"
      + "+defocus:~0..1+noise:~2..8", [8, 4, 2.5])
  private static let tvPlace = Place(
    "A television or display across the room: the grid of its pixels, moiré, a bright picture in a dark room.",
    "pixel-grid:~0.02..0.1+moire:~0.05..0.3+overexposure:~0..1.5+vignetting:~0..1.5+perspective:~0..30+@"
      + "+noise:~2..8", [4, 2.5, 1.8])
  private static let nightPlace = Place(
    "A dark place: little light, a sensor that is noisy, and a hand that moves during the long exposure.",
    "white-balance:~-2..2+perspective:~0..20+rotation:~-10..10+@+underexposure:~2..5+motion:~0..3+defocus:~0..0.8"
      + "+noise:~5..20", [6, 4, 2.5])
}
