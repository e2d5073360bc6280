import LinuxSystem
import SearchInterface

/// The connection to the daemon of one host, for one call of `sitta`.
///
/// Other types decide the calls; this type performs them. The process of ssh ends with it; the
/// shared connection that ssh keeps for a minute is another process.
final class HostSession {
  /// Why a host has no answer.
  struct Failure: Error {
    /// A sentence for people, without the name of the host.
    let sentence: String
  }

  /// A call that has no complete reply yet.
  private struct Call {
    /// Sends it.
    let send: (SearchChannel) throws -> Void
    /// Takes the next reply to it; true if more follow.
    let take: (SearchChannel.Message) -> Bool
  }

  let host: Host
  /// Where ssh makes the socket of the connection that it shares.
  let control: FilePath
  private var channel: SearchChannel?
  private var process: ChildProcess?
  /// The calls that have no complete reply yet, in their order.
  private var calls: [Call] = []
  /// Whether ``channel`` is a forwarded socket that has not proved to lead to a daemon.
  private var mayFallBack = false
  /// Whether the command may say why the connection has failed.
  private var isComplaintWanted = false
  /// Why nothing more comes; nil while it may.
  private(set) var failure: Failure?

  init(_ host: Host, control: FilePath) {
    (self.host, self.control) = (host, control)
  }

  /// Whether ssh must make a connection first.
  private(set) var needsConnection = false

  /// Whether ssh has started a bridge over a connection that existed before, so that a forwarded socket would
  /// have been quicker.
  private(set) var usesBridge = false

  /// Whether ssh has a connection that it shares.
  var isConnected: Bool { (try? UnixSocket.connect(to: control, waits: false)) != nil }

  /// Starts to connect, without waiting.
  ///
  /// - Parameter local: opens the socket of the local daemon.
  func open(local: () throws -> FileDescriptor) {
    do {
      switch host.connection {
      case .local:
        channel = try SearchChannel(over: try local())
      case .ssh(let command):
        if let socket = SocketForwarding(command, control: control).connect() {
          channel = try SearchChannel(over: socket)
          mayFallBack = true
        } else {
          needsConnection = !isConnected
          usesBridge = !needsConnection
          try startBridge(command)
        }
      case .command(let words):
        try start(words[0], Array(words.dropFirst()))
      }
    } catch let failure as ClientCommand.Failure {
      self.failure = Failure(sentence: failure.sentence)
    } catch {
      failure = Failure(sentence: "\(error)")
    }
  }

  private func startBridge(_ command: SSHCommand) throws {
    try start("ssh", command.words(control: control, remote: command.remote))
  }

  private func start(_ name: String, _ words: [String]) throws {
    guard let program = FilePath(absolute: name) ?? ProcessEnvironment.program(name) else {
      throw ClientCommand.Failure(
        code: .failed, sentence: "cannot be reached: the program '\(name)' is not installed")
    }
    let sockets = try SocketPair()
    let number = sockets.second.number
    process = try ChildProcess(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), input: .descriptor(number),
      output: .descriptor(number), errors: .pipe)
    channel = try SearchChannel(over: sockets.closeSecond())
  }

  /// The descriptor to wait for; nil if nothing can come.
  var wait: FileDescriptor.Wait? {
    failure == nil
      ? channel.map { FileDescriptor.Wait($0.descriptor, isForWriting: $0.isSending) } : nil
  }

  /// Sends a call.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - parameters: its parameters.
  ///   - wantsMore: whether several replies are accepted.
  ///   - body: gets each reply, or the failure of the call; also late.
  func call<Method: InterfaceMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, wantsMore: Bool = false,
    body: @escaping (Result<Method.Reply, any Error>, _ continues: Bool) -> Void
  ) {
    let call = Call { channel in
      try channel.call(method, parameters, wantsMore: wantsMore)
    } take: { message in
      do {
        let (reply, continues) = try message.reply(to: method)
        body(.success(reply), continues)
        return continues
      } catch {
        body(.failure(error), false)
        return false
      }
    }
    calls.append(call)
    attempt { if let channel { try call.send(channel) } }
  }

  /// Sends and receives as much as possible without waiting.
  func step() {
    attempt {
      guard let channel else { return }
      if channel.isSending { try channel.send() }
      for message in try channel.receive() {
        // It was closed because of the message before.
        if self.channel == nil { return }
        guard let call = calls.first else {
          throw Failure(sentence: "unexpected reply (is Sitta there a different version?)")
        }
        mayFallBack = false
        if !call.take(message) { calls.removeFirst() }
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    if failure != nil { return }
    do {
      try body()
    } catch let failure as Failure {
      self.failure = failure
    } catch {
      if mayFallBack { return fallBack() }
      failure = Failure(sentence: "\(error)")
      isComplaintWanted = true
    }
  }

  /// Asks the bridge, because there was no complete reply at the forwarded socket: the bridge can start a
  /// daemon, and says why there is none.
  private func fallBack() {
    mayFallBack = false
    needsConnection = !isConnected
    usesBridge = !needsConnection
    guard case .ssh(let command) = host.connection else { return }
    attempt {
      try startBridge(command)
      for call in calls { if let channel { try call.send(channel) } }
    }
  }

  /// The command's message about a failed connection: the first line of its standard error.
  ///
  /// It is read after the answer, because a command that is just ending can take a while to say it.
  ///
  /// - Parameter end: how long to wait for its end.
  /// - Returns: nil if the connection has not failed, or if it says nothing.
  func complaint(until end: ContinuousClock.Instant) -> String? {
    guard isComplaintWanted else { return nil }
    isComplaintWanted = false
    var said = ChildProcess.Complaint()
    try? process?.readErrors(&said, until: end)
    process = nil
    return Self.sentence(of: said.bytes)
  }

  /// The first line that a command wrote to its standard error; nil without one.
  static func sentence(of errors: [UInt8]) -> String? {
    let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { String($0.prefix(200)) }
  }

  /// Closes the connection, so that the process of ssh and the bridge on the host end.
  ///
  /// A process whose complaint is wanted is kept until that was read.
  func close() {
    channel = nil
    if !isComplaintWanted { process = nil }
    mayFallBack = false
  }
}
