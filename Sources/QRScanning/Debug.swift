import Glibc
let tracing = unsafe getenv("OOBQR_TRACE") != nil
func trace(_ text: @autoclosure () -> String) { if tracing { print(text()) } }
