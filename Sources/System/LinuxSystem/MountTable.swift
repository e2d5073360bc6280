/// The mounts in `/proc/self/mountinfo`; see proc_pid_mountinfo(5).
public struct MountTable: Equatable, Sendable {
  /// A mount: only the parts that decide which file a path names, so without options.
  public struct Mount: Hashable, Sendable {
    /// The mount ID of the kernel; a later mount may reuse it.
    public let number: Int
    /// The device, as `major:minor`.
    public let device: String
    /// The folder of the device that is mounted; for a bind mount, not the root of the device.
    public let folder: [UInt8]
    /// The mount point.
    public let point: FilePath
    /// The type of the file system in the kernel: `ext4`, `nfs4` or `fuse.sshfs`.
    public let type: String
  }

  /// The mounts.
  public let mounts: Set<Mount>

  /// Parses the text of the table; ignores lines that are not mounts.
  public init(parsing text: [UInt8]) {
    mounts = Set(text.split(separator: UInt8(ascii: "\n")).compactMap(Mount.init))
  }

  /// Returns the mount points at which something was mounted or unmounted since an earlier table.
  ///
  /// O(mounts).
  ///
  /// - Returns: the mount points, in byte order.
  public func points(changedSince earlier: MountTable) -> [FilePath] {
    Set(mounts.symmetricDifference(earlier.mounts).map(\.point)).sorted()
  }

  /// Returns the mount point of the file system that contains a path.
  ///
  /// O(mounts). Calls no file system.
  ///
  /// - Parameter path: a path without symbolic links.
  /// - Returns: the longest mount point that contains the path.
  public func point(of path: FilePath) -> FilePath {
    mount(of: path)?.point ?? .root
  }

  /// Returns the mount that contains a path: the longest mount point; of several mounts at this point, the
  /// highest number.
  func mount(of path: FilePath) -> Mount? {
    mounts.lazy.filter { path.isInside($0.point) }
      .max { ($0.point.bytes.count, $0.number) < ($1.point.bytes.count, $1.number) }
  }
}

extension MountTable.Mount {
  /// Parses a line: number, parent's number, device, folder, mount point, options, tags, `-`, type, other
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

  /// Decodes `\040` and other octal escapes, which the kernel writes for blanks and backslashes.
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
