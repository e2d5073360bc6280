// The arithmetic for one size of vectors. Transformer.c includes this file for each set of instructions.

#define LANES (VECTOR_BYTES / 4)
#define integers NAME(integers_of)
#define bits NAME(bits_of)
#define shorts NAME(shorts_of)
#define bytes NAME(bytes_of)
#define floats NAME(floats_of)
#define INLINE TARGET static inline __attribute__((always_inline))

typedef int32_t integers __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t bits __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t shorts __attribute__((vector_size(VECTOR_BYTES)));
typedef int8_t bytes __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef float floats __attribute__((vector_size(VECTOR_BYTES)));

INLINE floats NAME(load)(const float *numbers) {
  floats vector;
  memcpy(&vector, numbers, sizeof vector);
  return vector;
}

INLINE void NAME(store)(float *numbers, floats vector) { memcpy(numbers, &vector, sizeof vector); }

INLINE float NAME(sum)(floats vector) {
  float sum = 0;
  for (int lane = 0; lane < LANES; lane++) sum += vector[lane];
  return sum;
}

// What is no number becomes the lower bound.
INLINE floats NAME(clamped)(floats vector, float low, float high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(vector, (floats){0} + low), (floats){0} + high);
}

// A float above it and below its double has the whole number nearest to the sum in its lowest bits.
#define ROUNDING 12582912.0f

// e to the power of each number, with a relative error below 1e-6 (Moshier's Cephes library, `expf`).
INLINE floats NAME(exponential)(floats x) {
  x = NAME(clamped)(x, -87, 87);
  const floats shifted = x * 1.44269504f + ROUNDING;
  const floats whole = shifted - ROUNDING;
  const floats rest = x - whole * 0.693359375f + whole * 2.12194440e-4f;
  floats y = rest * 1.9875691500e-4f + 1.3981999507e-3f;
  y = y * rest + 8.3334519073e-3f;
  y = y * rest + 4.1665795894e-2f;
  y = y * rest + 1.6666665459e-1f;
  y = y * rest + 5.0000001201e-1f;
  y = y * rest * rest + rest + 1;
  return y * (floats)(((bits)shifted + 127) << 23);
}

// Rounds a row to whole numbers up to the bound, and returns their scale. Two inputs of a row are beside each other; the
// same two of the other rows in the group, which are `step`, follow them.
TARGET static float NAME(round_row)(const float *row, int count, float bound, int16_t *rounded, int step) {
  floats most = {0};
  for (int i = 0; i < count; i += LANES) {
    most = __builtin_elementwise_max(most, __builtin_elementwise_abs(NAME(load)(row + i)));
  }
  float largest = 0;
  for (int lane = 0; lane < LANES; lane++) {
    if (most[lane] > largest) largest = most[lane];
  }
  const float factor = largest > 0 ? bound / largest : 0;
  for (int i = 0; i < count; i += LANES) {
    const bits whole = (bits)(NAME(clamped)(NAME(load)(row + i) * factor, -bound, bound) + ROUNDING);
    for (int lane = 0; lane < LANES; lane += 2) {
      const uint32_t pair = (whole[lane] & 0xffff) | whole[lane + 1] << 16;
      memcpy(rounded + (i + lane) * step, &pair, sizeof pair);
    }
  }
  return largest / bound;
}

// Multiplies `count` rows from `row` on, a constant after inlining, with 2 × LANES outputs.
INLINE void NAME(multiply_group)(const struct product *product, int row, int count, int output) {
  const int inputs = product->input_count;
  const int16_t *rounded = product->rounded + (size_t)row * inputs;
  const uint8_t *weights[2];
  for (int side = 0; side < 2; side++) {
    const int first = output + side * LANES;
    weights[side] = product->weights + (size_t)(first / BLOCK) * BLOCK * inputs + first % BLOCK * 2;
  }
  integers sums[GROUP][2] = {0};
  for (int input = 0; input < inputs; input += 2) {
    shorts factors[2];
#pragma clang loop unroll(full)
    for (int side = 0; side < 2; side++) {
      bytes stored;
      memcpy(&stored, weights[side] + input * BLOCK, sizeof stored);
      factors[side] = __builtin_convertvector(stored, shorts);
    }
#pragma clang loop unroll(full)
    for (int r = 0; r < count; r++) {
      int32_t both;
      memcpy(&both, rounded + input * count + r * 2, sizeof both);
      const shorts pair = (shorts)((integers){0} + both);
#pragma clang loop unroll(full)
      for (int side = 0; side < 2; side++) sums[r][side] = ADD_PRODUCTS(sums[r][side], factors[side], pair);
    }
  }
  for (int side = 0; side < 2; side++) {
    const int first = output + side * LANES;
    const floats scales = NAME(load)(product->scales + first), biases = NAME(load)(product->biases + first);
    for (int r = 0; r < count; r++) {
      const floats sum = __builtin_convertvector(sums[r][side], floats);
      NAME(store)(product->outputs + (size_t)(row + r) * product->output_count + first,
                  sum * (scales * product->row_scales[row + r]) + biases);
    }
  }
}

TARGET static void NAME(multiply)(struct product *product) {
  const int inputs = product->input_count, rows = product->row_count;
  for (int row = 0; row < rows; row++) {
    const int first = row / GROUP * GROUP, step = rows - first < GROUP ? rows - first : GROUP;
    product->row_scales[row] =
        NAME(round_row)(product->rows + (size_t)row * inputs, inputs, product->bound,
                        product->rounded + (size_t)first * inputs + (row - first) * 2, step);
  }
  for (int output = 0; output < product->output_count; output += 2 * LANES) {
    int row = 0;
    for (; row + GROUP <= rows; row += GROUP) NAME(multiply_group)(product, row, GROUP, output);
    switch (rows - row) {
    case 5: NAME(multiply_group)(product, row, 5, output); break;
    case 4: NAME(multiply_group)(product, row, 4, output); break;
    case 3: NAME(multiply_group)(product, row, 3, output); break;
    case 2: NAME(multiply_group)(product, row, 2, output); break;
    case 1: NAME(multiply_group)(product, row, 1, output); break;
    }
  }
}

TARGET static void NAME(normalise)(float *rows, const float *others, int row_count, int size, const float *factors,
                                   const float *offsets) {
  for (int row = 0; row < row_count; row++, rows += size, others += size) {
    floats sum = {0}, square = {0};
    for (int i = 0; i < size; i += LANES) {
      const floats added = NAME(load)(rows + i) + NAME(load)(others + i);
      NAME(store)(rows + i, added);
      sum += added;
    }
    const float mean = NAME(sum)(sum) / size;
    for (int i = 0; i < size; i += LANES) {
      const floats distance = NAME(load)(rows + i) - mean;
      square += distance * distance;
    }
    // The teacher's smallest variance.
    const float factor = 1 / __builtin_elementwise_sqrt(NAME(sum)(square) / size + 1e-12f);
    for (int i = 0; i < size; i += LANES) {
      NAME(store)(rows + i, (NAME(load)(rows + i) - mean) * factor * NAME(load)(factors + i) + NAME(load)(offsets + i));
    }
  }
}

TARGET static void NAME(activate)(float *numbers, int count) {
  for (int i = 0; i < count; i += LANES) {
    const floats x = NAME(load)(numbers + i);
    // √(8/π) · (x + 0.044715 x³); x / (1 + e^-2y) is x/2 · (1 + tanh y).
    const floats twice = 1.5957691216f * (x + 0.044715f * x * x * x);
    NAME(store)(numbers + i, x / (1 + NAME(exponential)(-twice)));
  }
}

TARGET static void NAME(attend)(const float *rows, int row_count, int size, int head_count, float *outputs) {
  const int head_size = size / head_count, padded = (row_count + LANES - 1) / LANES * LANES;
  float keys[CTRANSFORMER_MOST_HEAD_SIZE][CTRANSFORMER_MOST_ROWS];
  float weights[ATTENDING][CTRANSFORMER_MOST_ROWS];
  for (int head = 0; head < head_count; head++) {
    const float *queries = rows + head * head_size, *values = queries + 2 * size;
    for (int row = 0; row < padded; row++) {
      for (int i = 0; i < head_size; i++) {
        keys[i][row] = row < row_count ? queries[(size_t)row * 3 * size + size + i] : 0;
      }
    }
    for (int row = 0; row < row_count; row += ATTENDING) {
      int attending[ATTENDING];
      float inverse[ATTENDING];
      // The last row is computed several times, if need be.
      for (int r = 0; r < ATTENDING; r++) attending[r] = row + r < row_count ? row + r : row_count - 1;
      for (int other = 0; other < padded; other += LANES) {
        floats sums[ATTENDING] = {0};
        for (int i = 0; i < head_size; i++) {
          const floats key = NAME(load)(&keys[i][other]);
#pragma clang loop unroll(full)
          for (int r = 0; r < ATTENDING; r++) sums[r] += key * queries[(size_t)attending[r] * 3 * size + i];
        }
        for (int r = 0; r < ATTENDING; r++) NAME(store)(&weights[r][other], sums[r]);
      }
      for (int r = 0; r < ATTENDING; r++) {
        for (int other = row_count; other < padded; other++) weights[r][other] = -1e30f;
        floats most = (floats){0} - 1e30f, sum = {0};
        for (int other = 0; other < padded; other += LANES) {
          most = __builtin_elementwise_max(most, NAME(load)(&weights[r][other]));
        }
        float largest = -1e30f;
        for (int lane = 0; lane < LANES; lane++) largest = most[lane] > largest ? most[lane] : largest;
        for (int other = 0; other < padded; other += LANES) {
          const floats power = NAME(exponential)(NAME(load)(&weights[r][other]) - largest);
          NAME(store)(&weights[r][other], power);
          sum += power;
        }
        inverse[r] = 1 / NAME(sum)(sum);
      }
      for (int i = 0; i < head_size; i += LANES) {
        floats sums[ATTENDING] = {0};
        for (int other = 0; other < row_count; other++) {
          const floats value = NAME(load)(values + (size_t)other * 3 * size + i);
#pragma clang loop unroll(full)
          for (int r = 0; r < ATTENDING; r++) sums[r] += value * weights[r][other];
        }
        for (int r = 0; r < ATTENDING; r++) {
          NAME(store)(outputs + (size_t)attending[r] * size + head * head_size + i, sums[r] * inverse[r]);
        }
      }
    }
  }
}

#undef NAME
#undef TARGET
#undef VECTOR_BYTES
#undef ADD_PRODUCTS
#undef LANES
#undef ROUNDING
#undef INLINE
#undef integers
#undef bits
#undef shorts
#undef bytes
#undef floats
