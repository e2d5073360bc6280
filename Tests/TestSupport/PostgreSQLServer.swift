public import LinuxSystem

/// A real PostgreSQL server with a folder of its own, which listens only on a socket there.
///
/// The server refuses to run as root, so root has it run as the user `postgres`. Without fsync(2): the machine does not
/// lose power in a test, and a process that is killed loses nothing that it has written.
public final class PostgreSQLServer {
  /// The folder of the socket.
  public let folder: FilePath
  private let home: TemporaryDirectory
  private let programs: FilePath
  private var port = 5432
  private var process: ChildProcess?

  /// The longest wait for a step.
  private static let patience = Duration.seconds(120)

  /// Makes a cluster, and starts its server.
  ///
  /// - Parameter primary: the server of which it becomes a streaming replica; nil for a server of its own.
  /// - Throws: a ``Failure`` with what a program says, or the error of the file system.
  public init(replicaOf primary: PostgreSQLServer? = nil) throws {
    home = try TemporaryDirectory()
    folder = home["server"]
    programs = try Self.newest()
    try folder.makeDirectory()
    if ProcessEnvironment.user == 0 {
      try home.path.setPermissions(0o711)
      _ = try Self.run("/usr/bin/chown", ["postgres", "\(folder)"])
    }
    if let primary {
      _ = try run(
        "pg_basebackup",
        [
          "--pgdata=\(folder)/data", "--host=\(primary.folder)", "--username=root",
          "--checkpoint=fast", "--write-recovery-conf", "--no-sync",
        ])
    } else {
      _ = try run(
        "initdb",
        ["--auth=trust", "--username=root", "--encoding=UTF8", "--no-sync", "\(folder)/data"])
    }
    try start()
  }

  deinit { try? kill() }

  /// Starts the server, and waits until it accepts connections.
  public func start() throws { try start([]) }

  /// Starts the server anew, so that it listens on a port of 127.0.0.1 as well.
  ///
  /// - Parameters:
  ///   - port: the port.
  ///   - isEncrypted: whether it has a certificate for `db.example`, which it has signed itself.
  /// - Throws: a ``Failure``, or why the programs cannot be run.
  public func startListening(on port: Int, encrypted isEncrypted: Bool) throws {
    try kill()
    self.port = port
    if isEncrypted {
      _ = try run(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=db.example", "-keyout",
          "\(folder)/data/server.key", "-out", "\(folder)/data/server.crt",
        ])
    }
    try start(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=\(isEncrypted ? "on" : "off")"])
  }

  private func start(_ more: [String]) throws {
    let options =
      [
        "-D", "\(folder)/data", "-k", "\(folder)", "-p", "\(port)", "-c", "listen_addresses=",
        "-c", "fsync=off", "-c", "log_min_messages=fatal",
      ] + more
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      let new = try ChildProcess(try command("postgres", options))
      // A server that was killed leaves processes for a moment, and a new one ends as long as they are there.
      while try new.ending() == nil, .now < end {
        let answer = try ChildProcess.run(
          try command("pg_isready", ["--quiet", "--host=\(folder)", "--port=\(port)"]), until: end)
        if answer.ending == .exited(0) {
          process = consume new
          return
        }
      }
    }
    throw Failure(description: "PostgreSQL does not start.")
  }

  /// Kills the server, as a loss of power does it.
  public func kill() throws {
    guard let ended = process.take() else { return }
    // The first line has the number of the postmaster, whose other processes end without it.
    let number = try folder.appending("data").appending("postmaster.pid").text()
      .split(separator: "\n").first
    if let number { _ = try Self.run("/bin/kill", ["-9", String(number)]) }
    _ = try ended.wait(until: .now + Self.patience)
  }

  /// The connection string of a database of the server.
  public func connection(to database: String = "postgres", options: String = "") -> String {
    "host=\(folder) port=\(port) user=root dbname=\(database) \(options)"
  }

  /// Runs statements with `psql` as the owner of the server, and returns the rows with a line for each.
  @discardableResult
  public func run(_ sql: String, in database: String = "postgres") throws -> String {
    try run(
      "psql",
      [
        "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
        "--host=\(folder)", "--port=\(port)", "--username=root", "--dbname=\(database)",
        "--command=\(sql)",
      ])
  }

  /// What a program of the server did not do.
  public struct Failure: Error, CustomStringConvertible {
    /// A sentence for people.
    public let description: String
  }

  private static func newest() throws -> FilePath {
    let versions = FilePath.root.appending("usr").appending("lib").appending("postgresql")
    let names = (try? DirectoryListing(of: FileDescriptor(openingDirectory: versions)).names) ?? []
    let numbers = names.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard let number = numbers.max() else {
      throw Failure(description: "PostgreSQL is not installed below \(versions).")
    }
    return versions.appending("\(number)").appending("bin")
  }

  private func command(_ name: String, _ arguments: [String]) throws -> ChildProcess.Command {
    let words = [name.hasPrefix("/") ? name : "\(programs.appending(name))"] + arguments
    let isRoot = ProcessEnvironment.user == 0
    let drop = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    let all = (isRoot ? drop : []) + words
    guard let program = FilePath(absolute: all[0]) else { throw Failure(description: all[0]) }
    return ChildProcess.Command(
      program, all.dropFirst().map { Array($0.utf8) },
      environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"].map { Array($0.utf8) },
      directory: folder)
  }

  private func run(_ name: String, _ arguments: [String]) throws -> String {
    let report = try ChildProcess.run(
      try command(name, arguments), until: .now + Self.patience)
    guard report.ending == .exited(0) else {
      throw Failure(description: "\(name): \(String(decoding: report.errors, as: UTF8.self))")
    }
    return String(decoding: report.output, as: UTF8.self)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> ChildProcess.Report {
    guard let path = FilePath(absolute: program) else { throw Failure(description: program) }
    return try ChildProcess.run(
      ChildProcess.Command(path, arguments.map { Array($0.utf8) }), until: .now + patience)
  }
}
