import HostSystem
import TextFormats

/// The label templates of glabels 3, if its package is installed.
///
/// A template is `<Template brand part size>` around a `<Label-rectangle width height>` with a
/// `<Layout nx ny x0 y0 dx dy>`, or refers to an equivalent part. Lengths are in points unless a unit follows.
public enum GlabelsTemplates {
  public static let directory = "/usr/share/libglabels-3.0/templates"

  /// The templates of files, and the sizes of paper that they name.
  private struct Library {
    var templates: [XMLTree.Element] = []
    private var byName: [String: XMLTree.Element] = [:]
    private var pages: [String: LabelStock.Size] = [:]

    /// - Parameter files: The XML. A file that cannot be parsed adds nothing.
    init(_ files: [[UInt8]]) {
      for file in files {
        for element in (try? XMLTree(parsing: file))?.root.descendants ?? [] {
          if element.name == "Template", element["brand"] != nil, element["part"] != nil {
            templates.append(element)
            byName[element.fullName] = element
          }
          if element.name == "Paper-size", let id = element["id"] { pages[id] = element.size }
        }
      }
    }

    /// Reads the files of a folder; templates are small, and larger files are left out.
    init(in directory: String) {
      let paths = FileSystem.files(below: directory, extensions: ["xml"]).compactMap { try? $0.get() }
      self.init(paths.compactMap { try? FileSystem.read($0, limit: 1 << 22) })
    }

    /// Returns the stock of a template; `nil` if it lacks a size.
    func stock(of template: XMLTree.Element, named name: String) throws(PrintFault) -> LabelStock? {
      // An equivalent is a part of the same brand.
      let whole = template["equiv"].flatMap { byName["\(template["brand"] ?? "") \($0)"] } ?? template
      let parts = whole.descendants
      if parts.contains(where: { ["Label-round", "Label-ellipse", "Label-cd"].contains($0.name) }) {
        throw PrintFault("the labels of '\(name)' are not rectangles; symbols need rectangular labels")
      }
      guard let label = parts.last(where: { $0.name == "Label-rectangle" })?.size,
        let layout = parts.first(where: { $0.name == "Layout" }), let columns = layout["nx"].flatMap({ Int($0) }),
        let rows = layout["ny"].flatMap({ Int($0) }), let page = whole["size"].flatMap({ pages[$0] }) ?? whole.size
      else { return nil }
      return try LabelStock(
        name: name, page: page, label: label, columns: columns, rows: rows, left: layout.length("x0") ?? 0,
        top: layout.length("y0") ?? 0, columnPitch: layout.length("dx") ?? 0, rowPitch: layout.length("dy") ?? 0)
    }

    /// The stocks with rectangular labels, with brand and part as their names.
    var stocks: [LabelStock] {
      // Templates with impossible sizes are left out, as are round labels.
      templates.compactMap { try? stock(of: $0, named: $0.fullName) }
    }
  }

  /// Finds the stock by brand and part (`Avery L7161`) or part alone; `nil` if there is none.
  ///
  /// - Throws: ``PrintFault`` if its labels are not rectangles.
  public static func stock(named name: String, in directory: String = directory) throws(PrintFault) -> LabelStock? {
    let (library, wanted) = (Library(in: directory), name.lowercased())
    let found = library.templates.first {
      $0["part"]?.lowercased() == wanted || $0.fullName.lowercased() == wanted
    }
    guard let found else { return nil }
    return try library.stock(of: found, named: name)
  }

  /// Lists the stocks of all templates with rectangular labels, with brand and part as their names.
  public static func all(in directory: String = directory) -> [LabelStock] { Library(in: directory).stocks }

  /// Lists the stocks of a file of templates with rectangular labels.
  ///
  /// - Parameter file: The XML. A file that cannot be parsed has none.
  public static func stocks(of file: [UInt8]) -> [LabelStock] { Library([file]).stocks }
}

extension XMLTree.Element {
  fileprivate var fullName: String { "\(self["brand"] ?? "") \(self["part"] ?? "")" }

  fileprivate var size: LabelStock.Size? {
    guard let width = length("width"), let height = length("height") else { return nil }
    return LabelStock.Size(width, height)
  }

  /// A length in millimetres; without a unit, it is written in points.
  fileprivate func length(_ name: String) -> Double? {
    guard let text = self[name] else { return nil }
    let units = ["pt": 25.4 / 72, "in": 25.4, "mm": 1, "cm": 10, "pc": 25.4 / 6]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(2).trimmingWhitespace).map { $0 * factor }
    }
    return Double(text).map { $0 * 25.4 / 72 }
  }
}
