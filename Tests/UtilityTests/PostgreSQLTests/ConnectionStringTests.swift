import PostgreSQL
import Testing

/// Which connection strings are refused before anybody connects.
struct ConnectionStringTests {
  @Test(
    arguments: [
      ("service=team", nil), ("host=db dbname=files", nil), ("postgresql://me@db/files", nil),
      ("", nil), ("host", "missing \"=\""), ("colour=red", "invalid connection option"),
      ("host=db password=x", "~/.pgpass"), ("postgresql://me:x@db/files", "~/.pgpass"),
      ("password=''", "~/.pgpass"),
    ] as [(String, String?)])
  func `No password is in a connection string`(text: String, reason: String?) {
    let refusal = ConnectionString.refusal(of: text)
    #expect((refusal == nil) == (reason == nil), "\(refusal ?? "")")
    if let reason { #expect(refusal?.contains(reason) == true, "\(refusal ?? "")") }
  }
}
