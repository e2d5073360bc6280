/// Recognizes the names of secrets in configurations and sentences.
struct SecretName {
  /// The form that the value of a name must have.
  enum Value {
    /// Almost any text.
    case password
    /// Letters and digits that are not words.
    case token
    /// Random text; names that mean no secret also have such values.
    case key
    /// Digits.
    case number
  }

  /// The last words of the name in small letters, without `_`, `-`, `.` and blanks.
  let text: [UInt8]
  let value: Value
  /// Whether the text must begin at the start of a word.
  let isWord: Bool

  private init(_ text: Substring, _ value: Value, isWord: Bool) {
    (self.text, self.value, self.isWord) = (Array(text.utf8), value, isWord)
  }

  /// Returns the name of a secret at the end of a name.
  ///
  /// - Parameters:
  ///   - letters: the name in small letters, without separators.
  ///   - starts: for each letter, whether it begins a word.
  /// - Returns: nil if the name means no secret, or something public with a similar name.
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

  /// Whether a secret's name can end with these two bytes; checks quickly, before ``match(_:_:)``.
  static func canEnd(with second: UInt8, _ last: UInt8) -> Bool {
    endings[Int(last)].contains(second)
  }

  private static let endings: [[UInt8]] = byLastByte.map { names in
    Array(Set(names.compactMap { $0.text.dropLast().last }))
  }

  /// Words before a name that make its value public.
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
