import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct ExchangePairingTests {
  let start = ContinuousClock.now
  var pairing = ExchangePairing(capacity: 2)

  static func rename(
    _ origin: FilePath, _ target: FilePath, isFolder: Bool = false, keepsReplaced: Bool = false
  ) -> ExchangePairing.Rename {
    .init(origin: origin, target: target, isFolder: isFolder, keepsReplaced: keepsReplaced)
  }

  @Test(
    arguments: [
      ("two files", false, false, false, true),
      ("two folders", true, true, true, true),
      ("a folder that goes back from where nothing was", true, true, false, false),
      ("a folder and a file", true, false, false, true),
      ("a file and a folder", false, true, true, true),
      ("a file and a folder that is not watched", false, true, false, true),
    ])
  mutating func `Two renames there and back are an exchange of`(
    what: String, isFolder: Bool, isOtherFolder: Bool, keepsReplaced: Bool, isExchange: Bool
  ) {
    let first = Self.rename("/a", "/b", isFolder: isFolder, keepsReplaced: keepsReplaced)
    _ = pairing.hold(first, at: start)
    for (origin, target) in [("/b", "/c"), ("/a", "/b")] as [(FilePath, FilePath)] {
      let found = pairing.match(from: origin, to: target, isFolder: isOtherFolder, at: start)
      #expect(found == nil)
    }
    let found = pairing.match(from: "/b", to: "/a", isFolder: isOtherFolder, at: start)
    #expect(found == (isExchange ? first : nil), "\(what)")
  }

  @Test mutating func `A first half waits 20 ms, and sets a deadline only if it keeps watches`() {
    _ = pairing.hold(Self.rename("/a", "/b"), at: start)
    #expect(pairing.nextDeadline == nil)
    let keeping = Self.rename("/d", "/e", isFolder: true, keepsReplaced: true)
    _ = pairing.hold(keeping, at: start + .milliseconds(5))
    #expect(pairing.nextDeadline == start + .milliseconds(25))
    let late = start + .milliseconds(21)
    let found = pairing.match(from: "/b", to: "/a", isFolder: false, at: late)
    #expect(found == nil)
    let expired = [pairing.expire(at: late), pairing.expire(at: start + .milliseconds(25))]
    #expect(expired == [[Self.rename("/a", "/b")], [keeping]])
    #expect(pairing.nextDeadline == nil)
  }

  @Test mutating func `Another change of either path, or too many first halves, end the wait`() {
    let renames = [("/a", "/b"), ("/c", "/d"), ("/e", "/f")].map { Self.rename($0, $1) }
    var surplus: [[ExchangePairing.Rename]] = []
    for rename in renames { surplus.append(pairing.hold(rename, at: start)) }
    #expect(surplus == [[], [], [renames[0]]])
    var released: [[ExchangePairing.Rename]] = []
    for path in ["/x", "/d/x", "/d", "/e"] as [FilePath] { released.append(pairing.release(path)) }
    #expect(released == [[], [], [renames[1]], [renames[2]]])
  }

  @Test mutating func `A rename of a folder above changes the paths of a first half`() {
    _ = pairing.hold(Self.rename("/p/a", "/p/b", isFolder: true, keepsReplaced: true), at: start)
    pairing.rename(ChangeBatch.Move(from: "/p", to: "/q"))
    #expect(pairing.keepsReplaced(at: "/q/a"))
    #expect(!pairing.keepsReplaced(at: "/q/b"))
    let found = pairing.match(from: "/q/b", to: "/q/a", isFolder: true, at: start)
    #expect(found != nil)
  }
}
