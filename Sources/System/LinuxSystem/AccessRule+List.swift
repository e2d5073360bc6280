/// The rule by what the kernel says of a file.
extension AccessRule {
  /// Creates the rule of a file or folder.
  ///
  /// It is nil for anything but a regular file or a folder, if the list is not understood, and if the list and the
  /// mode contradict each other, because one was read before a change and the other after it.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - list: the value of the extended attribute `system.posix_acl_access`; nil if there is none.
  public init?(_ status: FileStatus, list: [UInt8]?) {
    let right: Right
    switch status.kind {
    case .regular: right = .read
    case .directory: right = .pass
    case .symbolicLink, .other: return nil
    }
    let mode = status.permissions
    var entries = Entries()
    entries.owner = mode >> 6 & right.rawValue != 0
    entries.owningGroup = mode >> 3 & right.rawValue != 0
    entries.others = mode & right.rawValue != 0
    if let list {
      guard let parsed = AccessList(list) else { return nil }
      if !parsed.entries.isEmpty {
        guard parsed.agrees(with: mode) else { return nil }
        // The kernel does not look at the list if the mode grants the group nothing.
        if mode & 0o070 != 0 { entries = parsed.entries(of: right) }
      }
    }
    self.init(owner: status.owner, group: status.group, right, entries)
  }
}

/// An access control list as an extended attribute.
///
/// The value has a version and entries of a tag, permissions and a number, all with the lowest byte first. Linux:
/// include/uapi/linux/posix_acl_xattr.h, and `posix_acl_from_xattr` and `posix_acl_valid` in fs/posix_acl.c.
private struct AccessList {
  struct Entry {
    let tag: Tag
    let permissions: UInt32
    let id: UInt32
  }

  /// Whom an entry is for; the kernel wants entries in the order of these numbers.
  enum Tag: UInt32 {
    case owner = 0x01
    case user = 0x02
    case owningGroup = 0x04
    case group = 0x08
    case mask = 0x10
    case others = 0x20

    /// Whether there can be several entries, each with the number of a user or group.
    var isNamed: Bool { self == .user || self == .group }
  }

  private static let version: UInt32 = 2
  private static let headerSize = 4
  private static let entrySize = 8
  /// `XATTR_SIZE_MAX` of limits.h.
  private static let largestSize = 65_536

  let entries: [Entry]

  /// Parses the value; nil if the kernel would refuse it.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.count <= Self.largestSize,
      (bytes.count - Self.headerSize).isMultiple(of: Self.entrySize),
      Self.number(bytes[..<Self.headerSize]) == Self.version
    else { return nil }
    var entries: [Entry] = []
    for start in stride(from: Self.headerSize, to: bytes.count, by: Self.entrySize) {
      let permissions = Self.number(bytes[start + 2..<start + 4])
      let id = Self.number(bytes[start + 4..<start + 8])
      guard let tag = Tag(rawValue: Self.number(bytes[start..<start + 2])), permissions <= 0o7
      else { return nil }
      // The number of all bits is no user and no group.
      if tag.isNamed, id == .max { return nil }
      if let last = entries.last?.tag {
        guard last.rawValue < tag.rawValue || last == tag && tag.isNamed else { return nil }
      }
      entries.append(Entry(tag: tag, permissions: permissions, id: id))
    }
    self.entries = entries
    // Without entries it is no list, and the mode alone decides.
    if entries.isEmpty { return }
    let tags = Set(entries.map(\.tag))
    guard tags.isSuperset(of: [.owner, .owningGroup, .others]),
      tags.contains(.mask) || tags.isDisjoint(with: [.user, .group])
    else { return nil }
  }

  /// Whether a mode is that of a file with this list: its group permissions are those of the mask.
  func agrees(with mode: UInt32) -> Bool {
    permissions(of: .owner) == mode >> 6 & 0o7
      && (permissions(of: .mask) ?? permissions(of: .owningGroup)) == mode >> 3 & 0o7
      && permissions(of: .others) == mode & 0o7
  }

  func entries(of right: AccessRule.Right) -> AccessRule.Entries {
    let isGranted = { (tag: Tag) in permissions(of: tag).map { $0 & right.rawValue != 0 } }
    var result = AccessRule.Entries()
    result.owner = isGranted(.owner) == true
    // The first entry of a user decides, and each entry of a group can grant the right.
    result.users = named(.user, right) { first, _ in first }
    result.owningGroup = isGranted(.owningGroup) == true
    result.groups = named(.group, right) { $0 || $1 }
    result.mask = isGranted(.mask)
    result.others = isGranted(.others) == true
    return result
  }

  private func named(
    _ tag: Tag, _ right: AccessRule.Right, _ merge: (Bool, Bool) -> Bool
  ) -> [AccessRule.Named] {
    let found = entries.lazy.filter { $0.tag == tag }
      .map { ($0.id, $0.permissions & right.rawValue != 0) }
    return Dictionary(Array(found), uniquingKeysWith: merge).sorted { $0.key < $1.key }
      .map { AccessRule.Named(id: $0.key, isGranted: $0.value) }
  }

  private func permissions(of tag: Tag) -> UInt32? {
    entries.first { $0.tag == tag }?.permissions
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
