import LinuxSystem
import Passages

/// The name of a file without the marks that versions and copies of it have.
///
/// `report-final-v3 (copy).txt` is a version of `report.txt`; so is `Report (2).txt`.
struct VersionName: Equatable {
  /// The name without marks and extension, in lower case.
  let base: String
  /// The extension, in lower case.
  let ending: String
  /// ``base`` without words that contain a number; empty if nothing is left.
  let series: String
  /// Whether the name has marks of a copy, a draft or a backup.
  let isCopy: Bool
  /// Whether the name has any marks.
  let isMarked: Bool

  private static let copyMarks: Set<String> = [
    "copy", "kopie", "copie", "copia", "kopia", "bak", "backup", "old", "alt", "orig", "draft",
    "entwurf", "brouillon", "borrador", "tmp", "temp", "save", "conflict", "conflicted",
  ]
  private static let versionMarks: Set<String> = [
    "final", "endfassung", "definitiv", "last", "latest", "new", "neu", "revised", "rev", "version",
  ]

  init(_ name: String) {
    var name = Array(name.lowercased().utf8)[...]
    var isCopy = false
    while name.last == UInt8(ascii: "~") {
      name.removeLast()
      isCopy = true
    }
    var ending = ""
    while let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
      let suffix = name[(dot + 1)...]
      guard suffix.count(where: \.beginsScalar) <= 8, !suffix.contains(0x20) else { break }
      let text = String(decoding: suffix, as: UTF8.self)
      if Self.copyMarks.contains(text) {
        isCopy = true
      } else if ending.isEmpty, !suffix.allSatisfy(\.isDigit) {
        ending = text
      } else {
        break
      }
      name = name[..<dot]
    }
    var words = Self.words(in: name)[...]
    let count = words.count
    if words.count > 2, words[0].text == "copy", words[1].text == "of" {
      words.removeFirst(2)
      isCopy = true
    }
    while words.count > 1, let last = words.last {
      if Self.copyMarks.contains(last.text) {
        isCopy = true
      } else if !Self.versionMarks.contains(last.text), !last.isVersionNumber,
        !(name.last == UInt8(ascii: ")") && last.isShortNumber)
      {
        break
      }
      words.removeLast()
    }
    base = words.map(\.text).joined(separator: " ")
    let unnumbered = words.filter { !$0.hasNumber }
    series =
      unnumbered.count == words.count ? base : unnumbered.map(\.text).joined(separator: " ")
    self.ending = ending
    self.isCopy = isCopy
    isMarked = isCopy || words.count < count
  }

  /// A run of letters and digits.
  private struct Word {
    let text: String
    /// Whether the word contains a digit or another number.
    let hasNumber: Bool
    /// Whether the word is one or two digits.
    let isShortNumber: Bool
    /// Whether the word is `v` or `r` with one to three digits.
    let isVersionNumber: Bool

    init(_ bytes: ArraySlice<UInt8>, hasNumber: Bool) {
      text = String(decoding: bytes, as: UTF8.self)
      self.hasNumber = hasNumber
      isShortNumber = bytes.count <= 2 && bytes.allSatisfy(\.isDigit)
      let isMark = bytes.first == UInt8(ascii: "v") || bytes.first == UInt8(ascii: "r")
      isVersionNumber =
        isMark && (2...4).contains(bytes.count)
        && bytes.dropFirst().allSatisfy(\.isDigit)
    }
  }

  private static func words(in name: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    var start: Int?
    var hasNumber = false
    var offset = name.startIndex
    func end(at offset: Int) {
      if let first = start { words.append(Word(name[first..<offset], hasNumber: hasNumber)) }
      (start, hasNumber) = (nil, false)
    }
    while offset < name.endIndex {
      let byte = name[offset]
      var (isInWord, length) = (byte.isDigit || 0x61...0x7a ~= byte, 1)
      var isNumber = byte.isDigit
      if byte >= 0x80 {
        let scalar: Unicode.Scalar
        (scalar, length) = name.span.lenientScalar(at: offset - name.startIndex)
        isNumber = scalar.properties.numericType != nil
        // A combining mark belongs to the letter before it.
        isInWord = isNumber || scalar.properties.isAlphabetic || scalar.isMark
      }
      if isInWord {
        start = start ?? offset
        if isNumber { hasNumber = true }
      } else {
        end(at: offset)
      }
      offset += length
    }
    end(at: name.endIndex)
    return words
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
  fileprivate var beginsScalar: Bool { self & 0xc0 != 0x80 }
}

extension Unicode.Scalar {
  /// Whether the character is a combining mark, which belongs to the character before it.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
