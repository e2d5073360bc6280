import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// The step about the fields of the indexed document, and how it was read.
extension Explanation {
  static func fields(_ facts: PathFacts) -> StepMessage? {
    guard let explained = facts.index.document else { return nil }
    let (document, reading) = (explained.document, explained.reading)
    var parts: [String] = []
    if !document.authors.isEmpty { parts.append("by \(names(document.authors))") }
    if !document.recipients.isEmpty { parts.append("to \(names(document.recipients))") }
    if let created = document.created { parts.append("created at \(created.rfc3339)") }
    if let language = document.language {
      let source = document.declaresLanguage ? "as it declares" : "as detected"
      parts.append("in language '\(language)', \(source)")
    }
    if let pages = document.pages { parts.append(pages.counted("page")) }
    if reading.parts > 0 { parts.append(reading.parts.counted("part")) }
    if document.attachments > 0 { parts.append(document.attachments.counted("attachment")) }
    if let charset = document.charset { parts.append("encoded in \(charset)") }
    let reader = ReaderVersion(stored: explained.file.extractor)
    if explained.file.extractor > 0, !reader.isWaiting, let version = reader.number {
      let time =
        document.readingTime > 0
        ? " in \(Duration.microseconds(document.readingTime).inMilliseconds) of CPU time" : ""
      parts.append("read by version \(version) of the reader for \(reader.name)\(time)")
    }
    guard let first = parts.first else { return nil }
    let text = first.prefix(1).uppercased() + first.dropFirst()
    return StepMessage(.index, ([text] + parts.dropFirst()).joined(separator: "; ") + ".")
  }

  /// At most this many names are listed.
  private static let nameLimit = 3

  private static func names(_ names: [String]) -> String {
    let shown = names.prefix(nameLimit).map { "'\($0)'" }.joined(separator: ", ")
    let others = names.count - nameLimit
    return others > 0 ? "\(shown) and \(others) more" : shown
  }
}
