import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import TextExtraction

/// Why a jailed program did not read a document, or not all of it.
extension Explanation {
  /// The step of a document that its reader did not read; nil for all other documents.
  static func unread(_ facts: PathFacts) -> StepMessage? {
    guard let reader = facts.storedReader, let extraction = facts.extraction else { return nil }
    if reader.isLeftOut {
      return StepMessage(
        .text, passed: false,
        "Formats= in sittad.conf leaves out the format \(reader.name): it is found by its name only.",
        remedy: "To read it, remove '-\(reader.keyword)' from Formats= and run 'sitta reload'.")
    }
    if reader.isWaiting {
      let (reason, remedy) = facts.wait.explanation(reader)
      return StepMessage(
        .text, passed: false, "\(reason) It is found by its name only until then.", remedy: remedy)
    }
    switch extraction.state {
    case .failed:
      return StepMessage(
        .text, passed: false,
        "\(extraction.note ?? "It was given up.") It is found by its title and name only.",
        remedy: """
          It is read again when it changes, or when Sitta has another version of its reader \
          (\(reader.nameAndVersion)).
          """)
    case .complete, .withoutText, .partial, .unreadable, .locked: return nil
    }
  }
}

extension ReaderVersion {
  /// The format with the version of its reader, as in "PDF 3".
  fileprivate var nameAndVersion: String { number.map { "\(name) \($0)" } ?? name }

  /// The reader as the beginning of a sentence.
  var described: String { "The reader of \(name)" + (number.map { ", version \($0)," } ?? "") }
}

extension ReadingStatus.Wait {
  /// Why the document waits, and the remedy, as sentences.
  fileprivate func explanation(_ reader: ReaderVersion) -> (reason: String, remedy: String?) {
    switch self {
    case .obstacle(.missingProgram(let package)):
      (
        "It waits, because the program that reads \(reader.name) is missing or does not run.",
        package.map { "Install the package \($0)." } ?? "Install Sitta again."
      )
    case .obstacle(.noFilter):
      (
        "It waits, because \(reader.name) is read only where the kernel filters system calls.",
        "Use a kernel with CONFIG_SECCOMP_FILTER."
      )
    case .paused(let until):
      (
        """
        It waits, because the program that reads \(reader.name) failed at many documents and is \
        paused until \(until.rfc3339).
        """,
        "It is read after that. If this happens again, check what was installed or updated last."
      )
    case .ready:
      ("The program that reads \(reader.name) was missing or paused; it is read soon.", nil)
    }
  }
}
