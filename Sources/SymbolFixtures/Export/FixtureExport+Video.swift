import ImageCoding
import Imaging
public import PictureDamage

/// A set as the video of a camera, for browsers and tools that take a file in place of one.
public struct FixtureVideo: Hashable, Sendable {
  public var format: Format
  /// Frames a second, 1…60.
  public var rate: Int
  /// The size of all frames in pixels, both sides even.
  public var size: Fixture.SceneSize
  /// For how many frames a picture is shown; `nil` for a second, or one frame if the picture is a frame of an approach.
  public var hold: Int?

  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Frames without compression: YUV4MPEG2 with 4:2:0 subsampling, in the video range of ITU-R BT.601.
    case y4m
    /// JPEGs, one after the other, all with colour: a video has one format of pixels.
    case mjpeg
  }

  /// - Precondition: Both sides of the size are even.
  public init(_ format: Format, rate: Int = 15, size: Fixture.SceneSize, hold: Int? = nil) {
    precondition(size.width.isMultiple(of: 2) && size.height.isMultiple(of: 2), "videos have even sides")
    (self.format, self.rate, self.size, self.hold) = (format, rate, size, hold)
  }
}

extension FixtureExport {
  /// Writes a video. A picture larger than the frame is made smaller; each is in the middle of the frame.
  ///
  /// - Parameters:
  ///   - video: Its format, size and rate.
  ///   - decode: Decodes the file of a picture.
  ///   - write: Receives the next bytes.
  /// - Returns: The number of pictures, and that of frames.
  /// - Throws: ``FixtureFault``, `FileFailure`, and what the closures throw.
  @discardableResult
  public func write(
    _ video: FixtureVideo, decode: ([UInt8]) throws -> Picture, _ write: ([UInt8]) throws -> Void
  ) throws -> (pictures: Int, frames: Int) {
    let size = video.size
    if video.format == .y4m {
      try write(Array("YUV4MPEG2 W\(size.width) H\(size.height) F\(video.rate):1 Ip A1:1 C420jpeg\n".utf8))
    }
    var frames = 0
    let pictures = try forEach { _, entry in
      let picture = try decode(entry.file(in: directory)).reduced(toFit: size)
      let frame = picture.part(
        left: (picture.width - size.width) / 2, top: (picture.height - size.height) / 2, width: size.width,
        height: size.height)
      let bytes =
        video.format == .y4m ? Array("FRAME\n".utf8) + frame.videoPlanes : try frame.softened.colored.jpeg(quality: 95)
      let count = video.hold ?? (entry.frame == nil ? video.rate : 1)
      for _ in 0..<count { try write(bytes) }
      frames += count
    }
    return (pictures, frames)
  }
}

extension Picture {
  /// Returns the picture, made smaller if it does not fit into a frame.
  fileprivate func reduced(toFit size: Fixture.SceneSize) -> Picture {
    let share = min(1, Double(size.width) / Double(width), Double(size.height) / Double(height))
    if share == 1 { return self }
    let (newWidth, newHeight) = (max(1, Int(Double(width) * share)), max(1, Int(Double(height) * share)))
    let planes = planes.map {
      GrayImage(width: width, height: height, pixels: $0).resized(width: newWidth, height: newHeight).pixels
    }
    return Picture(width: newWidth, height: newHeight, planes: planes)
  }

  /// The picture with less contrast: browsers decode JPEGs by the fast integer method, which overflows between black and white
  /// modules that are as large as its blocks (libjpeg-turbo's issue 731).
  fileprivate var softened: Picture {
    Picture(width: width, height: height, planes: planes.map { $0.map { UInt8(24 + (Int($0) * 207 + 127) / 255) } })
  }

  /// The planes Y, Cb and Cr in the video range of ITU-R BT.601-7, 2.5: Y 16…235, and a value of Cb and Cr, 16…240, for four
  /// pixels.
  fileprivate var videoPlanes: [UInt8] {
    var bytes = gray.pixels.map { UInt8(16 + (Int($0) * 219 + 127) / 255) }
    guard isColor else { return bytes + [UInt8](repeating: 128, count: width * height / 2) }
    var differences: [[UInt8]] = [[], []]
    for y in stride(from: 0, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 2) {
        let places = [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]
        let (r, g, b) = (
          Double(places.reduce(0) { $0 + Int(planes[0][$1]) }) / 4,
          Double(places.reduce(0) { $0 + Int(planes[1][$1]) }) / 4,
          Double(places.reduce(0) { $0 + Int(planes[2][$1]) }) / 4
        )
        let luma = 0.299 * r + 0.587 * g + 0.114 * b
        differences[0].append(UInt8((128 + 224 * (b - luma) / 1.772 / 255).rounded()))
        differences[1].append(UInt8((128 + 224 * (r - luma) / 1.402 / 255).rounded()))
      }
    }
    bytes += differences[0] + differences[1]
    return bytes
  }
}
