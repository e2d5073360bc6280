import LinuxSystem

/// How much memory this process is granted, where a limit is set.
///
/// Control groups limit a service and the user's session around it; systemd sets them for
/// `MemoryHigh=` and `MemoryMax=`. Beyond them the kernel slows a process down or kills it. Sources:
/// "Memory Interface Files" in the kernel's document on cgroup-v2, memory.txt of cgroup-v1,
/// cgroups(7), and `RLIMIT_AS` in getrlimit(2).
struct MemoryGrant: Equatable {
  /// How many bytes the process may have, as a control group counts them; nil without such a limit.
  var group: Int64?
  /// How many bytes of addresses it may still take; nil for any number.
  var addresses: Int64?

  /// No limits.
  init() {}

  /// Works out the limits that hold.
  ///
  /// `read` reads a file of `/proc` or `/sys`; nil if it cannot be read.
  init(pageSize: Int64 = 4_096, reading read: (String) -> String?) {
    let groups = (read("/proc/self/cgroup") ?? "").split(separator: "\n").compactMap(Group.init)
    group = groups.flatMap(\.files).compactMap { read($0).flatMap(Self.bytes) }.min()
    if let limit = Self.addressLimit(read("/proc/self/limits") ?? "") {
      let pages = (read("/proc/self/statm") ?? "").split(separator: " ").first
      let used = pages.flatMap { Int64($0) } ?? 0
      addresses = max(0, limit - used * pageSize)
    }
  }

  /// The limits of this process now.
  static var current: MemoryGrant {
    MemoryGrant { path in
      guard let path = FilePath(absolute: path),
        let file = try? FileDescriptor(openingOwn: path),
        let text = try? file.read(upTo: 16_384, expecting: 256)
      else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// One line of `/proc/self/cgroup`: a hierarchy and the process's place in it.
  private struct Group {
    let isUnified: Bool
    let path: Substring

    init?(_ line: Substring) {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { return nil }
      path = parts[2]
    }

    /// The files with the limits of the group and of all groups around it.
    var files: [String] {
      let tops =
        isUnified ? ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] : ["/sys/fs/cgroup/memory"]
      let names = isUnified ? ["memory.max", "memory.high"] : ["memory.limit_in_bytes"]
      let parts = path.split(separator: "/")
      let places = (0...parts.count).map { depth in
        parts.prefix(depth).map { "/\($0)" }.joined()
      }
      return tops.flatMap { top in
        places.flatMap { place in names.map { "\(top)\(place)/\($0)" } }
      }
    }
  }

  /// A limit in bytes; nil for `max`, and for the largest number, which cgroup-v1 has for it.
  private static func bytes(_ text: String) -> Int64? {
    guard let bytes = Int64(text.prefix { $0.isNumber }), bytes < 1 << 62 else { return nil }
    return bytes
  }

  private static func addressLimit(_ limits: String) -> Int64? {
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max address space") }
    let words = line?.split(separator: " ") ?? []
    return words.count > 3 ? Int64(words[3]) : nil
  }
}
