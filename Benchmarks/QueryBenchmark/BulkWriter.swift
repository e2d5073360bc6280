import Dispatch
import Foundation
import IndexStorage
import LinuxSystem
import Synchronization

/// Writes documents in bulk on a thread of its own, as at the first index of many files.
final class BulkWriter: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)
  private let written = Mutex(0)
  private let failure = Mutex<(any Error)?>(nil)

  /// Begins to write the documents of a corpus anew, each a little longer, round after round.
  init(_ corpus: Corpus, to store: IndexStore) {
    Thread { self.run(corpus, store) }.start()
  }

  /// Waits for the end of the document that is being written.
  ///
  /// - Returns: how many documents were written.
  /// - Throws: the errors of writing.
  func stop() throws -> Int {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    return written.withLock { $0 }
  }

  private func run(_ corpus: Corpus, _ store: IndexStore) {
    struct Stopped: Error {}
    defer { ended.signal() }
    do {
      let writer = try store.open(now: .now).writer
      try writer.setBulk(true)
      var number = 0
      do {
        while true {
          try corpus.forEach { piece in
            if isStopped.load(ordering: .relaxed) { throw Stopped() }
            var document = Document(status: piece.status, type: "text/plain")
            document.text = Array(piece.text) + Array(" round \(number)".utf8)
            try writer.replace(document, at: piece.path)
            number += 1
            if number % 1_000 == 0 { try writer.commit() }
          }
        }
      } catch is Stopped {}
      // The next run should find segments as in an index that was left in peace.
      writer.rollBack()
      try writer.setBulk(false)
      while try writer.maintain() {}
      try writer.setCleanShutdown(true)
      written.withLock { $0 = number }
    } catch {
      failure.withLock { $0 = error }
    }
  }
}
