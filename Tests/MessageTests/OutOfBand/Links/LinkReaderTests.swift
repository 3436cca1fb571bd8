import OutOfBand
import Testing

struct LinkReaderTests {
  /// A link and what iOS, Android, Flutter and React Native read; `-` is nothing, `!` a failure.
  static let table: [(link: String, expected: [String])] = [
    ("https://a.example/open?dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    ("app://x-callback-url/authenticate?dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    // Nobody looks at scheme, host or path.
    ("ftp://anywhere?dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    ("http://a.example?dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    // Encoded callbacks harm nobody.
    (
      "https://a.example/o?x-success=https%3A%2F%2Fb.example%2F%3Fx%3D1&dispatchTokenResponse=eyJh",
      ["eyJh", "eyJh", "eyJh", "eyJh"]
    ),
    (
      "https://a.example/o?x-success=https://b.example/ok&dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]
    ),
    // The rows of x-callback-url in the field.
    (
      "https://mydomain/register?x-success=https://mydomain.com/success?dispatchTokenResponse=eyJh",
      ["-", "-", "-", "-"]
    ),
    (
      "https://a.com/o?x-success=https://a.com/s?x=1&y=2&dispatchTokenResponse=eyJh+b%3D=",
      ["eyJh+b==", "eyJh b==", "eyJh b==", "-"]
    ),
    ("https://a.com/o?x-success=https://a.com/#frag&dispatchTokenResponse=eyJh", ["-", "-", "-", "eyJh"]),
    // `+`
    ("https://a.example/o?dispatchTokenResponse=ey+Jh", ["ey+Jh", "ey Jh", "ey Jh", "ey+Jh"]),
    ("https://a.example/o?dispatchTokenResponse=ey%2BJh", ["ey+Jh", "ey+Jh", "ey+Jh", "ey%2BJh"]),
    // `%`
    ("https://a.example/o?dispatchTokenResponse=ey%4Ah", ["eyJh", "eyJh", "eyJh", "ey%4Ah"]),
    ("https://a.example/o?dispatchTokenResponse=ey%", ["!", "!", "!", "ey%"]),
    ("https://a.example/o?dispatchTokenResponse=ey%zz", ["!", "!", "!", "ey%zz"]),
    ("https://a.example/%o?dispatchTokenResponse=eyJh", ["!", "eyJh", "!", "eyJh"]),
    ("https://a.example/o?a=%ff&dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "!", "eyJh"]),
    // `=`
    ("https://a.example/o?dispatchTokenResponse=eyJh=", ["eyJh=", "eyJh=", "eyJh=", "eyJh"]),
    ("https://a.example/o?dispatchTokenResponse=eyJh==", ["eyJh==", "eyJh==", "eyJh==", "eyJh"]),
    ("https://a.example/o?dispatchTokenResponse=eyJh%3D%3D", ["eyJh==", "eyJh==", "eyJh==", "eyJh%3D%3D"]),
    ("https://a.example/o?dispatchTokenResponse==eyJh", ["=eyJh", "=eyJh", "=eyJh", "-"]),
    ("https://a.example/o?dispatchTokenResponse=", ["", "", "", "-"]),
    ("https://a.example/o?dispatchTokenResponse", ["", "", "", "-"]),
    // Duplicates: the first, but for Flutter.
    ("https://a.example/o?dispatchTokenResponse=one&dispatchTokenResponse=two", ["one", "one", "two", "one"]),
    ("https://a.example/o?dispatchTokenResponse=&dispatchTokenResponse=two", ["", "", "two", "-"]),
    // Case and encoded names.
    ("https://a.example/o?dispatchtokenresponse=eyJh", ["-", "-", "-", "-"]),
    ("https://a.example/o?DISPATCHTOKENRESPONSE=eyJh", ["-", "-", "-", "-"]),
    ("https://a.example/o?dispatchToken%52esponse=eyJh", ["-", "-", "eyJh", "-"]),
    // Fragments.
    ("https://a.example/o?dispatchTokenResponse=eyJh#frag", ["eyJh", "eyJh", "eyJh", "eyJh#frag"]),
    ("https://a.example/o#?dispatchTokenResponse=eyJh", ["-", "-", "-", "eyJh"]),
    // Opaque URIs.
    ("app:authenticate?dispatchTokenResponse=eyJh", ["eyJh", "!", "eyJh", "eyJh"]),
    ("app:?dispatchTokenResponse=eyJh", ["eyJh", "!", "eyJh", "eyJh"]),
    ("app:/authenticate?dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    // Other parameters around it, and none at all.
    ("https://a.example/o?a=1&dispatchTokenResponse=eyJh&b=2", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    ("https://a.example/o?&&dispatchTokenResponse=eyJh", ["eyJh", "eyJh", "eyJh", "eyJh"]),
    ("https://a.example/o?xdispatchTokenResponse=eyJh", ["-", "-", "-", "-"]),
    ("https://a.example/o", ["-", "-", "-", "-"]),
    ("https://a.example/o?", ["-", "-", "-", "-"]),
    ("https://a.example/o?dispatchTokenResponse=ey?Jh", ["ey?Jh", "ey?Jh", "ey?Jh", "ey"]),
    ("", ["-", "-", "-", "-"]),
  ]

  @Test(arguments: table)
  func `each reader reads what the example app does`(row: (link: String, expected: [String])) {
    let read = LinkReader.allCases.map { reader in
      switch reader.read(row.link) {
      case .text(let text): text
      case .nothing: "-"
      case .failure: "!"
      }
    }
    #expect(read == row.expected, "\(row.link)")
  }
}
