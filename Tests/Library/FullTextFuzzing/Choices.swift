/// Random choices from a generator.
package struct Choices {
  private var generator: any RandomNumberGenerator

  /// Makes choices with the numbers of a generator.
  package init(_ generator: some RandomNumberGenerator) {
    self.generator = generator
  }

  /// A number from 0 up to `count`, which is not included.
  package mutating func below(_ count: Int) -> Int {
    Int(generator.next() >> 11) % count
  }

  /// Whether an event happens that happens once in `count` times.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// One of several values.
  package mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
