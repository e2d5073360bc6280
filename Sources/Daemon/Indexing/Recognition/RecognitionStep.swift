import ExtractionProtocol

/// The next step for a document that waits for the text of some pages: a decision.
enum RecognitionStep: Equatable {
  /// Recognize this page.
  case recognize(UInt32)
  /// Read the document again, because the texts of pages are there.
  case read
  /// Nothing for now: enough was done for this document today.
  case wait

  /// The most pages of a document that are recognized in a day.
  static let dailyPages = 500

  /// Decides.
  ///
  /// - Parameters:
  ///   - waiting: the pages without text in the index.
  ///   - known: the pages of the file whose outcome is known.
  ///   - today: the number of its pages that were done in the last day.
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
