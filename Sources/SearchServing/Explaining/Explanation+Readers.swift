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
    case .locked:
      return StepMessage(
        .text, passed: false,
        "\(reader.described) found that it needs a password: it is found by its name only.",
        remedy: "To find its text, save a copy without a password.")
    case .failed:
      return StepMessage(
        .text, passed: false,
        "\(extraction.note ?? "It was given up.") It is found by its title and name only.",
        remedy: """
          It is read again when it changes, or when Sitta has another version of its reader \
          (\(reader.name) \(reader.number)).
          """)
    case .complete, .withoutText, .partial, .unreadable: return nil
    }
  }
}

extension ReaderVersion {
  /// The reader as the beginning of a sentence.
  fileprivate var described: String { "The reader of \(name), version \(number)," }
}

extension ReadingStatus.Wait {
  /// Why the document waits, as a sentence, and what to do.
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
