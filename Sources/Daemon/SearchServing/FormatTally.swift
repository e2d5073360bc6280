import IndexStorage
import Indexing
import LinuxSystem
import SearchInterface
import TextExtraction

/// Counts the documents of an index by format.
struct FormatTally {
  /// The count of each format, the most frequent first.
  let formats: [FormatCountMessage]
  /// The documents that wait for their reader, by format, the most frequent first.
  let waiting: [WaitingDocumentsMessage]

  /// Makes the counts; `status` has the reasons why formats cannot be read.
  init(_ readers: [ReaderCount], _ status: ReadingStatus) {
    var waiting: [String: WaitingDocumentsMessage] = [:]
    var formats: [String: FormatCountMessage] = [:]
    for count in readers {
      let reader = ReaderVersion(stored: count.extractor)
      let word = FormatWord(reader, count.state)
      let keyword = word.text
      let name = word == .nameOnly ? "names only" : reader.name
      formats[keyword, default: FormatCountMessage(keyword, name)].add(count, reader)
      if reader.isWaiting {
        let wait = WaitingDocumentsMessage(reader, status.wait(for: reader))
        waiting[keyword, default: wait].documents += Int(count.documents)
      }
    }
    self.formats = formats.values.sorted {
      ($1.documents, $0.format) < ($0.documents, $1.format)
    }
    self.waiting = waiting.values.sorted {
      ($1.documents, $0.format) < ($0.documents, $1.format)
    }
  }
}

extension WaitingDocumentsMessage {
  fileprivate init(_ reader: ReaderVersion, _ wait: ReadingStatus.Wait) {
    self.init(format: reader.keyword, name: reader.name, documents: 0, reason: .ready)
    switch wait {
    case .obstacle(.missingProgram(let package)):
      (reason, self.package) = (.missingProgram, package)
    case .obstacle(.noFilter): reason = .noFilter
    case .paused(let until): (reason, self.until) = (.paused, until.rfc3339)
    case .ready: break
    }
  }
}

extension ReadingProgramMessage {
  /// Describes a program.
  init(_ program: ProgramStatus) {
    self.init(
      name: program.name, missing: program.isMissing, landlock: program.landlock,
      filtered: program.isFiltered)
  }
}

extension FormatCountMessage {
  fileprivate init(_ format: String, _ name: String) {
    self.init(
      format: format, name: name, documents: 0, withoutText: 0, partial: 0, unreadable: 0,
      failed: 0, locked: 0, waiting: 0, leftOut: 0)
  }

  fileprivate mutating func add(_ count: ReaderCount, _ reader: ReaderVersion) {
    let number = Int(count.documents)
    documents += number
    if reader.isWaiting { waiting += number }
    if reader.isLeftOut { leftOut += number }
    switch count.state {
    case .complete: break
    case .withoutText: withoutText += number
    case .partial: partial += number
    case .unreadable: unreadable += number
    case .failed: failed += number
    case .locked: locked += number
    }
  }
}
