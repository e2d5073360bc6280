public import LinuxSystem

/// The patterns of one file, such as a `.gitignore`.
public struct IgnoreFile: Hashable, Sendable {
  /// A line of the file with its pattern.
  public struct Rule: Hashable, Sendable {
    /// The file.
    public let file: FilePath
    /// The number of the line; the first is 1.
    public let line: Int
    /// The pattern of the line.
    public let pattern: IgnorePattern

    package init(file: FilePath, line: Int, pattern: IgnorePattern) {
      self.file = file
      self.line = line
      self.pattern = pattern
    }
  }

  /// The path of the file.
  public let path: FilePath
  /// The folder to which the patterns apply.
  public let base: FilePath
  private let list: PatternList
  private let lines: [Int]

  /// Parses the lines of a file.
  ///
  /// As in git, a byte order mark at the beginning is skipped, and a line ends with LF or CR LF; a
  /// further CR before it belongs to the line.
  public init(_ bytes: [UInt8], at path: FilePath, for base: FilePath) {
    self.path = path
    self.base = base
    var patterns: [IgnorePattern] = []
    var lines: [Int] = []
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let split = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in split.enumerated() {
      let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let pattern = IgnorePattern(line: content) else { continue }
      patterns.append(pattern)
      lines.append(index + 1)
    }
    list = PatternList(patterns)
    self.lines = lines
  }

  /// Whether the file has no patterns.
  public var isEmpty: Bool { lines.isEmpty }

  /// The last line that matches an entry below `base`.
  ///
  /// - Returns: nil if no line matches; the pattern may be negated.
  func lastMatch(on entry: PatternList.Entry) -> Rule? {
    list.lastMatch(on: entry, below: base).map { number in
      Rule(file: path, line: lines[number], pattern: list.patterns[number])
    }
  }
}
