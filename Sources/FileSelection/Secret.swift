import LinuxSystem

/// Names of what is kept from every index unless somebody asks for it: keys, passwords, and what
/// gives access in their place.
///
/// Names decide, because to look into a file is what must not happen. Hidden files are left out
/// anyway, but this holds where they are not.
struct Secret: Sendable {
  /// The names, as a line of a `.gitignore` at the top of the file system would say them.
  let pattern: String
  /// What they hold, to stand after "it may hold".
  let content: String

  /// The pattern that a file or folder matches.
  static func match(_ entry: PatternList.Entry) -> Secret? {
    list.lastMatch(on: entry, below: .root).map { all[$0] }
  }

  private static let list = PatternList(
    all.compactMap { IgnorePattern(line: $0.pattern.utf8) })

  static let all: [Secret] = table.flatMap { content, patterns in
    patterns.map { Secret(pattern: $0, content: content) }
  }

  private static let table: [(content: String, patterns: [String])] = [
    (
      "private keys",
      [
        ".ssh", ".gnupg", ".pki", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
        "id_ed25519_sk", "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.ppk", "*.jks",
        "*.keystore", "secring.*", "*.ovpn", "wallet.dat",
      ]
    ),
    (
      "passwords",
      [
        ".password-store", "*.kdb", "*.kdbx", "*.psafe3", "*.agilekeychain", "*.opvault",
        "**/.config/Bitwarden", "**/.config/1Password", "**/.config/keepassxc", ".netrc",
        "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".htpasswd", ".smbcredentials",
        ".msmtprc", ".fetchmailrc", ".git-credentials", "**/.config/git/credentials",
        "**/.config/rclone",
      ]
    ),
    (
      "a keyring",
      [
        "**/.local/share/keyrings", "**/.local/share/kwalletd", "**/.gnome2/keyrings",
        "*.kwl",
      ]
    ),
    (
      "a browser's or mail program's profile",
      [
        ".mozilla", ".librewolf", ".waterfox", ".thunderbird", "**/.config/mozilla",
        "**/.config/google-chrome", "**/.config/google-chrome-beta",
        "**/.config/google-chrome-unstable", "**/.config/chromium", "**/.config/BraveSoftware",
        "**/.config/vivaldi", "**/.config/vivaldi-snapshot", "**/.config/microsoft-edge",
        "**/.config/microsoft-edge-beta", "**/.config/microsoft-edge-dev", "**/.config/opera",
        "**/.local/share/epiphany", "**/.local/share/falkon", "**/.var/app/*/.mozilla",
        "**/.var/app/*/config/google-chrome", "**/.var/app/*/config/chromium",
        "**/.var/app/*/config/BraveSoftware",
        "**/snap/firefox", "**/snap/chromium", "**/snap/thunderbird",
      ]
    ),
    (
      "access tokens",
      [
        ".env", ".env.*", ".envrc", ".aws", ".azure", ".kube", "**/.docker/config.json",
        "**/.config/gcloud", "**/.config/gh", "**/.config/hub", "**/.config/glab-cli", ".npmrc",
        ".pypirc", ".vault-token", "**/.cargo/credentials", "**/.cargo/credentials.toml",
        "**/.gem/credentials", "**/.terraform.d/credentials.tfrc.json", "*.tfstate",
      ]
    ),
  ]
}
