import LinuxSystem
import Testing

struct ControlCharacterTests {
  @Test(
    arguments: [
      ("", ""), ("plain", "plain"), ("Ünïcödé 漢字 👩‍👩‍👧", "Ünïcödé 漢字 👩‍👩‍👧"), ("a\nb\tc", "a\\nb\\tc"),
      ("\r\n", "\\u{d}\\n"), ("\u{1b}[31m", "\\u{1b}[31m"), ("\u{7f}", "\\u{7f}"),
      ("\u{85}", "\\u{85}"), ("txt.\u{202e}cod", "txt.\\u{202e}cod"), ("\0", "\\u{0}"),
      ("a\u{200b}b", "a\\u{200b}b"), ("\u{feff}a\u{2060}", "\\u{feff}a\\u{2060}"),
      // The joiners are parts of words and emoji.
      ("نمی\u{200c}خواهم", "نمی\u{200c}خواهم"), ("क्\u{200d}ष", "क्\u{200d}ष"),
    ])
  func `Control characters are escaped`(text: String, escaped: String) {
    #expect(text.escapingControls() == escaped)
  }

  @Test func `In a text the breaks of words stay, and nothing else`() {
    #expect("ស\u{200b}គ\u{feff}".escapingControls(keepingWordBreaks: true) == "ស\u{200b}គ\\u{feff}")
  }

  @Test func `No control character is left`() {
    let scalars = (0...0xffff).lazy.compactMap { Unicode.Scalar(UInt32($0)) }
    for scalar in scalars
    where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl {
      let left = String(scalar).escapingControls().unicodeScalars
      #expect(!left.contains(scalar), "U+\(String(scalar.value, radix: 16)) is left.")
    }
  }
}
