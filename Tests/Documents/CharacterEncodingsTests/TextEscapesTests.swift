import CharacterEncodings
import Testing

struct TextEscapesTests {
  private func decoded(_ text: String) -> String {
    var bytes = Array(text.utf8)
    TextEscapes.decode(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"a": "M\u00fcller \ud83d\ude00"}"#, #"{"a": "Müller 😀"}"#),
    (#"["a\nb\t\"c\"\/d"]"#, #"["a b "c"/d"]"#),
    (#"{"a": "C:\\u00fc"}"#, #"{"a": "C:\u00fc"}"#),
    (#"["\ud83d x \u12 \q \u"]"#, "[\"\u{fffd} x \\u12 \\q \\u\"]"),
    (#"["\ud83d\u0041\u0000\u000a"]"#, "[\"\u{fffd}A  \"]"), ("[\"\\", "[\"\\"),
  ])
  func `Escapes of JSON are characters`(text: String, expected: String) {
    #expect(decoded(text) == expected)
  }

  @Test(arguments: [
    (
      "<?xml version='1.0'?><p>M&#252;ller &#x41F;&#x1f600;</p>",
      "<?xml version='1.0'?><p>Müller П😀</p>"
    ),
    ("<a>R&amp;D &lt;b&gt; &quot;&apos;</a>", "<a>R&D <b> \"'</a>"),
    (
      "<a>&uuml; & &#; &#x; &#xZ; &#99999999; &#xd800; &#10;</a>",
      "<a>&uuml; & &#; &#x; &#xZ; \u{fffd} \u{fffd}  </a>"
    ),
    ("<!DOCTYPE a><a>&amp;#252;</a>", "<!DOCTYPE a><a>&#252;</a>"), ("<a>&", "<a>&"),
  ])
  func `References of XML are characters`(text: String, expected: String) {
    #expect(decoded(text) == expected)
  }

  @Test(arguments: [
    #"let a = "\u00fc""#, "[section]\npath=C:\\new", "{ return \"\\n\" }", "<?php echo '&amp;';",
    "a &amp; b", "", #"[2024-03-01 12:00] open C:\temp\new"#, #""Path","C:\backup\new""#,
    #""""A docstring with C:\new""""#, #"[1] see C:\new"#, #"" a comment of Vim: C:\new"#,
    "< 3 &amp; 4",
  ])
  func `Other texts stay as they are`(text: String) {
    #expect(decoded(text) == text)
  }
}
