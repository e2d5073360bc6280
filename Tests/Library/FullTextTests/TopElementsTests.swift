import FullText
import TestSupport
import Testing

struct TopElementsTests {
  @Test(arguments: [0, 1, 2, 7, 50, 1_000])
  func `the smallest elements are kept in any order of insertion`(limit: Int) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var dice = SplitMix(seed: seed)
      let numbers = (0..<200).map { _ in dice.roll(below: 90) }
      var top = TopElements<Int>(limit: limit)
      for (index, number) in numbers.enumerated() {
        #expect(top.hasRoom == (index < limit))
        top.insert(number)
        #expect(top.last == numbers[...index].sorted().prefix(limit).last)
      }
      #expect(top.sorted == Array(numbers.sorted().prefix(limit)))
    }
  }
}
