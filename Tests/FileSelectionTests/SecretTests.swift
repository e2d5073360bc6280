import FileSelection
import LinuxSystem
import TestSupport
import Testing

struct SecretTests {
  let rules = SelectionRules(roots: ["/h", "/k/.ssh"], includesHidden: true)

  @Test(
    arguments: [
      "/h/.ssh/config", "/h/.gnupg/x", "/h/.pki/nssdb/cert9.db", "/h/backup/id_rsa",
      "/h/id_ed25519", "/h/tls/server.key", "/h/server.pem", "/h/a.p12", "/h/a.pfx", "/h/a.ppk",
      "/h/a.jks", "/k/.ssh/id_ecdsa",
    ] as [FilePath])
  func `Private keys are left out`(path: FilePath) {
    expect(path, "private keys")
  }

  @Test(
    arguments: [
      ("/h/.password-store/a.gpg", "passwords"), ("/h/a.kdbx", "passwords"),
      ("/h/.netrc", "passwords"), ("/h/.pgpass", "passwords"),
      ("/h/x/.git-credentials", "passwords"),
      ("/h/.config/git/credentials", "passwords"),
      ("/h/.local/share/keyrings/login.keyring", "a keyring"),
      ("/h/.mozilla/firefox/x/logins.json", "a browser's or mail program's profile"),
      ("/h/.config/google-chrome-beta/x", "a browser's or mail program's profile"),
      ("/h/.config/chromium/Default/History", "a browser's or mail program's profile"),
      (
        "/h/.var/app/com.google.Chrome/config/google-chrome/x",
        "a browser's or mail program's profile"
      ),
      ("/h/snap/firefox/common/x", "a browser's or mail program's profile"),
      ("/h/p/.env", "access tokens"), ("/h/p/.env.local", "access tokens"),
      ("/h/.aws/credentials", "access tokens"), ("/h/.kube/config", "access tokens"),
      ("/h/.docker/config.json", "access tokens"),
    ] as [(FilePath, String)])
  func `What gives access is left out`(path: FilePath, content: String) {
    expect(path, content)
  }

  @Test(
    arguments: [
      "/h/notes/ssh.md", "/h/keys.txt", "/h/monkey", "/h/.envision", "/h/environment",
      "/h/.config/app/config.json", "/h/firefox/notes", "/h/git/credentials", "/k/.ssh/config",
      "/k/.ssh",
    ] as [FilePath])
  func `What only sounds like it is not`(path: FilePath) {
    #expect(rules.verdict(on: path).isIncluded)
  }

  @Test func `They are indexed where they are asked for`() {
    var rules = rules
    rules.includesSecrets = true
    #expect(rules.verdict(on: "/h/.ssh/id_rsa").isIncluded)
  }

  private func expect(_ path: FilePath, _ content: String) {
    guard case .excluded(.secret(_, let found, let place)) = rules.verdict(on: path) else {
      Issue.record("'\(path)' is no secret.")
      return
    }
    #expect(found == content)
    #expect(path.isInside(place))
  }
}
