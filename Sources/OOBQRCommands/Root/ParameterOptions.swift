import SymbolFixtures

extension CommandFailure {
  /// The sentence of an error, with options where the library names parameters in words.
  static func withOptions(_ error: any Error) -> String {
    switch error {
    case let error as ReadingReportError:
      error.sentence(selections: "--select", report: "'oobqr fixtures verify --json'")
    case let error as FixtureError: error.sentence(sceneSize: "--scene")
    case FixtureDirectoryError.fixture(let error): error.sentence(sceneSize: "--scene")
    case FixtureDirectoryError.noFixtures(let directory): "\(error) with 'oobqr fixtures make -o \(directory)'"
    default: "\(error)"
    }
  }
}
