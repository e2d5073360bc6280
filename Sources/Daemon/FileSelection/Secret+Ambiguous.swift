extension Secret {
  /// Names that are common for both secrets and ordinary files, in lower case.
  ///
  /// They apply only to files, whose content then decides.
  static let ambiguousNames: [(content: String, patterns: [String])] = [
    (
      "private keys",
      [
        "*.pem", "*.key", "*.p8", "*.pk8", "*_rsa", "*-rsa", "*_ed25519", "*-ed25519", "*_ecdsa",
        "*.sec", "secret*.asc", "private*.asc", "**/wireguard/*.conf",
      ]
    ),
    ("passwords", ["*.kdb", "*.rdp", "*.vnc", "htpasswd", "*.htpasswd", "hostapd.conf", "my.cnf"]),
    ("a keyring", ["*.kwl"]),
    ("a wallet", ["*wallet*.json", "*.keys", "*.seed", "*seed phrase*", "*recovery phrase*"]),
    (
      "access tokens",
      [
        "**/.config/hub", "credentials", "credentials.json", "credentials.yml", "credentials.yaml",
        "credentials.toml", "credentials.ini", "credentials.xml", "credentials.txt", "token",
        "token.json", "tokens.json", "token.txt", "tokens.txt", "auth.json", "oauth.json",
        "secret.json", "secret.txt", "secrets.txt", "secrets", "vault.yml", "vault.yaml",
        "google-services.json", "local.settings.json", "wp-config.php", "database.yml",
        "password.txt", "passwort.txt", "kennwörter.txt", "passwörter.txt", ".muttrc",
        "*cookies.txt",
      ]
    ),
  ]

  /// Names that match a certain pattern of secrets, but are also common for ordinary files.
  static let ambiguousExceptions: [(content: String, patterns: [String])] = [
    (
      "private keys",
      [
        "*pub*.pem", "*cert*.pem", "*chain*.pem", "*bundle*.pem", "*public*.key",
        "*pub.key", "id_*[_-]*.md", "id_*[_-]*.txt", "id_*[_-]*.html", "id_*[_-]*.pdf",
      ]
    )
  ]
}
