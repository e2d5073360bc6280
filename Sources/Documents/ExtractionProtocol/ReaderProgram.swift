/// A jailed program; the raw value is the name of its executable.
public enum ReaderProgram: String, CaseIterable, Sendable {
  /// Reads most formats, in Swift and with libarchive.
  case general = "sitta-extract"
  /// Reads PDF documents with poppler.
  case pdf = "sitta-extract-pdf"
  /// Runs programs that the configuration names.
  case external = "sitta-extract-external"
}

extension DocumentFormat {
  /// The program that reads documents of the format.
  public var program: ReaderProgram {
    switch self {
    case .pdf: .pdf
    case .external: .external
    default: .general
    }
  }

  /// Whether a library in C or C++ reads the format; such a library may run only where the kernel filters
  /// system calls.
  public var needsFilter: Bool {
    switch self {
    case .officeOpenXML, .openDocument, .epub, .xps, .iWork, .archive, .plainText, .pdf, .external:
      true
    default: false
    }
  }
}
