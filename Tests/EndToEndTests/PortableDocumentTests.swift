import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// PDF documents, from the file to the hit.
@Suite(.timeLimit(.minutes(15)))
struct PortableDocumentTests {
  let home: TemporaryDirectory

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
  }

  @Test func `A word on the second page is found, and so is the title`() throws {
    var document = PortableDocument(["quince", "medlar"])
    document.information = "/Title(Orchard)"
    try home["files/a.pdf"].write(document.bytes)
    // Its header need not be its first line.
    try home["files/b.pdf"].write(Array("\n\n".utf8) + PortableDocument(["sorb"]).bytes)
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("medlar") == [home["files/a.pdf"]])
    #expect(try daemon.found("title:orchard") == [home["files/a.pdf"]])
    let json = try daemon.sitta(["search", "--json", "medlar"]).outputText
    let uri = home["files/a.pdf"].uri
    #expect(json.contains("\"uri\":\"\(uri)\"") && json.contains("\"link\":\"\(uri)#page=2\""))
    #expect(try daemon.found("sorb") == [home["files/b.pdf"]])
    #expect(try daemon.found("endobj") == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A killed program costs nothing but another attempt`() throws {
    for number in 0..<10 {
      try home["files/\(number).pdf"].write(PortableDocument(["quince \(number)"]).bytes)
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("quince").count == 10)
    let programs = try Tool.run(
      "/usr/bin/pgrep", "--parent", "\(daemon.process.number)", "--full", "sitta-extract-pdf")
    #expect(!programs.isEmpty)
    for program in programs.split(separator: "\n") {
      try Tool.run("/bin/kill", "-KILL", "\(program)")
    }
    try home["files/new.pdf"].write(PortableDocument(["medlar"]).bytes)
    #expect(try daemon.found("medlar") == [home["files/new.pdf"]])
    #expect(try daemon.connectDirectly().status().failed == 0)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Without its program PDF documents wait, and others are read`() throws {
    try home["files/orchard.pdf"].write(PortableDocument(["quince"]).bytes)
    try home["files/a.html"].write("<p>medlar")
    let copy = home["bin/sittad"]
    try home["bin"].makeDirectory()
    try Tool.run("/bin/cp", "\(Binary.sittad.path)", "\(copy)")
    try Tool.run("/bin/cp", "\(Binary.extractor.path)", "\(home["bin/sitta-extract"])")
    let daemon = try RunningDaemon(in: home, prefix: ["/bin/sh", "-c", "exec '\(copy)' \"$@\""])
    #expect(try daemon.found("medlar") == [home["files/a.html"]])
    #expect(try daemon.found("quince") == [])
    #expect(try daemon.found("orchard") == [home["files/orchard.pdf"]])
    let warnings = try daemon.connectDirectly().status().warnings
    #expect(warnings.contains { $0.contains("poppler") }, "\(warnings)")
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: home)
    #expect(try next.found("quince") == [home["files/orchard.pdf"]])
    #expect(try next.terminate().ending == .exited(0))
  }
}
