import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct RenamePairingTests {
  var pairing = RenamePairing()
  let start = ContinuousClock.now

  @Test mutating func `Two halves with the same cookie are paired`() {
    pairing.hold("/a", isFolder: false, cookie: 1, at: start)
    pairing.hold("/d", isFolder: true, cookie: 2, at: start)
    #expect(pairing.match(cookie: 3) == [])
    #expect(pairing.match(cookie: 2) == [.init(path: "/d", isFolder: true)])
    #expect(pairing.match(cookie: 2) == [])
    #expect(pairing.match(cookie: 1) == [.init(path: "/a", isFolder: false)])
    #expect(pairing.nextDeadline == nil)
  }

  @Test mutating func `A first half expires after 20 ms`() {
    pairing.hold("/b", isFolder: false, cookie: 1, at: start)
    pairing.hold("/a", isFolder: false, cookie: 2, at: start)
    pairing.hold("/c", isFolder: false, cookie: 3, at: start + .milliseconds(5))
    #expect(pairing.nextDeadline == start + .milliseconds(20))
    #expect(pairing.expire(at: start + .milliseconds(20) - .nanoseconds(1)).isEmpty)
    #expect(pairing.expire(at: start + .milliseconds(20)).map(\.path) == ["/a", "/b"])
    #expect(pairing.nextDeadline == start + .milliseconds(25))
    #expect(pairing.match(cookie: 1) == [])
    #expect(pairing.match(cookie: 3).map(\.path) == ["/c"])
  }

  @Test mutating func `Without a time all first halves expire`() {
    pairing.hold("/b", isFolder: false, cookie: 1, at: start)
    pairing.hold("/a", isFolder: true, cookie: 2, at: start + .seconds(60))
    #expect(
      pairing.expire(at: nil) == [
        .init(path: "/a", isFolder: true), .init(path: "/b", isFolder: false),
      ])
    #expect(pairing.expire(at: nil).isEmpty)
  }

  @Test mutating func `A first half is released if a new entry has its path`() {
    pairing.hold("/a", isFolder: true, cookie: 1, at: start)
    #expect(pairing.release("/b") == nil)
    #expect(pairing.release("/a/b") == nil)
    #expect(pairing.release("/a") == .init(path: "/a", isFolder: true))
    #expect(pairing.release("/a") == nil)
    #expect(pairing.match(cookie: 1) == [])
  }

  @Test mutating func `An entry of a folder with two paths has two first halves`() {
    pairing.hold("/a/x", isFolder: true, cookie: 1, at: start)
    pairing.hold("/mount/x", isFolder: true, cookie: 1, at: start)
    #expect(pairing.release("/a/x")?.path == "/a/x")
    #expect(pairing.match(cookie: 1).map(\.path) == ["/mount/x"])
    #expect(pairing.match(cookie: 1) == [])
  }

  @Test mutating func `Another rename changes the path of a waiting first half`() {
    pairing.hold("/a/x", isFolder: false, cookie: 1, at: start)
    pairing.hold("/b/y", isFolder: false, cookie: 2, at: start)
    pairing.rename(ChangeBatch.Move(from: "/a", to: "/b", isExchange: true))
    #expect(pairing.expire(at: nil).map(\.path) == ["/a/y", "/b/x"])
  }

  @Test(
    arguments: [
      (["/a/x"], "/c/y", "/a/x"), (["/a/x", "/m/x"], "/m/d/y", "/m/x"),
      (["/a/x", "/m/x"], "/a/d/y", "/a/x"), (["/a/d/s/x", "/a/x"], "/a/y", "/a/x"),
    ] as [([FilePath], FilePath, FilePath)])
  func `Of several old paths the nearest is paired with a new path`(
    paths: [FilePath], target: FilePath, nearest: FilePath
  ) {
    var origins = paths.map { RenamePairing.Origin(path: $0, isFolder: false) }
    let taken = origins.takeNearest(to: target)
    #expect(taken?.path == nearest)
    #expect(origins.map(\.path) == paths.filter { $0 != nearest })
  }
}
