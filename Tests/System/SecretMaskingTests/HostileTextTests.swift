import LinuxSystem
import SecretMasking
import TestSupport
import Testing

/// Texts that are made to cost time.
struct HostileTextTests {
  private static let pieces = [
    "a", "A1", "=", ":", "-", "<", "password=", "password=(", "password: \"", "password is ",
    "password ",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "----", "sk-", "sk-A", "eyJ", "://",
    "://a:b",
    "a:", "key:", "'", "\"", "\n", "password:|\n ", "recovery codes ", "seed phrase ",
    "seed phrase word ",
    "Aa1", "Aa1/", "Cookie:", "Cookie: a=b; ", "bearer ", "basic ", "curl -u ", "-u ",
    "--password ", "$2a$",
    "kind: Secret\n", "Private-Lines:", "PuTTY-User-Key-File-", "-----BEGIN CERTIFICATE-----",
    "WIFI:", "é",
    "\u{200b}", "<b>", "\\\n", "login password a ", "<password>", "<a name=\"password\" ", "@tcp(",
    "://hooks.slack.com/services/", "password=$", "a.b.", "| password | ", "snmp community ",
    "password (",
    "x-password-", "\\\"", "ghp_", "Z2hwXzE2", "cookie:a=", "curl--cookie=a=", "kind: secret ",
  ]

  /// The time grows with the length and not with its square, so that each text of 1 MiB takes
  /// seconds and not hours.
  @Test(.timeLimit(.minutes(5)), arguments: pieces)
  func `A text of one repeated piece is masked in time that grows with its length`(piece: String) {
    func time(_ size: Int) -> Duration {
      let text = Array(String(repeating: piece, count: size / piece.utf8.count + 1).utf8)
      return (0..<2).map { _ in ThreadClock.measure { _ = SecretMask.secrets(in: text) } }.min()
        ?? .zero
    }
    let (short, long) = (time(32 << 10), time(256 << 10))
    // Eight times the length; quadratic work would take 64 times as long. A busy machine has less
    // of its caches.
    #expect(long < short * 32 + .milliseconds(200), "\(short), \(long)")
  }
}
