import ExtractionProtocol
import FileSelection
import LinuxSystem
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

struct ReadingConditionsTests {
  static func conditions(
    excludes: [String] = [], sizeLimit: Int64? = nil, depth: UInt8 = 4, timeLimit: Int = 60,
    external: [(program: FilePath, suffixes: Set<String>)] = []
  ) -> ReadingConditions {
    var rules = SelectionRules(roots: [.root], excludes: excludes.map { GlobPattern($0) })
    rules.sizeLimit = sizeLimit
    var settings = ExtractionSettings()
    settings.members = MemberLimits(depth: depth)
    settings.timeLimit = timeLimit
    settings.externalReaders = ExternalReaders(
      external.map { program, suffixes in
        ExternalReader(
          name: "a", program: program, arguments: [], suffixes: suffixes, output: .text)
      })
    return ReadingConditions(rules, settings)
  }

  @Test func `Conditions are stored and read`() {
    let conditions = Self.conditions(excludes: ["a b", "*.c"], sizeLimit: 1, depth: 0)
    #expect(ReadingConditions(stored: conditions.stored) == conditions)
    for text in [
      "", "1 2 3 4", "1 2 3 4 5 6", "1 2 3 4 5 a=b", "1 256 3 4 5", "-1 2 3 4 5", "1 2 x 4 5",
    ] {
      #expect(ReadingConditions(stored: text) == nil)
    }
  }

  @Test func `Another reader of the configuration affects the files with its suffixes`() {
    let old = Self.conditions(external: [("/bin/a", ["a", "b"]), ("/bin/b", ["c"])])
    #expect(ReadingConditions(stored: old.stored) == old)
    #expect(old.suffixes(changedSince: old) == [])
    let new = Self.conditions(external: [("/bin/a", ["a"]), ("/bin/c", ["c", "d"])])
    #expect(new.suffixes(changedSince: old) == ["b", "c", "d"])
    #expect(Self.conditions().suffixes(changedSince: old) == ["a", "b", "c"])
    // What an older version stored.
    #expect(ReadingConditions(stored: "1 2 3 4 5")?.external == [:])
  }

  @Test(arguments: [
    (conditions(), false, false), (conditions(excludes: ["a"]), true, false),
    (conditions(sizeLimit: 0), true, false), (conditions(depth: 3), true, false),
    (conditions(timeLimit: 61), false, true), (conditions(timeLimit: 59), false, false),
    (conditions(depth: 1, timeLimit: 61), true, true),
  ])
  func `Other rules affect files with members, and more time what was read in part`(
    _ conditions: ReadingConditions, _ haveMembers: Bool, _ arePartial: Bool
  ) {
    let old = Self.conditions()
    let (archive, picture) = (Self.reader(of: "archive"), Self.reader(of: "svg"))
    #expect(archive.hasMembers && !picture.hasMembers)
    let affected = conditions.affected(by: archive, since: old)
    #expect(affected == (haveMembers ? .all : arePartial ? .partial : nil))
    #expect(conditions.affected(by: picture, since: old) == (arePartial ? .partial : nil))
    #expect(conditions.affected(by: .plainText, since: old) == nil)
    for reader in [archive.waiting, picture.waiting] {
      #expect(reader.map { conditions.affected(by: $0, since: old) } == .some(nil))
    }
  }

  @Test func `Patterns are told apart by where they end`() {
    #expect(Self.conditions(excludes: ["ab", "c"]) != Self.conditions(excludes: ["a", "bc"]))
    #expect(Self.conditions(sizeLimit: 0) != Self.conditions())
  }

  /// The reader of a format in its first version.
  private static func reader(of keyword: String) -> ReaderVersion {
    ReaderVersion(stored: (ReaderVersion.stored(keyword: keyword).first?.lowerBound ?? 0) + 1)
  }
}
