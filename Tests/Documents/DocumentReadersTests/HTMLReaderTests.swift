import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Reads a document that is a string.
func readHTML(_ document: String, charset: String? = nil) -> CollectingSink {
  readHTML(Array(document.utf8), charset: charset)
}

/// Reads a document that is bytes.
func readHTML(_ document: [UInt8], charset: String? = nil) -> CollectingSink {
  var sink = CollectingSink()
  HTMLReader.read(document.span, charset: charset, into: &sink)
  return sink
}

struct HTMLReaderTests {
  @Test(arguments: [
    ("前<ruby>漢検<rp>(</rp><rt>かんけん</rt><rp>)</rp></ruby>字列", "前漢検字列 かんけん"),
    ("<ruby>漢<rt>かん<rb>字<rt>じ</ruby>だ<p>次", "漢字だ かん じ\n\n次"),
    ("<rt>open<p>next</p>", "open\n\nnext"), ("a<rp>(</rp>b", "ab"),
  ])
  func `The reading of a word follows the line, and does not part it`(html: String, text: String) {
    #expect(readHTML(Array(html.utf8)).text == text)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("<b>foo</b>bar", "foobar"), ("a<i> b</i>", "a b"),
    ("<p>one<p>two", "one\n\ntwo"), ("<div>a</div><div>b</div>", "a\nb"),
    ("a<br>b<br/>c", "a\nb\nc"),
    ("<ul><li>a<li>b</ul>c", "a\nb\n\nc"), ("<h1>a</h1>b", "a\n\nb"), ("a<hr>b", "a\n\nb"),
    ("<table><tr><td>a</td><th>b<tr><td>c</table>", "a b\nc"), ("a<wbr>b", "ab"),
    ("a<my-own>b</my-own>c", "abc"), ("x<sup>2</sup>", "x2"), ("<button>a</button>b", "a b"),
    ("<option>a<option>b", "a\nb"),
    ("<svg><text>a<tspan>b</tspan></text><text>c</text></svg>d", "ab\nc\nd"), ("<p hidden>a", "a"),
    ("<input value=a>b", "b"),
    ("a \n\t b", "a b"), ("a\u{a0}b&nbsp;c", "a b c"), ("ver\u{ad}ge&shy;ben", "vergeben"),
    ("\u{c4}\u{a9}\u{c2}\u{a3}", "\u{c4}\u{a9}\u{c2}\u{a3}"),
  ])
  func `Blocks separate words, inline elements do not`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test(arguments: [
    ("<pre>a\n  b\r\nc</pre>d\ne", "a\nb\nc\n\nd e"), ("<pre><b>a</b>&#10;b", "a\nb"),
    ("<textarea>a\nb &lt;<b></textarea>c\nd", "a\nb <<b>\nc d"),
    ("<pre></pre></pre>a\nb", "a b"), ("<xmp>a\n<b>&lt;</xmp>c", "a\n<b>&lt;\n\nc"),
    ("<plaintext>a</plaintext>&amp;", "a</plaintext>&amp;"),
  ])
  func `Preformatted text keeps its lines`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test(arguments: [
    ("a<script>b</script>c", "ac"), ("a<style>b<i></style>c", "ac"),
    ("a<SCRIPT >b</Script x>c", "ac"),
    ("a<script>'</scripts>'</script>c", "ac"), ("a<noscript><p>b</noscript>c", "ac"),
    ("a<template>b<template>c</template>d</template>e", "ae"), ("a</template>b", "ab"),
    ("a<script><!--<script></script>--></script>c", "ac"),
    ("a<script><!-->'<script>'</script>c", "ac"),
    ("a<script><!--x--><script></script>c", "ac"), ("a<script><!--</script>c", "ac"),
    ("a<script><!--<script></script>b</script>c", "ac"), ("a<script>b", "a"),
    ("a<iframe>b</iframe>c", "a c"), ("a<template><img alt=b><title>c</title></template>d", "ad"),
    ("a<style/>b</style>c", "ac"), ("<svg><style/>a</svg>b", "a b"),
  ])
  func `What a browser does not show is skipped`(document: String, text: String) {
    let sink = readHTML(document)
    #expect(sink.text == text)
    #expect(sink.fields.isEmpty)
  }

  @Test(arguments: [
    ("a<!--b-->c", "ac"), ("a<!-->c", "ac"), ("a<!--->c", "ac"), ("a<!--b--!>c", "ac"),
    ("a<!--!>b-->c", "ac"), ("a<!--b->c--d>e", "a"), ("a<!-- <!-- -->c", "ac"), ("a<!b>c", "ac"),
    ("<!DOCTYPE html>a", "a"), ("a<?b>c", "ac"), ("a</>b", "ab"), ("a</ b>c", "ac"), ("a<!", "a"),
    ("a</", "a</"), ("a<", "a<"), ("a < b", "a < b"), ("a<3", "a<3"), ("a<<b>c", "a<c"),
    ("a<![CDATA[b]]>c", "ac"), ("<svg><![CDATA[a<b>&lt;]]>c</svg>", "a<b>&lt;c"),
    ("<svg><![CDATA[a", "a"), ("<svg/><![CDATA[a]]>b", "b"),
    ("<?xml version=\"1.0\"?><p>a<![CDATA[<b]]]>c<![CDATA[]]>d", "a<b]cd"),
  ])
  func `Comments and declarations are as in the standard`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test(arguments: [
    ("<a href='>'>a", "a"), ("<a href=\">\" b>a", "a"), ("<a href=b/>a", "a"),
    ("<a b'>a'>c", "a'>c"),
    ("<a ='>'>a", "'>a"), ("<a b = '>' c>a", "a"), ("<a b=>a", "a"), ("<a/b/c='>'/>a", "a"),
    ("<a b='c'd='>'>a", "a"), ("a<b", "a"), ("a<b c", "a"), ("a<b c='", "a"), ("a<b c=d", "a"),
    ("</b c='>'>a", "a"), ("<br\u{c}>a", "a"), ("<p\u{e4}>a", "a"),
    ("a<abcdefghijklmnopqrstuvwxyz>b", "ab"),
  ])
  func `Attributes end where the standard says`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test(arguments: [
    ("<img alt=foo>", "foo"), ("a<img alt='b &amp; c' src=x>d", "a b & c d"), ("a<img>b", "a b"),
    ("<img alt=a alt=b>", "a"), ("<IMG ALT=\" a\n b \">", "a b"), ("<p title=a>b", "b"),
    ("<img alt='a&ltb&lt;'>", "a&ltb<"), ("<img alt=''>a", "a"),
  ])
  func `Images give their alternative texts`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test func `A whole page`() {
    let sink = readHTML(
      """
      <!DOCTYPE html>
      <html lang="de-AT">
        <head>
          <meta charset="utf-8" />
          <title>Der  Weg &mdash;
            hinauf</title>
          <meta name="author" content="Ada L&ouml;w">
          <link rel="stylesheet" href="a.css"><script>let a = "<p>";</script>
        </head>
        <body class="x">
          <nav><a href="/">Start</a> <a href="/b">Karte</a></nav>
          <h1 id="weg">Der Weg</h1>
          <p>Ein <em>lan</em>ger Weg,<br>steil.</p>
          <table><tr><td>Höhe</td><td>1.200&nbsp;m</td></tr></table>
        </body>
      </html>
      """)
    #expect(sink.text == "Start Karte\n\nDer Weg\n\nEin langer Weg,\nsteil.\n\nHöhe 1.200 m")
    #expect(
      sink.fields == [
        .title: ["Der Weg — hinauf"], .author: ["Ada Löw"], .language: ["de-AT"],
      ])
  }
}
