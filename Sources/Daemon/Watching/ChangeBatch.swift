public import LinuxSystem

/// Merged changes that are due: the paths to compare with the index, in order.
///
/// Apply the moves first, in order. All other paths are valid after these moves. A batch does not
/// describe the state of the disk: read each path to find out.
public struct ChangeBatch: Equatable, Sendable {
  /// A rename inside the watched trees, or an exchange of two entries.
  public struct Move: Equatable, Sendable {
    /// The old path.
    public let origin: FilePath
    /// The new path.
    public let target: FilePath
    /// Whether the entries at both paths were exchanged; if not, an entry at the new path was replaced.
    public let isExchange: Bool
    /// Whether the entry is a folder, which can contain other entries.
    public let isFolder: Bool

    /// Creates a move.
    public init(
      from origin: FilePath, to target: FilePath, isExchange: Bool = false, isFolder: Bool = true
    ) {
      self.origin = origin
      self.target = target
      self.isExchange = isExchange
      self.isFolder = isFolder
    }

    /// The path of an entry after the move.
    public func newPath(of path: FilePath) -> FilePath {
      if path.isInside(origin) { return path.moving(from: origin, to: target) }
      return isExchange ? path.moving(from: target, to: origin) : path
    }

    /// The move as single renames: two for an exchange.
    public var renames: [Move] {
      let rename = Move(from: origin, to: target, isFolder: isFolder)
      return isExchange ? [rename, Move(from: target, to: origin)] : [rename]
    }
  }

  /// A folder to compare with the index.
  public struct Scan: Hashable, Sendable {
    /// The folder.
    public let folder: FilePath
    /// Whether its subfolders are compared as well.
    public let isRecursive: Bool

    /// Creates a scan.
    public init(_ folder: FilePath, isRecursive: Bool) {
      self.folder = folder
      self.isRecursive = isRecursive
    }

    /// Whether the comparison includes a path.
    public func covers(_ path: FilePath) -> Bool {
      isRecursive && path.isInside(folder) || path == folder || path.parent == folder
    }
  }

  /// Renames and exchanges, in the order in which they happened.
  public var moves: [Move] = []
  /// Paths to compare with the disk, in byte order.
  public var paths: [FilePath] = []
  /// The elements of ``paths`` whose events say that the file was written, even if its times and
  /// size are unchanged.
  ///
  /// Files that were only renamed, or whose attributes changed, are not among them.
  public var written: Set<FilePath> = []
  /// Folders to compare with the disk, in byte order.
  public var scans: [Scan] = []
  /// The numbers of the barriers that are reached: all earlier changes are in this or an earlier batch.
  public var barriers: [UInt64] = []
  /// Whether the kernel's queue overflowed: any file in the roots may have changed.
  public var hasLostEvents = false

  /// Creates an empty batch.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { self == ChangeBatch() }
}
