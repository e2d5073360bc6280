import LinuxSystem
import TestSupport
import Testing

@testable import Watching

struct RenamePairingTests {
  var pairing = RenamePairing()
  let start = ContinuousClock.now

  @Test mutating func `The two halves meet by their cookie`() {
    pairing.hold("/a", isFolder: false, cookie: 1, at: start)
    pairing.hold("/d", isFolder: true, cookie: 2, at: start)
    #expect(pairing.match(cookie: 3) == nil)
    #expect(pairing.match(cookie: 2) == .init(path: "/d", isFolder: true))
    #expect(pairing.match(cookie: 2) == nil)
    #expect(pairing.match(cookie: 1) == .init(path: "/a", isFolder: false))
    #expect(pairing.nextDeadline == nil)
  }

  @Test mutating func `A first half waits 20 ms and no longer`() {
    pairing.hold("/b", isFolder: false, cookie: 1, at: start)
    pairing.hold("/a", isFolder: false, cookie: 2, at: start)
    pairing.hold("/c", isFolder: false, cookie: 3, at: start + .milliseconds(5))
    #expect(pairing.nextDeadline == start + .milliseconds(20))
    #expect(pairing.expire(at: start + .milliseconds(20) - .nanoseconds(1)).isEmpty)
    #expect(pairing.expire(at: start + .milliseconds(20)).map(\.path) == ["/a", "/b"])
    #expect(pairing.nextDeadline == start + .milliseconds(25))
    #expect(pairing.match(cookie: 1) == nil)
    #expect(pairing.match(cookie: 3)?.path == "/c")
  }

  @Test mutating func `Without a time all give up`() {
    pairing.hold("/b", isFolder: false, cookie: 1, at: start)
    pairing.hold("/a", isFolder: true, cookie: 2, at: start + .seconds(60))
    #expect(
      pairing.expire(at: nil) == [
        .init(path: "/a", isFolder: true), .init(path: "/b", isFolder: false),
      ])
    #expect(pairing.expire(at: nil).isEmpty)
  }

  @Test mutating func `A name that something new has taken is released`() {
    pairing.hold("/a", isFolder: true, cookie: 1, at: start)
    #expect(pairing.release("/b") == nil)
    #expect(pairing.release("/a/b") == nil)
    #expect(pairing.release("/a") == .init(path: "/a", isFolder: true))
    #expect(pairing.release("/a") == nil)
    #expect(pairing.match(cookie: 1) == nil)
  }
}
