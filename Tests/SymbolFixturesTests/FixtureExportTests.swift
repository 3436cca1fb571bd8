import Foundation
import SymbolFixtures
import TestSupport
import Testing

/// Sets in the formats of other tools. Their own libraries read them in `make samples`.
struct FixtureExportTests {
  /// A set of four pictures, one of which has two symbols outside of every corner rule: turned, and cut off.
  private func withSet(_ body: (URL, String) throws -> Void) throws {
    try Files.withTemporaryFolder { folder in
      let made = CommandRun([
        "fixtures", "make", "-o", folder.appending(path: "set").path, "--damage", "rotation:30", "--damage", "noise:5",
        "--select", "message=web-address,kind!=clean", "--select", "message=app-link",
      ])
      try #require(made.exitCode == 0, "\(made.errors)")
      try body(folder, folder.appending(path: "set").path)
    }
  }

  @Test func `COCO has each picture and each symbol, with a box inside the picture`() throws {
    try withSet { _, set in
      var file: [UInt8] = []
      let count = try FixtureExport(ofDirectory: set).writeCOCO { file += $0 }
      let object = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
      let images = try #require(object["images"] as? [[String: Any]])
      let annotations = try #require(object["annotations"] as? [[String: Any]])
      #expect(images.count == count && annotations.count >= count)
      for annotation in annotations {
        let image = try #require(images.first { $0["id"] as? Int == annotation["image_id"] as? Int })
        let box = try #require(annotation["bbox"] as? [Double])
        #expect(box[0] >= 0 && box[0] + box[2] <= Double(image["width"] as? Int ?? 0) && box[2] > 0)
        #expect(((annotation["segmentation"] as? [[Double]])?.first?.count) == 8)
      }
    }
  }

  @Test func `shards are disjoint, and together they are the set`() throws {
    try withSet { folder, set in
      func lines(_ options: [String]) throws -> [String] {
        let run = CommandRun(["fixtures", "export", set, "--as", "csv", "-o", "-"] + options)
        #expect(run.exitCode == 0, "\(run.errors)")
        return run.text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
      }
      let whole = try lines([])
      var parts: [String] = []
      for number in 1...3 {
        let part = folder.appending(path: "\(number).csv").path
        let run = CommandRun(["fixtures", "export", set, "--as", "csv", "-o", part, "--shard", "\(number)/3"])
        #expect(run.exitCode == 0)
        guard let text = try? String(contentsOfFile: part, encoding: .utf8) else { continue }
        parts += text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
      }
      #expect(parts.sorted() == whole.sorted() && whole.count >= 4)
    }
  }

  @Test func `what an interrupted run left of an export is replaced, and nothing else`() throws {
    try withSet { folder, set in
      let export = "oobqr fixtures export '\(set)' --as yolo -o yolo"
      // Until a run was killed while it wrote the labels, and before the rest.
      let run = Shell.run(
        """
        \(export) 2>/dev/null; find yolo | sort >whole
        for i in $(seq 100); do rm -rf yolo; \(export) 2>/dev/null & id=$!
          until [ -d yolo/labels ] || ! kill -0 $id 2>/dev/null; do :; done; kill -9 $id 2>/dev/null; wait $id 2>/dev/null
          [ -h yolo/images ] || break; done
        ls -A yolo | xargs; mv yolo start
        cp -a start yolo; echo 0 >yolo/labels/old.txt
        \(export) 2>/dev/null; echo $?; find yolo | sort | cmp - whole
        rm -r yolo; cp -a start yolo; echo mine >yolo/mine; \(export); ls -A yolo | xargs
        rm yolo/mine; echo mine >yolo/.unfinished; \(export); ls -A yolo | xargs
        """, in: folder)
      let refusal = "oobqr: 'yolo' is not empty; choose a new directory\n.unfinished labels"
      #expect(run == ".unfinished labels\n0\n\(refusal) mine\n\(refusal)\n", "\(run)")
    }
  }

  @Test func `a changed picture, and outputs that exist already, are refused`() throws {
    try withSet { folder, set in
      func errors(_ format: String, _ output: String, _ options: [String] = []) -> String {
        let run = CommandRun(["fixtures", "export", set, "--as", format, "-o", output] + options)
        #expect(run.exitCode != 0)
        return run.errors
      }
      #expect(errors("coco", set + "/./manifest.json").contains("would replace the input"))
      #expect(errors("yolo", set).contains("is not empty"))
      #expect(
        errors("csv", folder.path + "/x", ["--shard", "5/4"]).contains(
          "is not n/m with 1 ≤ n ≤ m ≤ 65536, such as 3/16"))
      #expect(errors("csv", folder.path + "/x", ["--select", "kind=glare"]).contains("selects none of the"))
      let picture = try #require(
        FileManager.default.enumerator(atPath: set)?.compactMap { $0 as? String }.first { $0.hasSuffix(".png") })
      try Data([1]).write(to: URL(filePath: "\(set)/\(picture)"))
      #expect(errors("webdataset", folder.path + "/x").contains("is not the picture listed in the manifest"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
    }
  }
}
