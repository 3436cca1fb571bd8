import Testing
import TextFormats

@testable import DispatchServer

/// The description of the API, which every JSON answer in these tests is compared with.
enum OpenAPI {
  static let document: JSONValue = {
    guard let value = try? JSONDocument(parsing: PackageResources.openapi_json).value else {
      preconditionFailure("openapi.json is JSON")
    }
    return value
  }()

  /// The template of a path, such as `/kiosk/{language}`; `nil` for one that is not described.
  static func template(of path: String) -> String? {
    let parts = path.split(separator: "/")
    let templates = document["paths"]?.members?.map(\.name) ?? []
    if templates.contains(path) { return path }
    return templates.first { template in
      let pattern = template.split(separator: "/")
      return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
  }

  /// Compares an answer with its description.
  ///
  /// - Parameter isMislabelled: Whether a fault gives the answer the wrong content type, which is not described.
  static func check(_ answer: RawAnswer, _ method: String, _ path: String, isMislabelled: Bool = false) throws {
    guard let template = template(of: String(path.prefix { $0 != "?" })) else {
      // Nothing is described where nothing is.
      if answer.status != 404 { Issue.record("\(path) is not described, and answered with \(answer.status)") }
      return
    }
    let place = "\(method) \(template) \(answer.status)"
    guard let operation = document["paths"]?[template]?[method.lowercased()] else {
      // A query is refused before the method is.
      if ![400, 405].contains(answer.status) { Issue.record("\(place) is not described") }
      return
    }
    var response = operation["responses"]?[String(answer.status)]
    if let name = response?["$ref"]?.text?.split(separator: "/").last {
      response = document["components"]?["responses"]?[String(name)]
    }
    guard let content = response?["content"]?.members else {
      Issue.record("\(place) is not described")
      return
    }
    let type = answer.headers["content-type"] ?? ""
    if isMislabelled {
      if type != "text/html" { Issue.record("\(place) is \(type) in spite of the fault") }
      return
    }
    guard let described = content.first(where: { $0.name == type })?.value else {
      Issue.record("\(place) is \(type) instead of \(content.map(\.name))")
      return
    }
    guard let schema = described["schema"] else { return }
    let value = try JSONDocument(parsing: answer.body).value
    for fault in faults(of: value, by: schema, at: "") { Issue.record("\(place): \(fault)") }
  }

  /// What of a value is not as a schema says: as much of JSON Schema as the description uses.
  static func faults(of value: JSONValue, by schema: JSONValue, at pointer: String) -> [String] {
    if let name = schema["$ref"]?.text?.split(separator: "/").last {
      guard let target = document["components"]?["schemas"]?[String(name)] else {
        return ["there is no schema \(name)"]
      }
      return faults(of: value, by: target, at: pointer)
    }
    if let alternatives = schema["oneOf"]?.elements {
      let fitting = alternatives.filter { faults(of: value, by: $0, at: pointer).isEmpty }
      return fitting.count == 1 ? [] : ["\(pointer) is \(fitting.count) of the alternatives"]
    }
    var found: [String] = []
    func expect(_ isGood: Bool, _ what: String) { if !isGood { found.append("\(pointer) \(what)") } }
    if let words = schema["enum"]?.elements { expect(words.contains(value), "is none of the words") }
    switch schema["type"]?.text {
    case "object":
      guard let members = value.members else { return ["\(pointer) is not an object"] }
      let properties = schema["properties"]
      for member in members {
        if let property = properties?[member.name] {
          found += faults(of: member.value, by: property, at: pointer + "/" + member.name)
        } else {
          expect(schema["additionalProperties"] != .boolean(false), "has \(member.name), which is not described")
        }
      }
      for name in schema["required"]?.elements ?? [] {
        expect(members.contains { .string($0.name) == name }, "lacks \(name)")
      }
    case "array":
      guard let elements = value.elements else { return ["\(pointer) is not an array"] }
      guard let items = schema["items"] else { return found }
      for (index, element) in elements.enumerated() {
        found += faults(of: element, by: items, at: "\(pointer)/\(index)")
      }
    case "string":
      guard let text = value.text else { return ["\(pointer) is not a string"] }
      if let pattern = schema["pattern"]?.text, let regex = try? Regex(pattern) {
        expect(text.wholeMatch(of: regex) != nil, "does not match \(pattern)")
      }
    case "integer", "number":
      guard case .number(let digits) = value, let number = Double(digits) else { return ["\(pointer) is not a number"] }
      if schema["type"]?.text == "integer" { expect(value.integer != nil, "is not whole") }
      for (limit, isGood) in [("minimum", { number >= $0 }), ("maximum", { number <= $0 })]
        as [(String, (Double) -> Bool)]
      {
        if case .number(let text)? = schema[limit], let bound = Double(text) {
          expect(isGood(bound), "is beyond its \(limit)")
        }
      }
    // Anything is allowed, or one of the words.
    case nil: break
    default: expect(false, "has a type that is not described")
    }
    return found
  }
}
