import FullText
import FullTextFuzzing
import SQLite

/// Looks for texts and patterns that make the text layer trap, run under libFuzzer.
///
/// ```sh
/// export FUZZ=1 SWIFT_BACKTRACE=enable=no
/// swift build -c release --sanitize=address -Xswiftc -sanitize=fuzzer \
///   -Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld --scratch-path .build/fuzz --product FullTextFuzzer
/// timeout -k 5 700 .build/fuzz/release/FullTextFuzzer -max_total_time=600 -timeout=20 DIRECTORY
/// ```
@main
enum FullTextFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    _ = unsafe runFuzzer(&count, &arguments) { bytes, count in
      let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      do {
        try unsafe SharedDatabase.database.run(input)
      } catch {
        // A typed error is an answer; anything else is a finding.
        guard error is FullTextError || error is SQLiteError else { fatalError("\(error)") }
      }
      return 0
    }
  }
}

/// One for all inputs; libFuzzer has one thread.
private enum SharedDatabase {
  nonisolated(unsafe) static let database = make()

  private static func make() -> FuzzedDatabase {
    do {
      return try FuzzedDatabase()
    } catch {
      fatalError("\(error)")
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
