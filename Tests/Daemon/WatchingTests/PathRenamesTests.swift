import LinuxSystem
import TestSupport
import Testing
import Watching

/// Many moves as one step give each path the same new path as one by one.
struct PathRenamesTests {
  typealias Move = ChangeBatch.Move

  @Test(
    arguments: [
      ("a chain", [Move(from: "/a", to: "/b"), Move(from: "/b", to: "/c")], "/a/x", "/c/x"),
      (
        "a chain, from its middle", [Move(from: "/a", to: "/b"), Move(from: "/b", to: "/c")],
        "/b/x", "/c/x"
      ),
      ("there and back", [Move(from: "/a", to: "/b"), Move(from: "/b", to: "/a")], "/a/x", "/a/x"),
      (
        "a swap by three renames",
        [Move(from: "/a", to: "/t"), Move(from: "/b", to: "/a"), Move(from: "/t", to: "/b")],
        "/a/x",
        "/b/x"
      ),
      ("an exchange", [Move(from: "/a", to: "/b", isExchange: true)], "/b/x", "/a/x"),
      (
        "a folder in a renamed folder", [Move(from: "/a", to: "/b"), Move(from: "/b/d", to: "/e")],
        "/a/d/x", "/e/x"
      ),
      (
        "a rename before that of its folder",
        [Move(from: "/a/d", to: "/a/e"), Move(from: "/a", to: "/b")], "/a/d/x", "/b/e/x"
      ),
      ("onto a folder that was there", [Move(from: "/a", to: "/b")], "/b/x", nil),
      ("no folder but one with a longer name", [Move(from: "/a", to: "/b")], "/ab", nil),
      ("above", [Move(from: "/a/b", to: "/c")], "/a", nil),
    ] as [(String, [Move], FilePath, FilePath?)])
  func `A path has its last name`(
    case: String, moves: [Move], path: FilePath, expected: FilePath?
  ) {
    #expect(PathRenames(moves).newPath(of: path) == expected)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `Random moves give what each does after the other`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let moves = (0..<Int.random(in: 1...30, using: &random)).map { _ in Move.random(&random) }
    let renames = PathRenames(moves)
    for _ in 0..<200 {
      let path = FilePath.random(&random)
      var (expected, isRenamed) = (path, false)
      for move in moves {
        let next = move.newPath(of: expected)
        if next != expected { isRenamed = true }
        expected = next
      }
      #expect(renames.newPath(of: path) == (isRenamed ? expected : nil), "\(moves)")
    }
  }
}

extension ChangeBatch.Move {
  /// A rename or an exchange of two paths, neither of which is inside the other.
  fileprivate static func random(_ random: inout SplitMix) -> Self {
    while true {
      let (origin, target) = (FilePath.random(&random), FilePath.random(&random))
      if origin.isInside(target) || target.isInside(origin) { continue }
      let isExchange = Int.random(in: 0..<4, using: &random) == 0
      return Self(from: origin, to: target, isExchange: isExchange)
    }
  }
}

extension FilePath {
  fileprivate static func random(_ random: inout SplitMix) -> FilePath {
    (0..<Int.random(in: 1...4, using: &random)).reduce(.root) { path, _ in
      path.appending(["a", "b", "c"].randomElement(using: &random) ?? "a")
    }
  }
}
