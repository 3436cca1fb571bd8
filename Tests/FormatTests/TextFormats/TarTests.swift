import Foundation
import TestSupport
import Testing
import TextFormats

/// Our archives against the `tar` program, both ways.
struct TarTests {
  @TemporaryFolder var folder

  @Test func `tar lists and extracts what was written`() throws {
    let names = ["a.png", "Grüße 1.png", String(repeating: "n", count: 100)]
    // No empty file: Foundation leaks when it reads one.
    let contents = [[1, 2, 3], [UInt8](repeating: 7, count: 512), [9]]
    let members = zip(names, contents).flatMap { TarWriter.member($0, $1) }
    try folder.write(members + TarWriter.end, "a.tar")
    let list = Shell.run("tar -tvf a.tar 2>&1 | wc -l; tar -xf a.tar; stat -c '%a %s %Y' a.png", in: folder)
    #expect(list == "3\n600 3 0\n")
    for (name, content) in zip(names, contents) {
      #expect(try Data(contentsOf: folder.appending(path: name)) == Data(content))
    }
    #expect(members.count == contents.reduce(0) { $0 + TarWriter.memberBytes($1.count) })
  }

  @Test(arguments: ["gnu", "ustar", "pax", "v7"])
  func `what tar writes is read: files, with their names`(_ format: String) throws {
    let long = String(repeating: "l", count: format == "v7" || format == "ustar" ? 60 : 160)
    _ = Shell.run(
      "mkdir d; echo one >d/1; ln -s 1 d/link; ln d/1 d/hard; head -c 5000 /dev/zero >d/\(long); "
        + "tar --format=\(format) -cf a.tar d", in: folder)
    let bytes = Array(try Data(contentsOf: folder.appending(path: "a.tar")))
    var reader = TarReader(ByteStream(bytes), limit: 4000)
    var found: [String: Int] = [:]
    while let member = try reader.next() { found[member.name] = (try? member.content.get())?.count ?? -1 }
    // One of the two names of the same file is a link, and links have no content.
    #expect(Set([found["d/1"], found["d/hard"]]) == [4, -1])
    #expect(found["d/\(long)"] == -1 && found["d/link"] == -1)
    #expect(found.count == 4)
    #expect(TarReader.isArchive(bytes[...]))
    let empty = Shell.run(
      "tar --format=\(format) -cf e.tar -T /dev/null; head -c 512 e.tar | tr -d '\\0' | wc -c", in: folder)
    let none = Array(try Data(contentsOf: folder.appending(path: "e.tar")))
    #expect(empty == "0\n" && TarReader.isArchive(none[...]))
    var nothing = TarReader(ByteStream(none), limit: 4000)
    #expect(try nothing.next() == nil)
    #expect(!TarReader.isArchive(bytes[1...]) && !TarReader.isArchive(bytes.prefix(100)))
  }

  @Test func `a truncated or damaged archive is an error, and no file is lost before it`() throws {
    let bytes = TarWriter.member("a", [1]) + TarWriter.member("b", [2]) + TarWriter.end
    for length in 0..<2048 {
      var reader = TarReader(ByteStream(Array(bytes.prefix(length))), limit: 100)
      var count = 0
      #expect(throws: Fault.self) { while try reader.next() != nil { count += 1 } }
      #expect(count == length / 1024)
    }
    // Zeros only look like an archive without files if there are two blocks of them.
    for other in [[UInt8](repeating: 0, count: 512), [UInt8](repeating: 0, count: 512) + bytes] {
      var reader = TarReader(ByteStream(other), limit: 100)
      #expect(throws: Fault.self) { try reader.next() }
    }
    var damaged = bytes
    damaged[1024] ^= 1
    var reader = TarReader(ByteStream(damaged), limit: 100)
    #expect(try reader.next()?.name == "a")
    #expect(throws: Fault.self) { try reader.next() }
  }
}
