import Glibc
import LinuxSystem

@testable import ClientTool

/// Keeps the output of the client.
final class RecordingOutput: TextOutput {
  let terminal: Terminal?
  private(set) var bytes: [UInt8] = []
  private(set) var notes: [String] = []
  /// After this number of writes the reader has gone away.
  private var writesLeft: Int

  init(_ terminal: Terminal? = nil, writes: Int = .max) {
    self.terminal = terminal
    writesLeft = writes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(bytes: [UInt8]) throws {
    if writesLeft == 0 { throw SystemError(code: EPIPE, attempt: "Cannot write", path: nil) }
    writesLeft -= 1
    self.bytes += bytes
  }

  func note(_ sentence: String) {
    notes.append(sentence)
  }
}

extension Terminal {
  /// A terminal that can do everything.
  static let ordinary = Terminal(rows: 24, columns: 80, isPlain: false, host: "nest")
}
