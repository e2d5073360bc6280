import LinuxSystem

/// How the file systems below the roots notify changes.
struct FileSystemDeliveries: Sendable {
  /// The delivery of each file system, by its topmost folder.
  private var all: [FilePath: EventDelivery] = [:]

  /// Whether folders of any file system are polled.
  var havePolled: Bool { all.values.contains { $0.polledName != nil } }

  /// Sets how the file system with this topmost folder notifies changes.
  ///
  /// The delivery is nil if the folder lies on the same file system as the folder above it.
  mutating func set(_ delivery: EventDelivery?, at folder: FilePath) {
    // A notification has proved the file system already.
    if case .untested = delivery, all[folder] == .notified { return }
    if all[folder] != delivery { all[folder] = delivery }
  }

  /// Marks an untested file system as notified, because it has notified a change of a folder.
  mutating func confirm(_ folder: FilePath) {
    guard let top = top(of: folder), case .untested = top.value else { return }
    all[top.key] = .notified
  }

  /// Forgets the file systems whose topmost folder lies inside a folder.
  mutating func forget(inside folder: FilePath) {
    if all.keys.contains(where: { $0.isInside(folder) }) {
      all = all.filter { !$0.key.isInside(folder) }
    }
  }

  /// Follows the rename of a folder.
  mutating func rename(_ move: ChangeBatch.Move) {
    all = Dictionary(
      all.map { (move.newPath(of: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// The type of a folder's file system if its folders are polled.
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
