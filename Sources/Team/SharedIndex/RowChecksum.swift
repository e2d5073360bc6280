import Hashing
import PostgreSQL

/// The checksum of a row, the same as the server computes it from the columns: 60 bits of SHA-256.
enum RowChecksum {
  /// The bits of a checksum, and of a sum of checksums.
  private static let (digits, mask) = (15, Int64(1) << 60 - 1)

  /// The checksum of a row with these columns.
  static func of(_ columns: [PostgreSQLValue]) -> Int64 {
    let bytes = columns.compactMap(\.bytes).joined(separator: [0x0a])
    let hash = SHA256.hash(Array(bytes)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(hash >> 4)
  }

  /// The sum of two checksums.
  static func sum(_ first: Int64, _ second: Int64) -> Int64 { first &+ second & mask }

  /// The expression for the checksum of some columns.
  static func sql(_ columns: [String]) -> String {
    """
    ('x' || left(encode(sha256(convert_to(concat_ws(E'\\n', \(columns.joined(separator: ", "))), 'UTF8')), 'hex'), \
    \(digits)))::bit(60)::bigint
    """
  }

  /// The expression for the sum of checksums.
  static func sumSQL(_ expression: String) -> String {
    "(coalesce(sum(\(expression)), 0) % \(mask + 1))::bigint"
  }
}
