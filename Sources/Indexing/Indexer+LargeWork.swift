import LinuxSystem
import SQLite
import SearchIndex
import Watching

/// Large texts, which take up to seconds to write or to remove: each alone, and left for changes.
extension Indexer {
  /// So soon changes may be ripe when large work begins, which would have to be left for them.
  private static let imminent = Duration.milliseconds(100)

  /// Makes a change of one document in a transaction of its own, and leaves it where changes are ripe.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - begin: when the work for it began.
  ///   - change: changes the document.
  /// - Returns: ``Finding/large`` where it was left.
  /// - Throws: what SQLite fails with.
  func doLargeWork(
    on path: FilePath, since begin: ContinuousClock.Instant = .now,
    _ change: () throws(SQLiteError) -> Void
  ) throws -> Finding {
    let givesWay = patience.givesWay(at: begin, isAwaited: isLargeWorkAwaited)
    let changes = watcher.dueChanges
    try commit()
    // Where the index refuses the document, this one is to blame.
    written.append(path)
    do {
      _ = try writer()
      if givesWay, changes.exist { throw SQLiteError.interruption }
      try openedWriter?.stopping(
        when: { [readings] in readings.isEnding || givesWay && changes.exist }, change)
      countWrite()
      try commit()
      patience.reset()
      return .done([])
    } catch let error as SQLiteError where error.isInterruption {
      rollBack()
      patience.noteInterruption(after: begin.duration(to: .now), at: .now)
      return .large
    }
  }

  /// Removes a document whose text is large; nil where there is none at a path.
  func removeLarge(_ path: FilePath) throws -> Finding? {
    guard let underWay, let stored = try writer().storedFile(at: path), isLarge(stored) else {
      return nil
    }
    if !underWay.hasWaited { return .largeRemoval }
    let finding = try doLargeWork(on: path) { () throws(SQLiteError) in
      _ = try self.openedWriter?.remove(path)
    }
    if case .large = finding { return .largeRemoval }
    return finding
  }

  /// Whether a rename or an exchange is large work.
  ///
  /// Then it is done as the removal of documents and the reading of files, each in its turn. A
  /// text is taken apart twice for a new name, and once where another document takes its path.
  func isTooLarge(_ move: ChangeBatch.Move) throws -> Bool {
    let isRenamed = move.origin.name != move.target.name
    let origin = try writer().storedFile(at: move.origin)
    let target = try writer().storedFile(at: move.target)
    func isLarge(_ stored: StoredFile?, _ size: Int) -> Bool {
      stored.map { self.isLarge($0, size) } ?? false
    }
    if isRenamed, isLarge(origin, 8 * Self.largeText) { return true }
    return move.isExchange
      ? isRenamed && isLarge(target, 8 * Self.largeText)
      : origin != nil && isLarge(target, Self.largeText)
  }

  /// Whether the text of a document is larger than a number of bytes.
  func isLarge(_ stored: StoredFile, _ size: Int = Indexer.largeText) -> Bool {
    stored.size > size && [.complete, .partial].contains(stored.state)
  }
}

// MARK: - When it is done

extension Indexer {
  /// Whether a barrier waits; that of a new index does not count, for which nobody hurries.
  var isLargeWorkAwaited: Bool { queue.isAwaited(except: Self.rebuiltBarrier) }

  /// Whether large work may begin, as far as changes go.
  var mayDoLargeWork: Bool {
    guard queue.hasLarge, !watcher.dueChanges.exist(within: Self.imminent) else {
      return false
    }
    return patience.due(isAwaited: isLargeWorkAwaited).map { $0 <= .now } ?? true
  }

  /// When to ask again whether it may begin; nil where none waits.
  var largeWorkDeadline: ContinuousClock.Instant? {
    guard queue.hasLarge else { return nil }
    return max(patience.due(isAwaited: isLargeWorkAwaited) ?? .now, .now + Self.imminent / 2)
  }

  /// Plans to read documents again of which little was read because something changed all the time.
  ///
  /// - Returns: whether there are any for which it is quiet enough now.
  func takeHurriedDocuments() -> Bool {
    let paths = hurried.take(at: .now)
    if paths.isEmpty { return false }
    queue.add(paths.map { .path($0) }, to: .bulk)
    isIdle = false
    return true
  }
}
