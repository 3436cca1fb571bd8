import HTTPTypes
import TextFormats

/// The faults that are waiting, in order.
actor FaultPlan {
  private var faults: [Fault] = []

  /// Adds a fault behind those that wait for the same endpoint.
  func add(_ fault: Fault) throws(Refusal) {
    guard faults.count < Fault.countLimit else {
      throw Refusal(
        .unprocessableContent, "there are \(Fault.countLimit) faults already, which is the limit",
        "remove them with DELETE /faults")
    }
    faults.append(fault)
  }

  func removeAll() { faults = [] }

  var json: JSONValue { ["faults": .array(faults.map(\.json))] }

  /// The next fault of an endpoint, which then has happened once.
  func take(for endpoint: Endpoint) -> Fault.Kind? {
    guard let index = faults.firstIndex(where: { $0.endpoint == endpoint }) else { return nil }
    let kind = faults[index].kind
    faults[index].times -= 1
    if faults[index].times == 0 { faults.remove(at: index) }
    return kind
  }

  /// Puts back a fault that was taken and has not happened; it is the next again.
  func giveBack(_ kind: Fault.Kind, for endpoint: Endpoint) {
    if let index = faults.firstIndex(where: { $0.endpoint == endpoint }), faults[index].kind == kind,
      faults[index].times < Fault.timesLimit
    {
      faults[index].times += 1
    } else {
      faults.insert(Fault(kind: kind, endpoint: endpoint, times: 1), at: 0)
    }
  }
}
