/// Rules on the notification of a push message, which is not encrypted.
extension Diagnostic.Rule {
  public static let notificationAmount = Self(
    "OOB322", .error, "amount in a notification", meaning, fix: fix, sources: ["AA-3.x", "ISO 4217"],
    example: notification("Pay CHF 200"))
  public static let notificationAccount = Self(
    "OOB323", .error, "account number in a notification", meaning, fix: fix,
    sources: ["AA-3.x", "ISO 13616", "ISO 7064"], example: notification("To CH93 0076 2011 6238 5295 7"))
  public static let notificationCard = Self(
    "OOB324", .error, "card number in a notification", meaning, fix: fix, sources: ["AA-3.x", "ISO/IEC 7812-1"],
    example: notification("Card 4111 1111 1111 1111"))
  public static let notificationMail = Self(
    "OOB325", .warning, "e-mail address in a notification", meaning, fix: fix, sources: ["AA-3.x"],
    example: notification("Log in as jeff@example.com"))
  public static let notificationPhone = Self(
    "OOB326", .warning, "telephone number in a notification", meaning, fix: fix, sources: ["AA-3.x"],
    example: notification("Call from +41 44 668 18 00"))
  public static let notificationRepeats = Self(
    "OOB327", .error, "transaction in a notification",
    "The transaction is returned after the redemption and shown inside the app. A notification that repeats it shows it on the lock screen, unencrypted.",
    fix: fix, sources: ["AA-3.x"],
    example:
      #"{"dispatcher":"firebase-cloud-messaging","dispatchTargetId":"a","dispatchInformation":{"notification":{"title":"Confirm 4711"}},"getUafRequest":{"op":"Auth","context":"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"T3JkZXIgNDcxMQ\"}]}"}}"#
  )

  private static let meaning =
    "A notification is not encrypted: Firebase Cloud Messaging can read it, and the lock screen shows it. It should hold no amounts, account numbers or personal data."
  private static let fix = "name the business only, and put the details into the transaction"

  private static func notification(_ title: String) -> Diagnostic.Example {
    Diagnostic.Example(
      #"{"dispatcher":"firebase-cloud-messaging","dispatchTargetId":"a","dispatchInformation":{"notification":{"title":"\#(title)"}},"getUafRequest":{"op":"Auth","context":"{}"}}"#
    )
  }

  static let notificationRules = [
    notificationAmount, notificationAccount, notificationCard, notificationMail, notificationPhone, notificationRepeats,
  ]
}
