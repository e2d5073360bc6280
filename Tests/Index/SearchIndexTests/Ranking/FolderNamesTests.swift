import HitOrder
import IndexStorage
import TestSupport
import TextAnalysis
import Testing

@testable import SearchIndex

struct FolderNamesTests {
  private var names = FolderNames()

  /// `/home/me` with `Tax Returns/2023` and `letters/tax`.
  init() {
    let folders: [(Int64, String, Int64)] = [
      (1, "", 0), (2, "home", 1), (3, "me", 2), (4, "Tax Returns", 3), (5, "2023", 4),
      (6, "letters", 3), (7, "tax", 6),
    ]
    for (number, name, parent) in folders { set(number, name, in: parent) }
  }

  private mutating func set(_ folder: Int64, _ name: String, in parent: Int64) {
    var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
    names.set(
      FolderID(rawValue: folder), name: Array(name.utf8), in: FolderID(rawValue: parent), &analyzer)
  }

  /// The words by folder, without the folders above everything.
  private func found(_ words: [String]...) -> [Int64: UInt64] {
    let forms = words.map { $0.map { Array($0.utf8) } }
    let found = names.words(forms, except: Set(names.commonChain.folders))
    let all = (0..<20).map { ($0, found[FolderID(rawValue: $0)]) }
    return Dictionary(uniqueKeysWithValues: all.filter { $0.1 != 0 })
  }

  @Test func `a folder has its words and those above it`() {
    #expect(found(["tax"]) == [4: 1, 5: 1, 7: 1])
    #expect(found(["tax"], ["2023"]) == [4: 1, 5: 3, 7: 1])
    #expect(found(["taxes", "return", "returns"], []) == [4: 1, 5: 1])
    #expect(found(["letters"], ["tax"]) == [4: 2, 5: 2, 6: 1, 7: 3])
    #expect(found(["nothing"]).isEmpty)
    #expect(found().isEmpty)
  }

  @Test func `folders above everything do not count`() {
    #expect(names.commonChain.folders == [.root, FolderID(rawValue: 2), FolderID(rawValue: 3)])
    #expect(found(["home"], ["me"]).isEmpty)
    #expect(found(["home"], ["tax"]) == [4: 2, 5: 2, 7: 2])
    #expect(names.words([[Array("home".utf8)]], except: []).folders(havingAll: 1).count == 6)
  }

  @Test func `a renamed or moved folder changes all below it`() {
    var changed = self
    changed.set(4, "Steuer", in: 3)
    #expect(changed.found(["tax"]) == [7: 1])
    #expect(changed.found(["steuer"]) == [4: 1, 5: 1])
    changed.set(6, "letters", in: 5)
    #expect(changed.found(["steuer"]).isEmpty, "Steuer is now above everything.")
    changed.set(8, "other", in: 3)
    #expect(changed.found(["steuer"]) == [4: 1, 5: 1, 6: 1, 7: 1])
    let priors = changed.names.priors(above: FolderID(rawValue: 7), except: [])
    #expect(priors.depth == 6)
    #expect(priors.nearest == "tax")
    #expect(changed.names.count == 8)
  }

  @Test func `folders in a circle end`() {
    var changed = self
    changed.set(8, "ring", in: 9)
    changed.set(9, "circle", in: 8)
    #expect(changed.found(["ring"]).keys.contains(8))
    #expect(changed.names.priors(above: FolderID(rawValue: 8), except: []).depth <= 10)
  }

  @Test func `any number of a folder or its parent is accepted`() {
    var changed = self
    for number in [-1, 0, FolderWords.limit, .max] as [Int64] {
      changed.set(number, "ring", in: 3)
      changed.set(9, "tax", in: number)
    }
    #expect(changed.found(["ring"]).isEmpty)
    #expect(changed.found(["tax"]) == [4: 1, 5: 1, 7: 1, 9: 1])
    changed.set(9, "tax", in: 19)
    #expect(changed.found(["tax"])[9] == 1)
  }

  @Test func `a removed folder is in no name, and its number can be used again`() {
    var changed = self
    changed.names.remove(FolderID(rawValue: 7))
    changed.names.remove(FolderID(rawValue: 7))
    changed.names.remove(FolderID(rawValue: 99))
    #expect(changed.found(["tax"]) == [4: 1, 5: 1])
    #expect(changed.names.count == 6)
    #expect(changed.names.name(of: FolderID(rawValue: 7)) == "")
    changed.names.remove(FolderID(rawValue: 6))
    #expect(!changed.names.has(Array("letters".utf8), except: []))
    #expect(changed.names.commonChain.folders.count == 5, "Only one folder is left in each.")
    changed.set(7, "photos", in: 3)
    #expect(changed.found(["photos"]) == [7: 1])
  }

  @Test func `folders of one name share its words`() {
    var many = FolderNames()
    var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
    var analyzed = 0
    for number in 1...1_000 as ClosedRange<Int64> {
      let name = Array(["src", "Test Data"][Int(number % 2)].utf8)
      many.set(FolderID(rawValue: number), name: name, in: 1, &analyzer) { word in
        analyzed += 1
        return [word]
      }
    }
    #expect(analyzed < 10, "The words of each name are looked for once.")
    #expect(
      many.depths([[Array("src".utf8)], [Array("none".utf8)]], in: [1]) == [
        RankingLimits.anyFolder, 0,
      ])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `random folders have the words of their names and of those above`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var folders: [Int64: (name: String, parent: Int64)] = [1: ("", 0)]
    var many = FolderNamesTests()
    many.names = FolderNames()
    many.set(1, "", in: 0)
    for _ in 0..<300 {
      let folder = Int64.random(in: 2...40, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        // Nothing may lie in a folder that is removed.
        if folders.values.contains(where: { $0.parent == folder }) { continue }
        folders[folder] = nil
        many.names.remove(FolderID(rawValue: folder))
        continue
      }
      let parent = folders.keys.filter { $0 < folder }.randomElement(using: &random) ?? 1
      let name = (0..<2).map { _ in ["oak", "elm", "ash"].randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      folders[folder] = (name, parent)
      many.set(folder, name, in: parent)
    }
    func hasWord(_ word: String, _ folder: Int64) -> Bool {
      guard let known = folders[folder] else { return false }
      return known.name.contains(word) || hasWord(word, known.parent)
    }
    let words = many.names.words(
      ["oak", "elm"].map { [Array($0.utf8)] }, except: [])
    for folder in folders.keys {
      let mask = words[FolderID(rawValue: folder)]
      #expect((mask & 1 != 0) == hasWord("oak", folder))
      #expect((mask & 2 != 0) == hasWord("elm", folder))
    }
    let hasAsh = folders.values.contains { $0.name.contains("ash") }
    #expect(many.names.has(Array("ash".utf8), except: []) == hasAsh)
    #expect(many.names.count == folders.count)
  }

  @Test func `words are found by the number of a folder`() {
    func folder(_ number: Int64) -> FolderID { FolderID(rawValue: number) }
    let words = FolderWords([0, 0, 0, 0, 1, 3, 0])
    #expect(words.occurring == 3)
    #expect(words[folder(4)] == 1 && words[folder(5)] == 3)
    for other: Int64 in [0, 3, 6, -1, 1 << 24, .max] { #expect(words[folder(other)] == 0) }
    #expect(words[nil] == 0)
    #expect(words.folders(havingAll: 3) == [folder(5)])
    #expect(words.folders(havingAll: 1) == [folder(4), folder(5)])
    #expect(FolderWords().occurring == 0 && FolderWords()[folder(1)] == 0)
  }
}
