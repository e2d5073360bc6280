import FileSelection
import Testing

struct PrivateKeyHeaderTests {
  private static let key = "-----BEGIN PRIVATE KEY-----"
  private static let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"

  @Test(
    arguments: [
      "-----BEGIN PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----",
      "-----BEGIN DSA PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY-----",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----", "-----BEGIN OpenVPN Static key V1-----",
      "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "SSH PRIVATE KEY FILE FORMAT 1.1",
      "untrusted comment: minisign encrypted secret key", "untrusted comment: signify secret key",
    ])
  func `Every kind of key is recognized by its first line`(line: String) {
    #expect(PrivateKeyHeader.find(in: Array("\(line)\nMIIE\n".utf8)) == line)
    #expect(PrivateKeyHeader.find(in: Array(line.utf8)) == line)
  }

  @Test(
    arguments: [
      ("PuTTY-User-Key-File-2: ssh-rsa\n", "PuTTY-User-Key-File"),
      ("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: aes256-cbc", "PuTTY-User-Key-File"),
      (
        "AGE-SECRET-KEY-1QQPQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQSQQQQQ\n",
        "AGE-SECRET-KEY-1"
      ),
      (
        "# created: 2026-01-31T12:00:00Z\n# public key: age1x\n"
          + "AGE-SECRET-KEY-1QQPQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQYQSQQQQQ\n",
        "AGE-SECRET-KEY-1"
      ),
    ])
  func `The key itself is not repeated`(text: String, header: String) {
    #expect(PrivateKeyHeader.find(in: Array(text.utf8)) == header)
  }

  @Test(
    arguments: [
      "\u{feff}", "\n\n  \t\r\n", "  ", "# mine\n#\n\n", "; mine\r\n",
      "Bag Attributes\n    friendlyName: a b\n    localKeyID: 01 02 \n"
        + "    Microsoft CSP Name: x\nKey Attributes: <No Attributes>\n",
      "Bag Attributes: <No Attributes>\nsubject=CN = a\n\nissuer=CN = a\n\n",
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n",
      certificate, certificate + "# key\n" + certificate,
      "-----BEGIN CERTIFICATE-----\n" + String(repeating: "A", count: 1_024)
        + "\n-----END CERTIFICATE-----\n",
      "-----BEGIN CERTIFICATE-----\n" + String(repeating: "A", count: 30_000)
        + "\n-----END CERTIFICATE-----\n",
    ])
  func `A key is recognized after other blocks and comments`(start: String) {
    #expect(PrivateKeyHeader.find(in: Array("\(start)\(Self.key)\nMIIE".utf8)) == Self.key)
    let windows = start.replacing("\n", with: "\r\n") + Self.key + "\r\nMIIE\r\n"
    #expect(PrivateKeyHeader.find(in: Array(windows.utf8)) == Self.key)
  }

  @Test(
    arguments: [
      "", "\n", "-----BEGIN", "-----BEGIN PUBLIC KEY-----\nMIIB", certificate,
      "-----BEGIN RSA PUBLIC KEY-----\n", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n",
      "-----BEGIN PGP MESSAGE-----\n", "-----BEGIN PGP SIGNED MESSAGE-----\ntext",
      "-----BEGIN SSH2 PUBLIC KEY-----", "---- BEGIN SSH2 PUBLIC KEY ----",
      "ssh-ed25519 AAAAC3 me@host", "age1qqpqyqyqyq", "A key begins with\n\(key)\n",
      "\(key) is how a key begins.\n", "```\n\(key)\n```\n", "> \(key)\n", "    text\n\(key)",
      "PuTTY-User-Key-File-2 is the first line of a .ppk file.",
      "AGE-SECRET-KEY-1 is how an identity of age begins, in capitals.",
      "untrusted comment: minisign public key 1234\nRWQ", "Subject: keys\n\n\(key)",
      "#!/bin/sh\necho '\(key)'\n", String(repeating: "# a\n", count: 2_000) + key,
      "-----BEGIN CERTIFICATE-----\n\(key)\n", String(repeating: "-", count: 100_000),
      String(repeating: "#", count: 100_000) + "\n" + key,
    ])
  func `A text that is not a key, or only mentions one, is accepted`(text: String) {
    #expect(PrivateKeyHeader.find(in: Array(text.utf8)) == nil)
  }
}
