/// Finds secrets in URLs and in HTTP headers.
extension SecretFinder {
  private static let schemes = [
    "bearer ", "basic ", "token ", "digest ", "apikey ", "negotiate ", "bot ", "aws4-hmac-sha256 ",
  ]
  private static let cookieFlags = ["-b ", "--cookie ", "--cookie="]
  static let headerPhrases =
    schemes + cookieFlags + [
      "://", "@tcp(", "@unix(", "wifi:", "cookie:", "hooks.slack.com/", "discord.com/api/webhooks/",
    ]

  /// Adds the passwords in `https://user:password@host`, and the secrets in paths of webhooks.
  mutating func addPasswordsInAddresses() {
    for sign in occurrences(of: "://") {
      let start = sign + 3
      let end = end(of: start, limit: 1_024) {
        $0 > 0x20 && $0 != 0x2f && $0 != 0x22 && $0 != 0x27 && $0 != 0x3c && $0 != 0x3e
          && $0 != 0x60
      }
      addPassword(in: start..<end)
      // The slash may be part of a password.
      if byte(end) == 0x2f {
        let further = self.end(of: end, limit: 80) {
          $0 > 0x20 && !$0.isQuote && $0 != 0x3c && $0 != 0x40 && $0 != 0x3e
        }
        if byte(further) == 0x40, text[start..<end].contains(0x3a),
          !text[end..<further].contains(0x3a),
          let colon = text[start..<end].firstIndex(of: 0x3a), colon > start,
          text[colon + 1..<end].contains(where: { !$0.isDigit })
        {
          addPassword(in: start..<further + 1)
        }
      }
      addWebhook(at: start)
    }
    for host in ["hooks.slack.com/", "discord.com/api/webhooks/"] {
      for start in occurrences(of: host) where byte(start - 1) != 0x2f { addWebhook(at: start) }
    }
    for sign in occurrences(of: "@tcp(") + occurrences(of: "@unix(") {
      let start = self.start(of: sign, limit: 200) { $0 > 0x20 && !$0.isQuote }
      addPassword(in: start..<sign + 1)
    }
    for begin in occurrences(of: "wifi:") where beginsWord(begin) {
      let end = end(of: begin, limit: 300) { !$0.isSpace && !$0.isQuote }
      var index = begin
      while index < end {
        if has(";p:", at: index) || has(":p:", at: index) {
          let value = index + 3..<self.end(of: index + 3, limit: 200) { $0 != 0x3b && !$0.isSpace }
          if !value.isEmpty { ranges.append(value) }
          break
        }
        index += 1
      }
    }
  }

  private mutating func addPassword(in authority: Range<Int>) {
    let run = text[authority]
    guard let colon = run.firstIndex(of: 0x3a), let end = run.lastIndex(of: 0x40), colon + 3 < end,
      !isPlaceholder(run[(colon + 1)..<end])
    else { return }
    ranges.append((colon + 1)..<end)
  }

  /// The beginnings of webhook URLs; what follows is a secret.
  private static let webhooks = [
    "hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/",
    "hooks.slack.com/commands/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/",
    "ptb.discord.com/api/webhooks/", "hooks.zapier.com/hooks/catch/", "maker.ifttt.com/trigger/",
    "api.telegram.org/bot", "outlook.office.com/webhook/", "hooks.chat.",
    "events.pagerduty.com/integration/",
    "hc-ping.com/", "open.feishu.cn/open-apis/bot/v2/hook/",
    "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=",
    "oapi.dingtalk.com/robot/send?access_token=", "webhook.site/", "chat.googleapis.com/v1/spaces/",
  ]

  private mutating func addWebhook(at start: Int) {
    let end = end(of: start, limit: 1_024) { $0 > 0x20 && !$0.isQuote && $0 != 0x3c && $0 != 0x3e }
    var secret: Int?
    for hook in Self.webhooks where has(hook, at: start) { secret = start + hook.utf8.count }
    if secret == nil {
      let host = self.end(of: start, limit: 80) { $0.isAlphanumeric || $0 == 0x2e || $0 == 0x2d }
      if has(".webhook.office.com", at: host - 19) { secret = host + 1 }
    }
    guard let secret, secret < end, end - secret >= 12,
      RunShape(text[secret..<end]).digits > 0, !text[secret..<end].contains(0x7b)
    else { return }
    ranges.append(secret..<end)
  }

  // MARK: - Headers

  /// Adds the values of `Authorization:`, `Cookie:` and `Set-Cookie:`.
  mutating func addHeaderValues() {
    for scheme in Self.schemes {
      for begin in occurrences(of: scheme) where beginsWord(begin) {
        let start = afterBlanks(begin + scheme.utf8.count)
        let end = self.end(of: start) {
          $0.isKeyCharacter || $0 == 0x2e || $0 == 0x7e
        }
        let run = text[start..<end].prefix(Self.valueLimit)
        let shape = RunShape(run)
        let isHeader = isPreceded(by: ["authorization"], before: begin, within: 40)
        if isHeader, shape.count >= 6, shape.digits > 0 || shape.capitals > 0, !isPlaceholder(run),
          shape.small + shape.digits > 0
        {
          ranges.append(begin..<end)
        } else if scheme == "bearer ", shape.count >= 20, shape.digits > 0 || shape.capitals > 1,
          shape.changes >= 3
        {
          ranges.append(begin..<end)
        } else if scheme == "basic ", shape.count >= 8, let decoded = Base64Text.decoded(run),
          decoded.contains(0x3a), decoded.count >= 5
        {
          ranges.append(begin..<end)
        }
      }
    }
    // The end of the cookies that were read; a cookie's value may contain `cookie:`, and is not read twice.
    var reached = 0
    for begin in occurrences(of: "cookie:") where begin >= reached {
      reached = addCookies(at: begin + 7)
    }
    for flag in Self.cookieFlags {
      reached = 0
      for begin in occurrences(of: flag)
      where begin >= reached && isPreceded(by: ["curl", "wget"], before: begin, within: 200) {
        reached = addCookies(at: begin + flag.utf8.count)
      }
    }
  }

  /// The attributes and names of cookies whose values are not secret.
  private static let attributes: Set<String> = [
    "path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "partitioned",
    "priority", "lang",
    "locale", "theme", "version", "comment",
  ]

  /// Adds the secret values of cookies; returns the end of the cookies.
  private mutating func addCookies(at start: Int) -> Int {
    var index = end(of: start, limit: 4) { $0.isBlank || $0.isQuote }
    for _ in 0..<64 {
      let name =
        index..<end(of: index, limit: 128) {
          !$0.isSpace && $0 != 0x3d && $0 != 0x3b && !$0.isQuote
        }
      guard byte(name.upperBound) == 0x3d else { return index }
      var first = name.upperBound + 1
      if byte(first) == 0x22 { first += 1 }
      let value =
        first..<end(of: first) { $0 != 0x3b && !$0.isLineEnd && !$0.isQuote && $0 != 0x20 }
      let isAttribute = Self.attributes.contains(String(decoding: small[name], as: UTF8.self))
      let shape = RunShape(text[value].prefix(Self.valueLimit))
      if !isAttribute, shape.isKeyLike, shape.count >= 12 || shape.digits > 2,
        !isPlaceholder(text[value])
      {
        ranges.append(value)
      }
      index = end(of: value.upperBound, limit: 4) { $0 == 0x3b || $0 == 0x20 || $0 == 0x22 }
      if index == value.upperBound || index >= text.count || text[index].isLineEnd { break }
    }
    return index
  }
}
