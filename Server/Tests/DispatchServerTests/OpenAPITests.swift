import HTTPTypes
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
      for method in endpoint.methods { answered.insert("\(method.rawValue) \(endpoint.path(ServerSettings()))") }
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
  }

  @Test func `requests of these tests are as they are described`() throws {
    let schemas = OpenAPI.document["components"]?["schemas"]
    let bodies = [
      ("DispatchRequest", DispatchServiceTests.request), ("TargetRequest", PushTests.target()),
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
      #"{"fault":"slow","on":"x","seconds":61}"#, #"{"fault":"slow","on":"x","times":1.5}"#,
      #"{"fault":"slow","on":"x","y":1}"#,
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
