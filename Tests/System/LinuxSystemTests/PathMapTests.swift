import LinuxSystem
import TestSupport
import Testing

/// A map of paths agrees with a dictionary while paths are added, removed, renamed and exchanged.
struct PathMapTests {
  /// The same as a dictionary, where each change of a folder looks at all paths.
  private struct Model {
    var values: [FilePath: Int] = [:]

    mutating func removeAll(below folder: FilePath) {
      values = values.filter { !$0.key.isInside(folder) }
    }

    mutating func rename(_ origin: FilePath, to target: FilePath) {
      if origin.isInside(target) || target.isInside(origin) { return }
      removeAll(below: target)
      move { $0.moving(from: origin, to: target) }
    }

    mutating func exchange(_ one: FilePath, with other: FilePath) {
      if one.isInside(other) || other.isInside(one) { return }
      move {
        $0.isInside(one) ? $0.moving(from: one, to: other) : $0.moving(from: other, to: one)
      }
    }

    private mutating func move(_ newPath: (FilePath) -> FilePath) {
      values = Dictionary(uniqueKeysWithValues: values.map { (newPath($0.key), $0.value) })
    }
  }

  /// A path of up to four components; few names, so that paths meet.
  private static func path(_ random: inout SplitMix) -> FilePath {
    (0..<Int.random(in: 1...4, using: &random)).reduce(.root) { path, _ in
      path.appending(["a", "b", "ab", "\u{e4}", "long name"].randomElement(using: &random) ?? "a")
    }
  }

  @Test(arguments: 1...50)
  func `A folder that is renamed while the table grows keeps what is in it`(count: Int) throws {
    var map = PathMap<Int>()
    let (origin, target): (FilePath, FilePath) = ("/old", "/a/b/c/d/e/f/g/h/new")
    for number in 0..<count { map[origin.appending("\(number)")] = number }
    map.rename(origin, to: target)
    for number in 0..<count { try #require(map[target.appending("\(number)")] == number) }
    #expect(map.removeAll(below: target).count == count)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `After random changes it has what a dictionary has`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var (map, model) = (PathMap<Int>(), Model())
    for step in 0..<2_000 {
      let (one, other) = (Self.path(&random), Self.path(&random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5: (map[one], model.values[one]) = (step, step)
      case 5: (map[one], model.values[one]) = (nil, nil)
      case 6:
        map.update(one, default: 0) { $0 += 1 }
        model.values[one, default: 0] += 1
      case 7:
        let removed = map.removeAll(below: one)
        #expect(removed.allSatisfy { model.values[$0.path] == $0.value })
        #expect(removed.count == model.values.keys.count { $0.isInside(one) })
        model.removeAll(below: one)
      case 8...9:
        map.rename(one, to: other)
        model.rename(one, to: other)
      case 10:
        map.exchange(one, with: other)
        model.exchange(one, with: other)
      default:
        let found = map.elements(below: one).map(\.path)
        #expect(found == model.values.keys.filter { $0.isInside(one) }.sorted())
      }
      #expect(map.count == model.values.count)
      #expect(map[one] == model.values[one])
      if step.isMultiple(of: 200) {
        let all = map.elements()
        #expect(all.map(\.path) == model.values.keys.sorted())
        #expect(all.allSatisfy { model.values[$0.path] == $0.value })
      }
    }
    map.removeAll(below: .root)
    #expect(map.isEmpty && map.elements().isEmpty)
  }

  @Test func `Numbers and names of removed paths are used again`() {
    var tree = PathTree()
    for round in 0..<50 {
      let folder = FilePath.root.appending("folder\(round)")
      for number in 0..<1_000 { tree.insert(folder.appending("a name that is long \(number)")) }
      if let top = tree.node(at: folder) { tree.remove(top) }
      #expect(tree.count == 0)
    }
    #expect(tree.capacity <= 1_002)
  }

  @Test func `A node keeps its number when a folder above it is renamed`() throws {
    var tree = PathTree()
    let node = tree.insert("/a/b/c")
    tree.move(try #require(tree.node(at: "/a/b")), to: "/x/y/z")
    #expect(tree.path(of: node) == "/x/y/z/c")
    #expect(tree.node(at: "/x/y/z/c") == node)
    #expect(tree.node(at: "/a/b") == nil)
    #expect(tree.path(of: PathTree.root) == .root)
  }
}
