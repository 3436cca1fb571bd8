public import Imaging

/// Pictures as Netpbm files, which any image tool reads: binary PBM (P4) for black and white, PPM (P6) for other colours.
public enum Netpbm {
  /// Encodes a picture of dark and light pixels as PBM, one bit per pixel; 1 is black.
  public static func bitmap(_ image: BilevelImage) -> [UInt8] {
    Array("P4\n\(image.width) \(image.height)\n".utf8) + image.bytes.map { ~$0 }
  }

  /// Encodes a colour picture as PPM, three bytes per pixel.
  public static func pixmap(_ image: ColorImage) -> [UInt8] {
    Array("P6\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
  }
}
