/// Returns the words of any text in lower case; they are safe in a full-text pattern.
///
/// They are the tokens of SQLite's `ascii` and `simple` tokenizers: runs of ASCII letters, ASCII digits and
/// non-ASCII characters. No part of them is read as an operator, a quote, a star or a column.
func patternTokens(in text: String) -> [String] {
  var tokens: [String] = []
  var token: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      token.append(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      token.append(byte | 0x20)
    default:
      if !token.isEmpty { tokens.append(String(decoding: token, as: UTF8.self)) }
      token.removeAll(keepingCapacity: true)
    }
  }
  if !token.isEmpty { tokens.append(String(decoding: token, as: UTF8.self)) }
  return tokens
}
