/// An absolute path as the kernel sees it: bytes, not text.
///
/// The bytes begin with a slash, contain no NUL and no empty, `.` or `..` component, and do not end with a
/// slash, except for the root. Any other byte is allowed: `\xff\xfe\n` is a valid file name. See
/// path_resolution(7).
public struct FilePath: Hashable, Sendable {
  /// The bytes of the path, without a NUL at the end.
  public let bytes: [UInt8]

  /// The root of the file system.
  public static let root = FilePath(trusted: [0x2f])

  init(trusted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a path from bytes; resolves `.`, `..` and double slashes without looking at the file system.
  ///
  /// - Returns: nil if the bytes do not begin with a slash, or contain a NUL.
  public init?(absolute bytes: some Collection<UInt8>) {
    guard bytes.first == 0x2f, !bytes.contains(0) else { return nil }
    var components: [ArraySlice<UInt8>] = []
    for component in Array(bytes).split(separator: 0x2f) {
      if component.elementsEqual([0x2e]) { continue }
      if component.elementsEqual([0x2e, 0x2e]) {
        _ = components.popLast()
      } else {
        components.append(component)
      }
    }
    var normalized: [UInt8] = []
    for component in components {
      normalized.append(0x2f)
      normalized.append(contentsOf: component)
    }
    self.init(trusted: normalized.isEmpty ? [0x2f] : normalized)
  }

  /// Creates a path from text; see ``init(absolute:)-(Collection)``.
  public init?(absolute text: String) {
    self.init(absolute: Array(text.utf8))
  }

  /// Creates a path from bytes that are absolute, relative to `base`, or begin with `~/`.
  ///
  /// - Returns: nil if the bytes are empty or contain a NUL.
  public init?(_ bytes: [UInt8], relativeTo base: FilePath, home: FilePath) {
    guard let first = bytes.first else { return nil }
    if first == 0x2f {
      self.init(absolute: bytes)
    } else if bytes == [0x7e] || bytes.starts(with: [0x7e, 0x2f]) {
      self.init(absolute: home.bytes + [0x2f] + bytes.dropFirst(1))
    } else {
      self.init(absolute: base.bytes + [0x2f] + bytes)
    }
  }

  /// Whether this is the root of the file system.
  public var isRoot: Bool { bytes.count == 1 }

  /// The last component; empty for the root.
  public var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: 0x2f) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The path without its last component; for the root, the root itself.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: 0x2f), slash > 0 else { return .root }
    return FilePath(trusted: Array(bytes[..<slash]))
  }

  /// The components without slashes, beginning below the root.
  public var components: [[UInt8]] {
    bytes.split(separator: 0x2f).map(Array.init)
  }

  /// Returns the path of the entry `name` in this directory; `name` must be one valid component.
  public func appending(_ name: [UInt8]) -> FilePath {
    FilePath(trusted: isRoot ? [0x2f] + name : bytes + [0x2f] + name)
  }

  /// Returns the path of the entry `name` in this directory.
  public func appending(_ name: String) -> FilePath {
    appending(Array(name.utf8))
  }

  /// Whether this path is `directory` itself, or is below it.
  public func isInside(_ directory: FilePath) -> Bool {
    if directory.isRoot { return true }
    guard bytes.starts(with: directory.bytes) else { return false }
    return bytes.count == directory.bytes.count || bytes[directory.bytes.count] == 0x2f
  }

  /// Returns this path with its beginning `old` replaced by `new`; unchanged if it is not inside `old`.
  public func moving(from old: FilePath, to new: FilePath) -> FilePath {
    guard isInside(old) else { return self }
    let rest = old.isRoot ? bytes[...] : bytes[old.bytes.count...]
    if rest.isEmpty || rest.elementsEqual([0x2f]) { return new }
    return FilePath(trusted: new.isRoot ? Array(rest) : new.bytes + rest)
  }

  /// The path as text; nil if it is not valid UTF-8.
  public var utf8: String? {
    String(validating: bytes, as: UTF8.self)
  }
}

extension FilePath: CustomStringConvertible {
  /// The path in a form for people: invalid UTF-8 is replaced, control characters are escaped.
  public var description: String {
    String(decoding: bytes, as: UTF8.self).escapingControls()
  }
}

extension FilePath: Comparable {
  /// Compares paths by their bytes.
  public static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
