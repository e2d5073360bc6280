import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// The steps about reading the file, and about its document in the index.
extension PathFacts {
  var textStep: StepMessage? {
    guard let extraction else { return nil }
    if let reader = storedReader, reader.isLeftOut {
      return .fault(
        .text,
        "Formats= in sittad.conf leaves out the format \(reader.name): it is found by its name only.",
        remedy: "To read it, remove '-\(reader.keyword)' from Formats= and run 'sitta reload'.")
    }
    if let reader = storedReader, reader.isWaiting { return waitingStep(for: reader) }
    let took =
      extraction.microseconds.map { " in \(Duration.microseconds($0).inMilliseconds)" } ?? ""
    let charset = extraction.charset.map { " in \($0)" } ?? ""
    let (type, note) = (extraction.type, extraction.note)
    switch extraction.state {
    case .complete:
      let amount = extraction.textBytes.map { ": \(Int64($0).asBytes) of text" } ?? ""
      let read = "Read as \(type)\(charset)\(amount)\(took)."
      guard let omission else { return StepMessage(.text, read) }
      return .fault(.text, "\(read) \(omission.sentence)", remedy: omission.remedy)
    case .partial:
      return .fault(
        .text, "Read as \(type)\(charset)\(took). \(note ?? "")",
        remedy: Self.remedy(forPart: note ?? ""))
    case .withoutText:
      return .fault(
        .text,
        note.map { "Read as \(type). \($0) It is found by its name only." }
          ?? "Read as \(type): it has no text that can be read, so it is found by its name only.")
    case .unreadable:
      return .fault(
        .text, "\(note ?? "It cannot be read.") It is found by its name only.",
        remedy: "Let this user read the file.")
    case .locked:
      let reader = storedReader.map { reader in
        "The reader of \(reader.name)" + (reader.number.map { ", version \($0)," } ?? "")
      }
      return .fault(
        .text,
        "\(reader ?? "Its reader") found that it needs a password: it is found by its name only.",
        remedy: "To find its text, save a copy without a password.")
    case .failed:
      guard let reader = storedReader else {
        let reason = note ?? "The index refused its text for an unknown reason."
        return .fault(
          .text,
          "\(reason) It is found by its title and name only, and tried again when it changes.")
      }
      let version = reader.number.map { "\(reader.name) \($0)" } ?? reader.name
      return .fault(
        .text, "\(note ?? "It was given up.") It is found by its title and name only.",
        remedy: """
          It is read again when it changes, or when Sitta has another version of its reader \
          (\(version)).
          """)
    }
  }

  /// The remedy for a document that was indexed in part.
  private static func remedy(forPart note: String) -> String {
    let isCutText =
      note.hasPrefix("Indexed ") && !note.hasPrefix("Indexed in part")
      && !note.contains("different words")
    let option = (PartialReason(in: note) ?? (isCutText ? .textLimit : nil))?.option
    return "The rest is not found"
      + (option.map { "; \($0) in sittad.conf sets the limit." } ?? ".")
  }

  /// The step that explains why the document waits for its reader, and what to do.
  private func waitingStep(for reader: ReaderVersion) -> StepMessage {
    let reason: String
    var remedy: String?
    switch wait {
    case .obstacle(.missingProgram(let package)):
      reason = "It waits, because the program that reads \(reader.name) is missing or does not run."
      remedy = package.map { "Install the package \($0)." } ?? "Install Sitta again."
    case .obstacle(.noFilter):
      reason =
        "It waits, because \(reader.name) is read only where the kernel filters system calls."
      remedy = "Use a kernel with CONFIG_SECCOMP_FILTER."
    case .paused(let until):
      reason = """
        It waits, because the program that reads \(reader.name) failed at many documents and is \
        paused until \(until.rfc3339).
        """
      remedy =
        "It is read after that. If this happens again, check what was installed or updated last."
    case .ready:
      reason = "The program that reads \(reader.name) was missing or paused; it is read soon."
    }
    return .fault(.text, "\(reason) It is found by its name only until then.", remedy: remedy)
  }

  var indexStep: StepMessage {
    guard let explained = index.document else {
      if isFolder, let below = index.documentsBelow {
        let count = Int(below).counted("document")
        return .fault(
          .index, passed: below > 0, "The index has \(count) in and below it.\(waiting)")
      }
      return entry == .missing
        ? .fault(.index, "It is not in the index either.")
        : .fault(.index, "It is not in the index.\(waiting)", remedy: indexRemedy)
    }
    if entry == .missing && absence == nil || !verdict.isIncluded {
      return .fault(
        .index, "It is still in the index; the next comparison removes it.\(waiting)")
    }
    let (document, counts) = (explained.document, explained.tokens)
    var text = "It is in the index with \(counts.total.counted("word")) (\(counts.inWords)), "
    text += omission?.amount ?? document.state.inWords
    text += explained.lastChange.map { "; written by commit \($0)" } ?? ""
    text += document.isAway ? "; it is away." : "."
    if document.state == .failed { text += document.note.map { " \($0)" } ?? "" }
    if isChanged {
      text += " The file has changed since." + waiting
    } else if awaitsReader {
      let isUnread = ReaderVersion(stored: explained.file.extractor).isWaiting
      text +=
        isUnread
        ? " It has not been read yet." : " Another version of its reader is to read it again."
      text += waiting
    }
    let isWhole = document.state != .failed && !isOutdated && !document.isAway
    return .fault(.index, passed: isWhole, text)
  }

  /// A sentence about the work that waits for the path; empty if there is none.
  private var waiting: String {
    switch lane {
    case .fresh: " It waits to be indexed, before all bulk work."
    case .bulk where pauses.isEmpty: " It waits to be indexed with the comparison of all files."
    case .bulk:
      " It waits to be indexed with bulk work, which rests now: "
        + pauses.joined(separator: "; ") + "."
    case nil where watch.waiting: " It is about to be indexed."
    case nil where isIndexerBusy:
      " The indexer is busy with another document and may have it in its queue."
    case nil: ""
    }
  }

  private var indexRemedy: String? {
    guard verdict.isIncluded, status?.kind == .regular else { return nil }
    return lane == .bulk && !pauses.isEmpty
      ? "Resume bulk work: sitta resume" : "Wait for it: sitta sync"
  }

  /// The step about properties of the indexed document and how it was read; nil if there are none.
  var fieldsStep: StepMessage? {
    guard let explained = index.document else { return nil }
    let document = explained.document
    var parts: [String] = []
    if !document.authors.isEmpty { parts.append("by \(document.authors.namesInWords)") }
    if !document.recipients.isEmpty { parts.append("to \(document.recipients.namesInWords)") }
    if let created = document.created { parts.append("created at \(created.rfc3339)") }
    if let language = document.language {
      let source = document.declaresLanguage ? "as it declares" : "as detected"
      parts.append("in language '\(language)', \(source)")
    }
    if let pages = document.pages { parts.append(pages.counted("page")) }
    if explained.parts > 0 { parts.append(explained.parts.counted("part")) }
    if document.attachments > 0 { parts.append(document.attachments.counted("attachment")) }
    if let charset = document.charset { parts.append("encoded in \(charset)") }
    let reader = ReaderVersion(stored: explained.file.extractor)
    if explained.file.extractor > 0, !reader.isWaiting, let version = reader.number {
      let time = Duration.microseconds(document.readingTime).inMilliseconds
      let name =
        reader.isExternal
        ? externalReader.map { "the program of [Reader \($0)]" } ?? "an external reader"
        : "version \(version) of the reader for \(reader.name)"
      parts.append(
        "read by \(name)"
          + (document.readingTime > 0 ? " in \(time) of CPU time" : ""))
    }
    guard let first = parts.first else { return nil }
    parts[0] = first.prefix(1).uppercased() + first.dropFirst()
    return StepMessage(.index, parts.joined(separator: "; ") + ".")
  }
}

extension [String] {
  /// The first three names, and how many more there are.
  fileprivate var namesInWords: String {
    prefix(3).quoted + (count > 3 ? " and \(count - 3) more" : "")
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
