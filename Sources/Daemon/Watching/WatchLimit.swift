import LinuxSystem

/// How many watches the kernel grants to a user, and the setting that raises the number.
public struct WatchLimit: Equatable, Sendable {
  /// The largest number of watches.
  public let count: Int
  /// The name of the setting for sysctl(8).
  public let name: String

  /// Creates a limit.
  public init(count: Int, name: String = "fs.inotify.max_user_watches") {
    self.count = count
    self.name = name
  }

  /// The limit of this process.
  ///
  /// A user namespace has its own limit beside the system's limit; the lower one counts. See
  /// user_namespaces(7) and namespaces(7).
  public static var current: WatchLimit {
    let limits = ["fs.inotify.max_user_watches", "user.max_inotify_watches"].compactMap { name in
      let folder = FilePath.root.appending("proc").appending("sys")
      let path = name.split(separator: ".").reduce(folder) { $0.appending(String($1)) }
      // A file in /proc must be read by one call.
      let text = try? FileDescriptor(openingOwn: path).read(upTo: 64, expecting: 63)
      return text.flatMap { Int(String(decoding: $0.dropLast(), as: UTF8.self)) }
        .map { WatchLimit(count: $0, name: name) }
    }
    return limits.min { $0.count < $1.count } ?? WatchLimit(count: 8_192)
  }

  /// The command that raises the limit for a number of folders.
  ///
  /// - Parameter folders: the number of folders.
  /// - Returns: a shell command; its value is the next power of two that leaves room to grow.
  public func command(for folders: Int) -> String {
    var wanted = 1 << 19
    while wanted / 5 * 4 < max(folders, count) { wanted *= 2 }
    return "sudo sysctl \(name)=\(wanted)"
  }
}
