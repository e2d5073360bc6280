public import LinuxSystem

/// The languages in which text in images is recognized, and the folder of tesseract's files for them.
public struct RecognitionLanguages: Equatable, Sendable {
  /// The folder of these files; nil if none of the languages is installed.
  public var folder: FilePath?
  /// The codes of the installed languages, the most important first.
  public var installed: [String]
  /// The codes of the requested languages that are not installed.
  public var missing: [String]

  /// Creates an instance without languages; does not check the disk.
  public init() {
    (folder, installed, missing) = (nil, [], [])
  }

  /// Looks for the files of languages.
  ///
  /// - Parameters:
  ///   - names: the names of the languages in English, as in `[Text] Languages=`.
  ///   - folders: the folders to search.
  public init(_ names: [String], in folders: [FilePath] = Self.usualFolders()) {
    var codes: [String] = []
    for name in names {
      if let code = Self.code(of: name), !codes.contains(code) { codes.append(code) }
    }
    if codes.isEmpty { codes = ["eng"] }
    func has(_ code: String, _ folder: FilePath) -> Bool {
      (try? FileStatus(of: folder.appending("\(code).traineddata")))?.kind == .regular
    }
    // Tesseract reads all files from one folder.
    let counts = folders.map { folder in codes.count { has($0, folder) } }
    let best = counts.indices.max { counts[$0] < counts[$1] }
    let found = best.flatMap { counts[$0] > 0 ? folders[$0] : nil }
    let present = codes.filter { code in found.map { has(code, $0) } ?? false }
    (folder, installed) = (found, present)
    missing = codes.filter { !present.contains($0) }
  }

  /// The folders of these files on Debian, Fedora and Arch.
  public static func usualFolders() -> [FilePath] {
    let share = FilePath.root.appending("usr").appending("share")
    let debian = share.appending("tesseract-ocr")
    var versions: [[UInt8]] = []
    if let descriptor = try? FileDescriptor(openingDirectory: debian) {
      versions = (try? DirectoryListing(of: descriptor).names) ?? []
    }
    return versions.sorted { $1.lexicographicallyPrecedes($0) }
      .map { debian.appending($0).appending("tessdata") }
      + [share.appending("tesseract").appending("tessdata"), share.appending("tessdata")]
  }

  /// All languages in tesseract's notation, such as `eng+deu`.
  public var name: String { installed.joined(separator: "+") }

  /// The Debian packages of the missing languages.
  public var missingPackages: [String] { missing.map { "tesseract-ocr-\($0)" } }

  /// The code of tesseract for a language, given by any name or code that Snowball knows.
  static func code(of name: String) -> String? {
    let aliases = [
      "ar": "ara", "arm": "hye", "baq": "eus", "ca": "cat", "da": "dan", "de": "deu", "dut": "nld",
      "el": "ell", "en": "eng", "es": "spa", "esl": "spa", "et": "est", "eu": "eus", "fi": "fin",
      "fr": "fra", "fre": "fra", "ga": "gle", "ger": "deu", "gre": "ell", "hi": "hin", "hu": "hun",
      "hy": "hye", "id": "ind", "it": "ita", "lt": "lit", "ne": "nep", "nl": "nld", "no": "nor",
      "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "rum": "ron", "sr": "srp", "sv": "swe",
      "ta": "tam", "tr": "tur", "yi": "yid",
    ]
    return codes[name] ?? aliases[name] ?? (codes.values.contains(name) ? name : nil)
  }

  /// The code of tesseract for each language of Snowball that has one.
  static let codes = [
    "arabic": "ara", "armenian": "hye", "basque": "eus", "catalan": "cat", "danish": "dan",
    "dutch": "nld", "dutch_porter": "nld", "english": "eng", "esperanto": "epo", "estonian": "est",
    "finnish": "fin", "french": "fra", "german": "deu", "german2": "deu", "greek": "ell",
    "hindi": "hin", "hungarian": "hun", "indonesian": "ind", "irish": "gle", "italian": "ita",
    "kraaij_pohlmann": "nld", "lithuanian": "lit", "lovins": "eng", "nepali": "nep",
    "norwegian": "nor", "polish": "pol", "porter": "eng", "portuguese": "por", "romanian": "ron",
    "russian": "rus", "serbian": "srp", "spanish": "spa", "swedish": "swe", "tamil": "tam",
    "turkish": "tur", "yiddish": "yid",
  ]
}
