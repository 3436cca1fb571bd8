import CPeers
import Glibc
import ImageCoding
import Imaging
import OutOfBand
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TextFormats

// Usage: oobqr-benchmarks path/to/oobqr path/to/segno path/to/ratios.tsv, or oobqr-benchmarks simulation for that part alone.
if CommandLine.arguments.dropFirst() == ["simulation"] {
  reportSimulation()
  exit(0)
}
guard CommandLine.arguments.count == 4 else {
  fail("give the paths of the oobqr to measure, of segno, and of the ratios to compare with")
}
let oobqr = CommandLine.arguments[1]
let segno = CommandLine.arguments[2]
var ratios = Ratios(contentsOf: CommandLine.arguments[3])

var template = Array(("/tmp/oobqr-benchmarks-" + String(repeating: "X", count: 6)).utf8CString)
guard let made = mkdtemp(&template) else { fail("cannot make a folder in /tmp") }
let folder = String(cString: made)
defer { run(["rm", "-r", folder]) }

guard let file = fopen("\(folder)/payload", "w") else { fail("cannot write in \(folder)") }
fwrite(payload, 1, payload.count, file)
fclose(file)

print("Medians of the CPU time of alternating runs on one machine; the middle half in brackets. Trust the ratios.")

print("\nWhole processes, start to exit, in milliseconds of CPU time")
@MainActor func report(_ title: String, _ timings: (ours: Timings, peer: Timings), _ peer: String) {
  let ratio = ratios.judge("\(title), \(peer)", timings.ours.median / timings.peer.median)
  print(
    "\(title): oobqr \(shown(timings.ours.median)) [\(timings.ours.spread)], "
      + "\(peer) \(shown(timings.peer.median)) [\(timings.peer.spread)], ratio \(ratio)")
}
let (png, other) = ("\(folder)/a.png", "\(folder)/b.png")
let make = [oobqr, "make", "--file", "\(folder)/payload", "-o", png]
let text = String(decoding: payload, as: UTF8.self)
// The least that a process costs, and the least that a symbol costs.
let least = ["qrencode", "hello", "-o", other]
report("--version beside making a symbol", alternate(rounds: 100, [oobqr, "--version"], least), "qrencode")
report("make, 5 bytes", alternate(rounds: 100, [oobqr, "make", "hello", "-o", png], least), "qrencode")
report(
  "make, 202 bytes, scale 8",
  alternate(rounds: 100, make, ["qrencode", "-l", "M", "-s", "8", "-r", "\(folder)/payload", "-o", other]), "qrencode")
// zint's module has two pixels at scale 1.
report(
  "make, 202 bytes, scale 8",
  alternate(
    rounds: 20, make,
    ["zint", "-b", "QRCODE", "--secure=2", "--scale=4", "--quietzones", "-i", "\(folder)/payload", "-o", other]), "zint"
)
report(
  "make, 202 bytes, scale 8", alternate(rounds: 10, make, [segno, "-e", "M", "-s", "8", "-o", other, text]), "segno")
// 57 modules and the quiet zone at scale 8 are 520 pixels.
let zbarimg = ["zbarimg", "-q", "--raw", png]
report("scan, clean 520 × 520 PNG", alternate(rounds: 50, [oobqr, "scan", png], zbarimg), "zbarimg")
report(
  "scan --engine zbar, the same", alternate(rounds: 50, [oobqr, "scan", "--engine", "zbar", png], zbarimg), "zbarimg")

print("\nIn one process, per second of CPU time")
let rounds = 50
/// - Returns: The rate of the peer.
@discardableResult @MainActor func reportRates(
  _ title: String, _ timings: (ours: Timings, peer: Timings), _ peer: String
) -> Double {
  func rate(_ milliseconds: Double) -> Int { Int(Double(rounds) * 1000 / milliseconds) }
  func rates(_ timings: Timings) -> String {
    "\(rate(timings.median)) [\(rate(timings.quantile(0.75)))…\(rate(timings.quantile(0.25)))]"
  }
  let ratio = ratios.judge("\(title), \(peer)", timings.peer.median / timings.ours.median)
  print("\(title): oobqr \(rates(timings.ours)), \(peer) \(rates(timings.peer)), ratio of rates \(ratio)")
  return Double(rounds) * 1000 / timings.peer.median
}
let symbol = try QREncoder().encode(payload)
let picture = GrayImage(symbol, scale: 8)
/// Refuses to time work with a wrong result.
func check(_ isRight: Bool, _ work: String) {
  if !isRight { fail("\(work) gave a wrong result") }
}
func scan(_ engine: Detection.Engine?) {
  for _ in 0..<rounds {
    check((try? QRScanner(engine: engine).scan(picture).map(\.message)) == [payload], "scanning")
  }
}
func scanWithPeer() {
  let found = peer_scan(picture.pixels, UInt32(picture.width), UInt32(picture.height), Int32(rounds))
  check(found == rounds, "zbar_scan_image")
}
/// An app link of 322 bytes: version 13.
let link =
  Array("https://access.example.com/open?dispatchTokenResponse=".utf8)
  + Base64.encodeURL(payload).utf8
  .prefix(268)
/// The peer's rate for 202 bytes, beside which lists and sheets of such messages are put.
var peerPictures = 0.0
for (message, name) in [(payload, "202 bytes"), (link, "\(link.count) bytes")] {
  guard let symbol = try? QREncoder().encode(message) else { fail("\(name) do not fit") }
  reportRates(
    "symbols encoded, \(name), version \(symbol.version)",
    alternate(rounds: 10) {
      for _ in 0..<rounds { check((try? QREncoder().encode(message)) == symbol, "encoding") }
    } _: {
      check(peer_encode(message, Int32(message.count), Int32(rounds)) == symbol.size, "QRcode_encodeData")
    }, "QRcode_encodeData")
  var bytes = 0
  var peerBytes = 0
  let peerRate = reportRates(
    "encoded and a PNG at scale 8, \(name)",
    alternate(rounds: 10) {
      for _ in 0..<rounds {
        bytes = (try? PNG.encode(BilevelImage(QREncoder().encode(message), scale: 8)).count) ?? 0
      }
    } _: {
      peerBytes = peer_encode_png(message, Int32(message.count), Int32(rounds))
    }, "libqrencode and libpng")
  if message == payload { peerPictures = peerRate }
  print("  \(bytes) bytes; libpng \(peerBytes) bytes")
}
let peerScans = reportRates(
  "clean pictures scanned",
  alternate(rounds: 10) {
    scan(nil)
  } _: {
    scanWithPeer()
  }, "zbar_scan_image")
reportRates(
  "the same with --engine zbar",
  alternate(rounds: 10) {
    scan(.zbar)
  } _: {
    scanWithPeer()
  }, "zbar_scan_image")

reportSimulation()

print("\nFixtures: whole processes that make 1000 × 1000 pixels, on \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors")
for damage in ["rotation:20", "perspective:30", "cylinder:1", "crumple:1"] {
  var timings = Timings()
  var memory = 0
  for _ in 0..<3 {
    let set = "\(folder)/fixtures"
    timings.samples.append(
      milliseconds {
        memory = run([oobqr, "fixtures", "make", "-o", set, "--scene", "1000x1000", "--damage", damage]).memory
      })
    run(["rm", "-r", set])
  }
  print(
    "\(damage): \(shown(Double(FixtureMessage.builtIn.count) * 1000 / timings.median)) pictures a second, \(memory / 1024) MiB at most"
  )
}

let list = "\(folder)/list.csv"
guard let rows = fopen(list, "w") else { fail("cannot write \(list)") }
fputs("text,person,room\n", rows)
for row in 0..<10_000 {
  let address = "https://access.siven.ch/open?room=\(row)&ticket="
  // As varied as base64url of a payload is.
  var random = SplitMix64(seed: UInt64(row))
  let rest = (address.utf8.count..<202).map { _ in UnicodeScalar(UInt8(ascii: "a") + UInt8(random.next() % 26)) }
  fputs("\(address)\(String(String.UnicodeScalarView(rest))),Ada Lovelace,\(row)\n", rows)
}
fclose(rows)
/// The rate of 10,000 messages beside that of a peer, which does less.
@MainActor func beside(_ title: String, _ timings: Timings, _ peerRate: Double) -> String {
  let ratio = ratios.judge(title, 10_000_000 / timings.median / peerRate)
  return "; \(title.split(separator: ", ").last ?? ""): ratio of rates \(ratio)"
}
print("\nLists: the same messages, checked, read back and written")
for jobs in [1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))] {
  var timings = Timings()
  var memory = 0
  for _ in 0..<3 {
    timings.samples.append(
      milliseconds {
        memory = run([oobqr, "make", "--list", list, "-o", "\(folder)/symbols.tar", "--jobs", "\(jobs)"]).memory
      })
  }
  print(
    "an archive, \(jobs) \(jobs == 1 ? "job" : "jobs"): \(shown(10_000_000 / timings.median)) symbols a second, "
      + "\(memory / 1024) MiB at most"
      + (jobs == 1 ? beside("a list, 202 bytes, libqrencode and libpng", timings, peerPictures) : ""))
  var scanned = Timings()
  for _ in 0..<3 {
    scanned.samples.append(
      milliseconds { memory = run([oobqr, "scan", "--list", "\(folder)/symbols.tar", "--jobs", "\(jobs)"]).memory })
  }
  print(
    "  scanned again: \(shown(10_000_000 / scanned.median)) pictures a second, \(memory / 1024) MiB at most"
      + (jobs == 1 ? beside("a list scanned, zbar_scan_image", scanned, peerScans) : ""))
}
print("\nSheets: a list of 10,000 messages of 202 bytes with captions, on one core, everything included")
for dpi in ["203", "300"] {
  var timings = Timings()
  var memory = 0
  for _ in 0..<3 {
    timings.samples.append(
      milliseconds {
        memory =
          run([
            oobqr, "print", "sheet", "--list", list, "-o", "\(folder)/sheet.pdf", "--stock", "l7160", "--dpi", dpi,
            "--distance", "100", "--caption", "{person}, room {room}", "--jobs", "1",
          ]).memory
      })
  }
  print(
    "l7160 at \(dpi) dpi: \(shown(10_000_000 / timings.median)) symbols a second, \(memory / 1024) MiB at most"
      + (dpi == "300" ? beside("a sheet at 300 dpi, libqrencode and libpng", timings, peerPictures) : ""))
}

ratios.finish()
if !ratios.complaints.isEmpty {
  print("\nWorse than in \(CommandLine.arguments[3])")
  ratios.complaints.forEach { print($0) }
  run(["rm", "-r", folder])
  exit(1)
}
