import LinuxSystem
import Testing

struct MemoryFileTests {
  @Test func `A sealed file in memory can be read and not be changed`() throws {
    let file = try FileDescriptor(inMemory: "page")
    try file.write(Array("some ".utf8))
    try file.write(Array("bytes".utf8))
    try file.seal()
    #expect(try file.status().size == 10)
    try file.rewind()
    #expect(try file.read(upTo: 100, expecting: 10) == Array("some bytes".utf8))
    #expect(try file.status().kind == .regular)
    #expect(throws: SystemError.self) { try file.write([1], at: 0) }
    #expect(throws: SystemError.self) { try file.write([1]) }
    #expect(throws: SystemError.self) { try file.seal() }
  }
}
