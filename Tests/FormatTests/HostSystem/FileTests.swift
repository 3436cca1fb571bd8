import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

struct FileTests {
  @TemporaryFolder var folder

  @Test func `a file is whole or absent`() throws {
    let path = folder.file("a")
    try FileSystem.write([1, 2, 3], to: path)
    let file = try PendingFile(path)
    try file.append([4])
    #expect(try FileSystem.read(path, limit: 3) == [1, 2, 3])
    try file.append([5])
    try file.commit()
    #expect(try FileSystem.read(path, limit: 3) == [4, 5])
    // An abandoned file leaves nothing behind.
    do {
      let lost = try PendingFile(path)
      try lost.append([9])
    }
    #expect(try FileSystem.read(path, limit: 3) == [4, 5])
    #expect(try folder.names == ["a"])
  }

  @Test func `files that belong together get their names together, or none`() throws {
    func pending(_ names: [String]) throws -> [PendingFile] {
      try names.map { name in
        let file = try PendingFile(folder.file(name))
        try file.append(Array(name.utf8))
        return file
      }
    }
    func names() throws -> [String] { try folder.names }
    func content(_ name: String) throws -> [UInt8] {
      try FileSystem.read(folder.file(name), limit: 9)
    }
    try FileSystem.write(Array("old".utf8), to: folder.file("0"))
    try FileManager.default.createDirectory(at: folder.appending(path: "b"), withIntermediateDirectories: false)
    #expect(throws: FileFailure.self) { try PendingFile.commit(try pending(["0", "a", "b", "c"])) }
    #expect(try names() == ["0", "b"] && content("0") == Array("old".utf8))
    let files = try pending(["0", "a", "c"])
    #expect(try content("0") == Array("old".utf8) && !FileSystem.exists(folder.file("a")))
    try PendingFile.commit(files)
    #expect(try names() == ["0", "a", "b", "c"] && content("0") == Array("0".utf8) && content("c") == Array("c".utf8))
  }

  @Test func `lines are read in order and by their places`() throws {
    let path = folder.file("a")
    // Some lines are longer than what is read at a time, and the last one has no end.
    let lines = (0..<300).map { Array(repeating: UInt8(65 + $0 % 26), count: $0 % 7 * $0 * 40) } + [[1, 2]]
    try FileSystem.write(Array(lines.joined(separator: [10])), to: path)
    let reader = try LineReader(path)
    var places: [Int] = []
    for line in lines {
      places.append(reader.offset)
      #expect(try reader.next().map(Array.init) == line)
    }
    #expect(try reader.next() == nil)
    for index in [299, 0, 1, 2, 150, 149, 300] {
      reader.offset = places[index]
      #expect(try reader.next().map(Array.init) == lines[index])
    }
    try FileSystem.write([UInt8](repeating: 1, count: 1 << 24 + 1), to: path)
    #expect(throws: FileFailure.tooLong(path: path, limit: 1 << 24)) { try LineReader(path).next() }
    try FileSystem.write([10, 10], to: path)
    let blank = try LineReader(path)
    #expect(try blank.next() == [] && blank.next() == [] && blank.next() == nil)
  }

  @Test func `a replaced file keeps its mode, and a link its target`() throws {
    let (path, link) = (folder.file("a"), folder.file("b"))
    try FileSystem.write([1], to: path)
    #expect(unsafe chmod(path, 0o640) == 0)
    #expect(unsafe symlink("a", link) == 0)
    try FileSystem.write([2], to: link)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(FileSystem.isSymbolicLink(link))
    #expect(try FileSystem.read(path, limit: 1) == [2])
  }

  @Test func `a link that is planted while a file is written is replaced, not followed`() throws {
    let (path, victim) = ("\(folder.path)/a", "\(folder.path)/victim")
    try FileSystem.write([1], to: victim)
    let file = try PendingFile(path)
    try file.append([2])
    try FileSystem.makeSymbolicLink(path, to: "victim")
    try file.commit()
    #expect(!FileSystem.isSymbolicLink(path))
    #expect(try FileSystem.read(path, limit: 9) == [2])
    #expect(try FileSystem.read(victim, limit: 9) == [1])
  }

  @Test func `a file that cannot be read or written is named with the reason`() throws {
    let path = folder.path
    #expect(throws: FileFailure.cannotRead(path: "\(path)/x", reason: "No such file or directory")) {
      try FileSystem.read("\(path)/x", limit: 1)
    }
    #expect(throws: FileFailure.cannotWrite(path: path, reason: "Is a directory")) {
      try FileSystem.write([1], to: path)
    }
    #expect(unsafe symlink("nowhere", "\(path)/dangling") == 0)
    #expect(throws: FileFailure.cannotWrite(path: "\(path)/dangling", reason: "it is a dangling symbolic link")) {
      try PendingFile("\(path)/dangling")
    }
    try FileSystem.write([1, 2], to: "\(path)/two")
    #expect(throws: FileFailure.tooLong(path: "\(path)/two", limit: 1)) {
      try FileSystem.read("\(path)/two", limit: 1)
    }
  }

  @Test func `a temporary file can be read back`() throws {
    let file = try PendingFile()
    try file.append(Array("hello".utf8))
    file.rewind()
    #expect(try file.nextPiece() == Array("hello".utf8))
    #expect(try file.nextPiece().isEmpty)
  }

  @Test func `what a killed run left is removed by the next, and what a running one holds is not`() throws {
    let (left, held) = (folder.path + "/.oobqr-1.tmp", folder.path + "/.oobqr-2.tmp")
    for path in [left, held, folder.path + "/.oobqr-3.txt"] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
    }
    let holder = unsafe open(held, O_RDONLY)
    #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
    try FileManager.default.createDirectory(atPath: folder.path + "/empty/b", withIntermediateDirectories: true)
    #expect(try FileSystem.holdsNoFiles(folder.path + "/empty") && !FileSystem.holdsNoFiles(folder.path))
    try FileSystem.write([2], to: folder.path + "/new")
    #expect(!FileSystem.exists(left) && FileSystem.exists(held) && FileSystem.exists(folder.path + "/.oobqr-3.txt"))
    close(holder)
  }

  @Test func `a directory lists its files in order, by extension, without following links to directories`() throws {
    let path = folder.path
    try FileSystem.makeDirectory("\(path)/b/c")
    for name in ["b/c/2.PNG", "b/1.png", "a.png", "note.txt"] { try FileSystem.write([1], to: "\(path)/\(name)") }
    #expect(unsafe symlink("..", "\(path)/b/loop") == 0)
    #expect(unsafe mkfifo("\(path)/pipe.png", 0o600) == 0)
    let found = FileSystem.files(below: path, extensions: ["png"]).map { try? $0.get() }
    #expect(found == ["\(path)/a.png", "\(path)/b/1.png", "\(path)/b/c/2.PNG"])
    try FileSystem.makeDirectory("\(path)/.c")
    for name in [".c/x", ".d"] { try FileSystem.write([1], to: "\(path)/\(name)") }
    let all = FileSystem.files(below: path, skipsHidden: true).map { try? $0.get() }
    #expect(all == found + ["\(path)/note.txt"])
    #expect(FileSystem.files(below: path).count == all.count + 2)
    // In one directory, with their sizes.
    try FileSystem.write([1, 2, 3], to: "\(path)/.hidden.png")
    try FileSystem.makeDirectory("\(path)/folder.png")
    #expect(try FileSystem.sizes(ofFilesIn: path, extensions: ["png", "txt"]) == ["a.png": 1, "note.txt": 1])
    #expect(try FileSystem.sizes(ofFilesIn: "\(path)/b/c", extensions: ["png"]) == ["2.PNG": 1])
    #expect(throws: FileFailure.self) { try FileSystem.sizes(ofFilesIn: "\(path)/none", extensions: []) }
    #expect(try !FileSystem.holdsNoFiles(path))
  }

  @Test(arguments: [
    ("a/b.PNG", "png", "a/", "b.PNG"), ("b", "", "", "b"), (".hidden", "", "", ".hidden"),
    ("a.b/c", "", "a.b/", "c"), ("x.tar.gz", "gz", "", "x.tar.gz"), ("a.b/", "", "a.b/", ""),
  ])
  func `folder, name and extension are parts of a path`(
    path: String, fileExtension: String, folder: String, name: String
  ) {
    #expect(FileSystem.fileExtension(of: path) == fileExtension)
    #expect(FileSystem.directory(of: path) == folder && FileSystem.name(of: path) == name)
  }
}
