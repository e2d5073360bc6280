public import LinuxSystem

/// Changes that are ripe, merged: what the index has to be compared with, and in which order.
///
/// Apply the moves first, in order. All other paths are named as they are after those moves, and
/// they are questions, not answers: look at the disk to see what is there now.
public struct ChangeBatch: Equatable, Sendable {
  /// A file or folder that was renamed inside the watched trees, or two that were exchanged.
  public struct Move: Equatable, Sendable {
    /// Its old path.
    public let origin: FilePath
    /// Its new path.
    public let target: FilePath
    /// Whether what was at the new path has the old one now; otherwise it was replaced.
    public let isExchange: Bool
    /// Whether anything can lie below what was renamed.
    public let isFolder: Bool

    /// Names a move.
    public init(
      from origin: FilePath, to target: FilePath, isExchange: Bool = false, isFolder: Bool = true
    ) {
      self.origin = origin
      self.target = target
      self.isExchange = isExchange
      self.isFolder = isFolder
    }

    /// The path that something has after the move.
    public func newPath(of path: FilePath) -> FilePath {
      if path.isInside(origin) { return path.moving(from: origin, to: target) }
      return isExchange ? path.moving(from: target, to: origin) : path
    }

    /// What was renamed, each by itself: an exchange is two renames at once.
    public var renames: [Move] {
      let rename = Move(from: origin, to: target, isFolder: isFolder)
      return isExchange ? [rename, Move(from: target, to: origin)] : [rename]
    }
  }

  /// A folder to compare with the index.
  public struct Scan: Hashable, Sendable {
    /// The folder.
    public let folder: FilePath
    /// Whether the folders below it are compared, too.
    public let isRecursive: Bool

    /// Names a scan.
    public init(_ folder: FilePath, isRecursive: Bool) {
      self.folder = folder
      self.isRecursive = isRecursive
    }

    /// Whether the comparison reaches a path.
    public func covers(_ path: FilePath) -> Bool {
      isRecursive && path.isInside(folder) || path == folder || path.parent == folder
    }
  }

  /// Renames and exchanges, in the order in which they happened.
  public var moves: [Move] = []
  /// Paths to compare with the disk, in byte order.
  public var paths: [FilePath] = []
  /// Of ``paths`` those that an event says were written, whatever their times and sizes are.
  ///
  /// A file that was only renamed, or whose attributes changed, is none of them.
  public var written: Set<FilePath> = []
  /// Folders to compare with the disk, in byte order.
  public var scans: [Scan] = []
  /// Barriers that everything in this batch and before it came ahead of.
  public var barriers: [UInt64] = []
  /// Whether the kernel's queue was full: anything in the roots can have changed.
  public var hasLostEvents = false

  /// Makes a batch of nothing.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { self == ChangeBatch() }
}
