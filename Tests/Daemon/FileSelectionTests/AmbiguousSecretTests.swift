import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

/// Files with names of secrets, judged by their contents.
struct AmbiguousSecretTests {
  private let rules = SelectionRules(roots: ["/h"])
  private static let zip: [UInt8] = [0x50, 0x4b, 3, 4, 20, 0]
  private static let body = String(
    repeating: "MIIEpAIBAAKCAQEA7bq0Jx3kq0Zc9hVt1uQ2w8eYyNfPz5rT4mLkS6dGhJoXvBnC\n", count: 4)

  private func isSecret(_ name: String, _ text: String, beginning: [UInt8]? = nil) throws -> Bool {
    let secret = try #require(rules.ambiguousSecret(at: FilePath("/h").appending(name)))
    return secret.isSecret(
      text: Array(text.utf8), beginning: beginning ?? Array(text.utf8.prefix(64)))
  }

  @Test(
    arguments: [
      ("answers.key", "1 a\n2 b\n3 c\n"),
      ("game.p8", "pico-8 cartridge\nversion 41\n__lua__\nx=1\n"),
      ("rsapub.pem", "-----BEGIN PUBLIC KEY-----\n\(body)-----END PUBLIC KEY-----\n"),
      ("cacert.pem", "# Bundle\n-----BEGIN CERTIFICATE-----\n\(body)-----END CERTIFICATE-----\n"),
      (
        "public.key",
        "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n\(body)=abcd\n-----END PGP PUBLIC KEY BLOCK-----\n"
      ),
      ("phone.kdb", "Keyboard layout of a phone\n"), ("chart.kwl", "a chart\n"),
      ("wireguard/notes.conf", "# How the tunnel works\n"),
      ("credentials.json", "{\"users\": []}\n"),
      ("Christmas cookies.txt", "Flour, sugar and butter.\n"),
    ])
  func `An ordinary file is no secret`(name: String, text: String) throws {
    #expect(try !isSecret(name, text))
  }

  @Test(
    arguments: [
      ("a.key", "-----BEGIN PRIVATE KEY-----\n\(body)"),
      (
        "cert.pem",
        "-----BEGIN CERTIFICATE-----\n\(body)-----END CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n"
      ),
      ("cert.pem", "A certificate\n\nand its key:\n\n-----BEGIN RSA PRIVATE KEY-----\n\(body)"),
      (
        "wireguard/home.conf",
        "[Interface]\nPrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\n"
      ),
      (
        ".config/hub",
        "github.com:\n- user: ann\n  oauth_token: 0123456789abcdef0123456789abcdef01234567\n"
      ),
      ("credentials.json", "{\"password\": \"Rabbit42!\"}"),
      ("cookies.txt", "# Netscape HTTP Cookie File\nexample.org\tTRUE\t/\tFALSE\t0\ta\tb\n"),
      ("deploy_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\n\(body)"),
    ])
  func `A file with a key or a password is a secret`(name: String, text: String) throws {
    #expect(try isSecret(name, text))
  }

  @Test func `An archive is a talk, and what cannot be judged is a secret`() throws {
    #expect(try !isSecret("talk.key", "", beginning: Self.zip))
    #expect(try !isSecret("talk.key", "The password is Rabbit42!", beginning: Self.zip))
    #expect(try !isSecret("empty.key", "", beginning: []))
    #expect(try !isSecret("public.key", "", beginning: [0x99, 1, 0x0d]))
    #expect(try isSecret("a.key", "", beginning: [0x30, 0x82, 4, 0xa4]))
    #expect(try isSecret("phone.kdb", "", beginning: [3, 0xd9, 0xa2, 0x9a]))
  }

  @Test func `A private key is found anywhere in a long text`() throws {
    let text = String(repeating: "words and more words\n", count: 40_000)
    #expect(try !isSecret("a.pem", text))
    #expect(try isSecret("a.pem", text + "-----BEGIN PRIVATE KEY-----\nMIIE\n" + text))
  }
}
