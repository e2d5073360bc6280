import ExtractionProtocol

/// The next step for a document with pages to recognize.
enum RecognitionStep: Equatable {
  /// Recognize this page.
  case recognize(UInt32)
  /// Read the document again, because the texts of pages are there.
  case read
  /// Do nothing for now: the document has reached its daily limit.
  case wait

  /// The most pages of a document that are recognized within 24 hours.
  static let dailyPages = 500

  /// Decides the next step.
  ///
  /// - Parameters:
  ///   - waiting: the pages that have no text in the index yet.
  ///   - known: the pages of the file with a recorded outcome.
  ///   - today: the number of its pages that were recorded in the last 24 hours.
  init(waiting: PageNumbers, known: Set<UInt32>, today: Int) {
    guard let next = waiting.all.first(where: { !known.contains($0) }) else {
      self = .read
      return
    }
    if today < Self.dailyPages {
      self = .recognize(next)
    } else {
      self = known.isDisjoint(with: waiting.all) ? .wait : .read
    }
  }
}
