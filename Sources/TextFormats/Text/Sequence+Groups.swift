extension Sequence {
  /// The elements in groups of those that are alike, in the order in which each group begins.
  ///
  /// - Parameter areAlike: Compares the first element of a group with another one.
  package func grouped(_ areAlike: (Element, Element) -> Bool) -> [[Element]] {
    var groups: [[Element]] = []
    for element in self {
      if let index = groups.firstIndex(where: { areAlike($0[0], element) }) {
        groups[index].append(element)
      } else {
        groups.append([element])
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it is first.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
