import ExtractionProtocol

/// What a file is, by its name and its first bytes, and who reads it.
struct ContentType: Equatable {
  /// Who reads a file.
  enum Reader: Equatable {
    /// It is plain text.
    case plainText
    /// A jailed program reads it.
    case format(DocumentFormat)
    /// Nobody: only its name is known.
    case none
  }

  /// The media type, such as `text/html`.
  let type: String
  let reader: Reader

  /// Decides by the name, unless the content contradicts.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - start: its first bytes, 8 KiB of a longer one.
  init(fileName name: [UInt8], start: [UInt8]) {
    let named = MediaType(fileName: name)
    let signature = ContentSignature.type(of: start)
    // A page that a browser saved under the name of what it should have been is still a page.
    let isSniffed = named.isUnknown || !named.isText && signature == nil
    if let signature, !named.isContained(in: signature) {
      type = signature
    } else if isSniffed, ContentSignature.isHTML(start) {
      type = MediaType.html
    } else if named.isUnknown, ContentSignature.isMail(start) {
      type = MediaType.mail
    } else {
      type = named.name
    }
    if let format = Self.formats[type] {
      reader = .format(format)
    } else {
      // Text may have any name.
      reader = signature == nil ? .plainText : .none
    }
  }

  private static let formats: [String: DocumentFormat] = [
    MediaType.html: .html, "application/xhtml+xml": .html,
  ]
}
