import ContentTypes
import ExtractionProtocol

/// Which reader made a document, and its version, as the index stores it.
///
/// A document is read again if its own reader has another version now. While a format cannot be read,
/// its documents get version 0, so that they are read as soon as that is possible; documents that were
/// read before keep their text. Documents of formats that are left out get a version of their own.
public struct ReaderVersion: Hashable, Sendable {
  /// The stored number: below ``formatStep`` the version of the reader of plain text, which also decides
  /// which files are no text; else a multiple of it for a format, and the version of that reader.
  public let rawValue: Int64

  private static let formatStep: Int64 = 10_000
  private static let leftOut = formatStep - 1

  /// The reader of plain text; increase it to have all files read again that no other reader reads.
  public static let plainText = Self(rawValue: 5)

  private init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The reader of a format.
  init(_ format: DocumentFormat, _ availability: ReaderAvailability = .available) {
    let version =
      switch availability {
      case .available: Int64(format.readerVersion)
      case .unavailable: 0 as Int64
      case .leftOut: Self.leftOut
      }
    rawValue = Int64(format.rawValue) * Self.formatStep + version
  }

  /// The reader that has a stored number, in the version that made the document.
  public init(stored: Int64) {
    rawValue = stored
  }

  /// The version that a document with a stored number has to have now; the same for a document that
  /// need not be read again.
  ///
  /// - Parameters:
  ///   - stored: a number in the index.
  ///   - availability: whether a format can be read.
  init(replacing stored: Int64, _ availability: (DocumentFormat) -> ReaderAvailability) {
    guard let format = Self(stored: stored).format else {
      self = .plainText
      return
    }
    let availability = availability(format)
    let keepsText = availability == .unavailable && stored % Self.formatStep != Self.leftOut
    self = keepsText ? Self(stored: stored) : Self(format, availability)
  }

  /// The reader of a file with this name.
  init(forName name: [UInt8], _ availability: (DocumentFormat) -> ReaderAvailability) {
    if case .format(let format) = ContentType(fileName: name, start: []).reader {
      self.init(format, availability(format))
    } else {
      self = .plainText
    }
  }

  /// The format; nil for plain text, files without text, and numbers that mean no format.
  var format: DocumentFormat? {
    guard rawValue >= Self.formatStep else { return nil }
    return UInt8(exactly: rawValue / Self.formatStep).flatMap(DocumentFormat.init(rawValue:))
  }

  /// Whether it reads mailboxes.
  public var isOfMailboxes: Bool { format == .mailbox }

  /// Whether it reads images.
  public var isOfImages: Bool { format == .image }

  /// Whether no jailed program reads such files.
  public var isPlainText: Bool { format == nil }

  /// Whether the size of a file shows how large its text is.
  public var textGrowsWithSize: Bool { format?.textGrowsWithSize ?? true }

  /// The same reader in its current version.
  public var current: ReaderVersion { format.map { Self($0) } ?? .plainText }

  /// The version of the same reader that has documents read once it can read; nil for plain text.
  public var waiting: ReaderVersion? { format.map { Self($0, .unavailable) } }

  /// Whether documents of its format can have members.
  public var hasMembers: Bool { format?.canHaveMembers ?? false }

  /// The version of the reader; 0 while its format cannot be read, nil if the format is left out.
  public var number: Int64? {
    if format == nil { return max(rawValue, 0) }
    let number = rawValue % Self.formatStep
    return number == Self.leftOut ? nil : number
  }

  /// Whether the document waits until its format can be read.
  public var isWaiting: Bool { format != nil && number == 0 }

  /// Whether the configuration left the format out.
  public var isLeftOut: Bool { number == nil }

  /// The word for its format in options and in messages for programs.
  public var keyword: String { format?.keyword ?? "text" }

  /// The name of its format for people.
  public var name: String { format?.name ?? "plain text" }

  /// The stored numbers of readers whose format has a keyword, as ranges.
  public static func stored(keyword: String) -> [ClosedRange<Int64>] {
    let formats = DocumentFormat.allCases.filter { $0.keyword == keyword }
    let ranges = formats.map { format in
      let first = Int64(format.rawValue) * formatStep
      return first...first + formatStep - 1
    }
    return keyword == "text" ? [Int64.min...formatStep - 1] : ranges
  }
}
