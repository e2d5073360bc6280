/// A jailed program, by the name of its file.
public enum ReaderProgram: String, CaseIterable, Sendable {
  /// Readers in Swift, and libarchive.
  case general = "sitta-extract"
  /// PDF documents, through poppler.
  case pdf = "sitta-extract-pdf"
}

extension DocumentFormat {
  /// The program that reads documents of this format.
  public var program: ReaderProgram { self == .pdf ? .pdf : .general }

  /// Whether a library in C or C++ reads documents of this format; such a library only runs where the
  /// kernel filters its system calls.
  public var needsFilter: Bool {
    switch self {
    case .officeOpenXML, .openDocument, .epub, .archive, .plainText, .pdf: true
    default: false
    }
  }
}
