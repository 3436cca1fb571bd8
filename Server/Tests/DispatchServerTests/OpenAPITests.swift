import HTTPTypes
import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct OpenAPITests {
  @Test func `paths and methods are those that are answered`() {
    var described: Set<String> = []
    for path in OpenAPI.document["paths"]?.members ?? [] {
      for method in path.value.members ?? [] where method.name != "parameters" {
        described.insert("\(method.name.uppercased()) \(path.name)")
      }
    }
    var answered: Set<String> = ["GET /kiosk"]
    for endpoint in Endpoint.allCases {
      let path = endpoint.path(ServerSettings())
      // The operations have different bodies, and a path of their own each.
      let paths = OutOfBandOperation.allCases.map { path.replacing("{operation}", with: $0.rawValue) }
      for method in endpoint.methods { for path in paths { answered.insert("\(method.rawValue) \(path)") } }
    }
    #expect(described == answered)
    for path in Route.all(ServerSettings()).keys { #expect(OpenAPI.template(of: path) != nil, "\(path)") }
  }

  @Test func `words are those of the code`() {
    let schemas = OpenAPI.document["components"]?["schemas"]
    func words(_ schema: String, _ property: String) -> [String] {
      (schemas?[schema]?["properties"]?[property]?["enum"]?.elements ?? []).compactMap(\.text)
    }
    #expect(words("KioskState", "state") == KioskService.State.allCases.map(\.rawValue))
    #expect(words("OutcomeRequest", "outcome") == OperationOutcome.allCases.map(\.rawValue))
    let languages = OpenAPI.document["paths"]?["/kiosk/{language}"]?["parameters"]?.elements?.first?["schema"]?["enum"]
    #expect(languages == .array(PageTexts.all.map { .string($0.language) }))
    for operation in OutOfBandOperation.allCases {
      let name = operation.rawValue
      let request = schemas?[name.prefix(1).uppercased() + name.dropFirst() + "Request"]
      let words = request?["properties"]?["getUafRequest"]?["properties"]?["op"]?["enum"]
      #expect(words == [.string(operation.requestOperation.rawValue)])
    }
  }

  @Test func `faults are those of the code`() {
    let alternatives = OpenAPI.document["components"]?["schemas"]?["Fault"]?["oneOf"]?.elements ?? []
    func words(_ name: String, of alternative: JSONValue) -> [String] {
      (alternative["properties"]?[name]?["enum"]?.elements ?? []).compactMap(\.text)
    }
    #expect(alternatives.count == 4)
    for alternative in alternatives {
      for fault in words("fault", of: alternative) {
        let endpoints = words("on", of: alternative)
        let isOfDispatch = ["expired", "result"].contains(fault)
        #expect(
          endpoints == (isOfDispatch ? ["dispatch"] : Endpoint.allCases.filter { $0 != .faults }.map(\.rawValue)))
        for endpoint in endpoints {
          let results = words("result", of: alternative)
          #expect(
            results.isEmpty || results == DispatchResponse.Result.allCases.filter { $0 != .dispatched }.map(\.rawValue))
          let more =
            fault == "slow" ? #","seconds":1"# : results.first.map { #","result":"\#($0)""# } ?? ""
          let body = #"{"fault":"\#(fault)","on":"\#(endpoint)"\#(more)}"#
          #expect(throws: Never.self) { try Fault(parsing: Array(body.utf8)) }
        }
      }
    }
  }

  @Test func `requests of these tests are as they are described`() throws {
    let schemas = OpenAPI.document["components"]?["schemas"]
    let bodies = [
      ("AuthenticationRequest", DispatchServiceTests.request), ("TargetRequest", PushTests.target()),
      ("StatusRequest", AttackTests.body), ("Fault", #"{"fault":"slow","on":"status","seconds":0.4}"#),
    ]
    for (name, body) in bodies {
      let value = try JSONDocument(parsing: Array(body.utf8)).value
      #expect(OpenAPI.faults(of: value, by: try #require(schemas?[name]), at: "").isEmpty)
    }
  }

  @Test func `a comparison finds what differs`() throws {
    let schema = try #require(OpenAPI.document["components"]?["schemas"]?["Fault"])
    for body in [
      "[]", "{}", #"{"fault":"fire","on":"status"}"#, #"{"fault":"slow","on":1}"#,
      #"{"fault":"slow","on":"status","seconds":61}"#, #"{"fault":"error","on":"status","times":1.5}"#,
      #"{"fault":"error","on":"status","y":1}"#, #"{"fault":"slow","on":"status"}"#, #"{"fault":"drop","on":"faults"}"#,
    ] {
      let value = try JSONDocument(parsing: Array(body.utf8)).value
      #expect(!OpenAPI.faults(of: value, by: schema, at: "").isEmpty, "\(body)")
    }
  }

  @Test func `the description is published`() async throws {
    try await RunningServer.with { server in
      let answer = try await KioskTests.get("/openapi.json", "*/*", server)
      #expect(answer.status == 200)
      #expect(try JSONDocument(parsing: answer.body).value == OpenAPI.document)
    }
  }
}
