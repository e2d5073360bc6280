/// What is mounted where, as `/proc/self/mountinfo` tells it; see proc_pid_mountinfo(5).
public struct MountTable: Equatable, Sendable {
  /// One mount, by what decides which files a path leads to; its options do not.
  public struct Mount: Hashable, Sendable {
    /// The kernel's number of the mount; it may be used again for a later one.
    public let number: Int
    /// The device, as `major:minor`.
    public let device: String
    /// The folder of the device that is mounted; not its root where the mount is a bind mount.
    public let folder: [UInt8]
    /// Where it is mounted.
    public let point: FilePath
  }

  /// The mounts.
  public let mounts: Set<Mount>

  /// Reads the table's text; a line that is no mount is passed over.
  public init(parsing text: [UInt8]) {
    mounts = Set(text.split(separator: UInt8(ascii: "\n")).compactMap(Mount.init))
  }

  /// Where something was mounted or unmounted since an earlier table.
  ///
  /// O(mounts).
  ///
  /// - Returns: the mount points, in byte order.
  public func points(changedSince earlier: MountTable) -> [FilePath] {
    Set(mounts.symmetricDifference(earlier.mounts).map(\.point)).sorted()
  }
}

extension MountTable.Mount {
  /// Reads a line: number, parent's number, device, folder, mount point, and what is of no interest.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard words.count >= 5, let number = Int(String(decoding: words[0], as: UTF8.self)),
      let point = FilePath(absolute: Self.unescaped(words[4]))
    else { return nil }
    self.init(
      number: number, device: String(decoding: words[2], as: UTF8.self),
      folder: Self.unescaped(words[3]), point: point)
  }

  /// Replaces `\040` and its like, in which the kernel writes blanks, tabs, newlines and backslashes.
  private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
