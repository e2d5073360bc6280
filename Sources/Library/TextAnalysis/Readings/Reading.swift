/// The pronunciation of some characters of a run.
struct Reading: Equatable {
  /// The positions of the characters in the run.
  var characters: Range<Int>
  /// The pronunciation in lowercase ASCII letters.
  var latin: [UInt8]
}
