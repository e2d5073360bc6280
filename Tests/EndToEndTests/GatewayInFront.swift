import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A server, a feed and a gateway in front of a daemon, so that what a test of the daemon asks is answered from a
/// team's index.
///
/// Each ``RunningDaemon`` gets one if the variable `SITTA_TEST_GATEWAY` is set.
final class GatewayInFront {
  /// Whether daemons get a gateway.
  static let isWanted = ProcessEnvironment.variable("SITTA_TEST_GATEWAY") != nil

  let socket: FilePath
  private let daemonSocket: FilePath
  private let home: TemporaryDirectory
  private let server: PostgreSQLServer
  private let feed: TeamProcess
  private let gateway: TeamProcess
  private static let patience = Duration.seconds(300)

  /// The commands of `sitta` that a gateway answers, and their options that it refuses.
  private static let commands: Set = ["search", "count", "list", "read", "suggest", "open"]
  private static let refused: Set = ["--failed", "--reader", "--like"]

  /// Starts the programs, and waits until the gateway listens.
  ///
  /// - Parameter daemon: the socket of the daemon, which must have `Access=yes`.
  /// - Throws: where one of them does not start.
  init(of daemon: FilePath) throws {
    let (home, server) = (try TemporaryDirectory(), try PostgreSQLServer())
    let socket = home["gateway/socket"]
    (daemonSocket, self.socket, self.home, self.server) = (daemon, socket, home, server)
    feed = try TeamProcess.feed("own", from: daemon, into: server, home["feed.conf"])
    gateway = try TeamProcess(
      .gateway, home["gateway.conf"],
      "[Gateway]\nConnection=\(server.connection())\nSocket=\(socket)\nSearches=1\n")
    _ = try TeamProcess.connect(to: socket)
  }

  /// Whether a call of `sitta` is for the gateway, and not for the daemon itself.
  static func answers(_ arguments: [String]) -> Bool {
    commands.contains(arguments.first ?? "") && refused.isDisjoint(with: arguments)
  }

  /// Waits until the gateway has all that is on the disk now, and knows what the user of the test may read.
  func catchUp() throws {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 290_000
    let own = try SearchClient(connectingTo: daemonSocket, timeout: Self.patience)
    let clock = try own.sync(parameters).clock
    try TeamProcess.wait("The gateway does not catch up with \(clock).") {
      let status = try TeamProcess.connect(to: socket).status()
      return status.warnings.isEmpty && status.clock.index == "own=\(clock.index)"
        && status.clock.sequence >= clock.sequence
    }
  }
}
