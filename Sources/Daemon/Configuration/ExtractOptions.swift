package import ExtractionProtocol
import LinuxSystem
package import TextExtraction

/// The section `[Extract]` of the configuration: which documents are read, and for how long.
public struct ExtractOptions: Equatable, Sendable {
  /// The formats that are read.
  package var formats = FormatSelection()
  /// Whether the members of archives are read, and not only their names.
  package var readsArchives = true
  /// How many members of a container are read, and how much of them.
  package var members = MemberLimits()
  /// The CPU time limit for reading a document, in seconds.
  package var timeLimit = ExtractionSettings().timeLimit
  /// Whether each document is read by a separate process.
  package var isolatesDocuments = false
  /// The programs of the sections `[Reader NAME]` that are installed.
  package var externalReaders = ExternalReaders()
  /// How many documents are read at the same time.
  package var readers = ExtractionSettings().readers

  /// Copies the options into settings.
  package func apply(to settings: inout ExtractionSettings) {
    settings.formats = formats
    settings.members = members
    if !readsArchives { settings.members.depth = 0 }
    settings.timeLimit = timeLimit
    settings.isolatesDocuments = isolatesDocuments
    settings.externalReaders = externalReaders
    settings.readers = readers
  }
}

extension ConfigurationOption {
  /// The options of the section `[Extract]` for documents that jailed programs read.
  static let documents: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Extract", key: "Formats",
      allowed: "all or format names, each with a minus to leave it out, such as -archive",
      defaultValue: "all",
      help: """
        The formats that are read: `-archive -image` leaves these out, and `-all html mail` all \
        others. Of files of other formats only the names are indexed. Plain text is always read. \
        The formats are \(FormatSelection.keywords.map { "`\($0)`" }.joined(separator: ", ")). \
        After a change, the documents of these formats are read again, or their text is removed.
        """
    ) { value, configuration, _ in
      let words = list(value)
      var formats = words.isEmpty ? FormatSelection() : configuration.extract.formats
      guard words.allSatisfy({ formats.apply($0) }) else { return false }
      configuration.extract.formats = formats
      return true
    },
    flag(
      "Extract", "Archives", \.extract.readsArchives,
      help: """
        Whether to read the files in archives, mailboxes and mails. Otherwise only their names are \
        indexed.
        """),
    ConfigurationOption(
      section: "Extract", key: "ArchiveDepth",
      allowed: "a number from 1 to \(limits.depth)",
      defaultValue: "\(limits.depth)",
      help: "How many archives inside each other are opened."
    ) { value, configuration, _ in
      set(&configuration.extract.members.depth, number(value, 1...limits.depth))
    },
    ConfigurationOption(
      section: "Extract", key: "MaxMembers",
      allowed: "a number from 1 to \(limits.count)",
      defaultValue: "\(limits.count)",
      help: """
        The largest number of files in an archive that are read. Of the others only the names are \
        indexed.
        """
    ) { value, configuration, _ in
      set(&configuration.extract.members.count, number(value, 1...limits.count))
    },
    ConfigurationOption(
      section: "Extract", key: "MaxUnpackedSize",
      allowed: "a size from 1M to \(limits.size >> 20)M",
      defaultValue: "\(limits.size >> 20)M",
      help: "The most bytes that are unpacked of one archive. K, M and G are allowed."
    ) { value, configuration, _ in
      set(
        &configuration.extract.members.size,
        size(value).flatMap { (1 << 20...Int(limits.size)).contains($0) ? UInt64($0) : nil })
    },
    ConfigurationOption(
      section: "Extract", key: "TimeLimit",
      allowed: "a time from 10s to 600s, such as 2min",
      defaultValue: "\(ExtractOptions().timeLimit)s",
      help: """
        The longest CPU time for reading one document. What was read until then is indexed, and \
        `sitta list --failed` names the document. Small documents have less: 10 seconds, and 2 \
        milliseconds for each kilobyte.
        """
    ) { value, configuration, _ in
      let seconds = TimeSpan(value).map { $0.duration.components.seconds }
      guard let seconds, (10...600).contains(seconds) else { return false }
      configuration.extract.timeLimit = Int(seconds)
      return true
    },
    ConfigurationOption(
      section: "Extract", key: "Isolation",
      allowed: "shared or strict",
      defaultValue: "shared",
      help: """
        Whether one process may read several documents. With `shared`, a process that a malicious \
        document has taken over could change the texts of the documents that it reads next, at most \
        255. With `strict` each document has a process of its own, which takes about half a \
        millisecond more.
        """
    ) { value, configuration, _ in
      let isolation = ["shared": false, "strict": true][value.lowercased()]
      return set(&configuration.extract.isolatesDocuments, isolation)
    },
    ConfigurationOption(
      section: "Extract", key: "Readers",
      allowed: "auto or 1 to \(ExtractionSettings.mostReaders)",
      defaultValue: "auto",
      help: """
        How many documents are read at the same time; `auto` is half the processors, but at least \
        one and at most \(ExtractionSettings.mostUsualReaders). Each reader takes up to 96 MB of memory while it \
        works. On battery and while indexing rests, there is one.
        """
    ) { value, configuration, _ in
      if value.lowercased() == "auto" {
        configuration.extract.readers = ExtractionSettings.usualReaders
        return true
      }
      return set(&configuration.extract.readers, number(value, 1...ExtractionSettings.mostReaders))
    },
  ]

  private static let limits = MemberLimits()

  private static func number<Number: FixedWidthInteger>(
    _ value: String, _ range: ClosedRange<Number>
  ) -> Number? {
    Number(value).flatMap { range.contains($0) ? $0 : nil }
  }
}
