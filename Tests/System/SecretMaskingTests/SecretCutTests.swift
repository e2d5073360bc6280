import SecretMasking
import TestSupport
import Testing

/// A part of a text shows nothing of a key that it cuts.
struct SecretCutTests {
  private static let block = (0..<8).map { _ in "‹B64›\n" }.joined() + "‹B30›=="

  private static let templates = [
    "some words before ghp_‹A36› and some behind", "one\npassword: sesame‹N8›\ntwo",
    "a Bearer ‹A40› b", "DB_PASSWORD='‹W1›'\nnext", "x AKIA‹U16› y ‹B40› z",
    "text\n-----BEGIN RSA PRIVATE KEY-----\n\(block)\n-----END RSA PRIVATE KEY-----\nnext",
    "text\n-----BEGIN OPENSSH PRIVATE KEY-----\n\(block)\n-----END OPENSSH PRIVATE KEY-----\nnext",
    "> -----BEGIN PGP PRIVATE KEY BLOCK-----\r\n> \r\n> ‹B64›\r\n> ‹B64›\r\n> ‹B20›=\r\n> -----END PGP PRIVATE KEY BLOCK-----\r\n",
    "GitHub recovery codes\n\n‹L8›-‹L8›\n‹L8›-‹L8›\n", "password: |\n  ‹W1›\n  ‹A20›\nnext: 1\n",
  ]

  @Test(arguments: templates)
  func `No prefix and no suffix of a text shows a part of a key`(template: String) {
    for seed: UInt64 in 1...3 {
      let secret = MadeUpSecret(template, seed: seed)
      let bytes = Array(secret.text.utf8)
      for cut in stride(from: 0, through: bytes.count, by: seed == 1 ? 1 : 7) {
        for part in [0..<cut, cut..<bytes.count, cut..<min(bytes.count, cut + 90)] {
          var mask = SecretMask()
          let shown =
            mask.mask(part, of: bytes) ?? String(decoding: bytes[part], as: UTF8.self)
          #expect(secret.shown(in: shown) == nil, "\(template) \(part)")
        }
      }
    }
  }

  @Test func `A key that begins far before a part is masked in the part`() {
    let body = (0..<400).map { _ in "‹B64›\n" }.joined()
    let secret = MadeUpSecret(
      "-----BEGIN PRIVATE KEY-----\n\(body)‹B40›\n-----END PRIVATE KEY-----\n", seed: 5)
    let bytes = Array(secret.text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 331) {
      var mask = SecretMask()
      let part = start..<min(bytes.count, start + 100)
      let shown = mask.mask(part, of: bytes) ?? String(decoding: bytes[part], as: UTF8.self)
      #expect(secret.shown(in: shown) == nil, "\(part)")
    }
  }
}
