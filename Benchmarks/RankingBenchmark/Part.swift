/// A part of the benchmark.
enum Part: String, CaseIterable {
  case questions, spelling
}
