import Testing

import SecretMasking

/// Texts that are masked, and texts that are not.
struct SecretMaskTests {
  private static let base64 = "MIIEpAIBAAKCAQEA7bq0Jx3kq0Zc9hVt1uQ2w8eYyNfPz5rT4mLkS6dGhJoXvBnC"

  @Test(arguments: [
    ("AKIAIOSFODNN7EXAMPLE.", "[masked]."), ("key AKIAIOSFODNN7EXAMPLE end", "key [masked] end"),
    ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "[masked]"),
    ("github_pat_11ABCDEFG0aaaaaaaaaaaa_bbbbbbbbbb", "[masked]"),
    ("glpat-abcdEFGH1234ijkl5678", "[masked]"), ("(xoxb-1234567890-abcdef)", "([masked])"),
    ("sk-proj-abcdefghij0123456789_X", "[masked]"),
    ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "[masked]"),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "[masked]"),
    (
      "a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N b",
      "a [masked] b"
    ),
    ("Authorization: Bearer abcdefghij0123456789KLMN", "Authorization: [masked]"),
    ("password=hunter2", "password=[masked]"),
    ("password = \"hunter 2\" # a", "password = \"[masked]\" # a"),
    ("DB_PASSWORD='x'", "DB_PASSWORD='[masked]'"),
    ("export API_KEY=abc;", "export API_KEY=[masked];"),
    (#"{"password": "abc", "a": 1}"#, #"{"password": "[masked]", "a": 1}"#),
    (#""client_secret" => 'abc'"#, #""client_secret" => '[masked]'"#),
    ("password: sesame", "password: [masked]"),
    ("  - passwd: hunter2 # x", "  - passwd: [masked] # x"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "aws_secret_access_key = [masked]"),
    ("Kennwort: geheim7", "Kennwort: [masked]"),
    ("?user=a&password=b&c=d", "?user=a&password=[masked]&c=d"),
    ("https://ann:s3cret@example.org/a", "https://ann:[masked]@example.org/a"),
    (base64, "[masked]"), ("a \(base64)/\(base64)== b", "a [masked] b"),
    (
      "-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\nnext",
      "[masked]\n\n\n\nnext"
    ),
    ("x -----BEGIN OPENSSH PRIVATE KEY----- b3BlbnNza", "x [masked]"),
    ("-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc", "[masked]\n"),
    (
      "kind: Secret\ndata:\n  a: aGVsbG8gd29ybGQ\u{a0}\n", "kind: Secret\ndata:\n  a: [masked]\n"
    ),
    ("text: no\nShort0\nTail==\n-----END PRIVATE KEY-----\nnext", "text: [masked]\n\n\n\nnext"),
  ])
  func `A secret is masked, and lines stay`(text: String, masked: String) {
    var mask = SecretMask()
    #expect(mask.mask(text) == masked)
    #expect(mask.count == 1)
    #expect(text.count { $0 == "\n" } == masked.count { $0 == "\n" })
  }

  @Test(arguments: [
    "", "password", "The password: it is long.", "func log(password: String) {",
    "let secret = makeSecret()", "if password == other", "password=$PASSWORD", "password=<yours>",
    "password: \"\"", "api_key = None", "Token: the unit of a text",
    "sk-some-kind-of-kebab-case-word",
    "https://example.org:80/a@b", "mailto:ann@example.org", "AKIA", "ghp_short", "desk-1",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "-----", "eyJ is no token",
    "/usr/share/doc/package/examples/configuration/with/many/parts/of/it.txt",
    "äöü 日本 🐦", "Bearer of news", "password=[masked]",
  ])
  func `Other text stays as it is`(text: String) {
    var mask = SecretMask()
    #expect(mask.mask(text) == text)
    #expect(mask.count == 0)
  }

  @Test func `Secrets are counted, and overlapping ones are one`() {
    var mask = SecretMask()
    #expect(
      mask.mask("password=AKIAIOSFODNN7EXAMPLE and secret=b")
        == "password=[masked] and secret=[masked]")
    #expect(mask.mask("passwd=c") == "passwd=[masked]")
    #expect(mask.count == 3)
  }
}
