import LinuxSystem

/// A list of patterns, of which the last matching one decides.
///
/// Names without wildcards are looked up in a hash table. Of the other patterns, only those are
/// tried whose last byte can match. So a long list costs little more than a short one.
struct PatternList: Hashable, Sendable {
  let patterns: [IgnorePattern]
  private let numbersByName: [[UInt8]: [Int]]
  private let numbersByLastByte: [UInt8: [Int]]
  private let withoutLastByte: [Int]

  init(_ patterns: [IgnorePattern]) {
    self.patterns = patterns
    var numbersByName: [[UInt8]: [Int]] = [:]
    var numbersByLastByte: [UInt8: [Int]] = [:]
    var withoutLastByte: [Int] = []
    for (number, pattern) in patterns.enumerated() {
      if let name = pattern.literalName {
        numbersByName[name, default: []].append(number)
      } else if let last = pattern.lastByte {
        numbersByLastByte[last, default: []].append(number)
      } else if pattern.canMatch {
        withoutLastByte.append(number)
      }
    }
    self.numbersByName = numbersByName
    self.numbersByLastByte = numbersByLastByte.mapValues { ($0 + withoutLastByte).sorted() }
    self.withoutLastByte = withoutLastByte
  }

  static func == (left: PatternList, right: PatternList) -> Bool {
    left.patterns == right.patterns
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(patterns)
  }

  /// The number of the last pattern that matches an entry.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - base: the folder to which the patterns apply; the entry is below it.
  /// - Returns: nil if no pattern matches.
  func lastMatch(on entry: Entry, below base: FilePath) -> Int? {
    patterns.isEmpty
      ? nil
      : lastMatch(onName: entry.name, at: entry.path(below: base), isFolder: entry.isFolder)
  }

  /// The number of the last pattern that matches a name and its path below the patterns' folder.
  func lastMatch(onName name: [UInt8], at path: ArraySlice<UInt8>, isFolder: Bool) -> Int? {
    let named = numbersByName.isEmpty ? nil : numbersByName[name]
    let last = named?.last { patterns[$0].matches(path, isFolder: isFolder) }
    let others = path.last.flatMap { numbersByLastByte[$0] } ?? withoutLastByte
    for number in others.reversed() {
      if let last, number < last { break }
      if patterns[number].matches(path, isFolder: isFolder) { return number }
    }
    return last
  }

  /// An entry of a folder, to be matched with patterns.
  struct Entry {
    let name: [UInt8]
    let path: FilePath
    let isFolder: Bool

    init(_ name: [UInt8], in folder: FilePath, isFolder: Bool) {
      self.name = name
      path = folder.appending(name)
      self.isFolder = isFolder
    }

    func path(below base: FilePath) -> ArraySlice<UInt8> {
      path.bytes.dropFirst(base.isRoot ? 1 : base.bytes.count + 1)
    }
  }
}
