import ArgumentParser
package import OutOfBand

/// The option for the vendor's documents.
package struct DocumentOptions: ParsableArguments {
  @Option(help: .more("Version of the Access App documents to follow where they disagree"))
  package var docs = MessageCheck.Documents.access28

  package init() {}
}
