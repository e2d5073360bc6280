import LinuxSystem
import TestSupport
import Testing
import Watching

/// Events of paths with their times, and the batches that a consumer that always waits gets.
struct ChangeScenario: CustomTestStringConvertible {
  let testDescription: String
  /// Events as `TIME WHAT PATH…`, joined by `;`.
  ///
  /// A time is in milliseconds, or `FROM-TO/STEP`.
  let events: String
  /// Batches as `TIME: TEXT`, in the words of ``Watching/ChangeBatch/text(below:)``.
  let batches: [String]
  let capacity: Int

  init(_ description: String, _ events: String, gives batches: [String], capacity: Int = 100_000) {
    testDescription = description
    self.events = events
    self.batches = batches
    self.capacity = capacity
  }

  /// Plays the events to a buffer.
  ///
  /// - Returns: the batches, each taken at the instant at which it is due.
  func play() throws -> [String] {
    let start = ContinuousClock.now
    var buffer = ChangeBuffer(capacity: capacity)
    var batches: [String] = []
    var now = start
    func takeBatches(until end: Int?) throws {
      while let due = buffer.nextDeadline.map({ max($0, now) }) {
        if let end, due > start + .milliseconds(end) { return }
        if due > now {
          let before = buffer.takeBatch(at: due - .nanoseconds(1))
          #expect(before == nil, "No batch is due before its time.")
        }
        let taken = buffer.takeBatch(at: due)
        let batch = try #require(taken, "A batch that is due is returned.")
        #expect(!batch.isEmpty)
        let time = Int(((due - start) / .milliseconds(1)).rounded())
        batches.append("\(time): \(batch.text())")
      }
    }
    for (time, change) in try timeline() {
      try takeBatches(until: time)
      now = start + .milliseconds(time)
      buffer.record(change, at: now)
    }
    try takeBatches(until: nil)
    #expect(buffer.count == 0)
    return batches
  }

  private func timeline() throws -> [(Int, ChangeBuffer.Change)] {
    try events.split(separator: ";").flatMap { event in
      let words = event.split(separator: " ").map(String.init)
      let change = try change(words[1], words.dropFirst(2).map { FilePath(stringLiteral: $0) })
      return try times(words[0]).map { ($0, change) }
    }
  }

  private func times(_ word: String) throws -> [Int] {
    let numbers = try word.split { !$0.isNumber }.map { try #require(Int($0)) }
    return numbers.count == 1
      ? numbers : Array(stride(from: numbers[0], through: numbers[1], by: numbers[2]))
  }

  private func change(_ word: String, _ paths: [FilePath]) throws -> ChangeBuffer.Change {
    switch word {
    case "completed": .completed(paths[0])
    case "ongoing": .ongoing(paths[0])
    case "moved": .moved(from: paths[0], to: paths[1], isFolder: true)
    case "renamed": .moved(from: paths[0], to: paths[1], isFolder: false)
    case "exchanged": .exchanged(paths[0], paths[1])
    case "appeared": .appeared(folder: paths[0])
    case "barrier": .barrier(try #require(UInt64("\(paths[0])".dropFirst())))
    case "lost": .lostEvents
    default: throw UnknownWord(word: word)
    }
  }

  private struct UnknownWord: Error {
    let word: String
  }
}
