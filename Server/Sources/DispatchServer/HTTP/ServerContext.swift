import Hummingbird
import Logging
import NIOCore

/// The connection of a request.
struct ServerContext: InitializableFromSource, Sendable {
  let channel: any Channel
  let logger: Logger

  init(source: ApplicationRequestContextSource) { (channel, logger) = (source.channel, source.logger) }
}
