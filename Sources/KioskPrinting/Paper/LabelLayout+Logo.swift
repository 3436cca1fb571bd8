public import Imaging

extension LabelLayout {
  /// Takes room for a logo from that of the caption: above a caption beside the symbol, to the left of one below it.
  ///
  /// The logo takes at most a third of the room. Without room for a caption, or for a logo of ``leastLogo``, the layout
  /// remains as it is.
  ///
  /// - Parameters:
  ///   - logo: The picture, whose proportions are kept.
  ///   - resolution: The printer's.
  public func with(logo: ColorImage, _ resolution: PrintResolution) -> LabelLayout {
    guard let caption else { return self }
    let (width, height) = (logo.width, logo.height)
    // Labels are not cut exactly.
    let (gap, margin) = (resolution.nearestDots(to: 1), resolution.nearestDots(to: 2))
    var room = caption
    // In line with the first dark modules, after the four modules of a quiet zone.
    if isCaptionBeside {
      room.y += max(margin, min(symbol.y + 4 * dots, caption.height / 6))
      (room.width, room.height) = (caption.width - margin, caption.height / 3)
    } else {
      room.x += max(margin, symbol.x + 4 * dots)
      (room.width, room.height) = (caption.width / 3, caption.height - margin)
    }
    let scale = min(Double(room.width) / Double(width), Double(room.height) / Double(height))
    (room.width, room.height) = (Int(Double(width) * scale), Int(Double(height) * scale))
    guard Double(min(room.width, room.height)) * resolution.dotSize >= Self.leastLogo else { return self }
    var rest = caption
    if isCaptionBeside {
      rest.y = room.y + room.height + gap
      rest.height = caption.height - (rest.y - caption.y) - (room.y - caption.y)
    } else {
      room.y += (caption.height - room.height) / 2
      rest.x = room.x + room.width + gap
      rest.width = caption.x + caption.width - margin - rest.x
    }
    var layout = self
    (layout.logo, layout.caption) = (room, rest)
    return layout
  }

  /// The least width and height of a logo, in millimetres; our choice.
  public static let leastLogo = 3.0
}
