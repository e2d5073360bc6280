import TestSupport
import Testing

@testable import Varlink

struct MessageBufferTests {
  @Test(
    arguments: [
      (["one\0"], ["one"]), (["o", "n", "e", "\0"], ["one"]),
      (["one\0two\0three\0"], ["one", "two", "three"]),
      (["one\0tw", "o\0thr", "ee\0"], ["one", "two", "three"]), (["\0"], [""]),
      (["\0\0a\0"], ["", "", "a"]),
      (["", "one", "", "\0"], ["one"]), (["one"], []), ([], []),
    ])
  func `A stream is split at its NULs, in whatever pieces it arrives`(
    chunks: [String], messages: [String]
  ) throws {
    var buffer = MessageBuffer(limit: 100)
    var found: [String] = []
    for chunk in chunks {
      buffer.append(Array(chunk.utf8))
      while let message = try buffer.next() {
        found.append(String(decoding: message, as: UTF8.self))
      }
    }
    #expect(found == messages)
  }

  @Test(arguments: [0, 1, 10])
  func `A message may be as long as the limit, not longer`(limit: Int) throws {
    let longest = [UInt8](repeating: 0x61, count: limit)
    var buffer = MessageBuffer(limit: limit)
    buffer.append(longest)
    #expect(try buffer.next() == nil)
    buffer.append([0] + longest + [0])
    #expect(try buffer.next() == longest)
    #expect(try buffer.next() == longest)
    buffer.append(longest + [0x61, 0])
    #expect(throws: MessageBuffer.Oversized.self) { try buffer.next() }
  }

  @Test func `A message that is too long is refused before its end arrives`() throws {
    var buffer = MessageBuffer(limit: 10)
    buffer.append(Array("one\0".utf8) + [UInt8](repeating: 0x61, count: 11))
    #expect(try buffer.next() == Array("one".utf8))
    #expect(throws: MessageBuffer.Oversized.self) { try buffer.next() }
    #expect(throws: MessageBuffer.Oversized.self) { try buffer.next() }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `The pieces in which a stream arrives do not change its messages`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let messages = (0..<200).map { _ in
      (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
    }
    var stream = Array(messages.map { $0 + [0] }.joined())[...]
    var buffer = MessageBuffer(limit: 20)
    var found: [[UInt8]] = []
    while !stream.isEmpty {
      let count = Int.random(in: 1...60, using: &random)
      buffer.append(Array(stream.prefix(count)))
      stream = stream.dropFirst(count)
      while let message = try buffer.next() { found.append(message) }
    }
    #expect(found == messages)
  }
}
