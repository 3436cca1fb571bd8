import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OutOfBand

/// Answers requests: guard, body, fault, service, log.
struct ServerResponder: HTTPResponder {
  let settings: ServerSettings
  let store: OperationStore
  /// Where the logins of displays come from.
  let logins: any KioskLogins
  /// What makes their symbols.
  let faults = FaultPlan()
  let displays: KioskDisplays
  let brand: KioskBrand
  let gate: RequestGuard
  /// Scheme, host and port of redeem URLs.
  let origin: @Sendable () -> String
  /// The time.
  let clock: @Sendable () -> Date
  let logger: Logger
  let metrics = ServerMetrics()

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let start = ContinuousClock.now
    var route: Route?
    var isJudged = false
    var reply: Reply
    do {
      let found = try gate.route(of: request.head)
      route = found
      try gate.judge(request.head, for: found)
      isJudged = true
      reply = try await answer(request, found, context)
    } catch let refusal as Refusal {
      reply = refusal.reply
      reply.note = refusal.reason
      // What follows the head has not been read, and is not going to be.
      if !isJudged, request.hasBody { reply.closesConnection = true }
    } catch is DroppedConnection {
      log(request, route, "dropped on demand", since: start)
      metrics.answered(route?.endpoint, status: nil, in: .now - start)
      // The connection is closed already; nobody reads this.
      return Response(status: .internalServerError)
    } catch {
      // The client has left in the middle of its body, or the server is being stopped.
      reply = Refusal(.badRequest, "the request broke off", "send it again", closesConnection: true).reply
      reply.note = "broke off: \(type(of: error))"
    }
    if reply.closesConnection { close(context.channel) }
    if let event = reply.event { metrics.count(event) }
    metrics.answered(route?.endpoint, status: reply.status.code, in: .now - start)
    log(
      request, route, "\(reply.status.code)\(reply.note.map { " " + $0 } ?? "")", since: start,
      as: reply.isFailure ? .error : .info)
    return reply.response
  }

  /// The connection was closed by a fault.
  private struct DroppedConnection: Error {}

  private func answer(_ request: Request, _ route: Route, _ context: ServerContext) async throws -> Reply {
    let body =
      request.method == .post
      ? try await BoundedBody.read(request, limit: settings.bodyLimit, seconds: settings.bodySeconds) : []
    let fault = await faults.take(for: route.endpoint)
    switch fault {
    case .slow(let seconds): try await Task.sleep(for: .seconds(seconds))
    case .error:
      throw Refusal(.internalServerError, "the server fails on demand", "remove the fault with DELETE /faults")
    case .drop:
      try? await context.channel.close()
      throw DroppedConnection()
    case .expired, .contentType, .result, nil: break
    }
    do {
      var reply = try await serve(request, route, body, fault)
      if fault == .contentType { reply.headers[.contentType] = "text/html" }
      return reply
    } catch let refusal as Refusal {
      // What happens to an answer has not happened.
      if let fault, fault.isOfAnswers { await faults.giveBack(fault, for: route.endpoint) }
      throw refusal
    } catch let failure as StateFailure {
      var reply = Refusal(.serviceUnavailable, "the state cannot be saved", "see the server's log, and try again").reply
      reply.note = "\(failure)"
      reply.isFailure = true
      return reply
    } catch is BackendFailure {
      // The failure was logged when it began.
      throw Refusal(.badGateway, "the backend gave no usable answer", "see the server's log, and try again")
    } catch {
      throw Refusal(.internalServerError, "the server failed: \(error)", "report this, with what was sent")
    }
  }

  private func serve(
    _ request: Request, _ route: Route, _ body: [UInt8], _ fault: Fault.Kind?
  ) async throws -> Reply {
    switch route.endpoint {
    case .description: Reply(type: "application/json", body: PackageResources.openapi_json)
    case .metrics: await measured()
    case .open: LinkPage(settings: settings).reply(query: request.uri.query, language: accepted(request))
    case .openStyle: LinkPage.style
    case .openScript: LinkPage.script
    case .kiosk, .kioskStyle, .kioskScript, .kioskOperation, .kioskState, .kioskEvents:
      try await serveKiosk(request, route, body)
    case .dispatch, .redeem, .status, .targets, .faults, .outcome, .messages:
      try await serveAPI(request.method, route, body, fault)
    }
  }

  private func measured() async -> Reply {
    let now = clock()
    metrics.setLiveSessions(
      settings.backend == nil ? await store.liveCount(now: now) : await logins.liveCount(now: now))
    return Reply(type: PrometheusText.mediaType, body: Array(metrics.text.utf8))
  }

  private func serveAPI(
    _ method: HTTPRequest.Method, _ route: Route, _ body: [UInt8], _ fault: Fault.Kind?
  ) async throws -> Reply {
    let now = clock()
    switch (route.endpoint, route.operation) {
    case (.dispatch, let operation?):
      return try await DispatchService(store: store, settings: settings)
        .reply(to: body, for: operation, origin: origin(), fault: fault, now: now)
    case (.redeem, let operation?):
      return try await RedeemService(store: store, settings: settings).reply(to: body, for: operation, now: now)
    case (.status, _): return try await StatusService(store: store).reply(to: body, now: now)
    case (.targets, _): return try await TargetService(store: store, settings: settings).reply(to: body)
    case (.outcome, _): return try await PhoneService(store: store).conclude(body, now: now)
    case (.messages, _): return try await PhoneService(store: store).messages(body)
    case (.faults, _):
      switch method {
      case .post: try await faults.add(try Fault(parsing: body))
      case .delete: await faults.removeAll()
      default: break
      }
      return Reply(await faults.json)
    default: preconditionFailure("the paths of dispatch and redeem name an operation")
    }
  }

  private func serveKiosk(_ request: Request, _ route: Route, _ body: [UInt8]) async throws -> Reply {
    let kiosk = KioskService(
      logins: logins, displays: displays, settings: settings, brand: brand, metrics: metrics,
      dispatcher: logins.dispatcher,
      secret: { await store.secret() }, clock: clock)
    let cookies = request.headers[values: .cookie]
    switch route.endpoint {
    case .kioskStyle: return KioskPage.style(brand)
    case .kioskScript: return KioskPage.script
    case .kioskOperation: return try await kiosk.start(body, cookies: cookies, origin: origin())
    case .kioskState: return try await kiosk.state(cookies: cookies)
    case .kioskEvents: return try await kiosk.events(cookies: cookies)
    default:
      return kiosk.page(route.language, accepted: accepted(request))
    }
  }

  private func accepted(_ request: Request) -> String {
    request.headers[values: .acceptLanguage].joined(separator: ",")
  }

  /// Closes a connection after the answer has had time to arrive; closing at once could discard it.
  private func close(_ channel: any Channel) {
    channel.eventLoop.scheduleTask(in: .milliseconds(500)) { channel.close(promise: nil) }
  }

  /// Writes one line, with the name of the endpoint instead of the path: a path may hold a token by mistake.
  private func log(
    _ request: Request, _ route: Route?, _ text: String, since start: ContinuousClock.Instant,
    as level: Logger.Level = .info
  ) {
    let place = route.map { route in
      route.operation.map { "\(route.endpoint) \($0)" } ?? "\(route.endpoint)"
    }
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    logger.log(level: level, "\(request.method) \(place ?? "elsewhere"): \(text), \(Int(milliseconds)) ms")
  }
}

extension Request {
  /// Whether its head announces a body.
  fileprivate var hasBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
