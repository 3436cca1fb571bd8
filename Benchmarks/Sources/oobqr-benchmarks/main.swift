import CPeers
import Glibc
import ImageCoding
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing

// Usage: oobqr-benchmarks path/to/oobqr
guard CommandLine.arguments.count == 2 else { fail("give the path of the oobqr to measure") }
let oobqr = CommandLine.arguments[1]

var template = Array("/tmp/oobqr-benchmarks-XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else { fail("cannot make a folder in /tmp") }
let folder = String(cString: made)
defer { for name in ["payload", "a.png", "b.png"] { unlink("\(folder)/\(name)") }; rmdir(folder) }

// W1: a payload of 202 bytes, version 10 at level M.
let payload = Array(
  (#"{"nma_data":{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","redeem_url":"#
    + #""https://fido.siven.ch/nevisfido/token/redeem/authentication"},"#
    + #""nma_data_content_type":"application/json","nma_data_version":"1"}"#).utf8)
guard let file = fopen("\(folder)/payload", "w") else { fail("cannot write in \(folder)") }
fwrite(payload, 1, payload.count, file)
fclose(file)

print("Medians of alternating runs on one machine; the middle half of the runs in brackets. Trust the ratios.")
func report(_ title: String, _ timings: (ours: Timings, peer: Timings), _ peer: String) {
  print(
    "\(title): oobqr \(shown(timings.ours.median)) ms [\(timings.ours.spread)], "
      + "\(peer) \(shown(timings.peer.median)) ms [\(timings.peer.spread)], "
      + "ratio \(shown(timings.ours.median / timings.peer.median))")
}

print("\nWhole processes, start to exit")
report(
  "make, 202 bytes, scale 8",
  alternate(rounds: 100) {
    run([oobqr, "make", "--file", "\(folder)/payload", "-o", "\(folder)/a.png"])
  } _: {
    run(["qrencode", "-l", "M", "-s", "8", "-r", "\(folder)/payload", "-o", "\(folder)/b.png"])
  }, "qrencode")
// 65 modules at scale 8, without a quiet zone, are 520 pixels.
run([oobqr, "make", "--file", "\(folder)/payload", "-m", "0", "-o", "\(folder)/a.png"])
report(
  "scan, 520 × 520 PNG",
  alternate(rounds: 50) {
    run([oobqr, "scan", "\(folder)/a.png"])
  } _: {
    run(["zbarimg", "-q", "--raw", "\(folder)/a.png"])
  }, "zbarimg")

print("\nIn one process")
let rounds = 50
let symbol = try QREncoder().encode(payload)
report(
  "encode, \(rounds) symbols",
  alternate(rounds: 10) {
    for _ in 0..<rounds { _ = try? QREncoder().encode(payload) }
  } _: {
    _ = peer_encode(payload, Int32(payload.count), Int32(rounds))
  }, "QRcode_encodeData")
let picture = GrayImage(symbol, scale: 8)
report(
  "scan with zbar, \(rounds) pictures of \(picture.width) × \(picture.height)",
  alternate(rounds: 10) {
    for _ in 0..<rounds { _ = try? QRScanner(engine: .zbar).scan(picture) }
  } _: {
    _ = peer_scan(picture.pixels, UInt32(picture.width), UInt32(picture.height), Int32(rounds))
  }, "zbar_scan_image")
let clean = alternate(rounds: 10) {
  for _ in 0..<rounds { _ = try? QRScanner().scan(picture) }
} _: {
  for _ in 0..<rounds { _ = try? symbol.reading() }
}
func perSecond(_ timings: Timings) -> Int { Int(Double(rounds) * 1000 / timings.median) }
print("per second: \(perSecond(clean.ours)) clean pictures scanned, \(perSecond(clean.peer)) symbols read")
