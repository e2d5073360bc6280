import LinuxSystem

/// Finds the value of a setting in git's configuration files; see git-config(1).
///
/// `include.path` is supported, `includeIf` is not.
enum GitConfiguration {
  /// A setting in a configuration file.
  struct Setting: Equatable {
    /// In lower case; for a subsection, followed by a dot and its name in the original case.
    var section: [UInt8]
    /// In lower case.
    var key: [UInt8]
    /// Empty if the key has no value.
    var value: [UInt8]
  }

  /// How deep files may include each other, as in git.
  private static let depth = 10

  /// The last value of a setting in a file and the files that it includes.
  ///
  /// - Parameters:
  ///   - key: the key, in lower case.
  ///   - section: the section, in lower case.
  ///   - file: the first file.
  ///   - home: the folder for `~`.
  ///   - level: the depth of this file in the chain of included files.
  ///   - read: returns the content of a file; nil if it is missing.
  /// - Returns: nil if no file has the setting.
  static func value(
    of key: String, in section: String, startingAt file: FilePath, home: FilePath, level: Int = 0,
    read: (FilePath) -> [UInt8]?
  ) -> [UInt8]? {
    guard level <= depth, let bytes = read(file) else { return nil }
    var value: [UInt8]?
    for setting in settings(in: bytes) {
      if setting.isNamed(key, in: section) {
        value = setting.value
      } else if setting.isNamed("path", in: "include"),
        let included = path(setting.value, relativeTo: file.parent, home: home)
      {
        value =
          Self.value(
            of: key, in: section, startingAt: included, home: home, level: level + 1, read: read)
          ?? value
      }
    }
    return value
  }

  /// The path that a value denotes; nil if the value is empty.
  ///
  /// `~/` is the home folder. `~user/`, which git supports, gives nil.
  static func path(_ value: [UInt8], relativeTo base: FilePath, home: FilePath) -> FilePath? {
    let isOtherHome = value.first == UInt8(ascii: "~") && value.dropFirst().first != 0x2f
    return isOtherHome ? nil : FilePath(value, relativeTo: base, home: home)
  }

  /// The settings of one file in order, up to the first line that git would reject.
  static func settings(in bytes: [UInt8]) -> [Setting] {
    var reader = GitConfigurationReader(bytes)
    return reader.settings()
  }
}

extension GitConfiguration.Setting {
  fileprivate func isNamed(_ key: String, in section: String) -> Bool {
    self.key.elementsEqual(key.utf8) && self.section.elementsEqual(section.utf8)
  }
}

/// Reads the syntax that git-config(1) describes under "CONFIGURATION FILE".
private struct GitConfigurationReader {
  private var rest: ArraySlice<UInt8>
  private var section: [UInt8] = []

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
  }

  /// Returns the next byte; CR LF becomes LF.
  private mutating func next() -> UInt8? {
    let byte = rest.popFirst()
    guard byte == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") else { return byte }
    return rest.popFirst()
  }

  mutating func settings() -> [GitConfiguration.Setting] {
    var settings: [GitConfiguration.Setting] = []
    while let byte = next() {
      switch byte {
      case _ where byte.isBlank:
        continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "["):
        guard let header = header() else { return settings }
        section = header
      case _ where byte.isLetter:
        guard let setting = setting(startingWith: byte) else { return settings }
        settings.append(setting)
      default:
        return settings
      }
    }
    return settings
  }

  /// Reads a section header after its `[`; nil if it is invalid.
  private mutating func header() -> [UInt8]? {
    var name: [UInt8] = []
    while let byte = next() {
      if byte == UInt8(ascii: "]") { return name }
      if byte.isBlank { return subsection(of: name) }
      guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      else { return nil }
      name.append(byte.lowercased)
    }
    return nil
  }

  private mutating func subsection(of name: [UInt8]) -> [UInt8]? {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    guard next() == UInt8(ascii: "\"") else { return nil }
    var name = name + [UInt8(ascii: ".")]
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\n"): return nil
      case UInt8(ascii: "\""): return next() == UInt8(ascii: "]") ? name : nil
      case UInt8(ascii: "\\"):
        guard let escaped = next(), escaped != UInt8(ascii: "\n") else { return nil }
        name.append(escaped)
      default: name.append(byte)
      }
    }
    return nil
  }

  private mutating func setting(startingWith first: UInt8) -> GitConfiguration.Setting? {
    var key = [first.lowercased]
    while let byte = rest.first, byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") {
      key.append(byte.lowercased)
      _ = next()
    }
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    let value: [UInt8]?
    switch next() {
    case nil, UInt8(ascii: "\n"): value = []
    case UInt8(ascii: "="): value = self.value()
    default: value = nil
    }
    return value.map { GitConfiguration.Setting(section: section, key: key, value: $0) }
  }

  /// Reads a value up to the end of its line; nil if it is invalid.
  private mutating func value() -> [UInt8]? {
    var value: [UInt8] = []
    var blanks = 0
    var isQuoted = false
    while let byte = next(), byte != UInt8(ascii: "\n") {
      if !isQuoted {
        if byte.isBlank {
          blanks += value.isEmpty ? 0 : 1
          continue
        }
        if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
          rest = rest.drop { $0 != UInt8(ascii: "\n") }
          continue
        }
      }
      value += [UInt8](repeating: 0x20, count: blanks)
      blanks = 0
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
      case UInt8(ascii: "\\"):
        switch next() {
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "n"): value.append(0x0a)
        case UInt8(ascii: "t"): value.append(0x09)
        case UInt8(ascii: "b"): value.append(0x08)
        case UInt8(ascii: "\\"): value.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "\""): value.append(UInt8(ascii: "\""))
        default: return nil
        }
      default:
        value.append(byte)
      }
    }
    return isQuoted ? nil : value
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }
  fileprivate var lowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}
