/// The subject of a mail without the marks of replies and lists, which all messages of a conversation share.
struct MailSubject: Equatable {
  /// The subject in lower case with single blanks, without marks; empty if nothing else is in it.
  let text: String
  /// Whether it has a mark of a reply or of a forwarded mail, such as `Re:`.
  let isReply: Bool
  /// Whether it names a mailing list, as in `[list] Subject`.
  let namesList: Bool

  /// The most characters that are compared.
  private static let limit = 400
  /// The most characters of a mark, and of the name of a list.
  private static let (markLimit, listLimit) = (16, 60)

  /// The marks that mail programs put before subjects, in their languages.
  private static let marks: Set<String> = Set(
    """
    re aw antw antwort sv vs vl fw fwd wg tr rif r i res enc rv ref rép ynt ilt odp pd vá doorst atb απ πρθ \
    回复 答复 转发 回覆 轉寄
    """.split(separator: " ").map(String.init))

  /// Reads a subject.
  init(_ subject: String) {
    var rest = subject.prefix(Self.limit).lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")[...]
    var (isReply, namesList) = (false, false)
    while true {
      if let list = Self.afterList(rest) {
        (rest, namesList) = (list, true)
      } else if let reply = Self.afterMark(rest) {
        (rest, isReply) = (reply, true)
      } else {
        break
      }
    }
    (text, self.isReply, self.namesList) = (String(rest), isReply, namesList)
  }

  /// Returns the text after a mark such as `re:`, `re[2]:` and `aw :`; nil if it does not begin with one.
  private static func afterMark(_ text: Substring) -> Substring? {
    guard let colon = text.prefix(markLimit).firstIndex(where: { $0 == ":" || $0 == "：" }) else {
      return nil
    }
    let word = text[..<colon].prefix { !" [(^*".contains($0) }
    let number = text[word.endIndex..<colon]
    guard marks.contains(String(word)), number.allSatisfy({ $0.isNumber || " [](^)*".contains($0) })
    else { return nil }
    return text[text.index(after: colon)...].drop { $0 == " " }
  }

  /// Returns the text after the name of a list in brackets; nil if it does not begin with one, or has nothing else.
  private static func afterList(_ text: Substring) -> Substring? {
    guard text.first == "[", let end = text.prefix(listLimit).firstIndex(of: "]") else {
      return nil
    }
    let rest = text[text.index(after: end)...].drop { $0 == " " }
    return rest.isEmpty ? nil : rest
  }
}
