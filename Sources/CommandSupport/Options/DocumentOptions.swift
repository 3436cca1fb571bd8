import ArgumentParser
package import OutOfBand

/// The option for the vendor's documents.
package struct DocumentOptions: ParsableArguments {
  @Option(help: "Version of the Access App documents to follow where they disagree: 2.4 or 2.8.")
  package var docs = MessageCheck.Documents.access28

  package init() {}
}
