/// A part of the benchmark.
enum Part: String {
  case questions, spelling, speed, weights
}
