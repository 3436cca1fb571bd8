import HostSystem
import Imaging

/// Decoding pictures in worker processes that are in the jail, from any thread.
struct DecodingWorkers: Sendable {
  private let pool: WorkerPool<PictureRequest, Confined<DecodedPicture>>

  /// - Parameter executable: The worker program.
  init(executable: String, maxPixels: Int) {
    pool = WorkerPool(
      executable: executable,
      arguments: ["scan", "--worker", PictureReaders.none.rawValue, "--max-pixels", "\(maxPixels)", "-"],
      seconds: ScanTime.normal)
  }

  func image(_ file: [UInt8]) throws(InputFailure) -> ColorImage {
    let request = PictureRequest(file: file, seconds: ScanTime.normal)
    return try pool.ask(request, seconds: ScanTime.normal).reply(seconds: ScanTime.normal).result.get().image
  }
}
