import Cooldown
import IndexStorage
import Indexing
import LinuxSystem
import SearchInterface

extension Recovery {
  /// The sentence for people.
  package var sentence: String {
    let deed =
      switch action {
      case .log: "The index was opened again and compared with all files."
      case .documents: "Damaged texts were read again from their files."
      case .postings: "The postings were computed again from the stored texts."
      case .file: "A new index was built from the files."
      }
    let file = setAside.map { " The damaged file is kept as '\($0)'." } ?? ""
    return "\(reason) \(deed)\(file)"
  }
}

extension RecoveryMessage {
  /// The message for a recovery.
  init(_ recovery: Recovery) {
    let action: RecoveryAction =
      switch recovery.action {
      case .log: .log
      case .documents: .documents
      case .postings: .postings
      case .file: .file
      }
    self.init(
      time: recovery.time.rfc3339, reason: recovery.reason, action: action,
      setAside: recovery.setAside?.uri, text: recovery.sentence)
  }
}

extension IndexRebuildMessage {
  /// The message for a rebuild whose new index has this many documents so far.
  init(_ rebuild: Rebuild, documents: Int) {
    self.init(
      reason: rebuild.reason, started: rebuild.since.rfc3339, documents: documents,
      serving: rebuild.servesOld ? .old : .new)
  }
}

extension Rebuild {
  /// The warning in replies to searches during a rebuild.
  func warning(_ clock: WallClock) -> String {
    guard servesOld else { return "A new index is being built; not all files are found yet." }
    let begin = clock.localMinute(of: since)
    return "A new index is being built; changes since \(begin) are not found yet."
  }
}
