/// Reads conversations in JSON.
///
/// Telegram: an object with `messages`, or with `chats`, whose `list` has such objects. Slack: an array of the messages
/// of a day. signal-export: one object a line for each message.
struct ChatJSON {
  /// A message while it is read.
  private struct Message {
    var text = ""
    var sender = ""
    var date: String?
  }

  /// The deepest nesting that is looked into.
  private static let deepest = 8

  private var tokens = JSONTokenizer()
  private var chat = ChatText()
  private var title: String?

  mutating func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var failure: ReadingFailure?
    do throws(ReadingFailure) {
      while sink.wantsMore {
        let token = try tokens.next(in: bytes)
        if token == .end { break }
        if token == .beginObject { try readObject(bytes, into: &sink) }
        if token == .beginArray { try readMessages(bytes, into: &sink) }
      }
    } catch {
      failure = error
    }
    chat.finish(title: title, into: &sink)
    if let failure { throw failure }
  }

  /// Reads the rest of an object: a message, a chat, or all chats.
  private mutating func readObject(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var message = Message()
    while sink.wantsMore, let range = try tokens.nextName(in: bytes) {
      let name = bytes.extracting(range)
      if name.isKey("messages") {
        if try tokens.enter(.beginArray, in: bytes) { try readMessages(bytes, into: &sink) }
      } else if name.isKey("chats"), tokens.depth < Self.deepest {
        try readChats(bytes, into: &sink)
      } else if name.isKey("name"), tokens.depth < Self.deepest {
        title = try string(in: bytes) ?? title
      } else {
        try readField(name, of: &message, bytes)
      }
    }
    chat.add(message.text, of: message.sender, at: message.date, into: &sink)
  }

  /// Reads the rest of an array of messages.
  private mutating func readMessages(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    while sink.wantsMore, let token = try tokens.nextElement(in: bytes) {
      guard token == .beginObject else {
        try tokens.skipRest(of: token, in: bytes)
        continue
      }
      var message = Message()
      while let range = try tokens.nextName(in: bytes) {
        try readField(bytes.extracting(range), of: &message, bytes)
      }
      chat.add(message.text, of: message.sender, at: message.date, into: &sink)
    }
  }

  /// Reads the chats of a full export of Telegram, each as a member.
  private mutating func readChats(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard try tokens.enter(.beginObject, in: bytes) else { return }
    while sink.wantsMore, let range = try tokens.nextName(in: bytes) {
      guard bytes.extracting(range).isKey("list") else {
        try tokens.skipValue(in: bytes)
        continue
      }
      guard try tokens.enter(.beginArray, in: bytes) else { continue }
      while sink.wantsMore, let token = try tokens.nextElement(in: bytes) {
        guard token == .beginObject else {
          try tokens.skipRest(of: token, in: bytes)
          continue
        }
        try readChat(bytes, into: &sink)
      }
    }
  }

  private mutating func readChat(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var (name, identifier) = ("", "")
    while sink.wantsMore, let range = try tokens.nextName(in: bytes) {
      let key = bytes.extracting(range)
      if key.isKey("name") {
        name = try string(in: bytes) ?? ""
      } else if key.isKey("id") {
        identifier = try string(in: bytes) ?? ""
      } else if key.isKey("messages"), try tokens.enter(.beginArray, in: bytes) {
        let path = Array((identifier.isEmpty ? name : identifier).replacing("/", with: "_").utf8)
        let outer = chat
        chat = ChatText()
        if sink.begin(DocumentMember(path: path, type: "application/x-chat")) {
          try readMessages(bytes, into: &sink)
          chat.finish(title: name, into: &sink)
        }
        sink.endMember()
        chat = outer
      } else if !key.isKey("messages") {
        try tokens.skipValue(in: bytes)
      }
    }
  }

  /// Reads the value of a field of a message.
  private mutating func readField(
    _ name: Span<UInt8>, of message: inout Message, _ bytes: Span<UInt8>
  ) throws(ReadingFailure) {
    if name.isKey("text") || name.isKey("body") {
      message.text = try text(in: bytes)
    } else if name.isKey("from") || name.isKey("sender") || name.isKey("user")
      || name.isKey("username")
    {
      let sender = try string(in: bytes) ?? ""
      // The profile has a better name than the number of a user.
      if message.sender.isEmpty || name.isKey("username") { message.sender = sender }
    } else if name.isKey("user_profile") {
      if let name = try profileName(in: bytes) { message.sender = name }
    } else if name.isKey("date") {
      message.date = try string(in: bytes).flatMap(Self.date)
    } else if name.isKey("ts") {
      let seconds = try string(in: bytes)?.prefix { $0 != "." }
      message.date = seconds.flatMap { Int($0) }.flatMap(CivilDate.rfc3339(seconds:))
    } else {
      try tokens.skipValue(in: bytes)
    }
  }

  /// The real name in a profile of Slack.
  private mutating func profileName(in bytes: Span<UInt8>) throws(ReadingFailure) -> String? {
    guard try tokens.enter(.beginObject, in: bytes) else { return nil }
    var (real, shown) = (String?.none, String?.none)
    while let range = try tokens.nextName(in: bytes) {
      let name = bytes.extracting(range)
      if name.isKey("real_name") {
        real = try string(in: bytes)
      } else if name.isKey("display_name") || name.isKey("name") {
        shown = try string(in: bytes) ?? shown
      } else {
        try tokens.skipValue(in: bytes)
      }
    }
    return [real, shown].compactMap(\.self).first { !$0.isEmpty }
  }

  /// The text of a message: a string, or an array of strings and objects with texts.
  private mutating func text(in bytes: Span<UInt8>) throws(ReadingFailure) -> String {
    let token = try tokens.next(in: bytes)
    guard token == .beginArray else { return try string(token, in: bytes) ?? "" }
    var text = ""
    while let token = try tokens.nextElement(in: bytes) {
      guard token == .beginObject else {
        text += try string(token, in: bytes) ?? ""
        continue
      }
      while let range = try tokens.nextName(in: bytes) {
        if bytes.extracting(range).isKey("text") {
          text += try string(in: bytes) ?? ""
        } else {
          try tokens.skipValue(in: bytes)
        }
      }
    }
    return text
  }

  /// The next value if it is a string or a number; skips it otherwise.
  private mutating func string(in bytes: Span<UInt8>) throws(ReadingFailure) -> String? {
    try string(tokens.next(in: bytes), in: bytes)
  }

  private mutating func string(
    _ token: JSONTokenizer.Token, in bytes: Span<UInt8>
  ) throws(ReadingFailure) -> String? {
    switch token {
    case .string(let range):
      var text: [UInt8] = []
      JSONTokenizer.unescape(bytes.extracting(range), into: &text)
      return String(decoding: text, as: UTF8.self)
    case .scalar(let range):
      let word = bytes.extracting(range).string
      return word == "null" ? nil : word
    default:
      try tokens.skipRest(of: token, in: bytes)
      return nil
    }
  }

  /// A date as Telegram and signal-export write it, in the format of RFC 3339; nil if it is none.
  private static func date(_ text: String) -> String? {
    let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 3,
      let day = CivilDate.rfc3339(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    return day
  }
}
