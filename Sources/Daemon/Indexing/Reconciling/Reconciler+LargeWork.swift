import IndexStorage
import LinuxSystem
import SittaSQLite
import Watching

/// Large texts, which take up to seconds to write or to remove: each alone, and interrupted by changes.
extension Reconciler {
  /// Makes a change of one document in a transaction of its own, unless changes interrupt it.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - begin: when the work for it began.
  ///   - change: changes the document.
  /// - Returns: ``Outcome/Finding/large`` if it was interrupted.
  /// - Throws: the errors of SQLite.
  func doLargeWork(
    on path: FilePath, since begin: ContinuousClock.Instant = .now,
    _ change: () throws(SQLiteError) -> Void
  ) throws -> Outcome.Finding {
    let isInterruptible = currentItem?.isInterruptible == true
    let (changes, readings) = (dueChanges, reader.readings)
    try session.commit()
    // Where the index refuses the document, this one is to blame.
    session.willWrite(path)
    do {
      _ = try session.writer()
      if isInterruptible, changes.exist { throw SQLiteError.interruption }
      try session.openWriter?.stopping(
        when: { readings.isEnding || isInterruptible && changes.exist }, change)
      session.countWrite()
      try session.commit()
      outcome.largeWork = .done
      return .done([])
    } catch let error as SQLiteError where error.isInterruption {
      session.rollBack()
      outcome.largeWork = .interrupted(after: begin.duration(to: .now))
      return .large
    }
  }

  /// Removes a document whose text is large; nil if there is none at a path.
  ///
  /// The text of a file with members is small; its members go a part at a time.
  func removeLarge(_ path: FilePath) throws -> Outcome.Finding? {
    guard let currentItem, let stored = try session.writer().storedFile(at: path), isLarge(stored),
      try !session.writer().hasMembers(path)
    else { return nil }
    if !currentItem.item.hasWaited { return .largeRemoval }
    let finding = try doLargeWork(on: path) { () throws(SQLiteError) in
      _ = try self.session.openWriter?.remove(path)
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
    let origin = try session.writer().storedFile(at: move.origin)
    let target = try session.writer().storedFile(at: move.target)
    func isLarge(_ stored: StoredFile?, _ size: Int) -> Bool {
      stored.map { self.isLarge($0, size) } ?? false
    }
    // The text of a container is small; its members keep their names.
    if isRenamed, isLarge(origin, 8 * Self.largeText) {
      return try !session.writer().hasMembers(move.origin)
    }
    return move.isExchange
      ? isRenamed && isLarge(target, 8 * Self.largeText)
      : origin != nil && isLarge(target, Self.largeText)
  }

  /// Whether the text of a document is larger than a number of bytes.
  func isLarge(_ stored: StoredFile, _ size: Int = Reconciler.largeText) -> Bool {
    stored.size > size && [.complete, .partial].contains(stored.state)
  }
}
