import Configuration
import LinuxSystem

/// The files that must be created before the first thread starts, because Landlock then forbids to
/// create some of them.
struct DaemonFiles: ~Copyable {
  /// The folder of the index.
  let state: FilePath
  /// The folder for the marker files of `SyncBarrier`.
  let markers: FilePath
  /// The lock that prevents other daemons from using this index.
  let lock: FileLock
  /// The listening socket for clients.
  ///
  /// Clients that connect before the index is open wait, as with a socket of systemd.
  let listener: FileDescriptor

  /// - Throws: a ``Daemon/StartFailure`` or a `SystemError`.
  init(_ settings: DaemonSettings, _ journal: Journal) throws {
    let state = try Self.prepareState(settings, journal)
    let lock = try Self.takeLock(in: state)
    let markers = try Self.makeMarkerFolder(in: state, settings)
    let listener = try Self.listen(settings)
    (self.state, self.markers) = (state, markers)
    self.lock = lock
    self.listener = listener
  }

  /// Creates the state folder if it is missing.
  ///
  /// On a full or read-only disk, an existing folder and its index are used.
  private static func prepareState(
    _ settings: DaemonSettings, _ journal: Journal
  ) throws -> FilePath {
    do throws(SystemError) {
      try settings.state.makeDirectory()
    } catch {
      guard error.isOutOfRoom || error.isReadOnly else { throw error }
      let remedy = error.isReadOnly ? "Make the file system writable" : "Make room on the disk"
      throw Daemon.StartFailure(
        description:
          "\(error) sittad keeps its index there. \(remedy), or name another folder with --state.")
    }
    let state = try settings.state.resolvingSymbolicLinks()
    try keepPrivate(state, journal)
    return state
  }

  /// Removes permissions for other users that copying or another program has set.
  private static func keepPrivate(_ state: FilePath, _ journal: Journal) throws {
    do throws(SystemError) {
      // On a read-only file system, setting a mode fails even if it does not change.
      if try FileStatus(of: state).permissions & 0o777 != 0o700 { try state.setPermissions(0o700) }
    } catch {
      guard error.isReadOnly else { throw error }
      journal.log(.warning, "\(error) Other users may be able to read it.")
    }
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: state)).names {
      let path = state.appending(name)
      guard let status = try? FileStatus(of: path), status.kind != .symbolicLink else { continue }
      let mode: UInt32 = status.kind == .directory ? 0o700 : 0o600
      if status.permissions & 0o777 == mode { continue }
      do throws(SystemError) {
        try path.setPermissions(mode)
      } catch {
        // For example, the file belongs to another user.
        journal.log(.warning, "\(error) Only its owner should be able to read it.")
      }
    }
  }

  /// Creates the folder for the marker files of `SyncBarrier`: in the state folder, or beside the
  /// socket if the state folder is full or read-only.
  private static func makeMarkerFolder(
    in state: FilePath, _ settings: DaemonSettings
  ) throws -> FilePath {
    let folder = state.appending("sync")
    do throws(SystemError) {
      try folder.makeDirectory()
      return folder
    } catch {
      guard error.isOutOfRoom || error.isReadOnly, let runtime = settings.socket?.parent else {
        throw error
      }
      try checkSocketFolder(settings)
      let other = runtime.appending("io.sitta.Search.markers")
      try other.makeDirectory()
      return try other.resolvingSymbolicLinks()
    }
  }

  private static func takeLock(in state: FilePath) throws -> FileLock {
    do {
      return try FileLock(at: state.appending("lock"))
    } catch let held as FileLock.Held {
      let who = held.process.map { " as process \($0)" } ?? ""
      throw Daemon.StartFailure(
        description: "sittad is already running\(who) with the index in '\(state)'.")
    }
  }

  /// Refuses the socket's folder if it belongs to another user or is accessible to others.
  private static func checkSocketFolder(_ settings: DaemonSettings) throws {
    guard let folder = settings.socket?.parent else { return }
    do throws(SocketFolder.Refusal) {
      try SocketFolder.check(folder)
    } catch {
      throw Daemon.StartFailure(description: error.description)
    }
  }

  private static func listen(_ settings: DaemonSettings) throws -> FileDescriptor {
    try checkSocketFolder(settings)
    if let inherited = ServiceManager.inheritedSocket() {
      try inherited.makeNonBlocking()
      return inherited
    }
    guard let socket = settings.socket else {
      throw Daemon.StartFailure(
        description:
          "The path of the socket is unknown. Set HOME, or name the path with --socket.")
    }
    try socket.parent.makeDirectory()
    try checkSocketFolder(settings)
    do throws(SystemError) {
      return try UnixSocket.listen(at: socket)
    } catch {
      guard error.isAddressInUse else { throw error }
      throw Daemon.StartFailure(description: "Another program already listens on '\(socket)'.")
    }
  }
}
