import LinuxSystem

/// How many watches the kernel grants to a user, and the setting that raises the number.
public struct WatchLimit: Equatable, Sendable {
  /// The most watches.
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
  /// The limit of a user namespace counts besides that of the system; the lower one applies. See
  /// user_namespaces(7) and namespaces(7).
  public static var current: WatchLimit {
    let limits = ["fs.inotify.max_user_watches", "user.max_inotify_watches"].compactMap { name in
      let folder = FilePath.root.appending("proc").appending("sys")
      let path = name.split(separator: ".").reduce(folder) { $0.appending(String($1)) }
      // A file in /proc must be read with a single call.
      let text = try? FileDescriptor(openingOwn: path).read(upTo: 64, expecting: 63)
      return text.flatMap { Int(String(decoding: $0.dropLast(), as: UTF8.self)) }
        .map { WatchLimit(count: $0, name: name) }
    }
    return limits.min { $0.count < $1.count } ?? WatchLimit(count: 8_192)
  }

  /// Returns the command that raises the limit far enough for a number of folders.
  ///
  /// - Parameter folders: the number of folders.
  /// - Returns: a shell command; the limit in it is a power of two and leaves room for more folders.
  public func command(for folders: Int) -> String {
    var wanted = 1 << 19
    while wanted / 5 * 4 < max(folders, count) { wanted *= 2 }
    return "sudo sysctl \(name)=\(wanted)"
  }
}
