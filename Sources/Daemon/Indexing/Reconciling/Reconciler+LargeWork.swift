import IndexStorage
import LinuxSystem
import SittaSQLite
import Watching

/// Large texts, which take up to seconds to write or remove: each is written alone, and changes interrupt it.
extension Reconciler {
  /// Changes one document in a transaction of its own, unless changes of files interrupt it.
  ///
  /// - Returns: ``Outcome/Finding/done(_:)``, or ``Outcome/Finding/large`` if it was interrupted.
  func doLargeWork(
    on path: FilePath, since begin: ContinuousClock.Instant = .now,
    _ change: () throws(SQLiteError) -> Void
  ) throws -> Outcome.Finding {
    let isInterruptible = currentItem?.isInterruptible == true
    let (changes, readings) = (dueChanges, reader.readings)
    try session.commit()
    // The batch contains only this document: if the index refuses it, no other document is suspected.
    session.batch.add(path)
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

  /// Removes the document at a path if its text is large; otherwise returns nil.
  ///
  /// A file with members is not handled here: its own text is small, and its members are removed in parts.
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
  /// If so, it is done as removals and new readings, each of which can wait. A new name means
  /// tokenizing a text twice; replacing another document means tokenizing that text once.
  func isTooLarge(_ move: ChangeBatch.Move) throws -> Bool {
    let isRenamed = move.origin.name != move.target.name
    let origin = try session.writer().storedFile(at: move.origin)
    let target = try session.writer().storedFile(at: move.target)
    func isLarge(_ stored: StoredFile?, _ size: Int) -> Bool {
      stored.map { self.isLarge($0, size) } ?? false
    }
    // The text of a container is small, and its members keep their names.
    if isRenamed, isLarge(origin, 8 * Self.largeText) {
      return try !session.writer().hasMembers(move.origin)
    }
    return move.isExchange
      ? isRenamed && isLarge(target, 8 * Self.largeText)
      : origin != nil && isLarge(target, Self.largeText)
  }

  /// Whether the text of a document may be larger than a number of bytes.
  func isLarge(_ stored: StoredFile, _ size: Int = Reconciler.largeText) -> Bool {
    stored.size > size && [.complete, .partial].contains(stored.state)
  }
}
