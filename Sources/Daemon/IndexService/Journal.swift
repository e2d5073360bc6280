import CSystemd
import Configuration
import LinuxSystem
import Synchronization

/// Writes messages for people to the journal with fields, or as lines to standard error.
///
/// No message contains text of a file or of a query.
final class Journal: Sendable {
  /// The least severe level of messages that are written.
  private let threshold: Mutex<LogLevel>
  private let isConnected = Journal.standardErrorIsJournal

  init(level: LogLevel) {
    threshold = Mutex(level)
  }

  /// Changes the least severe level of messages that are written.
  func setLevel(_ level: LogLevel) {
    threshold.withLock { $0 = level }
  }

  /// Writes a message.
  ///
  /// - Parameters:
  ///   - level: the severity.
  ///   - message: one or more sentences.
  ///   - fields: fields for programs; see systemd.journal-fields(7) for their names.
  func log(_ level: LogLevel, _ message: String, _ fields: [String: String] = [:]) {
    guard level <= threshold.withLock({ $0 }) else { return }
    // The message can contain file names, and may be shown on a terminal.
    let message = message.escapingControls()
    guard isConnected else {
      try? FileDescriptor.writeToStandardError("sittad: \(message)\n")
      return
    }
    var lines = [
      "MESSAGE=\(message)", "PRIORITY=\(level.priority)", "SYSLOG_IDENTIFIER=sittad",
    ]
    lines += fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    send(lines.map { Array($0.utf8) })
  }

  /// Sends the lines to the journal; the corresponding C function is `sd_journal_sendv`.
  private func send(_ lines: [[UInt8]]) {
    let lengths = lines.map(\.count)
    unsafe lines.flatMap(\.self).withUnsafeBytes { block in
      _ = unsafe csystemd_journal_send(block.baseAddress, lengths, Int32(lengths.count))
    }
  }

  /// Whether standard error is the stream to the journal that `$JOURNAL_STREAM` names; see systemd.exec(5).
  private static var standardErrorIsJournal: Bool {
    guard let stream = ProcessEnvironment.variable("JOURNAL_STREAM"),
      let status = FileDescriptor.standardErrorStatus
    else { return false }
    return String(decoding: stream, as: UTF8.self) == "\(status.device):\(status.inode)"
  }
}
