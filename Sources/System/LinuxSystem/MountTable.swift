/// The mounts in `/proc/self/mountinfo`; see proc_pid_mountinfo(5).
public struct MountTable: Equatable, Sendable {
  /// A mount, without its options: only the parts that decide which file a path names.
  public struct Mount: Hashable, Sendable {
    /// The kernel's number of the mount; a later mount may get the same number.
    public let number: Int
    /// The device, as `major:minor`.
    public let device: String
    /// The mounted folder of the device; for a bind mount it is not the root of the device.
    public let folder: [UInt8]
    /// The mount point.
    public let point: FilePath
    /// The type of the file system, as the kernel names it: `ext4`, `nfs4` or `fuse.sshfs`.
    public let type: String
  }

  /// The mounts.
  public let mounts: Set<Mount>

  /// Reads the text of the table; a line that is not a mount is ignored.
  public init(parsing text: [UInt8]) {
    mounts = Set(text.split(separator: UInt8(ascii: "\n")).compactMap(Mount.init))
  }

  /// The mount points at which something was mounted or unmounted since an earlier table.
  ///
  /// O(mounts).
  ///
  /// - Returns: the mount points, in byte order.
  public func points(changedSince earlier: MountTable) -> [FilePath] {
    Set(mounts.symmetricDifference(earlier.mounts).map(\.point)).sorted()
  }

  /// The mount point of the file system on which a path lies.
  ///
  /// O(mounts). No file system is asked.
  ///
  /// - Parameter path: a path without symbolic links.
  /// - Returns: the longest mount point that the path lies in.
  public func point(of path: FilePath) -> FilePath {
    mount(of: path)?.point ?? .root
  }

  /// The mount with the longest mount point that contains a path; of several there, the mount with
  /// the highest number.
  func mount(of path: FilePath) -> Mount? {
    mounts.lazy.filter { path.isInside($0.point) }
      .max { ($0.point.bytes.count, $0.number) < ($1.point.bytes.count, $1.number) }
  }
}

extension MountTable.Mount {
  /// Reads a line: number, parent's number, device, folder, mount point, options, tags, `-`, type, and unused
  /// fields.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count >= 5, let number = Int(String(decoding: words[0], as: UTF8.self)),
      let point = FilePath(absolute: Self.unescaped(words[4]))
    else { return nil }
    let type = words.dropFirst(6).drop { !$0.elementsEqual("-".utf8) }.dropFirst().first
    self.init(
      number: number, device: String(decoding: words[2], as: UTF8.self),
      folder: Self.unescaped(words[3]), point: point,
      type: type.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Decodes `\040` and other octal escapes, which the kernel uses for blanks and backslashes.
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
