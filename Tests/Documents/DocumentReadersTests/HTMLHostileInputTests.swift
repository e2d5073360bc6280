import TestSupport
import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct HTMLHostileInputTests {
  private static let samples = [
    """
    <!DOCTYPE html><html lang="en" xmlns="x"><head><meta charset=utf-8><title>T &amp; U</title>
    <meta name=keywords content="a,b;c"><meta property=article:published_time content="2024-01-02">
    <style>p { color: red }</style><script><!-- <script> x </script> --></script></head><body>
    <h1>Head&shy;ing &#x1F600;</h1><p class='a b' id=c>t\u{ad}ext\u{a0}&nvap;<br/>&notit;</p>
    <pre>a\n b</pre><textarea>x</textarea><img alt="&lt;alt&gt;"><template>y</template>
    <svg><![CDATA[z]]><title>w</title></svg><table><tr><td>1<td>2</table><!-- c --!><plaintext>end
    """,
    "<?xml version='1.0' encoding='koi8-r'?><p>\u{43f}\u{440}&#128;</p><xmp>&lt;</xmp></html>",
    "\u{feff}<meta http-equiv=content-type content='text/html; charset=\"utf-8\"'><p>&#65;</p>",
  ]

  @Test func `Changed documents are read without a trap`() {
    var generator = SplitMix(seed: 1)
    func random(_ bound: Int) -> Int { .random(in: 0..<max(bound, 1), using: &generator) }
    let marks = Array("<>&;\"'=/!-[]#x\u{ad}\u{0}".utf8)
    for _ in 0..<2_000 {
      var bytes = Array(Self.samples[random(Self.samples.count)].utf8)
      for _ in 0...random(6) {
        let index = random(bytes.count)
        switch random(4) {
        case 0 where !bytes.isEmpty: bytes[index] ^= 1 << UInt8(random(8))
        case 1: bytes.insert(marks[random(marks.count)], at: index)
        case 2: bytes.removeSubrange(index..<min(bytes.count, index + random(20)))
        default: bytes.removeLast(min(bytes.count, random(30)))
        }
      }
      // The sink traps if the text is no UTF-8.
      _ = readHTML(bytes, charset: random(4) == 0 ? "utf-8" : nil)
    }
  }

  @Test func `Every beginning of a document is read`() {
    for sample in Self.samples.map({ Array($0.utf8) }) {
      for count in sample.indices { _ = readHTML(Array(sample[..<count])) }
    }
  }

  @Test(arguments: [
    "<p " + String(repeating: "a=b ", count: 50_000) + ">x",
    String(repeating: "<div>", count: 50_000) + "x",
    String(repeating: "<!--", count: 50_000) + "-->x",
    String(repeating: "<h1>", count: 50_000) + "x",
    String(repeating: "<svg>", count: 50_000) + "x",
    String(repeating: "</pre>", count: 50_000) + "x",
    "<script>" + String(repeating: "<!--<script", count: 50_000) + "--></script>x",
    "<svg>" + String(repeating: "<![CDATA[]]>", count: 50_000) + "x",
    String(repeating: "<p a='", count: 50_001) + "'>x",
    "<meta name=keywords content='" + String(repeating: "a,", count: 50_000) + "'>x",
  ])
  func `Bombs are read in time`(document: String) {
    #expect(readHTML(document).text == "x")
  }

  @Test(arguments: ["a", "ä", "€", "😀", "a\u{ad}"])
  func `A long word stays one word`(letter: String) {
    let sink = readHTML("x" + String(repeating: letter, count: 60_000))
    #expect(sink.text == "x" + String(repeating: letter == "a\u{ad}" ? "a" : letter, count: 60_000))
  }

  @Test func `Reading stops when no more is wanted`() {
    var sink = CollectingSink()
    sink.limit = 1_000
    let document = Array(("<title>t</title>" + String(repeating: "word ", count: 200_000)).utf8)
    HTMLReader.read(document.span, into: &sink)
    #expect((1_000..<100_000).contains(sink.text.utf8.count))
    #expect(sink.fields[.title] == ["t"])
  }
}
