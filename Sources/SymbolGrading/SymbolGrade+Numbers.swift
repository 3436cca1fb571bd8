extension SymbolGrade {
  /// The grade as numbers, for another process: five of its own, the number of its parameters, four for each of them, and
  /// three for each remedy.
  package var numbers: [Double] {
    [growthAcross, growthDown, edgeBlur, modulePixels, quietZoneOutside, Double(parameters.count)]
      + parameters.flatMap(\.numbers) + remedies.flatMap(\.numbers)
  }

  /// - Parameter numbers: As in ``numbers``, each below 1e9 and above -1e9. The result is `nil` for any others, and for those
  ///   that no grade has.
  package init?(numbers: [Double]) {
    guard numbers.count >= 6, numbers.allSatisfy({ $0.magnitude < 1e9 }),
      let count = Int(exactly: numbers[5]), 0...Parameter.Kind.allCases.count ~= count
    else { return nil }
    let (own, rest) = (numbers[..<6], numbers[6...])
    guard rest.count >= 4 * count, (rest.count - 4 * count).isMultiple(of: 3) else { return nil }
    let parameters = stride(from: 6, to: 6 + 4 * count, by: 4).compactMap { Parameter(numbers: rest[$0..<$0 + 4]) }
    let starts = stride(from: 6 + 4 * count, to: numbers.count, by: 3)
    let remedies = starts.compactMap { Remedy(numbers: rest[$0..<$0 + 3]) }
    guard parameters.count == count, remedies.count == starts.underestimatedCount, own[2] >= 0, own[3] > 0,
      0...1 ~= own[4]
    else { return nil }
    self.init(
      parameters: parameters, growthAcross: own[0], growthDown: own[1], edgeBlur: own[2], modulePixels: own[3],
      quietZoneOutside: own[4], remedies: remedies)
  }
}

extension SymbolGrade.Parameter {
  /// The index of the kind, the grade, whether there is a value, and the value.
  fileprivate var numbers: [Double] {
    [Double(Kind.allCases.firstIndex(of: kind) ?? 0), Double(grade.rawValue), value == nil ? 0 : 1, value ?? 0]
  }

  fileprivate init?(numbers: ArraySlice<Double>) {
    let numbers = Array(numbers)
    guard let index = Int(exactly: numbers[0]), Kind.allCases.indices ~= index, numbers[3] >= 0,
      let grade = Int(exactly: numbers[1]).flatMap(SymbolGrade.Grade.init(rawValue:))
    else { return nil }
    self.init(Kind.allCases[index], grade, numbers[2] == 0 ? nil : numbers[3])
  }
}

extension SymbolGrade.Remedy {
  /// The number of the case, what was measured, and what was found out.
  fileprivate var numbers: [Double] {
    switch self {
    case .inkSpreads(let share): [0, share, 0]
    case .inkShrinks(let share): [1, share, 0]
    case .blurred(let modules): [2, modules, 0]
    case .unevenLight(let share): [3, share, 0]
    case .darkPicture(let lightest): [4, lightest, 0]
    case .paleInk(let darkest): [5, darkest, 0]
    case .damaged(let modules): [6, Double(modules), 0]
    case .lines(let count, let alongColumns): [7, Double(count), alongColumns ? 1 : 0]
    case .noQuietZone(let modules): [8, Double(modules), 0]
    case .stretched(let share, let isTilted): [9, share, isTilted ? 1 : 0]
    case .unevenGrid(let modules): [10, modules, 0]
    }
  }

  fileprivate init?(numbers: ArraySlice<Double>) {
    let numbers = Array(numbers)
    let (value, isFound) = (numbers[1], numbers[2] == 1)
    switch numbers[0] {
    case 0: self = .inkSpreads(by: value)
    case 1: self = .inkShrinks(by: value)
    case 2: self = .blurred(modules: value)
    case 3: self = .unevenLight(share: value)
    case 4: self = .darkPicture(lightest: value)
    case 5: self = .paleInk(darkest: value)
    case 6: self = .damaged(modules: Int(value))
    case 7: self = .lines(count: Int(value), alongColumns: isFound)
    case 8: self = .noQuietZone(modules: Int(value))
    case 9: self = .stretched(by: value, isTilted: isFound)
    case 10: self = .unevenGrid(modules: value)
    default: return nil
    }
  }
}
