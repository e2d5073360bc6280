import LinuxSystem

/// How many watches the kernel grants to a user, and what has to be set to raise that.
public struct WatchLimit: Equatable, Sendable {
  /// How many watches there may be.
  public let count: Int
  /// The name that sysctl(8) knows the limit by.
  public let name: String

  /// Names a limit.
  public init(count: Int, name: String = "fs.inotify.max_user_watches") {
    self.count = count
    self.name = name
  }

  /// The limit that holds for this process.
  ///
  /// A user namespace has one of its own beside that of the system; the lower one counts.
  /// See user_namespaces(7) and namespaces(7).
  public static var current: WatchLimit {
    let limits = ["fs.inotify.max_user_watches", "user.max_inotify_watches"].compactMap { name in
      let place = FilePath.root.appending("proc").appending("sys")
      let path = name.split(separator: ".").reduce(place) { $0.appending(String($1)) }
      // A file of /proc is read in one go or not at all.
      let text = try? FileDescriptor(openingOwn: path).read(upTo: 64, expecting: 63)
      return text.flatMap { Int(String(decoding: $0.dropLast(), as: UTF8.self)) }
        .map { WatchLimit(count: $0, name: name) }
    }
    return limits.min { $0.count < $1.count } ?? WatchLimit(count: 8_192)
  }

  /// The command that raises the limit so far that many folders can be watched.
  ///
  /// - Parameter folders: how many folders there are.
  /// - Returns: a line for a shell, with the next power of two that leaves room to grow.
  public func command(for folders: Int) -> String {
    var wanted = 1 << 19
    while wanted / 5 * 4 < max(folders, count) { wanted *= 2 }
    return "sudo sysctl \(name)=\(wanted)"
  }
}
