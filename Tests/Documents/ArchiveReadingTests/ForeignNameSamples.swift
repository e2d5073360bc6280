import FoundationEssentials

/// Archives whose names are not UTF-8, made with Python's modules `zipfile` and `tarfile`.
enum ForeignNameSamples {
  /// A file `日本語.txt`, its name in Shift_JIS.
  static let zipInShiftJIS = bytes(
    """
    UEsDBBQAAAAAAIMYIlCDFtyMAQAAAAEAAAAKAAAAk/qWe4zqLnR4dHhQSwECFAMUAAAAAACDGCJQgxbcjAEAAAABAAAACg\
    AAAAAAAAAAAAAAgAEAAAAAk/qWe4zqLnR4dFBLBQYAAAAAAQABADgAAAApAAAAAAA=
    """)

  /// Files `Документ.txt` and `readme.txt`, names in CP866.
  static let zipInCyrillic = bytes(
    """
    UEsDBBQAAAAAAIMYIlCDFtyMAQAAAAEAAAAMAAAAhK6q46ylreIudHh0eFBLAwQUAAAAAACDGCJQgxbcjAEAAAABAAAACg\
    AAAHJlYWRtZS50eHR4UEsBAhQDFAAAAAAAgxgiUIMW3IwBAAAAAQAAAAwAAAAAAAAAAAAAAIABAAAAAISuquOspa3iLnR4\
    dFBLAQIUAxQAAAAAAIMYIlCDFtyMAQAAAAEAAAAKAAAAAAAAAAAAAACAASsAAAByZWFkbWUudHh0UEsFBgAAAAACAAIAcg\
    AAAFQAAAAAAA==
    """)

  /// A file `新建文本文档.txt`, its name in GBK.
  static let zipInGBK = bytes(
    """
    UEsDBBQAAAAAAIMYIlCDFtyMAQAAAAEAAAAQAAAA0MK9qM7Esb7OxLW1LnR4dHhQSwECFAMUAAAAAACDGCJQgxbcjAEAAA\
    ABAAAAEAAAAAAAAAAAAAAAgAEAAAAA0MK9qM7Esb7OxLW1LnR4dFBLBQYAAAAAAQABAD4AAAAvAAAAAAA=
    """)

  /// A file `Übung.txt`, its name in CP437.
  static let zipInWestern = bytes(
    """
    UEsDBBQAAAAAAIMYIlCDFtyMAQAAAAEAAAAJAAAAmmJ1bmcudHh0eFBLAQIUAxQAAAAAAIMYIlCDFtyMAQAAAAEAAAAJAA\
    AAAAAAAAAAAACAAQAAAACaYnVuZy50eHRQSwUGAAAAAAEAAQA3AAAAKAAAAAAA
    """)

  /// Files `Документ.txt` and `Письмо другу.txt`, names in KOI8-R.
  static let tarInKOI8 = bytes(
    """
    H4sIAA2GA2sC/+3UwQ2CMBiG4X+UTmBaWn7mcQUsCQNqDCFIojRxAAdgBBqPXIgHvPA+l2+C9/uMfRpuj+kU2yg7sZmG8N\
    1svZkT59X6olQNKta5qirFWPmD5hLPtTFyUK3gyObu9R5Gc32me9rrA37v3xee/ukfAAAAAAAAAAAAAAAAmxaY51jZACgA\
    AA==
    """)

  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }
}
