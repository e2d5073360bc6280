import Glibc
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A real `sittad` with a home, a state folder and a socket of its own, and its files in `files`.
final class RunningDaemon {
  /// The folder in which everything lies; it can outlive this daemon and get another.
  let home: TemporaryDirectory
  let process: ChildProcess
  private let ownSocket: FilePath
  private var gateway: GatewayInFront?
  private static let patience = Duration.seconds(300)

  var files: FilePath { Self.files(in: home) }
  var state: FilePath { home["state"] }
  /// The socket of the daemon, or of the gateway in front of it.
  var socket: FilePath { gateway?.socket ?? ownSocket }

  static func files(in home: TemporaryDirectory) -> FilePath { home["files"] }

  /// Starts a daemon and waits until it answers queries.
  ///
  /// - Parameters:
  ///   - home: where everything lies; `files` is made where it is missing.
  ///   - roots: the indexed folders; `files` if none is named.
  ///   - options: more options for `sittad`.
  ///   - configuration: lines for `sittad.conf`; the lines before them make the daemon work on
  ///     battery and under load, too.
  ///   - prefix: a command and arguments that start `sittad` in another way.
  /// - Throws: where it does not come to answer.
  init(
    in home: TemporaryDirectory, roots: [FilePath]? = nil, options: [String] = [],
    configuration: String = "", prefix: [String] = []
  ) throws {
    self.home = home
    ownSocket = home["run/socket"]
    let files = Self.files(in: home)
    if roots == nil { try files.makeDirectory() }
    try home[".config/sitta/sittad.conf.d/test.conf"].write(
      "[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n\(configuration)")
    if GatewayInFront.isWanted {
      try home[".config/sitta/sittad.conf.d/access.conf"].write("[Index]\nAccess=yes\n")
    }
    var arguments = ["--state", "\(home["state"])", "--socket", "\(ownSocket)"] + options
    for root in roots ?? [files] { arguments += ["--root", "\(root)"] }
    process = try ChildProcess(
      Self.command(prefix: prefix, home: home, arguments), errors: .pipe)
    let log = try Self.readLog(of: process) { $0.contains("Ready") }
    // No expectation: a test may have it killed at its start.
    guard log.contains("Ready") else { throw StartFailure(log: log) }
    if GatewayInFront.isWanted { gateway = try GatewayInFront(of: ownSocket) }
  }

  /// Writes 600 files with the word `forest`, which take longer to index than a moment.
  @discardableResult
  static func writeForest(in home: TemporaryDirectory) throws -> [FilePath] {
    let files = (0..<600).map { home["files/\($0 % 10)/\($0).txt"] }
    for (number, file) in files.enumerated() {
      let text = (0..<60).map { "tree\(number)x\($0)" }.joined(separator: " ")
      try file.write("forest \(text)\n")
    }
    return files
  }

  /// Starts a daemon that rests for an hour after a moment of work, and waits until it does.
  static func resting(in home: TemporaryDirectory) throws -> RunningDaemon {
    let daemon = try RunningDaemon(
      in: home, configuration: "[Cooldown]\nActiveTime=10ms\nRestTime=1h\n")
    try daemon.waitForStatus { $0.state == .resting }
    return daemon
  }

  /// Runs `sittad` until it ends by itself.
  static func run(
    in home: TemporaryDirectory, _ options: [String], prefix: [String] = []
  ) throws -> ChildProcess.Report {
    try ChildProcess.run(
      command(prefix: prefix, home: home, options), until: .now + patience)
  }

  /// Has the daemon hang until ``resume()``, and waits until none of its threads runs any more.
  func suspend() throws {
    try process.send(signal: SIGSTOP)
    let threads = try #require(FilePath(absolute: "/proc/\(process.number)/task"))
    while try !DirectoryListing(of: FileDescriptor(openingDirectory: threads)).names.allSatisfy({
      // A thread that has ended does not run either.
      (try? threads.appending($0).appending("stat").text().contains(") T ")) ?? true
    }) {}
  }

  /// Has it go on.
  func resume() throws {
    try process.send(signal: SIGCONT)
  }

  /// Runs `sitta` with this daemon's socket, or with that of the gateway if the call is for one.
  func sitta(_ arguments: [String]) throws -> ChildProcess.Report {
    let isForGateway = GatewayInFront.answers(arguments)
    if isForGateway || arguments.first == "sync" { try gateway?.catchUp() }
    let socket = isForGateway ? self.socket : ownSocket
    let words = (["--socket", "\(socket)"] + arguments).map { Array($0.utf8) }
    return try ChildProcess.run(
      ChildProcess.Command(try Binary.sitta.path, words), until: .now + Self.patience)
  }

  /// A connection to the daemon, or to the gateway in front of it once that has all that is on the disk.
  func connect() throws -> SearchClient {
    try gateway?.catchUp()
    return try SearchClient(connectingTo: socket, timeout: Self.patience)
  }

  /// A connection to the daemon itself.
  func connectDirectly() throws -> SearchClient {
    try SearchClient(connectingTo: ownSocket, timeout: Self.patience)
  }

  /// Waits until everything written before is in the index, also on a busy machine.
  private static func synchronize(_ client: SearchClient) throws {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 290_000
    _ = try client.sync(parameters)
  }

  /// The files that a query finds, themselves or their members, after everything written before is in
  /// the index.
  func found(_ query: String, away: Bool? = nil) throws -> Set<FilePath> {
    Set(try locations(query, away: away).map(\.file))
  }

  /// The documents that a query finds, after everything written before is in the index.
  func locations(_ query: String, away: Bool? = nil) throws -> [DocumentLocation] {
    var parameters = SearchMethod.Parameters(query: query)
    parameters.away = away
    parameters.limit = 1_000
    // Each document counts, and none that lacks a word.
    parameters.strict = true
    parameters.deadline = 60_000
    let client = try connect()
    try Self.synchronize(client)
    let hits = try client.search(parameters).hits
    return hits.compactMap { DocumentLocation(uri: $0.document.uri) }
  }

  /// The paths that are in the index, after everything written before is.
  func listed(away: Bool? = nil) throws -> Set<FilePath> {
    let client = try connect()
    try Self.synchronize(client)
    var parameters = ListMethod.Parameters()
    parameters.away = away
    var paths: Set<FilePath> = []
    try client.list(parameters) { page in
      paths.formUnion(page.documents.compactMap { DocumentLocation(uri: $0.uri)?.file })
    }
    return paths
  }

  /// Asks again and again until something is so, because no event reports it.
  ///
  /// - Throws: where it does not come to be so.
  func wait(until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + Self.patience
    while try !isSo() {
      try #require(.now < end, "What was waited for did not come.")
      _ = try connect().sync(SyncMethod.Parameters())
    }
  }

  /// Waits for a status that meets a condition; the daemon reports each change, at most every 400 ms.
  ///
  /// - Returns: the first status that meets it.
  /// - Throws: if none came in time.
  @discardableResult
  func waitForStatus(
    until isMet: (StatusMethod.Reply) throws -> Bool
  ) throws -> StatusMethod.Reply {
    struct Reached: Error {}
    let end = ContinuousClock.now + Self.patience
    var last: StatusMethod.Reply?
    do {
      try connectDirectly().status { status in
        last = status
        if try isMet(status) { throw Reached() }
        try #require(.now < end, "The status that was waited for did not come: \(status)")
      }
    } catch is Reached {}
    return try #require(last)
  }

  /// Which of some words are found in other files than they should be.
  ///
  /// Words that should be in no file are searched for many at a time. The index must be up to date.
  ///
  /// - Parameters:
  ///   - words: each is in at most 1,000 files.
  ///   - disk: which files have them.
  /// - Returns: a sentence for each difference.
  /// - Throws: the errors of a search.
  func differences(of words: [String], from disk: Disk) throws -> [String] {
    let client = try connect()
    func search(_ query: String) throws -> Set<FilePath> {
      var parameters = SearchMethod.Parameters(query: query)
      (parameters.limit, parameters.snippetWords, parameters.deadline) = (1_000, 0, 60_000)
      parameters.strict = true
      let hits = try client.search(parameters).hits
      return Set(hits.compactMap { DocumentLocation(uri: $0.document.uri)?.file })
    }
    var differences: [String] = []
    let gone = words.filter { disk.filesByWord[$0] == nil }
    for start in stride(from: 0, to: gone.count, by: 100) {
      let group = gone[start..<min(start + 100, gone.count)]
      if try search(group.joined(separator: " OR ")).isEmpty { continue }
      for word in group {
        let found = try search(word)
        if !found.isEmpty {
          differences.append("\(word) is found in \(found.sorted()), not at all")
        }
      }
    }
    for word in words {
      guard let expected = disk.filesByWord[word] else { continue }
      let found = try search(word)
      if found != expected {
        differences.append("\(word) is found in \(found.sorted()), not in \(expected.sorted())")
      }
    }
    return differences
  }

  /// How many bytes the daemon has read from files; see `rchar` in proc_pid_io(5).
  func bytesRead() throws -> Int {
    let io = try Tool.run("/bin/cat", "/proc/\(process.number)/io")
    return try #require(
      io.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  /// Runs a shell's command where the daemon sees its files: in its mount namespace.
  func runInside(_ command: String) throws {
    try Tool.run(
      "/usr/bin/nsenter", "--mount", "--root", "--target", "\(process.number)", "/bin/sh", "-c",
      command)
  }

  /// Asks the daemon to end, and waits.
  ///
  /// - Returns: how it ended, and after how long.
  func terminate() throws -> (ending: ChildProcess.Ending?, after: Duration) {
    let start = ContinuousClock.now
    try process.send(signal: SignalDescriptor.terminate)
    let ending = try process.wait(until: .now + .seconds(20))
    return (ending, start.duration(to: .now))
  }

  /// Ends the daemon without warning, and waits.
  func kill() throws {
    try process.send(signal: 9)
    #expect(try process.wait(until: .now + .seconds(20)) == .killed(signal: 9))
  }

  private static func command(
    prefix: [String] = [], home: TemporaryDirectory, _ options: [String]
  ) throws -> ChildProcess.Command {
    let environment = [
      "HOME=\(home.path)", "XDG_RUNTIME_DIR=\(home["run"])", "SWIFT_BACKTRACE=enable=no",
    ]
    let words = prefix.dropFirst() + (prefix.isEmpty ? [] : ["\(try Binary.sittad.path)"]) + options
    let program = prefix.first.flatMap { FilePath(absolute: $0) }
    return ChildProcess.Command(
      try program ?? Binary.sittad.path, words.map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  private static func readLog(
    of process: borrowing ChildProcess, until isEnough: (String) -> Bool
  ) throws -> String {
    var log: [UInt8] = []
    while !isEnough(String(decoding: log, as: UTF8.self)) {
      guard try process.errors.read(into: &log, timeout: patience) else { break }
    }
    return String(decoding: log, as: UTF8.self)
  }
}

extension FileDescriptor? {
  /// - Returns: false at the end, or where nothing came in time.
  borrowing func read(into bytes: inout [UInt8], timeout: Duration) throws -> Bool {
    switch self {
    case .some(let descriptor):
      guard try descriptor.waitUntilReadable(timeout: timeout) else { return false }
      return try descriptor.readAvailable(upTo: 4_096, to: &bytes) != 0
    case .none:
      return false
    }
  }
}

/// A `sittad` has ended before it was ready.
struct StartFailure: Error, CustomStringConvertible {
  let log: String
  var description: String { "sittad did not start: \(log)" }
}
