import Indexing
import LinuxSystem
import SearchIndex
import TextExtraction

/// A part that the index lacks although the document's reader has done all that it can: a value.
enum Omission: Equatable, Sendable {
  /// The text in the image that the file is. Whether it can be recognized, and with which settings.
  case picture(isRecognizable: Bool, RecognitionSettings)
  /// The text in images, on pages with hardly any letters.
  case pages(String, RecognitionSettings)
  /// A part that no reader can read, as the document says.
  case unreadable(String)
  /// The texts of some of its members, such as attachments: their number.
  case members(Int)
  /// The texts of all members, because none is opened.
  case closed
}

extension Omission {
  /// How much of the text is in the index, as the end of a clause.
  var amount: String {
    switch self {
    case .picture: "without the text in the picture"
    case .pages(let pages, _): "without the text in images on \(pages)"
    case .unreadable: "without the text in its images"
    case .members(let count):
      count == 1
        ? "with its own text, but not all of the text of a member"
        : "with its own text, but not all of the text of \(count) members"
    case .closed: "with its own text, but not the text of its members"
    }
  }

  /// The missing part, as a sentence.
  var sentence: String {
    switch self {
    case .picture(isRecognizable: false, _):
      "Text in pictures of this kind and size is not recognized."
    case .picture: "The text in the picture is not in the index."
    case .pages(let pages, _):
      "The text in images on \(pages) is not in the index."
    case .unreadable(let note): note
    case .members(let count):
      count == 1
        ? "One of its members was not read as a whole."
        : "\(count) of its members were not read as a whole."
    case .closed: "Its members are not read."
    }
  }

  /// The remedy; nil if there is none.
  var remedy: String? {
    switch self {
    case .picture(isRecognizable: false, _): nil
    case .picture(_, let settings):
      Self.remedy(settings, isOn: settings.scope == .pagesAndPictures, option: "OCR=all")
    case .pages(_, let settings):
      Self.remedy(settings, isOn: settings.scope != .nothing, option: "OCR=pdf")
    case .unreadable: "To find that text, save the document as a file of its own."
    case .members: "To see which, and why: sitta list --failed"
    case .closed: "To have them read, set Archives=yes and ArchiveDepth=4 in sittad.conf."
    }
  }

  private static func remedy(
    _ settings: RecognitionSettings, isOn: Bool, option: String
  ) -> String {
    if !isOn {
      return "To have it recognized, set \(option) in sittad.conf and run 'sitta reload'."
    }
    return settings.isPossible
      ? "It is recognized while nothing else is to be done; 'sitta status' says how much waits."
      : "It cannot be recognized now: 'sitta status' says what is missing."
  }
}

extension PathFacts {
  /// The part that the index lacks although the document was read as a whole; nil if it has all
  /// text.
  var omission: Omission? {
    guard let explained = index.document, explained.document.state == .complete else { return nil }
    let (document, reading) = (explained.document, explained.reading)
    if let scan = reading.scan {
      if scan.isPicture { return .picture(isRecognizable: true, recognition) }
      return .pages(scan.pagesInWords, recognition)
    }
    if storedReader?.isOfImages == true, isUnrecognizable(document) {
      return .picture(isRecognizable: false, recognition)
    }
    if let note = document.note { return .unreadable(note) }
    if let reader = storedReader, reader.hasMembers, !opensMembers,
      ["archive", "mailbox"].contains(reader.keyword) || document.attachments > 0
    {
      return .closed
    }
    return reading.unreadMembers > 0 ? .members(Int(clamping: reading.unreadMembers)) : nil
  }

  /// Whether the text in an image is never recognized.
  private func isUnrecognizable(_ document: ListedDocument) -> Bool {
    location.isMember
      || !DocumentExtractor.isRecognizable(imageOfType: document.type, size: document.size)
  }
}
