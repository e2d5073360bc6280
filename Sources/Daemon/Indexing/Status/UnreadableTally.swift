package import LinuxSystem

/// Counts unreadable files for the journal, with one line for each folder and reason.
package struct UnreadableTally {
  /// One line of the journal.
  package struct Line: Equatable, Sendable {
    /// The unreadable file or folder; if there are several, the folder that contains them.
    package let path: FilePath
    /// Why it cannot be read.
    let reason: String
    /// The number of unreadable files and folders.
    let count: Int
    /// One of the unreadable files or folders.
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

  /// At this number of lines, they are written at once.
  static let capacity = 100
  /// At this number of files, the lines are written at once, because the names take memory.
  static let fileCapacity = 20_000

  private var lines: [Key: (names: Set<[UInt8]>, example: FilePath)] = [:]
  private var files = 0

  /// Whether the lines should be written now.
  var isFull: Bool { lines.count >= Self.capacity || files >= Self.fileCapacity }

  /// Adds a file or folder; each is counted only once.
  mutating func add(_ path: FilePath, _ reason: String) {
    let key = Key(folder: path.parent, reason: reason)
    if lines[key, default: ([], path)].names.insert(path.name).inserted { files += 1 }
  }

  /// Removes and returns all lines, sorted by path.
  mutating func take() -> [Line] {
    defer { self = UnreadableTally() }
    return lines.map { key, value in
      Line(
        path: value.names.count == 1 ? value.example : key.folder, reason: key.reason,
        count: value.names.count, example: value.example)
    }.sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
  }
}
