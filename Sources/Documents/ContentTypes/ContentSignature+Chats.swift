extension ContentSignature {
  /// Whether a file is the export of a conversation of a messenger, by its name and its beginning.
  ///
  /// WhatsApp names its exports in the language of the telephone, always with its own name, or `_chat.txt`. Slack names
  /// files after days, signal-export `chat.md` and `data.json`. Telegram's JSON is recognized under any name.
  static func isChat(_ start: [UInt8], _ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    let text = start.drop { $0 <= 0x20 || [0xef, 0xbb, 0xbf].contains($0) }
    func has(_ words: String...) -> Bool {
      words.allSatisfy { text.firstRange(of: Array("\"\($0)\"".utf8)) != nil }
    }
    if name.hasSuffix(".json") {
      switch text.first {
      case UInt8(ascii: "{") where has("about", "chats") || has("contacts", "about"):
        return text.firstRange(of: Array("\"Here is the data you requested".utf8)) != nil
      case UInt8(ascii: "{") where has("messages", "date", "from_id"): return true
      case UInt8(ascii: "{"):
        return name == "data.json" && has("date", "sender", "body", "attachments")
      case UInt8(ascii: "["): return isDay(name.dropLast(5)) && has("type", "message", "ts", "text")
      default: return false
      }
    }
    let isNamed =
      name == "_chat.txt" || name == "chat.md"
      || name.hasSuffix(".txt") && name.contains("whatsapp")
    return isNamed && beginsWithDate(text)
  }

  /// Whether a name is a day, as in 2026-01-31.
  private static func isDay(_ name: Substring) -> Bool {
    name.count == 10 && name.split(separator: "-").map(\.count) == [4, 2, 2]
      && name.allSatisfy { $0 == "-" || $0.isASCII && $0.isNumber }
  }

  /// Whether the first line begins with a day, perhaps after a bracket and marks of the writing direction.
  private static func beginsWithDate(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix { $0 != 0x0a }.drop {
      [UInt8(ascii: "["), 0xe2, 0x80, 0x8e, 0x8f].contains($0)
    }
    let numbers = line.prefix(10).split { "/.-, ".utf8.contains($0) }
    return numbers.count >= 3
      && numbers.prefix(2).allSatisfy { $0.count <= 4 && $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}
