import Foundation
import OutOfBand
import Testing

struct LockScreenTests {
  private func rules(_ text: String, repeating transactions: [String] = []) -> [Diagnostic.Rule] {
    let transactions = transactions.map { TransactionText($0) }
    let found = LockScreen(title: text).diagnostics(repeating: transactions)
    #expect(LockScreen(body: text).diagnostics(repeating: transactions).map(\.rule) == found.map(\.rule))
    return found.map(\.rule)
  }

  @Test(arguments: [
    "Dirk Gently Bank - Confirm the payment", "Please confirm", "Zahlung bestätigen", "確認してください", "", "a@b", "@", "CHF",
    "Euro-Zahlung bestätigen", "@example", "a@b.c",
  ])
  func `a text about the business alone has no findings`(text: String) { #expect(rules(text) == []) }

  @Test(arguments: [
    "Pay CHF 200", "CHF200.-", "200 CHF", "1'000.50 Fr.", "Fr. 12.–", "€ 5", "5€", "US$ 12", "12 dollars",
    "2 500,00 EUR",
    "¥1000", "Pay 200.– CHF now",
  ])
  func `amounts are found by their currency`(text: String) { #expect(rules(text) == [.notificationAmount]) }

  @Test(arguments: [
    "CH93 0076 2011 6238 5295 7", "IBAN:CH93 0076 2011 6238 5295 7", "x.CH9300762011623852957",
    "Konto_CH93 0076 2011 6238 5295 7", "To CH9300762011623852957.", "de89 3704 0044 0532 0130 00",
    "(GB29NWBK60161331926819)",
    "NO93 8601 1117 947", "MT84MALT011000012345MTLCAST001S",
  ])
  func `account numbers are found by country, length and check digits`(text: String) {
    #expect(rules(text) == [.notificationAccount])
  }

  @Test(arguments: ["CH94 0076 2011 6238 5295 7", "CH93 0076 2011 6238 5295", "XX93 0076 2011 6238 5295 7"])
  func `what fails the check of an account number is digits`(text: String) { #expect(rules(text) == [.sensitiveTitle]) }

  @Test(arguments: ["4111 1111 1111 1111", "Card 5500-0000-0000-0004", "340000000000009"])
  func `card numbers are found by their check digit`(text: String) { #expect(rules(text) == [.notificationCard]) }

  @Test(arguments: ["4111 1111 1111 1112", "1111 1111 1111 1117", "4111 1111"])
  func `what fails the check of a card number is digits`(text: String) { #expect(rules(text) == [.sensitiveTitle]) }

  @Test(arguments: ["jeff@example.com", "Log in as jeff.o-n+x@mail.example.co.uk now", "é@exämple.ch"])
  func `e-mail addresses are found`(text: String) { #expect(rules(text) == [.notificationMail]) }

  @Test(arguments: [
    "+41 44 668 18 00", "Call +1 (555) 010-9999", "079 123 45 67", "0041 79 123 45 67", "01.23.45.67.89",
    "044/668 18 00",
  ])
  func `telephone numbers are found by how they begin`(text: String) { #expect(rules(text) == [.notificationPhone]) }

  @Test(arguments: [
    "01.02.2025 10", "Order 4711", "at 10:30", "٤٢", "2nd login", "½ done", "12345678", "Order ab0791234567cd",
  ])
  func `other digits are only digits, and reported once`(text: String) { #expect(rules(text) == [.sensitiveTitle]) }

  @Test func `every piece of a text is found, with its byte`() {
    let text = "é CHF 200 to CH93 0076 2011 6238 5295 7, card 4111111111111111, jeff@example.com, +41 44 668 18 00, 7"
    let found = LockScreen(body: text).diagnostics()
    #expect(
      Set(found.map(\.rule)) == [
        .notificationAmount, .notificationAccount, .notificationCard, .notificationMail, .notificationPhone,
        .sensitiveTitle,
      ])
    for (rule, piece) in [
      (Diagnostic.Rule.notificationAccount, "CH93"), (.notificationCard, "4111"), (.notificationMail, "jeff@"),
      (.notificationAmount, "200"),
    ] {
      let offset = text.utf8.count - (text.range(of: piece).map { text[$0.lowerBound...].utf8.count } ?? 0)
      #expect(found.first { $0.rule == rule }?.place == .component("body", offset: offset))
    }
    // What was found is not repeated.
    for finding in found { #expect(!finding.message.contains { $0.isNumber } && !finding.message.contains("@")) }
  }

  @Test func `a transaction is not repeated`() {
    #expect(rules("Confirm the payment", repeating: ["Confirm the payment to John Doe"]) == [])
    #expect(rules("Pay John Doe", repeating: ["<html>Pay <b>John</b> Doe</html>"]) == [.notificationRepeats])
    #expect(
      rules("Please confirm your purchase for a friend", repeating: ["Confirm your purchase for a value"])
        == [.notificationRepeats])
    #expect(rules("Order 4711", repeating: ["Ship order 4711 to John"]) == [.sensitiveTitle, .notificationRepeats])
    #expect(rules("Order 4711", repeating: ["Ship order 4712 to John"]) == [.sensitiveTitle])
  }

  @Test(arguments: ["@", "a@", "1", "1 ", "CH93 ", "CH93", "+", "a ", ".", "é", "0 1"])
  func `a long text of anything is answered in time`(unit: String) {
    let text = String(repeating: unit, count: (1 << 17) / unit.utf8.count)
    #expect(LockScreen(title: text).diagnostics(repeating: [TransactionText(text)]).count >= 0)
  }
}
