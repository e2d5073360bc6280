import LinuxSystem

/// How much memory this process may use, where a limit is set.
///
/// Control groups limit a service and the session around it; systemd sets them for `MemoryHigh=`
/// and `MemoryMax=`. If they exceed a limit, the kernel slows down or kills their processes.
/// Sources: "Memory Interface Files" in the kernel's document on cgroup-v2, memory.txt of
/// cgroup-v1, cgroups(7), and `RLIMIT_AS` in getrlimit(2).
struct MemoryGrant: Equatable {
  /// The lowest limit of the control groups in bytes, including memory in use; nil without a limit.
  var group: Int64?
  /// The bytes of address space that the process may still take; nil without a limit.
  var addresses: Int64?

  /// No limits.
  init() {}

  /// Computes the limits of the process.
  ///
  /// `read` returns the content of a file of `/proc` or `/sys`; nil if the file cannot be read.
  init(pageSize: Int64 = 4_096, reading read: (String) -> String?) {
    let groups = (read("/proc/self/cgroup") ?? "").split(separator: "\n").compactMap(Group.init)
    group = groups.flatMap(\.files).compactMap { read($0).flatMap(Self.bytes) }.min()
    if let limit = Self.addressLimit(read("/proc/self/limits") ?? "") {
      let pages = (read("/proc/self/statm") ?? "").split(separator: " ").first
      let used = pages.flatMap { Int64($0) } ?? 0
      addresses = max(0, limit - used * pageSize)
    }
  }

  /// The current limits of this process.
  static var current: MemoryGrant {
    MemoryGrant { path in
      guard let path = FilePath(absolute: path),
        let file = try? FileDescriptor(openingOwn: path),
        let text = try? file.read(upTo: 16_384, expecting: 256)
      else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// One line of `/proc/self/cgroup`: a hierarchy and the process's control group in it.
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

    /// The files with the limits of the group and of all groups that contain it.
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

  /// A limit in bytes; nil for `max`, and for the largest number, which means no limit in cgroup-v1.
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
