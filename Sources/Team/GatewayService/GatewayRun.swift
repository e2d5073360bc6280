package import LinuxSystem
import SearchInterface
import SharedSearch
import Varlink

/// What `sitta-gateway` does on its command line.
package enum GatewayRun {
  /// The most connections, and those of one user.
  private static let (connections, connectionsOfUser) = (512, 32)

  /// Prints the sources of the database.
  package static func check(_ configuration: GatewayConfiguration) async throws {
    let worker = try SearchWorker(configuration.connection, in: scratch(of: configuration, 0))
    let text = try await worker.sources().map { source in
      "\(source.name)\t\(source.clock.index):\(source.clock.sequence)\n"
    }.joined()
    try FileDescriptor.writeToStandardOutput(Array(text.utf8))
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
    var workers: [SearchWorker] = []
    for number in 0..<configuration.searches {
      workers.append(
        try SearchWorker(configuration.connection, in: scratch(of: configuration, number)))
    }
    await withTaskGroup { group in
      for worker in workers {
        // A database that cannot be reached now is asked again by the first search.
        group.addTask { try? await worker.prepare() }
      }
    }
    var limits = VarlinkServer.Limits()
    (limits.connections, limits.connectionsOfUser) = (connections, connectionsOfUser)
    let listener = try UnixSocket.listen(at: configuration.socket)
    // The kernel says who connects.
    try configuration.socket.setPermissions(0o666)
    let server = try VarlinkServer(
      listener: listener,
      info: ServiceInfo(
        vendor: "Sitta", product: "sitta-gateway", version: Release.version, url: ""),
      interfaces: [try TeamService(SearchWorkers(workers), Complaints(), on: tasks.loop)],
      limits: limits,
      tasks: tasks)
    try await server.start()
    // Nothing ends this stream but the process.
    let (end, continuation) = AsyncStream<Never>.makeStream()
    for await _ in end {}
    continuation.finish()
    await server.stop()
  }

  /// The folder of a worker, beside the socket, which is in memory.
  private static func scratch(of configuration: GatewayConfiguration, _ number: Int) -> FilePath {
    configuration.socket.parent.appending("candidates").appending("\(number)")
  }
}
