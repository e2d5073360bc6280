/// A character encoding that ICU decodes.
public struct CharacterEncoding: Equatable, Sendable {
  /// The name in the Encoding Standard of WHATWG; ICU's name if the standard does not have the encoding.
  public let name: String

  /// UTF-8.
  public static let utf8 = Self(known: "UTF-8")
  /// The encoding that is assumed for Western text without a declared encoding.
  public static let windows1252 = Self(known: "windows-1252")

  init(known name: String) {
    self.name = name
  }

  /// Finds an encoding by a label from HTML, XML or mail; nil for an unknown label.
  ///
  /// As in browsers, the label of a small encoding means the larger encoding that contains it: `iso-8859-1`
  /// means windows-1252. Source: https://encoding.spec.whatwg.org/#names-and-labels
  ///
  /// - Parameter label: a name or alias in any case; blanks and quotes around it are ignored.
  public init?(label: String) {
    let label = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    guard !label.isEmpty, label.utf8.count <= 64, label.allSatisfy(\.isASCII) else { return nil }
    if let name = Self.names[label] {
      self.name = name
    } else if let name = Converter.canonicalName(of: label) {
      self.name = name
    } else {
      return nil
    }
  }

  /// Decodes bytes.
  ///
  /// O(bytes).
  ///
  /// - Parameter bytes: the encoded text, whole.
  /// - Returns: valid UTF-8 without a byte order mark; invalid sequences become U+FFFD.
  public func decode(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    decode(bytes, limit: .max, into: &text)
    return text
  }

  /// Decodes bytes until the text reaches a limit.
  ///
  /// - Parameters:
  ///   - bytes: the encoded text.
  ///   - limit: decoding stops after this number of bytes of text, at most 64 KiB later.
  ///   - text: receives valid UTF-8 without a byte order mark; invalid sequences become U+FFFD.
  /// - Returns: the number of bytes that were decoded.
  @discardableResult
  public func decode(_ bytes: Span<UInt8>, limit: Int, into text: inout [UInt8]) -> Int {
    if self == .utf8 { return UTF8Repair.decode(bytes, limit: limit, into: &text) }
    if let page = CodePages.page(self) {
      return page.decode(bytes, limit: limit, into: &text)
    }
    guard let converter = Converter(Self.converters[name] ?? name) else {
      return UTF8Repair.decode(bytes, limit: limit, into: &text)
    }
    return converter.decode(bytes, limit: limit, into: &text)
  }

  /// ICU's names of encodings that it understands more narrowly than browsers do.
  private static let converters = ["EUC-KR": "windows-949", "Big5": "Big5-HKSCS"]

  /// Whether programs write a label without knowing the encoding.
  ///
  /// - Parameter label: a label in lower case.
  /// - Returns: whether the label says nothing.
  public static func isPlaceholder(_ label: String) -> Bool {
    switch label {
    case "", "us-ascii", "ascii", "ansi_x3.4-1968", "default", "8bit", "unknown-8bit": true
    default: false
    }
  }

  /// The WHATWG names of encodings, by the labels that ICU lacks or understands differently.
  private static let names: [String: String] = {
    let labels = [
      "UTF-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 us-utf-8",
      "UTF-16LE": "utf-16le utf-16 unicode ucs-2 iso-10646-ucs-2 csunicode",
      "UTF-16BE": "utf-16be unicodefffe",
      "windows-1252": """
      windows-1252 iso-8859-1 iso8859-1 iso_8859-1 iso_8859-1:1987 iso88591 latin1 latin-1 l1 ascii \
      us-ascii ansi_x3.4-1968 cp1252 cp819 ibm819 x-cp1252 x-ansi default unknown-8bit 8bit
      """,
      "windows-1255":
        "windows-1255 iso-8859-8 iso8859-8 iso_8859-8 hebrew visual iso-8859-8-i logical cp1255 x-cp1255",
      "windows-1254": "windows-1254 iso-8859-9 iso8859-9 iso_8859-9 latin5 l5 cp1254 x-cp1254",
      "windows-874": "windows-874 tis-620 tis620 iso-8859-11 iso8859-11 dos-874",
      "GBK": "gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 x-gbk iso-ir-58 cp936 ms936",
      "GB18030": "gb18030",
      "Big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
      "Shift_JIS": "shift_jis shift-jis sjis ms_kanji x-sjis windows-31j ms932 cp932 csshiftjis",
      "EUC-KR": """
      euc-kr euckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 ks_c_5601 windows-949 \
      cp949 cseuckr uhc
      """,
      "EUC-JP": "euc-jp eucjp x-euc-jp",
      "ISO-2022-JP": "iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms",
      "KOI8-R": "koi8-r koi8 koi koi8_r cskoi8r",
      "KOI8-U": "koi8-u koi8-ru",
      "macintosh": "macintosh mac x-mac-roman macroman",
    ]
    var names: [String: String] = [:]
    for (name, labels) in labels {
      for label in labels.split(separator: " ") { names[String(label)] = name }
    }
    return names
  }()
}
