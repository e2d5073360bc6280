import LinuxSystem

/// Whether and how the file systems below the roots notify changes.
struct FileSystemDeliveries: Sendable {
  /// How each file system notifies changes, by its topmost folder.
  private var all: [FilePath: EventDelivery] = [:]

  /// Whether folders of any file system are polled.
  var havePolled: Bool { all.values.contains { $0.polledName != nil } }

  /// Sets how the file system with this topmost folder notifies changes; nil removes it.
  ///
  /// It is nil if the folder is on the same file system as its parent folder.
  mutating func set(_ delivery: EventDelivery?, at folder: FilePath) {
    // The file system has already notified a change.
    if case .untested = delivery, all[folder] == .notified { return }
    if all[folder] != delivery { all[folder] = delivery }
  }

  /// Marks an untested file system as notified, because it has notified a change in this folder.
  mutating func confirm(_ folder: FilePath) {
    guard let top = top(of: folder), case .untested = top.value else { return }
    all[top.key] = .notified
  }

  /// Removes the file systems whose topmost folders are at or below a folder.
  mutating func forget(inside folder: FilePath) {
    if all.keys.contains(where: { $0.isInside(folder) }) {
      all = all.filter { !$0.key.isInside(folder) }
    }
  }

  /// Changes the paths of topmost folders after a rename.
  mutating func rename(_ move: ChangeBatch.Move) {
    all = Dictionary(
      all.map { (move.newPath(of: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// The type of a folder's file system; nil if its folders need no polling.
  ///
  /// O(file systems).
  func polledName(of folder: FilePath) -> String? {
    top(of: folder)?.value.polledName
  }

  /// The folders that are polled; O(folders × file systems).
  func polled(among folders: [FilePath]) -> [FilePath] {
    folders.filter { polledName(of: $0) != nil }
  }

  /// The types of the polled file systems inside a folder.
  func polledNames(inside folder: FilePath) -> Set<String> {
    Set(all.lazy.filter { $0.key.isInside(folder) }.compactMap(\.value.polledName))
  }

  private func top(of folder: FilePath) -> (key: FilePath, value: EventDelivery)? {
    all.lazy.filter { folder.isInside($0.key) }
      .max { $0.key.bytes.count < $1.key.bytes.count }
  }
}
