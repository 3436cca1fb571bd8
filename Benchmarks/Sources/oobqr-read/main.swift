import Glibc
import ImageCoding
import Imaging
import QRScanning
import TextFormats

// Usage: oobqr-read EFFORT < paths: for each picture its path, the CPU milliseconds of decoding and of reading, and the messages in
// base64, divided by tabs.
guard let effort = CommandLine.arguments.dropFirst().first.flatMap(QRScanner.Effort.init(rawValue:)) else {
  print("give an effort")
  exit(64)
}

/// Milliseconds of CPU time of this process.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

let scanner = QRScanner(effort: effort)
while let path = readLine() {
  guard let file = fopen(path, "rb") else { continue }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 20)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
  fclose(file)
  let start = processorTime()
  guard let picture = try? GrayImage(imageFile: bytes) else { continue }
  let decoded = processorTime()
  let found = (try? scanner.scan(picture)) ?? []
  let end = processorTime()
  let messages = found.map { "\t" + Base64.encode($0.message) }.joined()
  print("\(path)\t\(decoded - start)\t\(end - decoded)\(messages)")
}
