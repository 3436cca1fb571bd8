import QRSymbols

print(try QRPicture.read(QRPicture.make("login", scale: 4)).compactMap(\.text).joined())
