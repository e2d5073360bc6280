import Glibc
import LinuxSystem
import Synchronization
import Testing

@Suite struct HelperThreadTests {
  private final class Done: Sendable {
    let counts: Mutex<[Int]>
    let threads = Mutex(Set<UInt>())

    init(_ count: Int) {
      counts = Mutex(Array(repeating: 0, count: count))
    }

    func add(_ piece: Int) {
      counts.withLock { $0[piece] += 1 }
      threads.withLock { _ = $0.insert(UInt(pthread_self())) }
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    func raise() {
      value.store(true, ordering: .releasing)
    }

    func wait() {
      while !value.load(ordering: .acquiring) { sched_yield() }
    }
  }

  @Test(arguments: [0, 1, 3], [0, 1, 2, 100])
  func `Each piece is done once before the call returns`(helpers: Int, count: Int) throws {
    let threads = try HelperThreads(count: helpers, name: "test-helper")
    for _ in 0..<50 {
      let done = Done(count)
      threads.share(count) { next in
        while let piece = next() { done.add(piece) }
      }
      #expect(done.counts.withLock { $0.allSatisfy { $0 == 1 } })
    }
  }

  @Test func `Helpers take pieces while the caller is busy`() throws {
    let threads = try HelperThreads(count: 1, name: "test-helper")
    let done = Done(2)
    let (isCalling, isHelping, caller) = (Flag(), Flag(), UInt(pthread_self()))
    threads.share(2) { next in
      while let piece = next() {
        done.add(piece)
        // Each waits until the other has a piece, so neither does both.
        if UInt(pthread_self()) == caller {
          isCalling.raise()
          isHelping.wait()
        } else {
          isHelping.raise()
          isCalling.wait()
        }
      }
    }
    #expect(done.threads.withLock { $0.count } == 2)
  }

  @Test func `A busy helper delays nothing`() throws {
    let threads = try HelperThreads(count: 1, name: "test-helper")
    let begun = Flag()
    threads.share(2) { next in
      guard let piece = next() else { return }
      if piece == 0 {
        begun.wait()
        return
      }
      // One of both is busy until the other shares work of its own.
      begun.raise()
      let other = Done(3)
      threads.share(3) { next in
        while let piece = next() { other.add(piece) }
      }
      #expect(other.counts.withLock { $0 } == [1, 1, 1])
    }
  }
}
