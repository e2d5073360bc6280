import LinuxSystem
import Watching

extension WorkQueue.Work {
  /// Work on a path that a batch of changes names.
  init(_ path: FilePath, in batch: ChangeBatch) {
    self = .path(path, isReported: true, isRead: batch.written.contains(path))
  }

  /// Merges this and other work about the same path; nil if the paths differ.
  func merged(with other: WorkQueue.Work) -> WorkQueue.Work? {
    switch (self, other) {
    case (
      .path(let path, let isReported, let isRead), .path(let same, let wasReported, let wasRead)
    ) where path == same:
      .path(path, isReported: isReported || wasReported, isRead: isRead || wasRead)
    case (.scan(let scan), .scan(let same)) where scan.folder == same.folder:
      .scan(
        ChangeBatch.Scan(scan.folder, isRecursive: scan.isRecursive || same.isRecursive))
    default:
      nil
    }
  }

  /// The same work with its path after renames; nil if they do not change the path.
  func renamed(by renames: PathRenames) -> WorkQueue.Work? {
    switch self {
    case .path(let path, let isReported, let isRead):
      renames.newPath(of: path).map { .path($0, isReported: isReported, isRead: isRead) }
    case .scan(let scan):
      renames.newPath(of: scan.folder).map {
        .scan(ChangeBatch.Scan($0, isRecursive: scan.isRecursive))
      }
    case .exclusions: nil
    }
  }
}

extension [WorkQueue.Item] {
  /// Replaces the paths of items after renames.
  mutating func rename(_ renames: PathRenames) {
    for index in indices {
      if let work = self[index].work.renamed(by: renames) { self[index].work = work }
    }
  }
}
