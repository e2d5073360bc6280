import ExtractionProtocol
import LinuxSystem

/// The names of packages on a system.
struct SystemPackages: Equatable {
  /// What a package is for.
  enum Purpose: CaseIterable {
    /// Most formats: libarchive.
    case archives
    /// PDF documents: poppler.
    case pdf
    /// Text in images: tesseract and leptonica.
    case recognition
  }

  /// The names on this system.
  static let current = Self(
    release: (try? text(of: "/etc/os-release")) ?? "",
    isPackage: ProcessEnvironment.programFile == FilePath(absolute: "/usr/bin/sittad"))

  private let names: [Purpose: String]

  /// Finds the names on a system.
  ///
  /// - Parameters:
  ///   - release: the contents of os-release(5).
  ///   - isPackage: whether Sitta is a package of the system itself, which has other packages beside it.
  init(release: String, isPackage: Bool) {
    func value(_ key: String) -> String? {
      let line = release.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
      return line.map { $0.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" } }
    }
    let family = [value("ID") ?? "", value("ID_LIKE") ?? ""].joined(separator: " ")
    let own: [Purpose: String] =
      isPackage ? [.pdf: "sitta-pdf", .recognition: "sitta-ocr"] : [:]
    let known = Self.table.first { systems, _ in
      systems.contains {
        $0 == value("VERSION_CODENAME") || family.split(separator: " ").contains($0[...])
      }
    }
    names = (known?.names ?? Self.libraries).merging(own) { $1 }
  }

  /// The names of packages, separated by blanks.
  func names(for purpose: Purpose) -> String { names[purpose, default: ""] }

  /// The names of the libraries, for an unknown system.
  private static let libraries: [Purpose: String] = [
    .archives: "libarchive", .pdf: "poppler-cpp", .recognition: "tesseract leptonica",
  ]

  /// By code names of releases, and by names of distributions.
  private static let table: [(systems: [String], names: [Purpose: String])] = [
    (
      ["bookworm"],
      [
        .archives: "libarchive13", .pdf: "libpoppler-cpp0v5",
        .recognition: "libtesseract5 liblept5",
      ]
    ),
    (
      ["trixie"],
      [
        .archives: "libarchive13t64", .pdf: "libpoppler-cpp2",
        .recognition: "libtesseract5 libleptonica6",
      ]
    ),
    (
      ["noble"],
      [
        .archives: "libarchive13t64", .pdf: "libpoppler-cpp0t64",
        .recognition: "libtesseract5 liblept5",
      ]
    ),
    (
      ["forky", "debian", "ubuntu"],
      [
        .archives: "libarchive13t64", .pdf: "libpoppler-cpp3",
        .recognition: "libtesseract5 libleptonica6",
      ]
    ),
    (
      ["arch"],
      [.archives: "libarchive", .pdf: "poppler", .recognition: "tesseract leptonica"]
    ),
    (
      ["fedora"],
      [.archives: "libarchive", .pdf: "poppler-cpp", .recognition: "tesseract leptonica"]
    ),
  ]

  private static func text(of path: String) throws(SystemError) -> String {
    guard let path = FilePath(absolute: path) else { return "" }
    let bytes = try FileDescriptor(openingOwn: path).read(upTo: 16 << 10, expecting: 4_096)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ReaderProgram {
  /// What the package is for that the program needs.
  var purpose: SystemPackages.Purpose {
    switch self {
    case .general, .external: .archives
    case .pdf: .pdf
    }
  }

  /// The package that the program needs, on this system.
  var package: String { SystemPackages.current.names(for: purpose) }
}
