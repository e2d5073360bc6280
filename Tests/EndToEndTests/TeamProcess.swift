import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A program of a team, which runs until it is given up.
final class TeamProcess {
  private var process: ChildProcess?
  static let patience = Duration.seconds(120)

  /// Starts a program with a configuration file.
  init(_ binary: Binary, _ file: FilePath, _ configuration: String) throws {
    try file.write(configuration)
    process = try ChildProcess(Self.command(binary, file))
  }

  deinit {
    guard let process = process.take() else { return }
    try? process.send(signal: 9)
    _ = try? process.wait(until: .now + Self.patience)
  }

  private static func command(
    _ binary: Binary, _ file: FilePath, _ words: String...
  ) throws -> ChildProcess.Command {
    ChildProcess.Command(
      try binary.path, (["--config", "\(file)"] + words).map { Array($0.utf8) })
  }

  /// Makes the tables, and starts the feed of a daemon.
  static func feed(
    _ source: String, of daemon: RunningDaemon, into server: PostgreSQLServer
  ) throws -> TeamProcess {
    try feed(
      source, from: daemon.socket, into: server,
      daemon.home["feed-\(server.folder.utf8.hashValue).conf"])
  }

  /// Makes the tables, and starts the feed of the daemon with a socket.
  static func feed(
    _ source: String, from socket: FilePath, into server: PostgreSQLServer, _ file: FilePath
  ) throws -> TeamProcess {
    let feed = try TeamProcess(
      .feed, file,
      "[Feed]\nConnection=\(server.connection())\nSource=\(source)\nSocket=\(socket)\n")
    let report = try ChildProcess.run(
      command(.feed, file, "--set-up"), until: .now + patience)
    #expect(report.ending == .exited(0), "\(report.errorText)")
    return feed
  }

  /// A connection to a gateway, once it listens.
  static func connect(to socket: FilePath) throws -> SearchClient {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try SearchClient(connectingTo: socket, timeout: patience)
      } catch {
        if .now >= end { throw error }
      }
    }
  }

  /// Waits until a database has all that a daemon has.
  static func wait(for source: String, of daemon: RunningDaemon, in server: PostgreSQLServer) throws
  {
    _ = try daemon.connect().sync(SyncMethod.Parameters())
    let clock = try daemon.connect().status().clock
    let sql = """
      SELECT count(*) FROM sitta.source WHERE name = '\(source)' AND commit_number >= \(clock.sequence)
      """
    try wait("The feed does not come.") { try server.run(sql) == "1\n" }
  }

  /// Waits until a condition is met.
  static func wait(_ complaint: String, until isMet: () throws -> Bool) throws {
    let end = ContinuousClock.now + patience
    while try !isMet() {
      if .now >= end { throw StartFailure(log: complaint) }
    }
  }
}
