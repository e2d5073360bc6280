#include "CTransformer.h"
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

// So that all instructions give the same numbers.
#pragma STDC FP_CONTRACT OFF

enum {
  // The outputs in a block of a stored matrix.
  BLOCK = 16,
  // The rows that are multiplied at once: their sums stay in registers.
  GROUP = 6,
  // The rows whose attention is computed at once.
  ATTENDING = 4,
};

struct product {
  const float *rows;
  int row_count, input_count, output_count;
  const uint8_t *weights;
  const float *scales, *biases;
  int16_t *rounded;
  float *outputs;
  // The largest rounded number. A sum of its products with -128 has at most 31 bits.
  float bound;
  float row_scales[CTRANSFORMER_MOST_ROWS];
};

// All processors that Debian supports have vectors of 16 bytes.
#define NAME(name) name##_generic
#define TARGET
#define VECTOR_BYTES 16
#ifdef __SSE2__
#define ADD_PRODUCTS(sum, a, b) (sum + (integers)_mm_madd_epi16((__m128i)a, (__m128i)b))
#else
#define WIDENED(a, ...) __builtin_convertvector(__builtin_shufflevector(a, a, __VA_ARGS__), integers)
#define ADD_PRODUCTS(sum, a, b)                                                                             \
  (sum + WIDENED(a, 0, 2, 4, 6) * WIDENED(b, 0, 2, 4, 6) + WIDENED(a, 1, 3, 5, 7) * WIDENED(b, 1, 3, 5, 7))
#endif
#include "Kernel.h"

#ifdef __x86_64__
#define NAME(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR_BYTES 32
#define ADD_PRODUCTS(sum, a, b) (sum + (integers)_mm256_madd_epi16((__m256i)a, (__m256i)b))
#include "Kernel.h"

#define NAME(name) name##_avx512_vnni
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))
#define VECTOR_BYTES 64
#define ADD_PRODUCTS(sum, a, b) ((integers)add_products((__m512i)sum, (__m512i)a, (__m512i)b))
// Of the intrinsic the compiler makes two instructions, which take twice as long here.
TARGET static inline __m512i add_products(__m512i sum, __m512i a, __m512i b) {
  __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
  return sum;
}
#include "Kernel.h"

#define CALL(instructions, function, ...)                                                                   \
  switch (instructions) {                                                                                   \
  case CTRANSFORMER_AVX512_VNNI: function##_avx512_vnni(__VA_ARGS__); return;                               \
  case CTRANSFORMER_AVX2: function##_avx2(__VA_ARGS__); return;                                             \
  case CTRANSFORMER_GENERIC: function##_generic(__VA_ARGS__);                                               \
  }
#else
#define CALL(instructions, function, ...) (void)instructions, function##_generic(__VA_ARGS__)
#endif

enum ctransformer_instructions ctransformer_best_instructions(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni")) return CTRANSFORMER_AVX512_VNNI;
  if (__builtin_cpu_supports("avx2")) return CTRANSFORMER_AVX2;
#endif
  return CTRANSFORMER_GENERIC;
}

void ctransformer_multiply(enum ctransformer_instructions instructions, const float *rows, int row_count,
                           int input_count, const uint8_t *weights, const float *scales, const float *biases,
                           int output_count, int16_t *rounded, float *outputs) {
  const int bound = INT32_MAX / (128 * input_count);
  struct product product = {
      .rows = rows,
      .row_count = row_count,
      .input_count = input_count,
      .output_count = output_count,
      .weights = weights,
      .scales = scales,
      .biases = biases,
      .rounded = rounded,
      .outputs = outputs,
      .bound = bound < INT16_MAX ? bound : INT16_MAX,
  };
  CALL(instructions, multiply, &product);
}

void ctransformer_normalise(enum ctransformer_instructions instructions, float *rows, const float *others,
                            int row_count, int size, const float *factors, const float *offsets) {
  CALL(instructions, normalise, rows, others, row_count, size, factors, offsets);
}

void ctransformer_activate(enum ctransformer_instructions instructions, float *numbers, int count) {
  CALL(instructions, activate, numbers, count);
}

void ctransformer_attend(enum ctransformer_instructions instructions, const float *rows, int row_count, int size,
                         int head_count, float *outputs) {
  CALL(instructions, attend, rows, row_count, size, head_count, outputs);
}
