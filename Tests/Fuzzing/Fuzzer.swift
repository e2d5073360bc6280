/// libFuzzer, which looks for inputs that make a function trap.
///
/// ```sh
/// export FUZZ=1 SWIFT_BACKTRACE=enable=no
/// swift build -c release --sanitize=address -Xswiftc -sanitize=fuzzer \
///   -Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld --scratch-path .build/fuzz --product QueryFuzzer
/// timeout -k 5 700 .build/fuzz/release/QueryFuzzer -max_total_time=600 -timeout=20 DIRECTORY
/// ```
package enum Fuzzer {
  /// libFuzzer calls it from one thread.
  nonisolated(unsafe) private static var test: ([UInt8]) -> Void = { _ in }

  /// Calls `test` with input after input, as the program's arguments command libFuzzer.
  package static func run(_ test: @escaping ([UInt8]) -> Void) {
    unsafe Self.test = test
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    _ = unsafe runDriver(&count, &arguments) { bytes, count in
      unsafe Fuzzer.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
