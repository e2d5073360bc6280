package import LinuxSystem

/// Unreadable files, gathered for the journal: one line for each folder and reason.
package struct UnreadableTally {
  /// One line of the journal.
  package struct Line: Equatable, Sendable {
    /// The file, or the folder if there are several.
    package let path: FilePath
    /// Why it cannot be read.
    let reason: String
    /// How many files or folders it is about.
    let count: Int
    /// One of these files or folders.
    let example: FilePath

    /// The line as a sentence.
    package var sentence: String {
      if count == 1 { return "Cannot read '\(path)': \(reason)." }
      return """
        Cannot read \(count) files or folders in '\(path)', '\(example)' for example: \(reason).
        """
    }
  }

  /// The key of one line.
  private struct Key: Hashable {
    let folder: FilePath
    let reason: String
  }

  /// More lines than these do not wait.
  static let capacity = 100
  /// More files than these do not wait: their names take memory.
  static let fileCapacity = 20_000

  private var lines: [Key: (names: Set<[UInt8]>, example: FilePath)] = [:]
  private var files = 0

  /// Whether lines are to be written now, so that they do not become too many.
  var isFull: Bool { lines.count >= Self.capacity || files >= Self.fileCapacity }

  /// Adds a file or folder; the same one is counted once.
  mutating func add(_ path: FilePath, _ reason: String) {
    let key = Key(folder: path.parent, reason: reason)
    if lines[key, default: ([], path)].names.insert(path.name).inserted { files += 1 }
  }

  /// Takes all lines, in the order of the folders.
  mutating func take() -> [Line] {
    defer { self = UnreadableTally() }
    return lines.map { key, value in
      Line(
        path: value.names.count == 1 ? value.example : key.folder, reason: key.reason,
        count: value.names.count, example: value.example)
    }.sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
  }
}
