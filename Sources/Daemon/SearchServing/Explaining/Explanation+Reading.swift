import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction
import Watching

/// The steps about watching and reading a file.
extension Explanation {
  static func watch(_ facts: PathFacts) -> StepMessage? {
    if case .missing = facts.entry, facts.index.document == nil { return nil }
    if facts.absence != nil { return nil }
    if let closed = facts.closed {
      return StepMessage(
        .watch, passed: false, "Its folder cannot be opened: \(closed).",
        remedy: "Let this user read and enter the folder.")
    }
    let interval = facts.pollInterval.inWords
    let waits =
      facts.isWaiting ? " A change was just reported and is about to be indexed." : ""
    let way =
      switch facts.delivery {
      case .notified: "The kernel reports its changes at once."
      case .partlyNotified(let name):
        "The kernel reports changes that this machine makes. Others can change files on \(name), so "
          + "its folder is polled every \(interval) as well."
      case .polled:
        "There are more folders than inotify watches, so its folder is polled every \(interval)."
      case .unknown:
        "Its folder has not been examined yet."
      }
    let remedy =
      facts.delivery == .polled ? "Raise fs.inotify.max_user_watches: see 'sitta status'." : nil
    return StepMessage(.watch, passed: facts.delivery != .unknown, way + waits, remedy: remedy)
  }

  /// The remedy for a document that was read in part.
  private static func remedy(forPart note: String) -> String {
    let isCutText =
      note.hasPrefix("Indexed ") && !note.hasPrefix("Indexed in part")
      && !note.contains("different words")
    let option = (PartialReason(in: note) ?? (isCutText ? .textLimit : nil))?.option
    return "The rest is not found"
      + (option.map { "; \($0) in sittad.conf sets the limit." } ?? ".")
  }

  static func text(_ facts: PathFacts) -> StepMessage? {
    guard let extraction = facts.extraction else { return nil }
    if let unread = unread(facts) { return unread }
    let took = extraction.duration.map { " in \($0.inMilliseconds)" } ?? ""
    let charset = extraction.charset.map { " in \($0)" } ?? ""
    let amount = extraction.textBytes.map { ": \($0.asBytes) of text" } ?? ""
    switch extraction.state {
    case .complete:
      let read = "Read as \(extraction.type)\(charset)\(amount)\(took)."
      guard let omission = facts.omission else { return StepMessage(.text, read) }
      return StepMessage(
        .text, passed: false, "\(read) \(omission.sentence)", remedy: omission.remedy)
    case .partial:
      return StepMessage(
        .text, passed: false,
        "Read as \(extraction.type)\(charset)\(took). \(extraction.note ?? "")",
        remedy: remedy(forPart: extraction.note ?? ""))
    case .withoutText:
      return StepMessage(
        .text, passed: false,
        extraction.note.map { "Read as \(extraction.type). \($0) It is found by its name only." }
          ?? "Read as \(extraction.type): it has no text that can be read, so it is found by "
          + "its name only.")
    case .unreadable:
      return StepMessage(
        .text, passed: false,
        "\(extraction.note ?? "It cannot be read.") It is found by its name only.",
        remedy: "Let this user read the file.")
    case .locked:
      let reader = facts.storedReader?.described ?? "Its reader"
      return StepMessage(
        .text, passed: false,
        "\(reader) found that it needs a password: it is found by its name only.",
        remedy: "To find its text, save a copy without a password.")
    case .failed:
      return StepMessage(
        .text, passed: false,
        "\(extraction.note ?? "The index refused its text for an unknown reason.") It is found by its "
          + "title and name only, and tried again when it changes.")
    }
  }
}
