import CBus
import Glibc
package import LinuxSystem

/// The name of the session's bus under which the desktops find Sitta, and its objects.
///
/// One thread does everything. Calls that search wait until no further call is there, so that while somebody types only
/// the newest text is searched.
@safe
package final class BusService {
  /// The name on the bus.
  package static let name = "io.sitta.Desktop"
  /// The time without a call after which the service ends; D-Bus starts it again.
  package static let idleTime = Duration.seconds(60)

  private final class Entry {
    let object: any BusObject
    unowned let service: BusService

    init(_ object: any BusObject, _ service: BusService) {
      (self.object, self.service) = (object, service)
    }
  }

  private let bus: OpaquePointer
  private var entries: [Entry] = []
  /// The calls that search and have no answer yet, in the order in which they came.
  private var waiting: [(entry: Entry, call: BusCall)] = []
  private var lastCall = ContinuousClock.now

  /// Connects to the bus of the session, and takes the name.
  ///
  /// - Parameter objects: the objects that others call.
  /// - Throws: a `SystemError` if there is no bus, or if another process has the name.
  package init(_ objects: [any BusObject]) throws(SystemError) {
    var opened: OpaquePointer?
    try Self.check("Cannot connect to the bus of the session") { unsafe sd_bus_open_user(&opened) }
    guard let opened = unsafe opened else {
      throw SystemError(code: ENOMEM, attempt: "Cannot connect to the bus of the session")
    }
    unsafe bus = opened
    for object in objects {
      let entry = Entry(object, self)
      entries.append(entry)
      try add(entry)
    }
    try Self.check("Cannot take the name \(Self.name) on the bus of the session") {
      unsafe sd_bus_request_name(bus, Self.name, 0)
    }
  }

  deinit { unsafe sd_bus_flush_close_unref(bus) }

  /// Adds an object; its texts live as long as the process.
  private func add(_ entry: Entry) throws(SystemError) {
    let type = Swift.type(of: entry.object)
    let methods = unsafe type.methods.map { method in
      unsafe cbus_method(
        member: strdup(method.member), in: strdup(method.arguments), out: strdup(method.results))
    }
    let context = unsafe Unmanaged.passUnretained(entry).toOpaque()
    try Self.check("Cannot add an object to the bus of the session") {
      unsafe methods.withUnsafeBufferPointer {
        unsafe cbus_add_interface(
          bus, strdup(type.path), strdup(type.interface), $0.baseAddress, $0.count, Self.receive,
          context)
      }
    }
  }

  private static let receive: sd_bus_message_handler_t = { message, context, _ in
    guard let message = unsafe message, let context = unsafe context else { return -EINVAL }
    let entry = unsafe Unmanaged<Entry>.fromOpaque(context).takeUnretainedValue()
    entry.service.receive(unsafe BusCall(message), entry)
    return 1
  }

  private func receive(_ call: BusCall, _ entry: Entry) {
    lastCall = .now
    if type(of: entry.object).searches.contains(call.member) {
      waiting.append((entry, call))
    } else {
      entry.object.answer(call, isOutdated: false)
    }
  }

  /// Answers calls until the session ends, or until nobody has called for long.
  ///
  /// - Throws: a `SystemError` if the connection fails.
  package func run() throws(SystemError) {
    while try step() {
      let left = lastCall + Self.idleTime - .now
      if left > .zero {
        let microseconds = UInt64(left / .microseconds(1))
        try Self.check("Cannot wait for the bus") { unsafe sd_bus_wait(bus, microseconds) }
        continue
      }
      // What came in between is answered before the end; later calls start a new process.
      _ = unsafe sd_bus_release_name(bus, Self.name)
      _ = try step()
      return
    }
  }

  /// Handles everything that has come; returns false at the end of the session.
  private func step() throws(SystemError) -> Bool {
    while true {
      let code = unsafe sd_bus_process(bus, nil)
      if code > 0 { continue }
      if code == -ECONNRESET || code == -ENOTCONN { return false }
      try Self.check("Cannot read from the bus") { code }
      answerSearches()
      // Answers may have let further calls come.
      if code == 0, waiting.isEmpty { return true }
    }
  }

  private func answerSearches() {
    let calls = waiting
    waiting = []
    let outdated = SearchCaller.outdated(
      calls.map { SearchCaller(object: ObjectIdentifier($0.entry), sender: $0.call.sender) })
    for (waited, isOutdated) in zip(calls, outdated) {
      waited.entry.object.answer(waited.call, isOutdated: isOutdated)
    }
  }

  private static func check(_ attempt: String, _ call: () -> Int32) throws(SystemError) {
    let code = call()
    if code < 0 { throw SystemError(code: -code, attempt: attempt) }
  }
}
