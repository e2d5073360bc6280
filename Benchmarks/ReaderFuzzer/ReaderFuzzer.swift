import ArchiveReading
import CharacterEncodings
import Fuzzing
import Glibc

/// Searches for documents that make a reader trap, loop, break the contract of its sink, or use too
/// much CPU time or memory; `Tests/Fuzzing` has libFuzzer.
///
/// `READER` names the reader, and `CPU_SECONDS` is the CPU time after which the search ends. The folder
/// has samples of the format at the beginning, and keeps every input that reached new code. An
/// input that was found is saved in the current folder; pass it as an argument to repeat it.
///
/// ```sh
/// export FUZZ=1 SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=0
/// swift build -c release --sanitize=address -Xswiftc -sanitize=fuzzer \
///   -Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld --scratch-path .build/fuzz --product ReaderFuzzer
/// for reader in $(.build/fuzz/release/ReaderFuzzer); do
///   mkdir -p samples/$reader
///   READER=$reader CPU_SECONDS=600 nice -n 19 .build/fuzz/release/ReaderFuzzer -max_len=65536 \
///     -rss_limit_mb=1024 -malloc_limit_mb=256 -timeout=600 -verbosity=0 -print_final_stats=1 \
///     -dict=Benchmarks/ReaderFuzzer/tokens.dict samples/$reader
/// done
/// ```
@main
enum ReaderFuzzer {
  static func main() {
    guard let name = environment("READER") else {
      for target in FuzzTarget.all { print(target.name) }
      return
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      fatalError("There is no reader \(name).")
    }
    let seconds = environment("CPU_SECONDS").flatMap(Int.init) ?? .max
    ConverterFiles.ignore()
    ArchiveReader.prepare()
    // The tables of letters are made at first use, which takes seconds with a sanitizer.
    _ = EncodingDetector.encoding(of: [0xe4].span)
    CPULimit.install()
    Fuzzer.run { input in
      if CPULimit.secondsOfProcess >= seconds {
        // libFuzzer ends at this signal, and prints its figures.
        raise(SIGUSR1)
        return
      }
      let input = FuzzedInput(input)
      CPULimit.run(for: input.bytes.count) { target.run(input) }
    }
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
