import CPangoCairo
import Glibc
import HostSystem

/// The label templates of glabels 3, if its package is installed.
///
/// A template is `<Template brand part size>` around a `<Label-rectangle width height>` with a
/// `<Layout nx ny x0 y0 dx dy>`, or refers to an equivalent part. Lengths are in points unless a unit follows.
public enum GlabelsTemplates {
  public static let directory = "/usr/share/libglabels-3.0/templates"

  /// Finds the stock by brand and part (`Avery L7161`) or part alone; `nil` if there is none.
  public static func stock(named name: String, in directory: String = directory) throws(LabelStockError) -> LabelStock?
  {
    let words = name.lowercased()
    let reader = Reader(wanted: words)
    for file in files(in: directory) { reader.read(file) }
    // An equivalent is a part of the same brand, which may follow later in the file.
    var found = reader.found
    if let template = found, let equal = template.equal {
      let second = Reader(wanted: "\(template.brand) \(equal)".lowercased())
      for file in files(in: directory) { second.read(file) }
      found = second.found
    }
    guard let template = found else { return nil }
    return try stock(named: name, template, reader.pages)
  }

  /// Lists the stocks of all templates with rectangular labels, with brand and part as their names.
  public static func all(in directory: String = directory) -> [LabelStock] {
    let reader = Reader(wanted: nil)
    for file in files(in: directory) { reader.read(file) }
    return stocks(of: reader)
  }

  /// Lists the stocks of a file of templates with rectangular labels.
  ///
  /// - Parameter file: The XML. What cannot be parsed is left out.
  public static func stocks(of file: [UInt8]) -> [LabelStock] {
    let reader = Reader(wanted: nil)
    reader.read(text: file)
    return stocks(of: reader)
  }

  private static func stocks(of reader: Reader) -> [LabelStock] {
    var byName: [String: Template] = [:]
    for template in reader.all { byName["\(template.brand) \(template.part)"] = template }
    return reader.all.compactMap { template in
      let whole = template.equal.flatMap { byName["\(template.brand) \($0)"] } ?? template
      // Round labels are left out, and so is what a broken file says.
      return (try? stock(named: "\(template.brand) \(template.part)", whole, reader.pages)).flatMap { $0 }
    }
  }

  private static func stock(
    named name: String, _ template: Template, _ pages: [String: LabelStock.Size]
  ) throws(LabelStockError) -> LabelStock? {
    guard template.isRectangle else { throw .notRectangular(name: name) }
    guard let layout = template.layout, let label = template.label,
      let page = pages[template.page] ?? template.ownPage
    else { return nil }
    return try LabelStock(
      name: name, page: page, label: label, columns: layout.columns, rows: layout.rows, left: layout.left,
      top: layout.top, columnPitch: layout.dx, rowPitch: layout.dy)
  }

  private static func files(in directory: String) -> [String] {
    FileSystem.files(below: directory, extensions: ["xml"]).compactMap { try? $0.get() }
  }

  /// Templates are small; a larger file is none.
  private static let fileLimit = 1 << 22

  struct Template {
    var brand: String
    var part: String
    var page: String
    var ownPage: LabelStock.Size?
    var equal: String?
    var isRectangle = true
    var label: LabelStock.Size?
    var layout: (columns: Int, rows: Int, left: Double, top: Double, dx: Double, dy: Double)?
  }

  /// A parser that keeps the first template of the wanted name, or all if none is wanted, and all paper sizes.
  final class Reader {
    let wanted: String?
    private var current: Template?
    private(set) var all: [Template] = []
    var found: Template? { all.first }
    private(set) var pages: [String: LabelStock.Size] = [:]

    init(wanted: String?) { self.wanted = wanted }

    /// Reads a file; one that cannot be read or parsed adds nothing.
    func read(_ path: String) {
      if let text = try? FileSystem.read(path, limit: GlabelsTemplates.fileLimit) { read(text: text) }
    }

    func read(text: [UInt8]) {
      guard let c = try? PangoCairo.functions() else { return }
      var parser = unsafe GMarkupParser()
      unsafe parser.start_element = { _, name, names, values, reader, _ in
        guard let name = unsafe name, let reader = unsafe reader else { return }
        var attributes: [String: String] = [:]
        var i = 0
        while let key = unsafe names?[i], let value = unsafe values?[i] {
          attributes[unsafe String(cString: key)] = unsafe String(cString: value)
          i += 1
        }
        unsafe Unmanaged<Reader>.fromOpaque(reader).takeUnretainedValue()
          .begin(String(cString: name), attributes)
      }
      // GLib keeps the pointer to the parser.
      unsafe withUnsafePointer(to: &parser) { parser in
        guard
          let context = unsafe c.g_markup_parse_context_new(
            parser, 0, Unmanaged.passUnretained(self).toOpaque(), nil)
        else { return }
        unsafe text.withUnsafeBytes {
          _ = unsafe c.g_markup_parse_context_parse(
            context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, nil)
        }
        unsafe c.g_markup_parse_context_free(context)
      }
      endTemplate()
    }

    private func endTemplate() {
      if let current { all.append(current) }
      current = nil
    }

    private func begin(_ name: String, _ attributes: [String: String]) {
      func length(_ key: String) -> Double? { attributes[key].flatMap(GlabelsTemplates.millimetres) }
      switch name {
      case "Paper-size":
        if let id = attributes["id"], let width = length("width"), let height = length("height") {
          pages[id] = LabelStock.Size(width, height)
        }
      case "Template":
        endTemplate()
        guard let brand = attributes["brand"], let part = attributes["part"] else { return }
        if let wanted {
          let names = [part.lowercased(), "\(brand) \(part)".lowercased()]
          guard all.isEmpty, names.contains(wanted) else { return }
        }
        current = Template(brand: brand, part: part, page: attributes["size"] ?? "", equal: attributes["equiv"])
        if let width = length("width"), let height = length("height") {
          current?.ownPage = LabelStock.Size(width, height)
        }
      case "Label-rectangle":
        if let width = length("width"), let height = length("height") {
          current?.label = LabelStock.Size(width, height)
        }
      case "Label-round", "Label-ellipse", "Label-cd": current?.isRectangle = false
      case "Layout" where current?.layout == nil:
        guard let columns = attributes["nx"].flatMap({ Int($0) }), let rows = attributes["ny"].flatMap({ Int($0) })
        else { return }
        current?.layout = (
          columns, rows, length("x0") ?? 0, length("y0") ?? 0, length("dx") ?? 0, length("dy") ?? 0
        )
      default: break
      }
    }
  }

  /// Reads a length with its unit: points without one.
  static func millimetres(_ text: String) -> Double? {
    let units = ["pt": 25.4 / 72, "in": 25.4, "mm": 1, "cm": 10, "pc": 25.4 / 6]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(2).description.trimmingSpaces()).map { $0 * factor }
    }
    return Double(text).map { $0 * 25.4 / 72 }
  }
}
