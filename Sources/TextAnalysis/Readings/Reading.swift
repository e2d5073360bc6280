/// How some characters of a run are pronounced.
struct Reading: Equatable {
  /// Which characters, counted in the run.
  var characters: Range<Int>
  /// The pronunciation, small ASCII letters.
  var latin: [UInt8]
}
