import ClientTool
import Glibc
import LinuxSystem

/// Keeps what the client prints.
final class RecordingOutput: TextOutput {
  let isTerminal: Bool
  private(set) var bytes: [UInt8] = []
  private(set) var notes: [String] = []
  /// After so many writes the reader has gone away.
  private var writesLeft: Int

  init(isTerminal: Bool = false, writes: Int = .max) {
    self.isTerminal = isTerminal
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
