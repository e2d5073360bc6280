import DaemonMeasuring
import LinuxSystem
import Synchronization

/// Clients that behave as no client should, until they are asked to end.
struct Nuisance {
  private enum Kind: CaseIterable {
    case slowReader
    case halfFrame
    case giantFrame
    case leaver
  }

  private let flag = Flag()
  private let clients: [Task<Int, Never>]
  private let count = Counter()

  /// How often they did it.
  var deeds: String { "\(count.value) times half read, half sent, without an end, or left" }

  init(_ socket: FilePath, count number: Int) throws {
    clients = try (0..<number).map { [flag, count] number in
      let client = try BadClient(socket)
      let kind = Kind.allCases[number % Kind.allCases.count]
      return Task {
        while !flag.isRaised {
          switch kind {
          case .slowReader: try? await client.readSlowly(flag)
          case .halfFrame: try? await client.sendHalf()
          case .giantFrame: try? await client.sendWithoutEnd()
          case .leaver: try? await client.leave()
          }
          count.add()
        }
        return 0
      }
    }
  }

  func end() async {
    flag.raise()
    for client in clients { _ = await client.value }
  }
}

/// Counts the actions of several threads.
private final class Counter: Sendable {
  private let state = Atomic(0)

  var value: Int { state.load(ordering: .relaxed) }

  func add() { state.add(1, ordering: .relaxed) }
}

/// A client that knows the protocol only so far.
private actor BadClient {
  private nonisolated let loop: EventLoop
  private let path: FilePath

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(_ path: FilePath) throws {
    loop = try EventLoop(name: "nuisance")
    self.path = path
  }

  deinit {
    loop.stop()
  }

  /// Asks for everything, and reads a little now and then.
  func readSlowly(_ flag: Flag) throws {
    let socket = try UnixSocket.connect(to: path)
    try socket.write(
      Array(#"{"method":"io.sitta.Search.List","parameters":{},"more":true}"#.utf8) + [0])
    for _ in 0..<100 where !flag.isRaised {
      var bytes: [UInt8] = []
      guard try socket.waitUntilReadable(timeout: .seconds(1)),
        try socket.readAvailable(upTo: 512, to: &bytes) != 0
      else { return }
      wait(.milliseconds(20))
    }
  }

  /// Sends the beginning of a call, and waits in vain for an answer.
  func sendHalf() throws {
    let socket = try UnixSocket.connect(to: path)
    try socket.write(Array(#"{"method":"io.sitta.Search.Search","para"#.utf8))
    _ = try socket.waitUntilReadable(timeout: .milliseconds(300))
  }

  /// Sends a call that has no end, until the connection is closed.
  func sendWithoutEnd() throws {
    let socket = try UnixSocket.connect(to: path)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 16_384)
    wait(.milliseconds(50))
    for _ in 0..<100 { try socket.write(bytes) }
  }

  /// Asks, and leaves before the answer comes.
  func leave() throws {
    let socket = try UnixSocket.connect(to: path)
    try socket.write(
      Array(#"{"method":"io.sitta.Search.Search","parameters":{"query":"license"}}"#.utf8) + [0])
    wait(.milliseconds(20))
  }
}
