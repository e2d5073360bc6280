import CPostgreSQL
import Glibc

/// The connection strings of libpq, `host=db.example dbname=files` for example.
///
/// See <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>.
public enum ConnectionString {
  /// Why a connection string cannot be used; nil if it can.
  ///
  /// - Parameter text: the connection string.
  /// - Returns: a sentence, if it has an error or a password.
  public static func refusal(of text: String) -> String? {
    var error: UnsafeMutablePointer<CChar>?
    guard let options = unsafe PQconninfoParse(text, &error) else {
      defer { unsafe PQfreemem(error) }
      let reason = unsafe error.map { unsafe String(cString: $0) } ?? "There is no memory."
      return PostgreSQLError(message: reason).message
    }
    defer { unsafe PQconninfoFree(options) }
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if unsafe strcmp(keyword, "password") == 0, unsafe option.pointee.val != nil {
        return
          "A password does not belong here, where others may read it: write it into ~/.pgpass with mode 0600."
      }
      unsafe option += 1
    }
    return nil
  }

  /// Makes connections over a network encrypted and checked, unless a connection string or a service file says something
  /// else.
  ///
  /// libpq's own default, `prefer`, lets anybody in between read everything. It is called before the first connection, by
  /// the only thread.
  public static func useSafeDefaults() {
    _ = unsafe setenv("PGSSLMODE", "verify-full", 0)
    // The authorities that Debian trusts, for those who have no file of their own.
    let own = unsafe getenv("HOME").map { unsafe String(cString: $0) + "/.postgresql/root.crt" }
    let system = "/etc/ssl/certs/ca-certificates.crt"
    if own.map({ unsafe access($0, R_OK) != 0 }) ?? true, unsafe access(system, R_OK) == 0 {
      _ = unsafe setenv("PGSSLROOTCERT", system, 0)
    }
  }
}
