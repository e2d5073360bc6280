import Indexing
import FileSelection
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// The step about the index: the indexed document and the waiting work.
extension Explanation {
  static func index(_ facts: PathFacts) -> StepMessage {
    let waits = waiting(facts)
    guard let document = facts.index.document else {
      if facts.isFolder, let below = facts.index.documentsBelow {
        return StepMessage(
          .index, passed: below > 0,
          "The index has \(Int(below).counted("document")) in and below it."
            + (waits ?? ""))
      }
      if case .missing = facts.entry {
        return StepMessage(.index, passed: false, "It is not in the index either.")
      }
      return StepMessage(
        .index, passed: false, "It is not in the index.\(waits ?? "")", remedy: remedy(facts))
    }
    if case .missing = facts.entry, facts.absence == nil {
      return StepMessage(
        .index, passed: false,
        "It is still in the index; the next comparison removes it.\(waits ?? "")"
      )
    }
    if !facts.verdict.isIncluded {
      return StepMessage(
        .index, passed: false,
        "It is still in the index; the next comparison removes it.\(waits ?? "")"
      )
    }
    let counts = document.tokens
    var text = "It is in the index with \(counts.total.counted("word")) (\(counts.inWords)), "
    text += facts.omission?.amount ?? document.document.state.inWords
    text += document.lastChange.map { "; written by commit \($0)" } ?? ""
    text += document.document.isAway ? "; it is away." : "."
    if document.document.state == .failed { text += document.document.note.map { " \($0)" } ?? "" }
    if facts.isChanged {
      text += " The file has changed since." + (waits ?? "")
    } else if facts.awaitsReader {
      let isUnread = ReaderVersion(stored: document.file.extractor).isWaiting
      text +=
        (isUnread
          ? " It has not been read yet." : " Another version of its reader is to read it again.")
        + (waits ?? "")
    }
    let isWhole = document.document.state != .failed && !facts.isOutdated
    return StepMessage(.index, passed: isWhole && !document.document.isAway, text)
  }

  /// The sentence about waiting work for the path; nil if there is none.
  private static func waiting(_ facts: PathFacts) -> String? {
    switch facts.lane {
    case .fresh: return " It waits to be indexed, before all bulk work."
    case .bulk where facts.pauses.isEmpty:
      return " It waits to be indexed with the comparison of all files."
    case .bulk:
      return " It waits to be indexed with bulk work, which rests now: "
        + facts.pauses.joined(separator: "; ") + "."
    case nil where facts.isWaiting: return " It is about to be indexed."
    case nil:
      return facts.isIndexerBusy
        ? " The indexer is busy with another document and may have it in its queue." : nil
    }
  }

  private static func remedy(_ facts: PathFacts) -> String? {
    guard facts.verdict.isIncluded, case .found(let status) = facts.entry,
      status.kind == .regular
    else { return nil }
    if facts.lane == .bulk, !facts.pauses.isEmpty { return "Resume bulk work: sitta resume" }
    return "Wait for it: sitta sync"
  }
}

extension Document.State {
  fileprivate var inWords: String {
    switch self {
    case .complete: "with all of its text"
    case .withoutText: "without text"
    case .partial: "with the beginning of its text"
    case .unreadable: "without its text, which could not be read"
    case .failed: "without its text"
    case .locked: "without its text, which needs a password"
    }
  }
}
