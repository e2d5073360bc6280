package import LinuxSystem
import SearchInterface
import SharedSearch
import Varlink

/// What `sitta-gateway` does on its command line.
package enum GatewayRun {
  /// The most connections, and those of one user.
  private static let (connections, connectionsOfUser) = (512, 32)

  /// A database that did not answer.
  struct Unanswered: Error, CustomStringConvertible {
    let silent: SilentDatabase
    var description: String { "The database '\(silent.name)': \(silent.reason)" }
  }

  /// Prints the sources of the databases.
  package static func check(_ configuration: GatewayConfiguration) async throws {
    let workers = try SearchWorkers(
      of: configuration.databases, count: 1, in: scratch(of: configuration))
    let state = try await workers.lend { try await $0.sources() }
    let text = state.sources.map { source in
      "\(source.name)\t\(source.clock.index):\(source.clock.sequence)\n"
    }.joined()
    try FileDescriptor.writeToStandardOutput(Array(text.utf8))
    if let silent = state.silent.first { throw Unanswered(silent: silent) }
  }

  /// Serves until the process ends.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - tasks: runs the server.
  /// - Throws: the error of the socket.
  package static func serve(
    _ configuration: GatewayConfiguration, on tasks: LoopTaskExecutor
  ) async throws {
    // Everybody may come to the socket; what is made after it is private.
    try configuration.socket.parent.makeDirectory(permissions: 0o755)
    ProcessEnvironment.makePrivateFilesOnly()
    ProcessEnvironment.keepMemoryOutOfCoreDumps()
    let workers = try SearchWorkers(
      of: configuration.databases, count: configuration.searches, in: scratch(of: configuration))
    await workers.prepare()
    var limits = VarlinkServer.Limits()
    (limits.connections, limits.connectionsOfUser) = (connections, connectionsOfUser)
    let listener = try UnixSocket.listen(at: configuration.socket)
    // The kernel says who connects.
    try configuration.socket.setPermissions(0o666)
    let server = try VarlinkServer(
      listener: listener,
      info: ServiceInfo(
        vendor: "Sitta", product: "sitta-gateway", version: Release.version, url: ""),
      interfaces: [try TeamService(workers, Complaints(), on: tasks.loop)],
      limits: limits,
      tasks: tasks)
    try await server.start()
    // Nothing ends this stream but the process.
    let (end, continuation) = AsyncStream<Never>.makeStream()
    for await _ in end {}
    continuation.finish()
    await server.stop()
  }

  /// The folder of the workers, beside the socket, which is in memory.
  private static func scratch(of configuration: GatewayConfiguration) -> FilePath {
    configuration.socket.parent.appending("candidates")
  }
}
