import OutOfBand

let uri = "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=eyJh"
print(MessageCheck(uri, options: .init(channel: .qr)).diagnostics.map(\.rule.code).joined(separator: " "))
