import Testing

@testable import ExtractionProtocol

/// The texts of scanned pages in the text of their document.
struct RecognizedTextTests {
  /// A document with these pages.
  private func content(_ pages: [String], scanned: [String] = []) -> DocumentContent {
    var content = DocumentContent()
    for (index, page) in pages.enumerated() {
      content.begin(.page, label: Array("\(index + 1)".utf8), limit: 100)
      if !page.isEmpty { content.append(Array(page.utf8)) }
    }
    for value in scanned { content.add(Array(value.utf8), to: .scannedPages) }
    return content
  }

  private func pages(of content: DocumentContent) -> [String] {
    content.parts.indices.map { index in
      let end =
        index + 1 < content.parts.count ? content.parts[index + 1].offset : content.text.count
      return String(decoding: content.text[content.parts[index].offset..<end], as: UTF8.self)
    }
  }

  @Test func `Texts are inserted in the order of the pages`() {
    var content = content(["one", "", "three", ""])
    content.insert([2: Array("größe\n".utf8), 4: Array("fo\0ur".utf8)], limit: 1_000)
    #expect(pages(of: content) == ["one", "\ngröße\n", "three", "\nfo ur\n"])
    #expect(content.parts.map(\.part.label) == ["1", "2", "3", "4"])
  }

  @Test func `What precedes the first page stays`() {
    var content = DocumentContent()
    content.append(Array("cover".utf8))
    content.begin(.chapter, label: [], limit: 9)
    content.append(Array("a".utf8))
    content.begin(.page, label: [], limit: 9)
    content.append(Array("b".utf8))
    content.begin(.page, label: [], limit: 9)
    content.insert([1: Array("x".utf8), 2: Array("y".utf8), 3: Array("z".utf8)], limit: 100)
    #expect(String(decoding: content.text, as: UTF8.self) == "coverab\nx\ny\n")
    #expect(content.parts.map(\.offset) == [5, 6, 10])
  }

  @Test func `A document without pages is page 1`() {
    var content = DocumentContent()
    content.insert([1: Array("text".utf8)], limit: 100)
    #expect(content.text == Array("text\n".utf8))
    content.insert([1: Array("more".utf8), 2: Array("none".utf8)], limit: 100)
    #expect(content.text == Array("text\nmore\n".utf8))
  }

  @Test func `Invalid UTF-8 is repaired, and the limit holds`() {
    var content = content(["", "", ""])
    content.insert(
      [1: [0x61, 0xff], 2: [UInt8](repeating: 0x62, count: 50), 3: [0x63]], limit: 20)
    #expect(pages(of: content) == ["a\u{fffd}\n", "", "c\n"])
  }

  @Test func `Without texts nothing changes`() {
    let old = content(["one", "two"])
    var new = old
    new.insert([:], limit: 100)
    new.insert([1: []], limit: 100)
    #expect(new == old)
  }

  @Test func `Scanned pages are read from all values`() {
    #expect(content([], scanned: ["1-3,5", "9"]).scannedPages.text == "1-3,5,9")
    #expect(content([], scanned: ["1-3", "2"]).scannedPages.isEmpty)
    #expect(content([]).scannedPages.isEmpty)
  }
}
