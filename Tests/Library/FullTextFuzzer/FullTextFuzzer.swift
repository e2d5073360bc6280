import FullText
import FullTextFuzzing
import Fuzzing
import SittaSQLite

/// Looks for texts and patterns that make the text layer trap; see ``Fuzzing/Fuzzer``.
@main
enum FullTextFuzzer {
  static func main() throws {
    let database = try FuzzedDatabase()
    let tokens = try FuzzedTokens()
    let segments = FuzzedSegments()
    Fuzzer.run { input in
      do {
        try tokens.run(input)
        try segments.run(input)
      } catch {
        fatalError("\(error)")
      }
      do {
        try database.run(input)
      } catch {
        // A typed error is an answer; anything else is a finding.
        guard error is FullTextError || error is SQLiteError else { fatalError("\(error)") }
      }
    }
  }
}
