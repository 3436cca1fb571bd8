import ArgumentParser
import KioskPrinting

/// A value of `--stock`. The template of a name that is not built in is in a file, which is read when the command runs.
enum StockOption: CustomStringConvertible {
  case known(LabelStock)
  /// The name of a roll, which only some commands take.
  case roll(String)
  /// The name that a glabels template may have.
  case template(String)

  /// The plain page of A4.
  static let a4 = StockOption.known(LabelStock.builtIn[0])

  init(option text: String) throws {
    if LabelStock.rolls.contains(where: { $0.key == text }) {
      self = .roll(text)
      return
    }
    do { self = try LabelStock.described(by: text).map { .known($0) } ?? .template(text) } catch {
      throw Self.misuse(error)
    }
  }

  /// The page with its labels.
  func stock() throws -> LabelStock {
    do throws(LabelStockError) {
      switch self {
      case .known(let stock): return stock
      case .roll(let name): throw .roll(name)
      case .template(let name):
        guard let stock = try GlabelsTemplates.stock(named: name) else { throw .unknown(name) }
        return stock
      }
    } catch { throw Self.misuse(error) }
  }

  private static func misuse(_ error: any Error) -> ValidationError {
    ValidationError("--stock: \(CommandFailure.withOptions(error)).")
  }

  var description: String {
    switch self {
    case .known(let stock): stock.name
    case .roll(let name), .template(let name): name
    }
  }
}
