package import ArgumentParser

extension ParsableArguments {
  /// Refuses options that contradict each other or are out of range.
  ///
  /// - Parameter misuses: Sentences that say what to do, each with whether it is called for.
  /// - Throws: `ValidationError` with the first sentence that is.
  package func refuse(_ misuses: KeyValuePairs<String, Bool>) throws(ValidationError) {
    if let misuse = misuses.first(where: \.value) { throw ValidationError(misuse.key) }
  }
}
