import Cooldown
import IndexStorage
import Indexing

extension IndexingStatus {
  /// The warnings that go into replies.
  var allWarnings: [String] {
    warnings + [rebuild?.warning(.current)].compactMap(\.self)
  }

  /// A warning that the first index is not complete, with its progress, and why indexing rests if it does.
  ///
  /// Nil if the first index is complete, or if nothing waits; `hasNumbers` is whether to include numbers.
  func firstIndexWarning(_ pauses: [BulkPause], hasNumbers: Bool = true) -> String? {
    guard isFirst, waiting > 0 else { return nil }
    var text = "The first index is not complete, so searches find only a part of your files"
    if hasNumbers { text += ": " + share }
    text += "."
    if isResting, !pauses.isEmpty {
      text += """
         It waits because \(pauses.map(\.clause).joined(separator: ", and because ")). \
        Run 'sitta resume --now' to complete it now.
        """
    }
    return text
  }

  /// How much of the first index is done, in words.
  private var share: String {
    let documents = Int(clamping: builtDocuments)
    let done = "\(documents.inGroups) \(documents == 1 ? "is" : "are")"
    // Until all folders are listed, the number of waiting files is too low.
    if isLooking { return "\(done) in it so far, and not all folders are listed yet" }
    let (all, isTooLarge) = documents.addingReportingOverflow(waiting)
    let known = isTooLarge ? Int.max : all
    return "\(documents.inGroups) of about \(known.inGroups) are in it so far"
  }
}
