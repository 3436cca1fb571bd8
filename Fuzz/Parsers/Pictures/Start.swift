import FuzzDriver

@_cdecl("fuzz_pictures_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  unsafe fuzz(PictureParser.self, count, arguments) { $0.run($1) }
}
