import LinuxSystem
import TestSupport
import Testing

@testable import IndexStorage

/// The expected content of an index: paths and texts, as a dictionary would have them.
private struct Model {
  var texts: [String: String] = [:]
  var folders: Set<String> = ["/"]

  mutating func put(_ path: String, _ text: String) {
    texts[path] = text
    noteFolders(above: path)
  }

  mutating func remove(_ path: String) {
    texts = texts.filter { !Self.isInside($0.key, path) }
    folders = folders.filter { !Self.isInside($0, path) }
  }

  mutating func move(_ origin: String, _ target: String) {
    let isKnown = folders.contains(origin) || texts[origin] != nil
    guard isKnown, !Self.isInside(target, origin), !Self.isInside(origin, target) else { return }
    remove(target)
    noteFolders(above: target)
    texts = Dictionary(
      uniqueKeysWithValues: texts.map { (moved($0.key, origin, target), $0.value) })
    folders = Set(folders.map { moved($0, origin, target) })
  }

  private func moved(_ path: String, _ origin: String, _ target: String) -> String {
    Self.isInside(path, origin) ? target + path.dropFirst(origin.count) : path
  }

  private mutating func noteFolders(above path: String) {
    for (place, character) in zip(path.indices, path).dropFirst() where character == "/" {
      folders.insert(String(path[..<place]))
    }
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}

struct RandomOperationsTests {
  static let words = ["nut", "seed", "bark", "tree", "wing", "nest"]

  @Test(.timeLimit(.minutes(15)), arguments: [1, 2, 3, 4] as [UInt64])
  func `After random operations the index equals the model`(seed: UInt64) throws {
    let index = try TestIndex()
    var random = SplitMix(seed: seed)
    var model = Model()
    var committed = model
    for _ in 0..<800 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<7:
        let path = Self.file(&random)
        let text = Self.text(&random)
        try index.put(path, text)
        model.put(path, text)
      case 7:
        let path = Self.file(&random)
        #expect(try index.writer.remove(FilePath(path)))
        model.remove(path)
      case 8:
        let path = Self.folder(&random)
        while try !index.writer.remove(FilePath(path), limit: 2) {}
        model.remove(path)
      case 9, 10:
        let (origin, target) = (Self.file(&random), Self.file(&random))
        try index.writer.move(FilePath(origin), to: FilePath(target))
        model.move(origin, target)
      case 11, 12:
        let (origin, target) = (Self.folder(&random), Self.folder(&random))
        try index.writer.move(FilePath(origin), to: FilePath(target))
        model.move(origin, target)
      case 13:
        index.writer.rollBack()
        model = committed
      case 14:
        index.writer.releaseMemory()
      default:
        try index.writer.commit()
        committed = model
      }
    }
    try index.writer.commit()
    try index.check()
    #expect(try index.list() == model.texts.keys.sorted())
    for word in Self.words {
      let expected = model.texts.filter { $0.value.contains(word) }.keys.sorted()
      #expect(try index.find(word).sorted() == expected, "\(word)")
    }
    #expect(
      try index.number("SELECT count(*) FROM body WHERE id NOT IN (SELECT id FROM document)") == 0)
    #expect(
      try index.number(
        "SELECT count(*) FROM document WHERE directory NOT IN (SELECT id FROM directory)") == 0)
  }

  private static func folder(_ random: inout SplitMix) -> String {
    (0..<Int.random(in: 1...3, using: &random))
      .map { _ in "/d\(Int.random(in: 0..<3, using: &random))" }.joined()
  }

  private static func file(_ random: inout SplitMix) -> String {
    folder(&random) + "/f\(Int.random(in: 0..<4, using: &random))"
  }

  private static func text(_ random: inout SplitMix) -> String {
    words.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      .joined(separator: " ")
  }
}
