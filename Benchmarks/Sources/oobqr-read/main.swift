import Glibc
import ImageCoding
import Imaging
import QRScanning

// Usage: oobqr-read EFFORT < paths: the CPU milliseconds that it takes to read pictures which are decoded already.
guard let effort = CommandLine.arguments.dropFirst().first.flatMap(QRScanner.Effort.init(rawValue:)) else {
  print("give an effort")
  exit(64)
}

/// Nanoseconds of CPU time of this process.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

let scanner = QRScanner(effort: effort)
var (spent, symbols) = (0, 0)
while let path = readLine() {
  guard let file = fopen(path, "rb") else { continue }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 20)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
  fclose(file)
  guard let picture = try? GrayImage(imageFile: bytes) else { continue }
  let start = processorTime()
  symbols += (try? scanner.scan(picture).count) ?? 0
  spent += processorTime() - start
}
print("\(Double(spent / 1000) / 1000) \(symbols)")
