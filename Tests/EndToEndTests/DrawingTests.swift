import Foundation
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `Draw`: pages of documents as pictures.
@Suite(.timeLimit(.minutes(15)))
struct DrawingTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    // The jail has no fonts: documents draw what they bring with them.
    let pages = ["THE HERON", "A BITTERN"].map { DrawnPage(lines: [$0]) }
    try daemon.files.appending("a.pdf").write(ScannedDocument(pages).bytes)
    try daemon.files.appending("b.txt").write("heron\n")
    var zip = ZipBuilder()
    zip.add(Array("c.pdf".utf8), PortableDocument(["heron"]).bytes)
    try daemon.files.appending("d.zip").write(zip.file)
    _ = try daemon.listed()
  }

  private func draw(
    _ uri: String, page: Int? = nil, width: Int? = nil, within: [String]? = nil
  ) throws -> DrawMethod.Reply {
    var parameters = DrawMethod.Parameters(uri: uri)
    (parameters.page, parameters.width, parameters.within) = (page, width, within)
    return try daemon.connect().draw(parameters)
  }

  @Test func `A page of a PDF document is drawn`() throws {
    let uri = daemon.files.appending("a.pdf").uri
    for page in [1, 2] {
      let picture = try draw(uri, page: page, width: 300)
      #expect(picture.width == 300 && picture.height > 20)
      let pixels = try #require(Data(base64Encoded: picture.pixels))
      #expect(pixels.count == picture.width * picture.height)
      // Black on white: some of it is text.
      #expect(pixels.contains { $0 < 100 } && pixels.count { $0 > 200 } > pixels.count / 2)
    }
    #expect(try draw(uri).pixels != draw(uri, page: 2).pixels)
    let usual = try draw(uri)
    #expect(usual.width > 300 && usual.width <= 800)
  }

  @Test func `Everything else is refused with a reason`() throws {
    let uri = daemon.files.appending("a.pdf").uri
    for (uri, page) in [
      (uri, 3), (daemon.files.appending("b.txt").uri, 1),
      ("\(daemon.files.appending("d.zip").uri)#!/c.pdf", 1),
    ] {
      let failure = #expect(throws: SearchFailure.self) { try draw(uri, page: page) }
      guard case .noPicture = failure else {
        Issue.record("\(uri): \(failure.map { "\($0)" } ?? "")")
        continue
      }
    }
    #expect(throws: SearchFailure.noSuchDocument(path: "/etc/passwd")) {
      try draw("file:///etc/passwd")
    }
    #expect(throws: SearchFailure.noSuchDocument(path: "\(daemon.files)/a.pdf")) {
      try draw(uri, within: ["/etc"])
    }
    #expect(throws: (any Error).self) { try draw(uri, page: 0) }
    #expect(throws: (any Error).self) { try draw(uri, width: 5_000) }
    // The file is another one now: what is drawn is what is there, and a text is no page.
    try daemon.files.appending("a.pdf").write("no document")
    #expect(throws: (any Error).self) { try draw(uri) }
  }
}
