import Hummingbird
import NIOCore

/// The connection of a request.
struct ServerContext: InitializableFromSource, Sendable {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}
