public import LinuxSystem

/// The patterns of one file such as `.gitignore`.
public struct IgnoreFile: Hashable, Sendable {
  /// A line of the file with a pattern.
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
  /// The folder that its patterns are for.
  public let base: FilePath
  private let list: PatternList
  private let lines: [Int]

  /// Reads the lines of a file.
  ///
  /// As in git, a byte order mark at the beginning is ignored, a line ends with LF or CR LF, and
  /// only one CR is part of the line end.
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

  /// The last line that matches an entry of `base` or of a folder below it.
  ///
  /// - Returns: nil if no line matches the entry; the rule may be negated.
  func lastMatch(on entry: PatternList.Entry) -> Rule? {
    list.lastMatch(on: entry, below: base).map { number in
      Rule(file: path, line: lines[number], pattern: list.patterns[number])
    }
  }
}
