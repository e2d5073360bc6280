/// The names of secrets in configurations and sentences.
struct SecretName {
  /// The form of the value that belongs to a name.
  enum Value {
    /// Nearly anything.
    case password
    /// Letters and digits that are no words.
    case token
    /// Random text; names without secrets have such values as well.
    case key
    /// Digits.
    case number
  }

  /// The end of the name in small letters, without `_`, `-`, `.` and blanks.
  let text: [UInt8]
  let value: Value
  /// Whether it is no part of a longer word.
  let isWord: Bool

  private init(_ text: Substring, _ value: Value, isWord: Bool) {
    (self.text, self.value, self.isWord) = (Array(text.utf8), value, isWord)
  }

  /// The name that a name ends with.
  ///
  /// - Parameters:
  ///   - letters: the name without its separators, in small letters.
  ///   - starts: which of its characters begin a word.
  /// - Returns: nil if it does not name a secret, or something public with a similar name.
  static func match(_ letters: [UInt8], _ starts: [Bool]) -> SecretName? {
    guard let last = letters.last else { return nil }
    for name in byLastByte[Int(last)] where letters.count >= name.text.count {
      let start = letters.count - name.text.count
      guard letters[start...].elementsEqual(name.text), !name.isWord || starts[start] else {
        continue
      }
      if harmless.contains(where: { letters[..<start].reversed().starts(with: $0.utf8.reversed()) })
      {
        return nil
      }
      return name
    }
    return nil
  }

  /// Whether a name can end with these two bytes; only JSON Web Keys have names of one letter.
  static func canEnd(with second: UInt8, _ last: UInt8) -> Bool {
    endings[Int(last)].contains(second)
  }

  private static let endings: [[UInt8]] = byLastByte.map { names in
    Array(Set(names.compactMap { $0.text.dropLast().last }))
  }

  /// Words that make a name public, so its value is no secret.
  private static let harmless = [
    "public", "foreign", "primary", "sort", "cache", "partition", "forgot", "reset", "change",
    "csrf",
    "no", "next", "page", "continuation", "invalid", "pub",
  ]

  private static let byLastByte: [[SecretName]] = {
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    let names =
      words(passwords).map { SecretName($0, .password, isWord: false) }
      + words(passwordWords).map { SecretName($0, .password, isWord: true) }
      + words(tokens).map { SecretName($0, .token, isWord: true) }
      + words(keys).map { SecretName($0, .key, isWord: true) }
      + words(numbers).map { SecretName($0, .number, isWord: true) }
    var table = [[SecretName]](repeating: [], count: 256)
    for name in names { table[Int(name.text[name.text.count - 1])].append(name) }
    return table.map { $0.sorted { $0.text.count > $1.text.count } }
  }()

  private static let passwords = """
    password passwd passphrase passcode passwrd passwort kennwort passwörter kennwörter secret
    apikey apisecret secretkey secretaccesskey privatekey authtoken accesstoken refreshtoken
    bearertoken apitoken sessiontoken securitytoken bottoken deploytoken personaltoken
    usertoken oauthtoken accountkey sharedaccesskey sharedkey masterkey encryptionkey
    decryptionkey signingkey authkey servicekey presharedkey recoverykey storagekey dbpass
    userpass rootpass keypass storepass adminpass requirepass sshpass mailpass smtppass
    ftppass masterauth contraseña contrasena contrasenya senha parolachiave haslo hasło
    wachtwoord losenord lösenord adgangskode kodeord passord salasana heslo jelszo jelszó
    parool slaptazodis lozinka geslo şifre sifre parola пароль κωδικός 密码 密碼 口令 パスワード 暗証番号
    비밀번호 암호 סיסמה รหัสผ่าน matkhau mậtkhẩu katasandi motdepasse motsdepasse codesecret
    phrasesecrète geheimcode zugangscode zugangskennwort clientsecret webhooksecret
    sharedaccesssignature cleapi cléapi contraseñas clavesecreta clavedeacceso
    snmpcommunity secretkeybase authsalt loggedinkey loggedinsalt noncekey noncesalt
    """
  private static let passwordWords =
    "pass pwd pw psk mdp passw clave Пароль ПАРОЛЬ clé wpakey wepkey"
  private static let tokens = """
    token tokens auth authorization pat credential credentials session sessionid sessionkey
    community accesskey sig webhook bearer jwt secrets apikeys clientkey licensekey otpsecret
    totp seed login
    """
  private static let keys = "key k d p q dp dq qi x"
  private static let numbers = "pin pincode puk cvv cvc geheimzahl codepin tan otp"
}
