extension CodePage {
  /// Returns the code page of a Windows character set; nil for the document's own code page.
  ///
  /// Source: <https://learn.microsoft.com/openspecs/windows_protocols/ms-wmf>, CharacterSet.
  static func number(ofCharset charset: Int) -> Int? {
    switch charset {
    case 0: 1252
    case 77: 10_000
    case 128: 932
    case 129: 949
    case 130: 1361
    case 134: 936
    case 136: 950
    case 161: 1253
    case 162: 1254
    case 163: 1258
    case 177: 1255
    case 178: 1256
    case 186: 1257
    case 204: 1251
    case 222: 874
    case 238: 1250
    case 254: 437
    case 255: 850
    default: nil
    }
  }

  /// Returns the code page of programs in a language, which Windows gives as a number.
  ///
  /// Source: MS-LCID; <https://learn.microsoft.com/windows/win32/intl/code-page-identifiers>.
  static func number(ofLanguage language: Int) -> Int {
    switch (language & 0x3ff, language) {
    case (0x01, _), (0x20, _), (0x29, _): 1256
    case (0x1a, 0x0c1a), (0x02, _), (0x19, _), (0x22, _), (0x23, _), (0x2f, _): 1251
    case (0x04, 0x0404), (0x04, 0x0c04), (0x04, 0x1404): 950
    case (0x04, _): 936
    case (0x05, _), (0x0e, _), (0x15, _), (0x18, _), (0x1a, _), (0x1b, _), (0x1c, _), (0x24, _):
      1250
    case (0x08, _): 1253
    case (0x0d, _): 1255
    case (0x11, _): 932
    case (0x12, _): 949
    case (0x1e, _): 874
    case (0x1f, _): 1254
    case (0x25, _), (0x26, _), (0x27, _): 1257
    case (0x2a, _): 1258
    default: 1252
    }
  }
}
