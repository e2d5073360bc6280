import CBus
import Glibc

/// A call that has come over D-Bus, and that gets one reply; see sd_bus_message_read_basic(3).
@safe
package final class BusCall {
  /// The name of the method.
  let member: String
  /// The name on the bus of who has called.
  let sender: String
  private let message: OpaquePointer

  /// Keeps a call beyond the handler that received it.
  init(_ message: OpaquePointer) {
    member = unsafe sd_bus_message_get_member(message).map { unsafe String(cString: $0) } ?? ""
    sender = unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) } ?? ""
    unsafe self.message = sd_bus_message_ref(message)
  }

  deinit { unsafe sd_bus_message_unref(message) }

  /// The next argument, a text; empty if there is none.
  func text() -> String {
    var text: UnsafePointer<CChar>?
    let code = unsafe withUnsafeMutablePointer(to: &text) {
      unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), $0)
    }
    return code > 0 ? unsafe text.map { unsafe String(cString: $0) } ?? "" : ""
  }

  /// The next argument, a list of texts.
  func texts() -> [String] {
    let array = CChar(UInt8(ascii: "a"))
    guard unsafe sd_bus_message_enter_container(message, array, "s") > 0 else { return [] }
    var texts: [String] = []
    while unsafe sd_bus_message_at_end(message, 0) == 0 {
      texts.append(text())
    }
    _ = unsafe sd_bus_message_exit_container(message)
    return texts
  }

  /// Answers with an error, so that the caller does not wait.
  func refuse() { _ = unsafe sd_bus_reply_method_errno(message, EIO, nil) }

  /// Sends the reply; the caller may be gone, which is no failure.
  ///
  /// - Parameter values: what the signature of the method says.
  func reply(_ values: BusValue...) {
    var reply: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(message, &reply) >= 0,
      let reply = unsafe reply
    else { return }
    defer { unsafe sd_bus_message_unref(reply) }
    let writer = unsafe BusWriter(message: reply)
    if values.allSatisfy(writer.append) {
      _ = unsafe sd_bus_send(nil, reply, nil)
    } else {
      refuse()
    }
  }
}

/// A value of D-Bus that a reply can have.
indirect enum BusValue {
  case text(String)
  case number(Int32)
  case fraction(Double)
  /// Values with the signature of one.
  case list(String, [BusValue])
  /// Values of different types.
  case structure(String, [BusValue])
  /// Names with values of any type: `a{sv}`.
  case table([(String, BusValue)])

  /// The signature; see the D-Bus specification, "Type system".
  var signature: String {
    switch self {
    case .text: "s"
    case .number: "i"
    case .fraction: "d"
    case .list(let signature, _): "a\(signature)"
    case .structure(let signature, _): "(\(signature))"
    case .table: "a{sv}"
    }
  }
}

/// Appends values to a message; see sd_bus_message_append_basic(3) and sd_bus_message_open_container(3).
@safe
private struct BusWriter {
  let message: OpaquePointer

  /// Appends a value; returns false if there is no memory, or if the signature of the method has another type.
  func append(_ value: BusValue) -> Bool {
    switch value {
    case .text(let text):
      return unsafe text.permittedByBus.withCString {
        unsafe sd_bus_message_append_basic(message, Self.code("s"), $0) >= 0
      }
    case .number(var number):
      return unsafe sd_bus_message_append_basic(message, Self.code("i"), &number) >= 0
    case .fraction(var number):
      return unsafe sd_bus_message_append_basic(message, Self.code("d"), &number) >= 0
    case .list(let signature, let values):
      return append("a", signature) { values.allSatisfy(append) }
    case .structure(let signature, let values):
      return append("r", signature) { values.allSatisfy(append) }
    case .table(let entries):
      return append("a", "{sv}") {
        entries.allSatisfy { name, value in
          append("e", "sv") {
            append(.text(name)) && append("v", value.signature) { append(value) }
          }
        }
      }
    }
  }

  private func append(_ type: Unicode.Scalar, _ signature: String, _ body: () -> Bool) -> Bool {
    guard unsafe sd_bus_message_open_container(message, Self.code(type), signature) >= 0 else {
      return false
    }
    return body() && (unsafe sd_bus_message_close_container(message)) >= 0
  }

  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: type)) }
}

extension String {
  /// The text with U+FFFD in place of the characters that sd-bus refuses: NUL and noncharacters.
  var permittedByBus: String {
    func isRefused(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value == 0 || scalar.properties.isNoncharacterCodePoint
    }
    guard unicodeScalars.contains(where: isRefused) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(isRefused(scalar) ? "\u{fffd}" : scalar) }
    return String(scalars)
  }
}
