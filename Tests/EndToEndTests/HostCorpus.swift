import LinuxSystem
import TestSupport

/// Files of three folders, and queries, for comparing several hosts with one index.
struct HostCorpus {
  /// The names of the folders.
  static let folders = ["a", "b", "c"]
  private static let fileCount = 110
  private static let syllables = [
    "ba", "den", "fir", "gos", "hul", "kam", "lor", "mip", "nut", "pel", "quo", "ras", "ste", "tov",
  ]

  private var random = SplitMix(seed: 17)
  private let words: [String]
  private var texts: [String] = []

  init() {
    var random = SplitMix(seed: 4)
    words =
      (0..<400).map { _ in
        let word = (0..<Int.random(in: 2...3, using: &random)).map { _ in
          Self.syllables[Int.random(in: 0..<Self.syllables.count, using: &random)]
        }.joined()
        return word + ["", "", "s", "ing"][Int.random(in: 0..<4, using: &random)]
      } + ["the", "and", "of", "memory", "barrier", "memories", "file"]
  }

  /// A word; words at the beginning of the list are frequent, and each folder has its own.
  private mutating func word(_ folder: Int) -> String {
    let part = Double.random(in: 0..<1, using: &random)
    let index = Int(part * part * Double(words.count))
    return words[(index + folder * 60) % words.count]
  }

  /// Writes the files; each has another time and another length.
  mutating func write(to root: FilePath) throws {
    for (number, folder) in Self.folders.enumerated() {
      for index in 0..<Self.fileCount {
        let length = 15 + Int.random(in: 0..<180, using: &random)
        var text = (0..<length).map { _ in word(number) }
        if index % 9 == 0 { text.insert("parseHeader", at: 5) }
        texts.append(text.joined(separator: " "))
        let name = Self.name(index, text)
        let path = (["\(folder)"] + name).reduce(root) { $0.appending($1) }
        try path.write(texts[texts.count - 1])
        try path.setTimes(modified: 1_700_000_000 + texts.count * 7_919 % 90_000)
      }
      // The same text in two folders, a copy, and a version.
      let shared = root.appending(folder).appending("shared.txt")
      try shared.write("memory of a shared barrier with pelican feathers")
      try shared.setTimes(modified: 1_700_000_000 + number)
      for (name, text) in [
        ("plan.txt", "first plan of the barrier"), ("plan v2.txt", "second plan of the barrier"),
      ] {
        let path = root.appending(folder).appending(name)
        try path.write("\(text) in \(folder)")
        try path.setTimes(modified: 1_700_000_000 + number * 100 + name.utf8.count)
      }
    }
  }

  private static func name(_ index: Int, _ words: [String]) -> [String] {
    switch index % 5 {
    case 0: [words[1], "\(words[0])-\(index).txt"]
    case 1: ["reports", "month 2024-\(10 + index % 3)-\(index).txt"]
    case 2: ["archive", "\(words[0]).txt.\(index)"]
    default: ["deep", words[2], "\(words[0])_\(index).md"]
    }
  }

  /// Queries of words that the files have: several words, phrases, prefixes, errors, filters.
  mutating func queries(_ count: Int) -> [String] {
    (0..<count).map { number in
      let text = texts[Int.random(in: 0..<texts.count, using: &random)]
        .split(separator: " ").map(String.init)
      let start = Int.random(in: 0..<text.count - 5, using: &random)
      let (one, two, three) = (text[start], text[start + 1], text[start + 3])
      switch number % 10 {
      case 0: return one
      case 1: return "\(one) \(word(number % 3))"
      case 2: return "\(one) \(two) \(three) \(word(0))"
      case 3: return "\"\(one) \(two)\" \(three)"
      case 4: return "\(one.prefix(4))* \(three)"
      case 5: return "\(one.dropLast(2))x\(one.suffix(1)) \(two)"
      case 6: return "the \(one) of \(two) and \(three)"
      case 7: return "\(one)-\(two) \(three)"
      case 8:
        return ["parseHeader \(one)", "shared pelican", "plan barrier", "reports \(one)"][
          number / 10 % 4]
      default: return "\(one) OR \(two) ext:txt"
      }
    }
  }
}

extension FilePath {
  /// Sets the time of the last change, in seconds since 1970.
  fileprivate func setTimes(modified: Int) throws {
    try Tool.run("/usr/bin/touch", "-d", "@\(modified)", "\(self)")
  }
}
