import SecretMasking
import TestSupport
import Testing

/// Secrets of many kinds, made up anew for each seed.
struct MadeUpSecretTests {
  private static let seeds: ClosedRange<UInt64> = 1...12

  @Test(arguments: SecretTexts.tokens)
  func `A token is masked in every place`(template: String) {
    for place in SecretTexts.places {
      for seed in Self.seeds {
        expectMasked(MadeUpSecret(place.replacing("‹›", with: template), seed: seed))
      }
    }
  }

  @Test(arguments: SecretTexts.values)
  func `A value beside the name of a secret is masked`(template: String) {
    for seed in Self.seeds { expectMasked(MadeUpSecret(template, seed: seed)) }
  }

  @Test(arguments: SecretTexts.torn)
  func `A token that is torn apart is masked`(template: String) {
    for seed in Self.seeds { expectMasked(MadeUpSecret(template, seed: seed)) }
  }

  @Test func `Base64 of a token or of a user and a password is masked`() {
    for (text, secret) in [
      ("x Z2hwXzE2QzdlNDJGMjkyYzY5MTJFNzcxMGM4MzgzNDdBZTE3OEI0YQ== y", "NDJGMjkyYzY5"),
      ("Authorization: Basic dXNlcjpSYWJiaXQ0MnF4", "dXNlcjpSYWJi"),
      (#"{"auths":{"x":{"auth":"dXNlcjpSYWJiaXQ0MnF4"}}}"#, "dXNlcjpSYWJi"),
      ("//registry.npmjs.org/:_auth=dXNlcjpSYWJiaXQ0MnF4", "dXNlcjpSYWJi"),
    ] {
      var mask = SecretMask()
      #expect(!mask.mask(text).contains(secret), "\(text)")
    }
  }

  @Test func `A password that is a word is masked where the sentence says what it is`() {
    for text in [
      "passphrase: correct horse battery staple", "my password is \"swordfish\"",
      "The password is swordfish.", "a,b,password\n1,2,swordfish",
    ] {
      var mask = SecretMask()
      let masked = mask.mask(text)
      #expect(!masked.contains("swordfish") && !masked.contains("horse"), "\(text)")
    }
    for text in [
      "The password is required.", "password is \"invalid\"", "The password is on file.",
    ] {
      var mask = SecretMask()
      #expect(mask.mask(text) == text)
    }
  }

  @Test func `The words of a wallet are masked after what names them`() {
    let words =
      "abandon ability absorb carbon drastic erosion fossil galaxy hammer icon jungle ladder"
    let list = words.split(separator: " ").enumerated().map { "\($0 + 1). \($1)" }
    for text in ["seed phrase: \(words)", "My recovery phrase:\n\n" + list.joined(separator: "\n")]
    {
      var mask = SecretMask()
      #expect(!mask.mask(text).contains("galaxy"), "\(text)")
    }
  }

  @Test func `The whole key of PuTTY is masked, and what is around it stays`() {
    let lines = MadeUpSecret("‹B64›\n‹B64›\n‹B40›=", seed: 1)
    let key = """
      before
      PuTTY-User-Key-File-3: ssh-rsa
      Encryption: none
      Comment: laptop
      Public-Lines: 1
      AAAAB3NzaC1yc2EAAAADAQABAAABAQC7bq0Jx3kq0Zc9hVt1uQ2w8eYyNfPz5rT4
      Private-Lines: 3
      \(lines.text)
      Private-MAC: 0123456789abcdef0123456789abcdef
      after
      """
    var mask = SecretMask()
    let masked = mask.mask(key)
    #expect(lines.shown(in: masked) == nil && !masked.contains("0123456789"))
    #expect(masked.hasPrefix("before\n") && masked.hasSuffix("\nafter"))
  }

  private func expectMasked(_ secret: MadeUpSecret) {
    var mask = SecretMask()
    let masked = mask.mask(secret.text)
    let shown = secret.shown(
      in: masked, atLeast: secret.parts.count == 1 ? min(8, secret.parts[0].count) : 8)
    #expect(shown == nil, "\(secret.text) -> \(masked)")
    #expect(secret.text.count { $0 == "\n" } == masked.count { $0 == "\n" })
  }
}
