import Glibc

/// e to the power of a number.
package func exponential(_ x: Double) -> Double { exp(x) }

/// x · Φ(x), in its form with tanh.
package func gelu(_ x: Double) -> Double {
  x / 2 * (1 + tanh((2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)))
}
