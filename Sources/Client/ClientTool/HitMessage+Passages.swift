import LinuxSystem
import SearchInterface

extension HitMessage {
  /// One hit for each passage, with this passage as its best one.
  var eachPassage: [HitMessage] {
    passages?.map { passage in
      var hit = self
      (hit.snippet, hit.matches, hit.line) = (passage.snippet, passage.matches, passage.line)
      (hit.part, hit.page, hit.link) = (passage.part, passage.page, passage.link)
      return hit
    } ?? [self]
  }

  /// The page or line of the passage, for people; nil if it has none.
  var position: String? {
    part?.text?.escapingControls() ?? line.map { "line \($0)" }
  }

  /// How it was found if not by its words alone, with the words that are near in meaning; nil for other hits.
  var similarity: String? {
    similar.map { pairs in
      let words = pairs.map { $0.query == $0.document ? $0.query : "\($0.query) ~ \($0.document)" }
        .joined(separator: ", ")
      return "similar in meaning" + (words.isEmpty ? "" : ": \(words)")
    }
  }

  /// Remarks for people, a line each: the missing words or those near in meaning, where copies are, and how many
  /// messages of the conversation match; `path` gives a copy's path.
  func remarks(_ path: (DocumentMessage) -> String) -> [String] {
    var remarks: [String] = []
    if let similarity {
      remarks.append(similarity.escapingControls())
    } else if let missing {
      remarks.append("without: " + missing.joined(separator: ", ").escapingControls())
    }
    if let copies, let first = copies.first {
      let others = copies.count == 1 ? "" : ", and \(copies.count - 1) more"
      remarks.append("also as: " + path(first) + others)
    }
    if let count = replies?.count, count > 0 {
      remarks.append("and \(count.counted("more message")) of this conversation")
    }
    if let alsoAt { remarks.append("also at: " + alsoAt.joined(separator: " ").escapingControls()) }
    return remarks
  }
}

extension PartMessage {
  /// The part for people, such as "page 12", "slide 3" or "sheet Budget"; nil for a part of a mail.
  var text: String? {
    switch kind {
    case .page, .slide, .sheet, .chapter: "\(kind.rawValue) \(label.isEmpty ? "\(number)" : label)"
    case .body: nil
    }
  }
}
