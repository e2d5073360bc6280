package import LinuxSystem
import SearchInterface

/// The connection to the daemon of a host, during one run of `sitta`.
///
/// Other types decide which calls to make; this type makes them. Its ssh process ends with it; the
/// shared connection that ssh keeps for a minute is another process.
package final class HostSession {
  package let host: Host
  /// The path at which ssh creates the socket of its shared connection.
  package let control: FilePath
  private var channel: SearchChannel?
  private var process: ChildProcess?
  /// For each unfinished call in order, a closure that takes its next reply; returns true if more follow.
  private var calls: [(SearchChannel.Message) -> Bool] = []
  /// Whether the command's standard error may explain why the connection failed.
  private var isComplaintWanted = false
  /// Why no more replies come, as a sentence without the name of the host; nil if they can come.
  private(set) var failure: String?

  init(_ host: Host, control: FilePath) {
    (self.host, self.control) = (host, control)
  }

  /// Whether ssh has to establish a connection first.
  private(set) var needsConnection = false

  /// Whether ssh has a shared connection to the host.
  var isConnected: Bool { (try? UnixSocket.connect(to: control, waits: false)) != nil }

  /// Begins to connect, without waiting.
  ///
  /// - Parameter local: opens the socket of the local daemon.
  func open(local: () throws -> FileDescriptor) {
    do {
      switch host.connection {
      case .local: channel = try SearchChannel(over: try local())
      case .ssh(let command):
        needsConnection = !isConnected
        try start("ssh", command.words(control: control, remote: command.remote))
      case .command(let words): try start(words[0], Array(words.dropFirst()))
      }
    } catch {
      failure = "\(error)"
    }
  }

  private func start(_ name: String, _ words: [String]) throws {
    guard let program = FilePath(absolute: name) ?? ProcessEnvironment.program(name) else {
      throw HostFailure(description: "cannot be reached: the program '\(name)' is not installed")
    }
    let sockets = try SocketPair()
    let number = sockets.second.number
    process = try ChildProcess(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), input: .descriptor(number),
      output: .descriptor(number), errors: .pipe)
    channel = try SearchChannel(over: sockets.closeSecond())
  }

  /// The descriptor to wait for; nil if nothing more can come.
  var wait: FileDescriptor.Wait? {
    failure == nil
      ? channel.map { FileDescriptor.Wait($0.descriptor, isForWriting: $0.isSending) } : nil
  }

  /// Sends a call; `body` receives each reply, or the failure of the call, after this call has returned.
  func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, wantsMore: Bool = false,
    body: @escaping (Result<Method.Reply, any Error>, _ continues: Bool) -> Void
  ) {
    calls.append { message in
      do {
        let (reply, continues) = try message.reply(to: method)
        body(.success(reply), continues)
        return continues
      } catch {
        body(.failure(error), false)
        return false
      }
    }
    attempt { try channel?.call(method, parameters, wantsMore: wantsMore) }
  }

  /// Sends and receives as much as possible without waiting.
  func step() {
    attempt {
      guard let channel else { return }
      if channel.isSending { try channel.send() }
      for message in try channel.receive() {
        // The previous message has closed the channel.
        if self.channel == nil { return }
        guard let take = calls.first else {
          throw HostFailure(description: "unexpected reply (is Sitta there a different version?)")
        }
        if !take(message) { calls.removeFirst() }
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    if failure != nil { return }
    do {
      try body()
    } catch {
      failure = "\(error)"
      isComplaintWanted = !(error is HostFailure)
    }
  }

  /// The message of the command about a failed connection: the first line of its standard error.
  ///
  /// It is read after the answer was printed, because an ending command may take a while to write it.
  ///
  /// - Parameter end: until when to wait for the end of the command.
  /// - Returns: nil if the connection has not failed, or if the command has written nothing.
  func complaint(until end: ContinuousClock.Instant) -> String? {
    guard isComplaintWanted else { return nil }
    isComplaintWanted = false
    var said = ChildProcess.Complaint()
    try? process?.readErrors(&said, until: end)
    process = nil
    return Self.sentence(of: said.bytes)
  }

  /// The first line that a command wrote to its standard error; nil if there is none.
  static func sentence(of errors: [UInt8]) -> String? {
    let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { String($0.prefix(200)) }
  }

  /// Closes the connection, so that the ssh process and the bridge on the host end.
  ///
  /// If the process may still write an error message, it is kept until this was read.
  func close() {
    channel = nil
    if !isComplaintWanted { process = nil }
  }
}

/// Why a host cannot be asked, as a sentence for people.
package struct HostFailure: Error, CustomStringConvertible {
  package let description: String
}
