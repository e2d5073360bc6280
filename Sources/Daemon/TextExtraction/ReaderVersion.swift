import ContentTypes
import ExtractionProtocol

/// The reader of a document and its version, as the index stores them.
///
/// A document is read again if the current version of its reader is another one. While a format cannot be
/// read, its documents get version 0, so that they are read once it is possible; documents that were read
/// earlier keep their text. Documents of excluded formats get a version of their own.
public struct ReaderVersion: Hashable, Sendable {
  /// The stored number: the version of the plain text reader, which also handles files without
  /// text, or a multiple of ``formatStep`` for a format, plus the version of its reader.
  public let rawValue: Int64

  private static let formatStep: Int64 = 10_000
  private static let leftOut = formatStep - 1
  /// The number of versions that a format can have.
  static let mostVersions = leftOut - 2

  /// The plain text reader; increase the version to read all files again that no other reader reads.
  public static let plainText = Self(rawValue: 6)

  /// The version of documents that another reader has to read now; no reader has it.
  public static let outdated = Self(
    rawValue: Int64(DocumentFormat.external.rawValue) * formatStep + leftOut - 1)

  /// The version of a reader that the configuration names.
  init(_ reader: ExternalReader, _ availability: ReaderAvailability = .available) {
    let number = Int64(DocumentFormat.external.rawValue) * Self.formatStep + reader.version
    rawValue = availability == .available ? number : Self(.external, availability).rawValue
  }

  private init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The reader of a format; `availability` determines the version.
  init(_ format: DocumentFormat, _ availability: ReaderAvailability = .available) {
    let version =
      switch availability {
      case .available: Int64(format.readerVersion)
      case .unavailable: 0 as Int64
      case .leftOut: Self.leftOut
      }
    rawValue = Int64(format.rawValue) * Self.formatStep + version
  }

  /// The reader with a stored number, in the version that produced the document.
  public init(stored: Int64) {
    rawValue = stored
  }

  /// The version that a document with a stored number should have now; the same version if it need
  /// not be read again.
  ///
  /// - Parameters:
  ///   - stored: the number in the index.
  ///   - external: the readers that the configuration names.
  ///   - availability: returns whether a format can be read.
  init(
    replacing stored: Int64, among external: ExternalReaders,
    _ availability: (DocumentFormat) -> ReaderAvailability
  ) {
    guard let format = Self(stored: stored).format else {
      self = .plainText
      return
    }
    let availability = availability(format)
    let keepsText = availability == .unavailable && stored % Self.formatStep != Self.leftOut
    if format == .external, availability == .available {
      // Which reader reads a document depends on its name, so a change of readers marks documents.
      let isCurrent = external.has(version: stored % Self.formatStep)
      self = isCurrent ? Self(stored: stored) : .plainText
      return
    }
    self = keepsText ? Self(stored: stored) : Self(format, availability)
  }

  /// The current reader for a file with this name; `external` is the one that the configuration names for it.
  init(
    forName name: [UInt8], _ external: ExternalReader?,
    _ availability: (DocumentFormat) -> ReaderAvailability
  ) {
    if let external {
      self.init(external, availability(.external))
    } else if case .format(let format) = ContentType(fileName: name, start: []).reader {
      self.init(format, availability(format))
    } else {
      self = .plainText
    }
  }

  /// The format; nil for plain text, for files without text, and for unknown numbers.
  var format: DocumentFormat? {
    guard rawValue >= Self.formatStep else { return nil }
    return UInt8(exactly: rawValue / Self.formatStep).flatMap(DocumentFormat.init(rawValue:))
  }

  /// Whether it reads mailboxes.
  public var isOfMailboxes: Bool { format == .mailbox }

  /// Whether it is a program that the configuration names.
  public var isExternal: Bool { format == .external }

  /// Whether it reads images.
  public var isOfImages: Bool { format == .image }

  /// Whether no jailed program is needed, because the file is plain text or has no text.
  public var isPlainText: Bool { format == nil }

  /// Whether larger files of the format usually have more text.
  public var textGrowsWithSize: Bool { format?.textGrowsWithSize ?? true }

  /// The same reader in its current version.
  public var current: ReaderVersion { format.map { Self($0) } ?? .plainText }

  /// The reader's version for documents that wait until it can read; nil for plain text.
  public var waiting: ReaderVersion? { format.map { Self($0, .unavailable) } }

  /// Whether documents of the format can have members.
  public var hasMembers: Bool { format?.canHaveMembers ?? false }

  /// The version of the reader; 0 while the format cannot be read, nil if the format is excluded.
  public var number: Int64? {
    if format == nil { return max(rawValue, 0) }
    let number = rawValue % Self.formatStep
    return number == Self.leftOut ? nil : number
  }

  /// Whether the document waits until its format can be read.
  public var isWaiting: Bool { format != nil && number == 0 }

  /// Whether the configuration excludes the format.
  public var isLeftOut: Bool { number == nil }

  /// The keyword of the format in options and in replies.
  public var keyword: String { format?.keyword ?? "text" }

  /// The name of the format for people.
  public var name: String { format?.name ?? "plain text" }

  /// The stored numbers of readers of the formats with a keyword, as ranges.
  public static func stored(keyword: String) -> [ClosedRange<Int64>] {
    let formats = DocumentFormat.allCases.filter { $0.keyword == keyword }
    let ranges = formats.map { format in
      let first = Int64(format.rawValue) * formatStep
      return first...first + formatStep - 1
    }
    return keyword == "text" ? [Int64.min...formatStep - 1] : ranges
  }
}
